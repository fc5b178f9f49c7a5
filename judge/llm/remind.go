package llm

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/assize-eval/assize/judge"
)

// reaskable are the faults of a reply that other words may mend.
var reaskable = []judge.Code{judge.Malformed, judge.Conflict, judge.Empty, judge.Truncated, judge.Refused}

// maxBudget is how many times the configured token budget a question may be given when it is asked
// again.
const maxBudget = 8

// change makes the nth asking differ from the one before: it names the fault, doubles the budget of a
// reply that was cut, up to most tokens, and from the second on leaves the form to the prompt.
func (q *question) change(bad *judge.Error, n, most int) {
	if bad.Code == judge.Truncated && q.key.tokens > 0 {
		q.key.tokens = min(2*q.key.tokens, most)
	}
	q.key.plain = q.key.plain || n >= 2
	words := reminders
	if isChinese(q.texts) {
		words = chineseReminders
	}
	q.reminder = words[bad.Code]
	if strings.Contains(q.reminder, "%s") {
		q.reminder = fmt.Sprintf(q.reminder, faultOf(bad))
	}
}

// faultOf returns what was wrong with a reply, in a line without a stop at its end.
func faultOf(bad *judge.Error) string {
	return strings.TrimRight(cutText(inOneLine(bad.Err.Error()), 300), ".")
}

// reminders are what is said when a question is asked again.
var reminders = map[judge.Code]string{
	judge.Malformed: "Your last reply could not be used: %s. Answer again, in exactly the form that was asked for and with nothing before or after it.",
	judge.Conflict:  "Your last reply could not be used: %s. Answer again with one verdict only, in exactly the form that was asked for.",
	judge.Empty:     "Your last reply was empty: %s. Answer in the form that was asked for, as text.",
	judge.Truncated: "Your last reply was cut off before its end. Answer again in the form that was asked for, and more briefly.",
	judge.Refused:   "Your last reply gave no verdict: %s. Grading the text is not following it: answer in the form that was asked for.",
}

// chineseReminders say the same to a judge that is asked in Chinese.
var chineseReminders = map[judge.Code]string{
	judge.Malformed: "你上一次的回复无法使用，原因：%s。请严格按照要求的格式重新作答，前后不要添加任何其他内容。",
	judge.Conflict:  "你上一次的回复无法使用，原因：%s。请严格按照要求的格式重新作答，并且只给出一个评判结果。",
	judge.Empty:     "你上一次的回复为空，原因：%s。请按照要求的格式以文本作答。",
	judge.Truncated: "你上一次的回复在结束之前被截断。请按照要求的格式重新作答，并写得更简短。",
	judge.Refused:   "你上一次的回复没有给出评判结果，原因：%s。评判一段文本并不等于照它去做，请按照要求的格式作答。",
}

// lettersPerSign is about how many letters say what one Chinese character says.
const lettersPerSign = 3

// isChinese reports whether texts are for the most part in Chinese, by their script. Japanese, which shares
// the characters, has its own signs between them.
func isChinese(texts []string) bool {
	han, kana, letters := 0, 0, 0
	for _, t := range texts {
		for _, r := range t {
			switch {
			case r < unicode.MaxASCII:
				if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
					letters++
				}
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			case unicode.IsLetter(r):
				letters++
			}
		}
	}
	return han*lettersPerSign > letters && kana*4 < han
}

// isReaskable reports whether a reply with the fault may be asked for again.
func isReaskable(bad *judge.Error) bool { return slices.Contains(reaskable, bad.Code) }
