package judge

import "sync"

// Shared returns a function that the n tasks of a sample call for what they have in common, such as
// the parts of their prompts that are the same. It is made at the first call, kept for the others,
// and let go with the n-th, so that a run holds the texts of the samples at work alone. Later calls
// make it again. The function may be called from several goroutines.
//
// It saves time and memory and changes nothing else: a task may as well hold its own [Prompt].
func Shared[T any](n int, render func() T) func() T {
	s := &shared[T]{left: n, render: render}
	return s.get
}

type shared[T any] struct {
	mu       sync.Mutex
	left     int
	rendered bool
	value    T
	render   func() T
}

func (s *shared[T]) get() T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.rendered {
		s.value, s.rendered = s.render(), true
	}
	value := s.value
	if s.left--; s.left <= 0 {
		var zero T
		s.value, s.rendered = zero, false
	}
	return value
}
