package baseline

import (
	"strings"
	"unicode/utf8"
)

// eachTerm calls f with the terms of a criterion's text that count, in order.
func eachTerm(text string, f func(term)) {
	opening := true
	for start := 0; start < len(text); {
		end, size := clauseEnd(text, start)
		if !deducts(text[start:end]) {
			s := scanner{text: text[:end], at: start}
			for t, ok := s.next(); ok; t, ok = s.next() {
				if stopWords.has(t) {
					s.at = t.end // a pair that begins inside of it is not one of the criterion's
					continue
				}
				if opening && openers.has(t) || t.number && isMark(text, start, t) {
					continue
				}
				opening = false
				f(t)
			}
		}
		start = end + size
	}
}

// clauseEnd returns where the clause at start ends and how long the mark that ends it is.
func clauseEnd(text string, start int) (end, size int) {
	for i, r := range text[start:] {
		switch r {
		case '\n', '(', ')', ';', '（', '）', '；', '。':
			return start + i, utf8.RuneLen(r)
		}
	}
	return len(text), 0
}

// deducts says whether a clause announces a deduction: "扣2分", "扣 2 分", "扣分点", "不得分", "不及格".
func deducts(clause string) bool {
	if _, after, found := strings.Cut(clause, "不得分"); found && !strings.HasPrefix(after, "割") && !strings.HasPrefix(after, "配") {
		return true
	}
	for {
		_, after, found := strings.Cut(clause, "扣")
		if !found {
			return strings.Contains(clause, "不及格")
		}
		clause = after
		if strings.HasPrefix(strings.TrimLeft(after, " 　0123456789.-"), "分") {
			return true
		}
	}
}

// isMark says whether the number t, in the clause that starts at byte clause, is notation: the number
// of a list item ("1." or "(1)", up to two digits), or points ("5分", "(+5)").
func isMark(text string, clause int, t term) bool {
	before := strings.TrimSpace(text[clause:t.start])
	after := strings.TrimLeft(text[t.end:], " 　")
	numbers := before == "" && t.end-t.start <= 2
	switch next, _ := utf8.DecodeRuneInString(after); next {
	case '分':
		after = after[len("分"):]
		return !strings.HasPrefix(after, "钟") && !strings.HasPrefix(after, "之")
	case ')', '）':
		return numbers || before == "+" || before == "＋"
	case '.', '、', '．':
		return numbers
	}
	return false
}

// asksForAbsence says whether a criterion is met by what the answer does not say, as far as its
// first words tell: "Does not …", "The response avoids …", "未…".
func asksForAbsence(text string) bool {
	text = strings.TrimSpace(text)
	for _, p := range [...]string{"未", "没有", "避免", "不应", "不得", "不能", "不要"} {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "回答"), "答案"), p) {
			return true
		}
	}
	for {
		word, rest, _ := strings.Cut(text, " ")
		switch strings.ToLower(word) {
		case "the", "this", "it", "response", "answer", "model", "does", "do", "should", "must":
			text = rest
		case "avoid", "avoids", "fail", "fails", "omit", "omits", "neglects", "never", "not", "doesn't",
			"doesn’t", "ignores", "overlooks", "lacks", "refrains", "without":
			return true
		default:
			return false
		}
	}
}
