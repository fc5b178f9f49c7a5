package llm

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// question is one conversation that is put to the model, with the form that the reply is to have.
type question struct {
	// open is the list of messages as JSON, without brackets and up to the end of the last content.
	// Its parts are shared between questions and not changed.
	open [][]byte
	// texts are the contents, for estimates of their tokens.
	texts []string
	// bytes is the length of the contents.
	bytes int
	// reminder is what is added when the question is asked again; empty for none.
	reminder string
	key      tailKey
}

// taskQuestion encodes the prompt of a task.
func taskQuestion(p judge.Prompt, cache *prefixCache) *question {
	q := &question{texts: []string{p.System, p.Prefix, p.Suffix}, bytes: len(p.System) + len(p.Prefix) + len(p.Suffix)}
	if p.System != "" {
		q.add(dataset.System, escape(p.System))
	}
	// A character that is cut between prefix and suffix must not be taken for two broken halves.
	if utf8.ValidString(p.Prefix) {
		q.add(dataset.User, cache.escape(p.Prefix), escape(p.Suffix))
	} else {
		q.add(dataset.User, escape(p.User()))
	}
	return q
}

// chatQuestion encodes a conversation.
func chatQuestion(messages []dataset.Message) *question {
	q := new(question)
	for _, m := range messages {
		q.add(m.Role, escape(m.Content))
		q.texts = append(q.texts, m.Content)
		q.bytes += len(m.Content)
	}
	return q
}

var (
	roleStart   = []byte(`{"role":"`)
	roleEnd     = []byte(`","content":"`)
	messageEnd  = []byte(`"}`)
	messageNext = []byte(`"},`)
)

func (q *question) add(role string, content ...[]byte) {
	if len(q.open) > 0 {
		q.open = append(q.open, messageNext)
	}
	q.open = append(q.open, roleStart, escape(role), roleEnd)
	q.open = append(q.open, content...)
}

// body returns the request's body under the settings. It is made anew for every request, since a
// transport may still read from one after its request has failed.
func (q *question) body(head []byte, s *settings, t *tail) []byte {
	var reminder []byte
	if q.reminder != "" {
		reminder = escape(q.reminder)
	}
	n := len(head) + len(messageEnd) + len(t.body) + len(reminder) + 64
	for _, p := range q.open {
		n += len(p)
	}
	b := make([]byte, 0, n)
	b = append(b, head...)
	for _, p := range q.open {
		b = append(b, p...)
	}
	if len(reminder) > 0 {
		if s.joined {
			b = append(b, `\n\n`...)
		} else {
			b = append(b, messageNext...)
			b = append(b, roleStart...)
			b = append(b, dataset.User...)
			b = append(b, roleEnd...)
		}
		b = append(b, reminder...)
	}
	b = append(b, messageEnd...)
	return append(b, t.body...)
}

// head returns the start of every request's body.
func head(model string, api API) []byte {
	list := "messages"
	if api == Responses {
		list = "input"
	}
	return []byte(`{"model":` + string(encode(model)) + `,"` + list + `":[`)
}

// escape returns s as the inside of a JSON string, with U+FFFD for what is not UTF-8. Lone surrogates
// are not.
func escape(s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	var b bytes.Buffer
	b.Grow(len(s) + len(s)/16 + 8)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("llm: " + err.Error()) // a string can always be encoded
	}
	return b.Bytes()[1 : b.Len()-2]
}
