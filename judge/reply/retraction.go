package reply

import (
	"regexp"
	"slices"
	"strings"
)

// wordList is a list of whole words and of beginnings of words.
type wordList struct {
	whole  map[string]bool
	starts []string
}

var strongList, weakList = newWordList(retractions), newWordList(weakRetractions)

func newWordList(list []string) wordList {
	l := wordList{whole: make(map[string]bool)}
	for _, w := range list {
		if start, ok := strings.CutSuffix(w, "*"); ok {
			l.starts = append(l.starts, start)
		} else {
			l.whole[w] = true
		}
	}
	return l
}

func (l wordList) has(w string) bool {
	w = strings.Trim(w, ".-'")
	return l.whole[w] || slices.ContainsFunc(l.starts, func(start string) bool { return strings.HasPrefix(w, start) })
}

// speaksOfItself reports whether a sentence speaks of the verdict or the judge and denies something of it.
func speaksOfItself(s string) bool {
	s = search.ReplaceAllString(strings.ReplaceAll(s, "’", "'"), "")
	return containsPhrase(s, selfWords) && isDenied(wordsOf(s)) || containsAny(s, chineseSelf) && containsAny(s, chineseDenials)
}

// search has a judge say what it looked for in the answer.
var search = regexp.MustCompile(`\bi (?:(?:looked|searched|checked) for|(?:did not|didn't|could not|couldn't) (?:find|see) (?:a|an|any|the)|found no|see no)\b`)

// beforeReason returns a sentence without the reason that it gives, which may speak of anything.
func beforeReason(s string) string {
	for _, mark := range reasonMarks {
		s, _, _ = strings.Cut(s, mark)
	}
	return s
}

// retracts reports whether a sentence, in lower case, has a sign that it takes back or corrects what was
// said before it.
func retracts(s string) bool {
	s = strings.ReplaceAll(s, "’", "'")
	s = strings.NewReplacer("rather than", "", "instead of", "").Replace(s)
	self := containsPhrase(s, selfWords)
	asked := true // a sentence that begins with a verb, or has "so" or "please" before it, may ask for something
	for _, w := range wordsOf(s) {
		if strongList.has(w) || (self || asked) && weakList.has(w) {
			return true
		}
		asked = w == "so" || w == "please"
	}
	if c := beforeReason(s); containsPhrase(c, objectWords) && containsPhrase(c, othersWords) || (containsAny(c, []string{"这是", "这个评", "该评分", "该json"}) || strings.HasPrefix(c, "以上")) && containsAny(c, chineseOthers) {
		return true
	}
	return hasPrefix(s+" ", openings) || containsPhrase(s, retractingPhrases) || containsAny(s, chineseRetractions) ||
		self && containsPhrase(s, wrongWords) || containsAny(s, chineseSelf) && (containsAny(s, chineseWrong) || containsAny(s, chineseWeak)) || hasPrefix(s, chineseWeak)
}
