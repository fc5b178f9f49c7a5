package judgetest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
