package ledger

import (
	"sync"
	"time"
)

// syncer has one sync of the file serve all who wait for one.
type syncer struct {
	window time.Duration
	flush  func() error

	mu sync.Mutex
	// next is the sync that will cover what is written now; nil when nobody waits for one.
	next *flushing
	// busy is the sync at work.
	busy *flushing
}

// flushing is one sync of the file.
type flushing struct {
	done chan struct{}
	err  error
}

// ticket is called after a write and returns a function that waits until that write is on the disk.
func (s *syncer) ticket() func() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = &flushing{done: make(chan struct{})}
		go s.run(s.next, s.busy)
	}
	f := s.next
	return func() error {
		<-f.done
		return f.err
	}
}

// run does the sync f, after the one before it.
func (s *syncer) run(f, before *flushing) {
	if s.window > 0 {
		time.Sleep(s.window)
	}
	if before != nil {
		<-before.done
	}
	s.mu.Lock()
	s.next, s.busy = nil, f
	s.mu.Unlock()
	f.err = s.flush()
	close(f.done)
}

// settle waits until nobody waits for a sync. There must be no more writes.
func (s *syncer) settle() {
	s.mu.Lock()
	last := s.next
	if last == nil {
		last = s.busy
	}
	s.mu.Unlock()
	if last != nil {
		<-last.done
	}
}
