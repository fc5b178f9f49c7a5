package llm

import (
	"unicode"

	"github.com/assize-eval/assize/judge"
)

const (
	// minChecked is the length below which a prompt is not checked for having been cut: no endpoint cuts
	// to less than 512 tokens, which are as many bytes at least.
	minChecked = 512 * maxUnitsPerToken
	// minCredible is the least count of prompt tokens that can be a cut prompt's: no model in use has
	// so small a context. Less, for a long prompt, counts something else.
	minCredible = 128
	// maxUnitsPerToken is more text than any tokenizer in use puts into a token on average: they come
	// to 4 to 5 letters, or 1 to 2 Chinese characters.
	maxUnitsPerToken = 8
)

// firstWide is the least of the characters that count twice, a Korean letter.
const firstWide = 0x1100

// flagUncounted is the flag of grades whose prompt the endpoint stated a meaningless count of.
const flagUncounted = "the endpoint did not count the prompt's tokens, so that a prompt cut by it would not be noticed"

// count is what an endpoint's count of prompt tokens says of a question.
type count int

const (
	// countFits: it can be that of the whole question, or nothing can be told.
	countFits count = iota
	// countCut: it is that of a part of the question.
	countCut
	// countMeaningless: it is no count of the question's tokens, whole or cut: 0, a placeholder.
	countMeaningless
)

// weigh holds a count of prompt tokens against the question.
func (q *question) weigh(promptTokens int64) count {
	switch {
	case promptTokens == 0 && q.bytes > 0:
		return countMeaningless
	case q.bytes <= minChecked, promptTokens*maxUnitsPerToken >= int64(q.bytes):
		return countFits
	}
	left := promptTokens * maxUnitsPerToken
	for _, t := range q.texts {
		left -= textUnits(t, left)
	}
	switch {
	case left >= 0:
		return countFits
	case promptTokens < minCredible:
		return countMeaningless
	}
	return countCut
}

// weigh holds what a response states of tokens against the question that it answers, and reports whether
// the question was cut. A count without a meaning is taken out, and the call is then one without a count.
func (e *envelope) weigh(q *question) (cut bool) {
	if e.class == classOK && e.metered && e.usage.CompletionTokens == 0 {
		e.metered = false
	}
	if !e.prompted {
		return false
	}
	switch q.weigh(max(e.usage.PromptTokens, e.cached)) {
	case countCut:
		return true
	case countMeaningless:
		e.metered, e.uncounted = false, q.bytes > minChecked
		e.usage = judge.Usage{CompletionTokens: e.usage.CompletionTokens, ReasoningTokens: e.usage.ReasoningTokens}
	}
	return false
}

// textUnits measures text so that no tokenizer makes less than a token of maxUnitsPerToken units, and
// never as more than its bytes: a letter is a unit, a Chinese, Japanese or Korean character two, and
// a run of one character counts once, since tokenizers have tokens for runs. It stops once there are more
// than most.
func textUnits(s string, most int64) int64 {
	var n int64
	last := rune(-1)
	for _, r := range s {
		if r == last {
			continue
		}
		if n > most {
			break
		}
		last = r
		n++
		if r >= firstWide && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			n++
		}
	}
	return n
}
