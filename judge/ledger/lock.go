package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// realPath returns the path behind links, so that one file has one lock.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// lockFile locks the file at path, which it makes where there is none.
func lockFile(path string) (*flock.Flock, error) {
	for {
		lock := flock.New(path)
		locked, err := lock.TryLock()
		switch {
		case err != nil:
			return nil, fmt.Errorf("it cannot be locked: %w", err)
		case !locked:
			return nil, errors.Join(ErrLocked, lock.Close())
		}
		// The run that had the lock may have removed the file between its being opened and locked here.
		// A lock on a file without a name keeps nobody out.
		own, err := lock.Stat()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("it cannot be locked: %w", err), lock.Unlock())
		}
		if named, err := os.Stat(path); err == nil && os.SameFile(own, named) {
			return lock, nil
		}
		if err := lock.Unlock(); err != nil {
			return nil, fmt.Errorf("it cannot be locked: %w", err)
		}
	}
}

// unlock removes the file and frees the lock. A file that cannot be removed does no harm.
func unlock(lock *flock.Flock) error {
	_ = os.Remove(lock.Path())
	return lock.Unlock()
}
