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
	// shared is where in open the part is that other questions share, with the rest of its message
	// behind it; 0 for none. cacheKey names it to the endpoint's cache; nil for no name.
	shared   int
	cacheKey []byte
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
		if p.Prefix != "" {
			q.shared = len(q.open) - 2
		}
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
	b := make(payload, 0, len(q.open)+12)
	b = append(b, head)
	end, next := messageEnd, messageNext
	if s.cache == CacheBreakpoint && q.shared > 0 {
		m := chatMarks
		if s.api == Responses {
			m = responsesMarks
		}
		b = append(append(b, q.open[:q.shared-1]...), m.open, q.open[q.shared], m.between, q.open[q.shared+1])
		end, next = m.end, m.next
	} else {
		b = append(b, q.open...)
	}
	switch {
	case q.reminder == "":
	case s.joined:
		b = append(b, blankLine, escape(q.reminder))
	default:
		b = append(b, next, roleStart, userRole, roleEnd, escape(q.reminder))
		end = messageEnd
	}
	if s.cache == Unmarked || q.cacheKey == nil {
		return append(b, end, t.body)
	}
	return append(b, end, t.body[:len(t.body)-1], keyStart, q.cacheKey, keyEnd)
}

// head returns the start of every request's body.
func head(model string, api API) []byte {
	list := "messages"
	if api == Responses {
		list = "input"
	}
	return []byte(`{"model":` + string(encode(model)) + `,"` + list + `":[`)
}
