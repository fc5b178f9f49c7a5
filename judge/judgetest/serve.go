package judgetest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// maxBody is the longest request that a server reads.
const maxBody = 64 << 20

// ServeHTTP answers a request under any base path: POST …/chat/completions, POST …/responses, GET
// …/responses/ID, POST …/responses/ID/cancel.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := &wire{w: w, ctx: r.Context()}
	defer func() {
		switch p := recover(); {
		case p == nil:
		case p == http.ErrAbortHandler || out.started:
			panic(p)
		default:
			out.send(misuse(fmt.Errorf("a function of the server panicked: %v", p)))
		}
	}()
	dir, last := cutLast(strings.TrimSuffix(r.URL.Path, "/"))
	parent, name := cutLast(dir)
	switch {
	case r.Host == elsewhere:
		s.count(func(st *Stats) { st.Followed++ })
		out.send(fails(http.StatusTeapot, "a redirect was followed", "", "")(nil))
	case r.Method == http.MethodPost && last == "completions" && name == "chat":
		s.answer(out, Chat, r)
	case r.Method == http.MethodPost && last == "responses":
		s.answer(out, Responses, r)
	case r.Method == http.MethodGet && name == "responses":
		s.poll(out, last)
	case r.Method == http.MethodPost && last == "cancel" && strings.HasSuffix(parent, "/responses"):
		s.cancel(out, name)
	default:
		s.count(func(st *Stats) { st.Invalid++ })
		out.send(statusFaults[Status404HTML].status(nil))
	}
}

// cutLast cuts a path before its last element.
func cutLast(path string) (dir, last string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(0, i)], path[i+1:]
}

// misuse is the response to what the server's user did wrong.
func misuse(err error) response {
	return fails(http.StatusInternalServerError, "judgetest: "+err.Error(), "judgetest", "")(nil)
}

// answer handles a request for an answer.
func (s *Server) answer(out *wire, api API, r *http.Request) {
	s.count(func(st *Stats) { st.Calls++ })
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = errors.New("the body is too long")
	}
	var req Request
	if err == nil {
		req, err = readRequest(api, r.Header, body)
	}
	if turned, ok := s.admit(req, r, err); !ok {
		out.send(turned)
		return
	}
	req.Key = s.identify(req)
	s.arrive(req.Key)
	if !s.enter() {
		out.send(s.turnAway(req))
		return
	}
	out.release = sync.OnceFunc(s.leave)
	defer out.release()
	x := &exchange{Request: req, cache: s.Cache != nil}
	text := req.text()
	x.usage.prompt = tokens(text)
	limits := s.Limits.take(x.usage.prompt)
	if !limits.ok {
		s.count(func(st *Stats) { st.Limited++ })
		above := response{status: 429, header: limits.header, body: []byte(`{"error": {"message": "rate limit reached", "code": "rate_limit_exceeded"}}`)}
		s.hold(req.Key, above)
		out.send(above)
		return
	}
	x.Attempt = s.attempt(req.Key)
	f, err := s.fault(x)
	if err != nil {
		out.send(misuse(err))
		return
	}
	s.count(func(st *Stats) {
		if st.Faults == nil {
			st.Faults = make(map[Fault]int)
		}
		st.Faults[f]++
	})
	s.watch(x.Request, f)
	if custom, ok := s.Custom[f]; ok {
		if out.wait(s.Latency.Base) {
			out.started = true
			custom(out.w, x.Request)
		}
		return
	}
	resp, err := s.respond(out, x, f, text)
	switch {
	case out.ctx.Err() != nil: // nobody is there to read it
		return
	case err != nil:
		out.send(misuse(err))
		return
	}
	for name, values := range limits.header {
		if resp.header != nil && resp.header[name] == nil {
			resp.header[name] = values
		}
	}
	s.hold(req.Key, resp)
	out.send(resp)
}

// admit checks what any server checks before it works; otherwise it returns what to say.
func (s *Server) admit(req Request, r *http.Request, err error) (response, bool) {
	switch {
	case s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key:
		s.count(func(st *Stats) { st.Invalid++ })
		return statusFaults[Status401].status(nil), false
	case err != nil:
		s.count(func(st *Stats) { st.Invalid++ })
		return fails(400, err.Error(), "invalid_request_error", "")(nil), false
	}
	for _, refusal := range s.Refusals {
		if name, value, ok := refusal.carried(req); ok {
			s.count(func(st *Stats) { st.Refused++ })
			return refusal.refuse(name, value, &exchange{Request: req}), false
		}
	}
	return response{}, true
}

// turnAway answers a request for which there is no slot.
func (s *Server) turnAway(req Request) response {
	full := s.Full
	if full == Healthy {
		full = Status429
	}
	spec, ok := specs[full]
	if !ok || spec.status == nil {
		return misuse(fmt.Errorf("Full is %q, which is no status", s.Full))
	}
	r := spec.status(&exchange{Request: req})
	s.hold(req.Key, r)
	return r
}

func (s *Server) identify(req Request) string {
	if s.Identify != nil {
		return s.Identify(req)
	}
	return req.question()
}

func (s *Server) watch(req Request, f Fault) {
	if s.Watch == nil {
		return
	}
	s.watched.Lock()
	defer s.watched.Unlock()
	s.Watch(req, f)
}

// fault returns the fault that befalls the request: none where it does not apply.
func (s *Server) fault(x *exchange) (Fault, error) {
	if s.Plan == nil {
		return Healthy, nil
	}
	f := s.Plan(x.Request)
	if _, ok := s.Custom[f]; ok || f == Healthy {
		return f, nil
	}
	if refusal, ok := f.refusal(); ok {
		if _, _, carried := refusal.carried(x.Request); carried {
			return f, nil
		}
		return Healthy, nil
	}
	spec, ok := specs[f]
	if !ok {
		return "", fmt.Errorf("there is no fault named %q", f)
	}
	if !spec.speaks(x.API) {
		return Healthy, nil
	}
	return f, nil
}
