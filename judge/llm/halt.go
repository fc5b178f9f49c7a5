package llm

import (
	"sync"

	"github.com/assize-eval/assize/judge"
)

// halt is the last error that ended a run. The tasks that were begun before it and wait for their turn
// would fail like it: they do not ask. Those that are begun later do, since the user may have mended what
// was wrong.
type halt struct {
	mu  sync.Mutex
	n   int
	err *judge.Error
}

// set takes an error, and reports whether it is the first after the first n.
func (h *halt) set(err *judge.Error, n int) (first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	first = h.n == n
	h.n++
	h.err = err
	return first
}

// count returns how many errors there were, for since.
func (h *halt) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.n
}

// since returns the last error if there was one after the first n.
func (h *halt) since(n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n == n {
		return nil
	}
	return h.err
}
