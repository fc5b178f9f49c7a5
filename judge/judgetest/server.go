package judgetest

import (
	"net/http"
	"sync"
	"time"
)

// URL is a base URL for clients of [Server.Client]. Any other would do: their requests reach the
// server whatever the host is.
const URL = "https://judge.test/v1"

// Server is an endpoint that speaks Chat Completions and Responses and grades by a function. It is
// an [http.Handler], for a real listener, and has a client that needs none.
//
// The zero Server with a Grade is a plain, fast endpoint. The fields are set before the first
// request and not changed after it. A Server may be used by many clients at once; it has no
// goroutines of its own and need not be closed. What its functions do wrong, a panic or an unknown
// [Fault], comes back as status 500 with a text that begins with "judgetest".
type Server struct {
	// Grade gives the replies. It must be set.
	Grade Grader
	// Plan says which faults happen; nil for none.
	Plan Plan
	// Refusals are the parameters that the server does not take.
	Refusals []Refusal
	// Custom are faults of the user's own, by name, each with what answers in place of the server.
	Custom map[Fault]func(http.ResponseWriter, Request)
	// Slots is how many requests the server works on at the same time; those above are turned away.
	// 0 is no limit.
	Slots int
	// Full is how a request without a slot is turned away; empty for [Status429]. Only faults that
	// are a status can be used.
	Full Fault
	// Limits are requests and tokens per minute; nil for none.
	Limits *Limits
	// Latency is how long the server takes; the zero Latency is no time at all.
	Latency Latency
	// Cache is the server's prefix cache; nil for none.
	Cache *Cache
	// Key is the key that clients must send as a bearer token; empty for no check.
	Key string
	// Identify gives the key of a question. When it is nil, requests with the same model, system
	// messages and first user message are the same question, whatever comes after and whatever
	// their parameters are.
	Identify func(Request) string
	// Watch is told of each request that gets a slot, with the fault that befalls it, one at a time
	// and before the answer; nil for none.
	Watch func(Request, Fault)

	mu      sync.Mutex
	stats   Stats
	known   map[string]*history
	pending map[string]*pending
	watched sync.Mutex
}

// history is what the server knows about a question.
type history struct {
	attempts int
	// notBefore is when the last answer allowed the next attempt.
	notBefore time.Time
}

// Client returns a client whose requests reach the server in memory, whatever their host. As with a
// network, a body is to be closed.
func (s *Server) Client() *http.Client { return &http.Client{Transport: memory{s}} }

// Stats counts what a [Server] did.
type Stats struct {
	// Calls counts the requests for an answer, however they ended. Polls are not among them.
	Calls int
	// Rejected counts requests turned away for want of a slot, Limited those above the limits per
	// minute, Refused those with a refused parameter, and Invalid those that no server would take:
	// a wrong body, path or key.
	Rejected, Limited, Refused, Invalid int
	// Early counts requests that came before the time that the server had asked to wait for had
	// passed since the last answer to the same question.
	Early int
	// Polls counts requests for an answer by its id.
	Polls int
	// Followed counts requests that followed a redirect.
	Followed int
	// Peak is the largest number of requests that had a slot at the same time, AtWork the number
	// that have one now.
	Peak, AtWork int
	// Faults counts the requests that had a slot by the fault that befell them; [Healthy] counts
	// plain answers.
	Faults map[Fault]int
	// PromptTokens, CachedTokens and CompletionTokens sum up what the answers used. Four bytes of
	// text are a token.
	PromptTokens, CachedTokens, CompletionTokens int64
}

// Stats returns the counts so far.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.stats
	out.Faults = make(map[Fault]int, len(s.stats.Faults))
	for f, n := range s.stats.Faults {
		out.Faults[f] = n
	}
	return out
}

// count changes the counts.
func (s *Server) count(f func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.stats)
}

// enter takes a slot, or reports that there is none.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Slots > 0 && s.stats.AtWork >= s.Slots {
		s.stats.Rejected++
		return false
	}
	s.stats.AtWork++
	s.stats.Peak = max(s.stats.Peak, s.stats.AtWork)
	return true
}

func (s *Server) leave() { s.count(func(st *Stats) { st.AtWork-- }) }

// attempt counts an attempt at a question and returns how many there were before.
func (s *Server) attempt(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.history(key)
	h.attempts++
	return h.attempts - 1
}

// arrive notes whether a request came before its time.
func (s *Server) arrive(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.known[key]; h != nil && time.Now().Before(h.notBefore) {
		s.stats.Early++
	}
}

// hold remembers how long a response asked to wait. Answers state their limits and ask for nothing.
func (s *Server) hold(key string, r response) {
	if d := hint(r.header); d > 0 && r.status >= 400 {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.history(key).notBefore = time.Now().Add(d)
	}
}

func (s *Server) history(key string) *history {
	h := s.known[key]
	if h == nil {
		if s.known == nil {
			s.known = make(map[string]*history)
		}
		h = new(history)
		s.known[key] = h
	}
	return h
}
