package judge

import (
	"fmt"
	"iter"
	"time"
)

// feed takes tasks out of an iterator, in a goroutine of its own, one ahead of the run.
type feed struct {
	// tasks is closed once the iterator has ended.
	tasks chan Task
	// stop is closed when no more tasks are wanted.
	stop chan struct{}
	// cut says that there was another task when no more were wanted, and err why the iterator broke
	// off. Both are set before tasks is closed.
	cut bool
	err error
}

func newFeed(seq iter.Seq[Task]) *feed {
	f := &feed{tasks: make(chan Task), stop: make(chan struct{})}
	go f.run(seq)
	return f
}

func (f *feed) run(seq iter.Seq[Task]) {
	defer close(f.tasks)
	// This stands when the iterator ends its goroutine.
	f.err = Errorf(Panic, "the iterator ended its goroutine")
	f.err = safely(func() {
		for t := range seq {
			select {
			case f.tasks <- t:
			case <-f.stop:
				f.cut = true
				return
			}
		}
	})
}

// end has an iterator stop that has not ended, and waits for it no longer than patience. It reports
// whether there was nothing more to take.
func (f *feed) end(patience time.Duration) (whole bool) {
	close(f.stop)
	late := time.NewTimer(max(0, patience))
	defer late.Stop()
	for dropped := false; ; {
		select {
		case _, more := <-f.tasks:
			if !more {
				return !dropped && !f.cut
			}
			dropped = true // it was handed over before stop was seen
		case <-late.C:
			return false
		}
	}
}

// fault returns why the iterator broke off; nil when it did not. It is called once tasks is closed.
func (f *feed) fault() error {
	if f.err == nil {
		return nil
	}
	return fmt.Errorf("judge: the iterator of tasks: %w", f.err)
}
