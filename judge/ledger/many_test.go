package ledger

import (
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestOneOfManyHasTheLock locks and unlocks one path from many goroutines, so that the file is removed while
// others are about to lock it: two must never have the lock at once.
func TestOneOfManyHasTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl.lock")
	var having, had atomic.Int64
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 5000 {
				lock, err := lockFile(path)
				if errors.Is(err, ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if having.Add(1) != 1 {
					t.Error("two have the lock")
				}
				had.Add(1)
				for range 20 { // have it long enough for others to come
					runtime.Gosched()
				}
				having.Add(-1)
				if err := unlock(lock); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	if had.Load() < 8 {
		t.Errorf("the lock was had %d times: the test shows little", had.Load())
	}
}
