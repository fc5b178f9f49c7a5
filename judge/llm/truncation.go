package llm

import "unicode"

const (
	// minChecked is the length below which a prompt is not checked for having been cut.
	minChecked = 8 << 10
	// minCredible is the least count of prompt tokens that can be a cut prompt's: no model in use has
	// so small a context. Less is a placeholder.
	minCredible = 128
	// maxUnitsPerToken is more text than any tokenizer in use puts into a token on average: they come
	// to 4 to 5 letters, or 1 to 2 Chinese characters.
	maxUnitsPerToken = 8
)

// wasCut reports whether the endpoint counted so few prompt tokens that it cannot have read the
// question in full.
func (q *question) wasCut(promptTokens int64) bool {
	if q.bytes <= minChecked || promptTokens < minCredible || promptTokens*maxUnitsPerToken >= int64(q.bytes) {
		return false
	}
	var units int64
	for _, t := range q.texts {
		units += textUnits(t)
	}
	return units > promptTokens*maxUnitsPerToken
}

// textUnits measures text so that no tokenizer makes less than a token of maxUnitsPerToken units, and
// never as more than its bytes: a letter is a unit, a Chinese, Japanese or Korean character two, and
// a run of one character counts once, since tokenizers have tokens for runs.
func textUnits(s string) int64 {
	var n int64
	last := rune(-1)
	for _, r := range s {
		if r == last {
			continue
		}
		last = r
		n++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			n++
		}
	}
	return n
}
