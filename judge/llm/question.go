package llm

import (
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
	q := &question{open: make([][]byte, 0, 12), texts: []string{p.System, p.Prefix, p.Suffix}, bytes: len(p.System) + len(p.Prefix) + len(p.Suffix)}
	if p.System != "" {
		q.add(dataset.System, escape(p.System))
	}
	// A character that is cut between prefix and suffix must not be taken for two broken halves.
	if prefix, whole := cache.escape(p.Prefix); whole {
		q.add(dataset.User, prefix, escape(p.Suffix))
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
	blankLine   = []byte(`\n\n`)
)

func (q *question) add(role string, content ...[]byte) {
	if len(q.open) > 0 {
		q.open = append(q.open, messageNext)
	}
	q.open = append(q.open, roleStart, escapeRole(role), roleEnd)
	q.open = append(q.open, content...)
}

var userRole, systemRole = []byte(dataset.User), []byte(dataset.System)

func escapeRole(role string) []byte {
	switch role {
	case dataset.User:
		return userRole
	case dataset.System:
		return systemRole
	}
	return escape(role)
}

// body returns the request's body under the settings.
func (q *question) body(head []byte, s *settings, t *tail) payload {
	b := make(payload, 0, len(q.open)+8)
	b = append(append(b, head), q.open...)
	switch {
	case q.reminder == "":
	case s.joined:
		b = append(b, blankLine, escape(q.reminder))
	default:
		b = append(b, messageNext, roleStart, userRole, roleEnd, escape(q.reminder))
	}
	return append(b, messageEnd, t.body)
}

// head returns the start of every request's body.
func head(model string, api API) []byte {
	list := "messages"
	if api == Responses {
		list = "input"
	}
	return []byte(`{"model":` + string(encode(model)) + `,"` + list + `":[`)
}
