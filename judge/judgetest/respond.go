package judgetest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// exchange is a request on the way to its response.
type exchange struct {
	Request
	// text is the reply's text, and id names the answer.
	text, id string
	usage    usage
	// cache says that usage.cached is that of a prefix cache.
	cache bool
	// pending is set when the answer is to be fetched later.
	pending *pending
}

var errNoGrader = errors.New("the server has no Grade")

// respond works on the request for as long as it takes and makes its response. When the client
// leaves before, the response means nothing.
func (s *Server) respond(out *wire, x *exchange, f Fault, prompt string) (response, error) {
	if refusal, ok := f.refusal(); ok {
		name, value, _ := refusal.carried(x.Request)
		out.wait(s.Latency.Base)
		return refusal.refuse(name, value, x), nil
	}
	spec := specs[f]
	switch {
	case spec.status != nil:
		out.wait(s.Latency.Base)
		return spec.status(x), nil
	case spec.err != nil:
		out.wait(s.Latency.Base)
		return response{err: spec.err}, nil
	case s.Grade == nil:
		return response{}, errNoGrader
	}
	x.text = s.Grade(x.Request)
	if spec.reply != nil {
		text, err := spec.reply(x.text)
		if err != nil {
			return response{}, fmt.Errorf("fault %q: %w", f, err)
		}
		x.text = text
	}
	x.usage.completion = tokens(x.text)
	if !s.work(out, x, prompt) {
		return response{}, nil
	}
	s.count(func(st *Stats) {
		st.PromptTokens += int64(x.usage.prompt)
		st.CachedTokens += int64(x.usage.cached)
		st.CompletionTokens += int64(x.usage.completion)
	})
	return s.encode(x, spec), nil
}

// work looks into the cache and waits for as long as the answer takes. It reports whether the
// client is still there.
func (s *Server) work(out *wire, x *exchange, prompt string) bool {
	decode := s.Latency.decode(x.Request)
	if s.Cache != nil {
		now := time.Now()
		x.usage.cached = s.Cache.use(now, routing(x.Request), prompt, func(uncached int) (prefilled, end time.Time) {
			prefilled = now.Add(s.Latency.prefill(uncached))
			return prefilled, prefilled.Add(decode)
		})
	}
	return out.wait(s.Latency.prefill(x.usage.prompt-x.usage.cached) + decode)
}

// encode writes the answer, as the fault would have it.
func (s *Server) encode(x *exchange, spec spec) response {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", x.Key, x.Attempt))
	x.id = hex.EncodeToString(sum[:12])
	doc, edit := x.chatAnswer(), spec.chat
	if x.API == Responses {
		doc, edit = x.responsesAnswer(), spec.responses
	}
	if edit != nil {
		edit(doc, x)
	}
	if x.pending != nil {
		s.keep(doc["id"].(string), x.pending)
	}
	r := response{status: 200, header: http.Header{"Content-Type": {"application/json"}}, body: encode(doc)}
	if spec.body != nil {
		spec.body(&r)
	}
	return r
}

func (x *exchange) chatAnswer() object {
	return object{
		"id": "chatcmpl-" + x.id, "object": "chat.completion", "created": time.Now().Unix(), "model": x.Model,
		"choices": []any{object{
			"index": 0, "finish_reason": "stop",
			"message": object{"role": "assistant", "content": x.text, "refusal": nil},
		}},
		"usage": x.usage.chat(),
	}
}

func (x *exchange) responsesAnswer() object {
	return object{
		"id": "resp_" + x.id, "object": "response", "created_at": time.Now().Unix(), "model": x.Model,
		"status": "completed", "error": nil, "incomplete_details": nil,
		"output": []any{message(x.text)},
		"usage":  x.usage.responses(),
	}
}

// tokens counts the tokens of a text, four bytes to the token.
func tokens(text string) int { return (len(text) + 3) / 4 }
