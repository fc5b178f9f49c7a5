package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closings are words, folded, that may follow a verdict: they end the reply and say nothing of it.
var closings = foldedSet([]string{
	"done", "end", "end of reply", "end of response", "end of evaluation", "end of json", "that is all", "that's all", "thanks", "thank you",
	"hope this helps", "hope that helps", "I hope this helps", "let me know if you have any questions", "let me know if you need anything else", "let me know if you need more", "no further remarks", "no further comments",
	"以上", "完毕", "评分完毕", "完", "结束", "评分结束", "以上为评分结果", "以上为评分", "以上是评分结果", "以上为最终评分", "谢谢",
})

// closesOnly reports whether the words after the last object only close the reply. Whatever else they
// say may correct the object or withdraw it, in words that no list holds.
func closesOnly(after string) bool {
	const longest = 256
	s := trim(after)
	for s != "" {
		if isPackaging(s) {
			return true
		}
		if n := stopTokenEnd(s); n > 0 {
			s = trim(s[n:])
			continue
		}
		if n := closingTagEnd(s); n > 0 {
			s = trim(s[n:])
			continue
		}
		c, n := utf8.DecodeRuneInString(s)
		if strings.ContainsRune("`~,，;；.。!！)）]】}*_|-", c) || isBlank(c) {
			s = s[n:]
			continue
		}
		break
	}
	if len(s) > longest {
		return false
	}
	for _, sentence := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("\n.。!！", c) }) {
		if folded := fold(strings.TrimFunc(sentence, isAside)); folded != "" && !closings[folded] && !isPackaging(sentence) {
			return false
		}
	}
	return true
}

func isAside(c rune) bool {
	return isBlank(c) || unicode.IsSymbol(c) || strings.ContainsRune(",，;；`~*_", c)
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
	name := strings.ToLower(s[2:end])
	// Struck out is taken back.
	if name == "del" || name == "s" || name == "strike" {
		return 0
	}
	return end + 1
}
