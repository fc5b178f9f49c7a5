package prbench

import (
	"strconv"
	"strings"
)

// content returns the prompt with the reference texts before it, numbered from 0, as
// process_reference_texts of the official evals.py writes them.
func (t Turn) content() string {
	if len(t.References) == 0 {
		return t.Prompt
	}
	var b strings.Builder
	for i, text := range t.References {
		b.WriteString("Reference Text ")
		b.WriteString(strconv.Itoa(i))
		b.WriteString(":\n")
		b.WriteString(text)
		b.WriteString("\n\n")
	}
	b.WriteString(t.Prompt)
	return b.String()
}
