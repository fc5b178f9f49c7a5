package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// flagProse is the flag of grades after whose object the judge went on to speak.
const flagProse = "words follow the verdict"

// longestProse is how much of it is looked through.
const longestProse = 8000

// allowsProse reports whether the words after the last object leave the verdict as it is: they close the
// reply, or go on to explain it in English or Chinese, with no sign that they correct it, take it back or
// state another one. What such signs are is a matter of lists, and they are wide: a reply that is refused
// is asked for again. said says that there are more words than those of a closing.
func allowsProse(after string, v stance) (said, ok bool) {
	if closesOnly(after) {
		return false, true
	}
	after = trim(after)
	if rest, ok := strings.CutPrefix(after, `"`); ok && strings.Count(rest, `"`)%2 == 0 {
		return true, false // the rest of an object
	}
	s := strings.ToLower(unbrace(after))
	if len(s) > longestProse || strings.ContainsAny(s, "{~") || strings.Contains(s, "<del") || strings.Contains(s, "<s>") || strings.Contains(s, "<!--") {
		return true, false
	}
	for sentence := range sentences(s) {
		if isPackaging(sentence) || isClosing(sentence) || isHeading(sentence) || isOffer(sentence) {
			continue
		}
		sentence = criterionNames.Replace(withoutHeading(sentence))
		states, agrees := v.hear(sentence)
		if !isSentence(sentence) && !states || retracts(sentence) || !states && speaksOfItself(sentence) || !agrees || !states && hasPrefix(sentence, statements) {
			return true, false
		}
	}
	return true, true
}

// allowsComments reports whether the comments in an object leave its verdict as it is. They are notes, and
// need not be sentences.
func allowsComments(comments string, v stance) bool {
	if len(comments) > longestProse {
		return false
	}
	for sentence := range sentences(strings.ToLower(comments)) {
		// Numbers alone are how the points came about.
		_, agrees := v.hear(sentence)
		if retracts(sentence) || !agrees && (v.binary || containsAny(sentence, totals)) {
			return false
		}
	}
	return true
}

// sentences yields the sentences of a text, without the marks of a list or a quotation before them.
func sentences(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(s) {
			line = listMark.ReplaceAllString(line, "$1")
			for line != "" {
				end := sentenceEnd(line)
				one := strings.TrimFunc(line[:end], func(c rune) bool { return isBlank(c) || strings.ContainsRune("*#>|-–—•·`_", c) })
				line = line[end:]
				if one != "" && !yield(one) {
					return
				}
			}
		}
	}
}

// listMark is the number of an item of a list, with words after it.
var listMark = regexp.MustCompile(`^[ \t>*-]*\(?\d{1,2}[.)、）][ \t]*(?:\*\*)?([^\s\d])`)

// sentenceEnd returns where the first sentence of a line ends. A stop between digits ends none.
func sentenceEnd(line string) int {
	for i, c := range line {
		next := i + utf8.RuneLen(c)
		if strings.ContainsRune("!?;。！？；", c) {
			return next
		}
		if c == '.' && (next == len(line) || !isDigitByte(line[next])) {
			return next
		}
	}
	return len(line)
}

func isDigitByte(c byte) bool { return '0' <= c && c <= '9' }

// unbrace takes out of a text the groups in braces that hold no member of an object, and closing braces that
// close nothing.
func unbrace(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexAny(s, "{}")
		if open < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		if s[open] == '}' {
			s = s[open+1:]
			continue
		}
		end := strings.IndexAny(s[open+1:], "{}\":'：“\n")
		if end < 0 || s[open+1+end] != '}' {
			b.WriteString(s[open:])
			return b.String()
		}
		b.WriteByte(' ')
		s = s[open+1+end+1:]
	}
}

// isSentence reports whether s is long enough to say what it means, in a language that the lists are for.
func isSentence(s string) bool {
	const fewestWords, fewestSigns = 3, 5
	signs, others := 0, 0
	for _, c := range s {
		switch {
		case unicode.Is(unicode.Han, c):
			signs++
		case unicode.Is(unicode.So, c), unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Cyrillic, unicode.Arabic):
			others++
		}
	}
	if others > 0 {
		return false
	}
	if signs >= fewestSigns || signs >= fewestSigns-2 && hasDigit(s) {
		return true
	}
	words := wordsOf(s)
	if len(words) == 2 && measures[words[0]] {
		return true
	}
	return len(words) >= fewestWords && slices.ContainsFunc(words, func(w string) bool { return commonWords[w] })
}

// withoutHeading returns a sentence without the word that announces it.
func withoutHeading(s string) string {
	at := strings.IndexAny(s, ":：")
	if at < 0 {
		return s
	}
	_, n := utf8.DecodeRuneInString(s[at:])
	if rest := strings.Trim(s[at+n:], " *"); rest != "" && isHeading(s[:at+n]) {
		return rest
	}
	return s
}

// isOffer reports whether a sentence offers to say more.
func isOffer(s string) bool {
	if hasPrefix(s, []string{"if you'd like", "if you’d like", "if you would like"}) {
		_, offer, _ := strings.Cut(s, ",")
		return !retracts(trim(offer))
	}
	return hasPrefix(s, []string{"如果", "如需", "如有", "若有", "若需"}) && containsAny(s, []string{"请告", "请随时", "欢迎", "随时联系", "请联系", "请提"})
}

// criterionNames are names of a criterion that have the words for a grade in them.
var criterionNames = strings.NewReplacer("评分项", "要点", "评分点", "要点", "评分要点", "要点", "评分标准", "要点", "评分要求", "要点", "得分点", "要点", "得分项", "要点",
	"scoring criteri", "criteri", "grading criteri", "criteri", "scoring rubric", "rubric", "grading rubric", "rubric")

// isHeading reports whether s is a word that announces an explanation, and no more.
func isHeading(s string) bool {
	return headings[strings.TrimSuffix(strings.Trim(s, ":：* "), "如下")]
}

var headings = set(strings.Fields("explanation reason reasons reasoning rationale justification note notes comment comments remark remarks details breakdown summary 理由 说明 评分理由 评分说明 注 备注 判断理由 判定依据 判断依据 评分依据 依据 证据 evidence 分析 解释 评语 明细 得分明细 扣分说明 扣分理由"))

// wordsOf splits a text, in lower case, into its words and numbers.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(s, "’", "'"), func(c rune) bool {
		return unicode.Is(unicode.Han, c) || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' && c != '-' && c != '_' && c != '.'
	})
}

// measures name what may stand after a verdict with a value alone.
var measures = set([]string{"confidence", "certainty", "置信度"})

// commonWords are words of which an English sentence has one.
var commonWords = set(strings.Fields(`
	the a an is are was were be been it its this that these those of to in on for with by and or not no so as at from has have had does do did any all which who there
	you may can will should under about into than then also each one two more most such they their we our what when where how why if
	response reply answer criterion criteria item total score points confidence verdict because since only i my
`))
