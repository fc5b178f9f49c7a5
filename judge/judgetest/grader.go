package judgetest

import (
	"crypto/sha256"
)

// Grader gives the text with which the model behind a [Server] replies. It is called from several
// goroutines, and must give the same text for the same question if runs are to be compared.
type Grader func(Request) string

// CriteriaMet returns a Grader that replies whether a criterion is met, with an object of
// explanation and criteria_met.
func CriteriaMet(met func(Request) bool) Grader {
	return func(r Request) string {
		if met(r) {
			return `{"explanation": "The answer does what the criterion says.", "criteria_met": true}`
		}
		return `{"explanation": "The answer does not do what the criterion says.", "criteria_met": false}`
	}
}

// Coin returns a Grader that replies as [CriteriaMet] does, with a verdict that depends on the text
// of the prompt alone and is true for about half of all prompts.
func Coin() Grader {
	return CriteriaMet(func(r Request) bool {
		sum := sha256.Sum256([]byte(r.Prompt()))
		return sum[0]&1 == 1
	})
}

// JSON returns a Grader that replies with the JSON text of a value. An object in a Go map has its
// keys sorted; a struct keeps the order of its fields. A value that JSON has no text for gives an
// empty reply.
func JSON(value func(Request) any) Grader {
	return func(r Request) string { return string(encode(value(r))) }
}
