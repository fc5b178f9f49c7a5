package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closingWords are the words of sentences with which judges end a reply. A sentence of other words may
// correct the object or withdraw it: "strike that", "nope", "I take it back", in more ways than a list
// of them could hold.
var closingWords = set(strings.Fields(`
	done end ends ended finished complete completed concludes concluded conclusion this that these is are was were my your our the a an i we you it its all of on in for to with
	and by as at any if please just ask let me know need needed want would like have questions question concerns anything else more detail details detailed further
	clarification explanation explanations breakdown information assistance help helps hope thank thanks happy glad feel can follows
	followed follow based rubric criteria criterion item items standard standards evaluation assessment grade grading score scoring verdict reading review judgment judgement
	reply output json object above here according strictly only
	longer shorter full fuller overall summary reasoning reasons careful closing provided given be will can may free here's here’s hereby respectfully best regards
	that's that’s you'd you’d i'd i’d i'm i’m i'll
`))

// closingPhrases are closings that need a word which elsewhere can take something back.
var closingPhrases = []string{
	"no further remarks", "no further comments", "no further comment", "no further notes", "no further explanation", "no additional comments", "nothing further", "nothing else",
	"end of response", "end of the response",
}

// closingSigns are the pieces of Chinese closings, longer ones first.
var closingSigns = strings.NewReplacer(listPairs(`
	以上评分供参考 仅供参考 供参考 供您参考 如有任何疑问 如有疑问 如有问题 如需进一步说明 如需进一步 如需更多 请告诉我 请告知 请随时 请注意 请查收 希望对您有帮助 希望对你有帮助 希望有帮助 评分结束 评分完毕 评分结果 评估结果 评分完成 评分 评估 评定
	严格依据 严格按照 依据 按照 根据 标准 说明 以上就是 以上即为 以上是 以上为 以上 就是 本次 最终 全部 内容 结果 我的 结束 完毕 完成 谢谢 感谢 输出 已 完 的 为 均 严格 细则 请
`)...)

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// listPairs returns the words of a list, each with nothing to replace it by.
func listPairs(list string) []string {
	var pairs []string
	for _, w := range strings.Fields(list) {
		pairs = append(pairs, w, "")
	}
	return pairs
}

// closesOnly reports whether the words after the last object only close the reply.
func closesOnly(after string) bool {
	const longest = 400
	s := trim(after)
	for s != "" {
		if isPackaging(s) {
			return true
		}
		n := stopTokenEnd(s)
		if n == 0 {
			n = closingTagEnd(s)
		}
		if n == 0 {
			c, size := utf8.DecodeRuneInString(s)
			if !strings.ContainsRune("`,;.!)]}|-*_、，；。！）】｝", c) && !isBlank(c) {
				break
			}
			n = size
		}
		s = s[n:]
	}
	if s == `"""` || s == "'''" {
		// Quotes around the reply.
		return true
	}
	if len(s) > longest || strings.ContainsAny(s, "{\"~") {
		return false
	}
	s = strings.ToLower(s)
	for _, sentence := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("\n.。!！", c) }) {
		if !isClosing(sentence) && !isPackaging(sentence) {
			return false
		}
	}
	return true
}

// isClosing reports whether a sentence, in lower case, has no words but those of closings.
func isClosing(sentence string) bool {
	if _, answers := readings[foldWord(sentence)]; answers || strings.ContainsFunc(sentence, func(c rune) bool { return unicode.Is(unicode.So, c) }) {
		// A cross is an answer.
		return false
	}
	sentence = strings.TrimFunc(sentence, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '<' && c != '>' })
	if slices.Contains(closingPhrases, sentence) {
		return true
	}
	for _, word := range strings.FieldsFunc(closingSigns.Replace(sentence), func(c rune) bool {
		return isBlank(c) || strings.ContainsRune(",，、;；:：()（）`*_-", c)
	}) {
		if !closingWords[word] {
			return false
		}
	}
	return true
}

// closingTagEnd returns the length of a tag that ends an element, or 0.
func closingTagEnd(s string) int {
	const longest = 40
	if !strings.HasPrefix(s, "</") {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), longest)], '>')
	if end < 0 || strings.ContainsAny(s[2:end], "<{\"") {
		return 0
	}
	// Struck out is taken back.
	switch strings.ToLower(s[2:end]) {
	case "del", "s", "strike":
		return 0
	}
	return end + 1
}
