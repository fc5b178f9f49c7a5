package prbench

import (
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// transcript writes messages as create_convo of the official evals.py does: a line "role: text" for
// each, and no outer white space.
func transcript(messages []dataset.Message) string {
	size := 0
	for _, m := range messages {
		size += len(m.Role) + len(m.Content) + len(": \n")
	}
	var b strings.Builder
	b.Grow(size)
	for _, m := range messages {
		b.WriteString(m.Role)
		b.WriteString(": ")
		b.WriteString(m.Content)
		b.WriteByte('\n')
	}
	return strip(b.String())
}

// withAnswer returns the conversation of s with its answer as the last turn.
func withAnswer(s dataset.Sample) []dataset.Message {
	conversation := s.Conversation()
	answer := dataset.Message{Role: dataset.Assistant, Content: StripReasoning(s.Response())}
	return append(conversation[:len(conversation):len(conversation)], answer)
}
