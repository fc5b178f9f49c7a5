package judgetest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// API is a protocol in which a [Server] is asked.
type API string

// The protocols.
const (
	// Chat is Chat Completions: POST …/chat/completions.
	Chat API = "chat"
	// Responses is the Responses API: POST …/responses, and GET …/responses/ID for an answer that
	// is not ready.
	Responses API = "responses"
)

// Request is what a [Server] was asked, as its functions see it. They must not change it.
type Request struct {
	// API is the protocol.
	API API
	// Header is the header of the HTTP request.
	Header http.Header
	// Body is the body of the HTTP request, as it came.
	Body []byte
	// Model is the model asked for.
	Model string
	// Messages are the messages, system messages and instructions included. A message that was sent
	// as parts is their texts, joined without a separator.
	Messages []dataset.Message
	// Parameters are the members of the body other than model, messages, input and instructions.
	Parameters map[string]json.RawMessage
	// Key names the question: it is the same for every attempt at it. See [Server.Identify].
	Key string
	// Attempt counts the earlier requests with the same Key that the server answered: 0 for the
	// first. Requests that it turned away for want of a slot or because it refuses a parameter do
	// not count.
	Attempt int
}

// Prompt returns the first user message: the question itself, without anything that a client added
// when it asked again.
func (r Request) Prompt() string {
	for _, m := range r.Messages {
		if m.Role == dataset.User {
			return m.Content
		}
	}
	return ""
}

// System returns the system messages and instructions, joined by line breaks.
func (r Request) System() string {
	var texts []string
	for _, m := range r.Messages {
		if m.Role == dataset.System {
			texts = append(texts, m.Content)
		}
	}
	return strings.Join(texts, "\n")
}

// text is everything that the model reads; tokens are counted and prefixes cached on it.
func (r Request) text() string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Role)
		b.WriteByte('\n')
		b.WriteString(m.Content)
		b.WriteByte('\n')
	}
	return b.String()
}

// question is the key of r unless the user names one: what stays the same when a client asks again
// with other parameters or with more messages at the end.
func (r Request) question() string {
	h := sha256.New()
	for _, s := range []string{r.Model, r.System(), r.Prompt()} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// readRequest reads the body of a request for an answer.
func readRequest(api API, header http.Header, body []byte) (Request, error) {
	r := Request{API: api, Header: header, Body: body}
	if err := json.Unmarshal(body, &r.Parameters); err != nil || r.Parameters == nil {
		return r, errors.New("the body is not a JSON object")
	}
	p := r.Parameters
	if json.Unmarshal(p["model"], &r.Model) != nil || r.Model == "" {
		return r, errors.New("model: a name is required")
	}
	if string(p["stream"]) == "true" {
		return r, errors.New("stream: this server does not stream")
	}
	list := "messages"
	if api == Responses {
		list = "input"
		if err := r.add(dataset.System, p["instructions"]); err != nil {
			return r, errors.New("instructions: text is required")
		}
	}
	if err := r.read(p[list]); err != nil || r.Prompt() == "" {
		return r, errors.New(list + ": messages with roles and text, one of them a user's, are required")
	}
	for _, name := range []string{"model", "messages", "input", "instructions"} {
		delete(p, name)
	}
	return r, nil
}

// read reads a list of messages, or text that stands for a user message (Responses alone).
func (r *Request) read(raw json.RawMessage) error {
	if len(raw) > 0 && raw[0] == '"' && r.API == Responses {
		return r.add(dataset.User, raw)
	}
	var list []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, m := range list {
		if m.Role == "developer" {
			m.Role = dataset.System
		}
		if err := r.add(m.Role, m.Content); err != nil {
			return err
		}
	}
	return nil
}

// add adds a message whose content is text, null, or parts with text.
func (r *Request) add(role string, content json.RawMessage) error {
	var text string
	if len(content) > 0 && content[0] == '[' {
		var parts []struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(content, &parts); err != nil {
			return err
		}
		for _, p := range parts {
			text += p.Text
		}
	} else if len(content) > 0 {
		if err := json.Unmarshal(content, &text); err != nil {
			return err
		}
	}
	if text != "" {
		r.Messages = append(r.Messages, dataset.Message{Role: role, Content: text})
	}
	return nil
}
