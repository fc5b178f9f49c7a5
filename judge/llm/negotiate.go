package llm

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// negotiator keeps the settings that the endpoint takes. What is refused is dropped or renamed once,
// for all tasks: while it is not known whether the endpoint takes a kind of request, one request goes
// ahead and the others of its kind wait for its answer.
type negotiator struct {
	log *slog.Logger

	mu      sync.Mutex
	current *settings
	kinds   map[string]*kind
}

// kind is what is known of the requests with one schema.
type kind struct {
	settled bool
	// ahead is closed when the request that went ahead has its answer; nil when none is ahead.
	ahead chan struct{}
}

// patience is how long requests wait for the one that went ahead. A refusal comes at once; a reply may
// take minutes.
const patience = 30 * time.Second

func newNegotiator(s *settings, log *slog.Logger) *negotiator {
	return &negotiator{log: log, current: s, kinds: make(map[string]*kind)}
}

// settings returns what is to be sent now.
func (n *negotiator) settings() *settings {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.current
}

// enter lets a request of the kind pass, and says whether it goes ahead of others, which then wait
// until leave is called.
func (n *negotiator) enter(ctx context.Context, k tailKey) (ahead bool, err error) {
	var late <-chan time.Time
	for {
		n.mu.Lock()
		s := n.current
		kd := n.kinds[k.schema]
		if kd == nil {
			kd = new(kind)
			n.kinds[k.schema] = kd
		}
		kd.settled = kd.settled || len(s.tail(k).names) == 0
		if kd.settled {
			n.mu.Unlock()
			return false, nil
		}
		if kd.ahead == nil {
			kd.ahead = make(chan struct{})
			n.mu.Unlock()
			return true, nil
		}
		wait := kd.ahead
		n.mu.Unlock()
		if late == nil {
			t := time.NewTimer(patience)
			defer t.Stop()
			late = t.C
		}
		select {
		case <-wait:
		case <-late:
			return false, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
}

// leave tells those who wait that the request which went ahead has its answer, and whether the
// endpoint took its parameters.
func (n *negotiator) leave(k tailKey, taken bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	kd := n.kinds[k.schema]
	kd.settled = kd.settled || taken
	close(kd.ahead)
	kd.ahead = nil
}

// refuse changes the settings after a refusal of a request under used. It reports whether the request
// is worth repeating: the settings have changed, by this refusal or by an earlier one.
func (n *negotiator) refuse(used *settings, k tailKey, f fault) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.current != used {
		return true
	}
	next := used.clone()
	names := used.tail(k).names
	if name, value := f.demands(); name != "" && string(used.base[name]) != value {
		next.base[name] = []byte(value)
		n.change(next, name, "set to "+value, f)
		return true
	}
	refused := f.refused(names)
	if len(refused) == 0 {
		return false
	}
	for _, name := range refused {
		n.change(next, name, next.drop(name, used.tail(k), k, f), f)
	}
	return true
}

// join makes reminders a part of the last message, for endpoints whose messages must alternate.
func (n *negotiator) join(used *settings, f fault) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.current != used {
		return true
	}
	if used.joined {
		return false
	}
	next := used.clone()
	next.joined = true
	n.change(next, "messages", "joined", f)
	return true
}

func (n *negotiator) change(next *settings, name, what string, f fault) {
	n.current = next
	n.log.Warn("endpoint refused a parameter", "parameter", name, "action", what, "reason", f.text())
}

// drop takes a refused parameter out, or puts what the endpoint may take in its place, and says which.
func (s *settings) drop(name string, sent *tail, k tailKey, f fault) string {
	switch {
	case name == s.tokens:
		return s.dropTokens(k, f)
	case s.output != AnyOutput && (name == fieldFormat || name == fieldText):
		if s.output == JSONSchema {
			s.output = JSONObject
			return "weakened to json_object"
		}
		s.output = AnyOutput
		return "dropped"
	case slices.Contains(s.cache.names(), name):
		var what string
		s.cache, what = s.cache.weakened(name)
		return what
	case slices.Contains(sent.names, name):
		delete(s.base, name)
	}
	return "dropped"
}

// dropTokens lowers the token budget to what the refusal allows, else tries its other name, else
// drops it.
func (s *settings) dropTokens(k tailKey, f fault) string {
	asked := k.tokens
	if s.ceiling > 0 {
		asked = min(asked, s.ceiling)
	}
	text := normalize(f.message)
	other := fieldMaxTokens
	if s.tokens == fieldMaxTokens {
		other = fieldMaxCompletionTokens
	}
	misnamed := strings.Contains(text, other) && s.tokens != fieldMaxOutputTokens || slices.ContainsFunc(f.codes, isParamCode)
	if most := f.ceiling(asked); most > 0 && !misnamed {
		s.ceiling = most
		return "lowered"
	}
	if asked > s.budget && !misnamed { // the doubled one is too large, and it is not said by how much
		s.ceiling = s.budget
		return "lowered"
	}
	if s.tokens == fieldMaxOutputTokens || s.renamed {
		s.tokens = ""
		return "dropped"
	}
	s.tokens, s.renamed = other, true
	return "renamed to " + other
}
