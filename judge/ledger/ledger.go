package ledger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked is the error of opening a ledger that another process, or another Ledger of this one, has
// open.
var ErrLocked = errors.New("the ledger is in use by another run")

// Ledger is a file of verdicts. [Open] and [Read] make one. It may be used from several goroutines.
type Ledger struct {
	path string
	file *os.File
	// lock is nil in a ledger that is only read.
	lock *flock.Flock

	mu        sync.Mutex
	index     map[entry]place
	contracts map[string][]string // the contracts under which a question has records
	abouts    []About
	notes     []string
	end       int64
	// broken is why nothing can be written any more.
	broken error

	sync syncer
}

// Option changes how a ledger works.
type Option func(*Ledger)

// SyncWindow sets how long a verdict may wait for others, so that one sync of the disk serves them
// all; the default is 2 milliseconds. No verdict is returned before it is synced: with 0 each is
// synced as soon as the sync before it is done.
func SyncWindow(d time.Duration) Option {
	return func(l *Ledger) { l.sync.window = max(0, d) }
}

// Open opens the ledger at path for a run, and makes it when there is none. A line that a killed run
// left half written is cut off. [ErrLocked] is the error when another run has it open.
//
// About is written at its beginning; a ledger that is already there must have the same, unless about
// is zero.
func Open(path string, about About, opts ...Option) (*Ledger, error) {
	lock := flock.New(path + ".lock")
	locked, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("ledger: %s cannot be locked: %w", path, err)
	case !locked:
		return nil, fmt.Errorf("ledger: %s: %w", path, ErrLocked)
	}
	l, err := open(path, os.O_RDWR|os.O_CREATE, opts)
	if err != nil {
		lock.Unlock()
		return nil, err
	}
	l.lock = lock
	if err := l.begin(about); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Read opens the ledger at path for reading alone: to score again, or to read its replies again,
// without a call. It does not lock the file and changes nothing in it. Its [Ledger.Judge] answers
// from the ledger and asks nobody.
func Read(path string) (*Ledger, error) { return open(path, os.O_RDONLY, nil) }

func open(path string, flag int, opts []Option) (*Ledger, error) {
	file, err := os.OpenFile(path, flag, 0o644)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	l := &Ledger{
		path: path, file: file,
		index:     map[entry]place{},
		contracts: map[string][]string{},
		sync:      syncer{window: 2 * time.Millisecond, flush: file.Sync},
	}
	for _, o := range opts {
		o(l)
	}
	if l.end, err = l.load(io.NewSectionReader(file, 0, 1<<62)); err != nil {
		file.Close()
		return nil, err
	}
	return l, nil
}

// begin cuts a half-written line off and writes what the ledger is about.
func (l *Ledger) begin(about About) error {
	if err := l.file.Truncate(l.end); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	for _, a := range l.abouts {
		if about != (About{}) && a != about {
			return fmt.Errorf("ledger: %s belongs to another run: it is about %+v, not %+v", l.path, a, about)
		}
	}
	if len(l.abouts) > 0 || about == (About{}) {
		return nil
	}
	l.abouts = append(l.abouts, about)
	_, err := l.append(record{About: &about})
	return err
}

// append writes one record and returns a wait for its sync.
func (l *Ledger) append(r record) (wait func() error, err error) {
	line, err := r.encode()
	if err != nil {
		return nil, err
	}
	return l.appendLine(line, entry{r.Key, r.Contract})
}

// appendLine writes a record's line, in one write. A line that could only be written in part is taken
// back, and nothing is written after it.
func (l *Ledger) appendLine(line []byte, e entry) (wait func() error, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken != nil {
		return nil, l.broken
	}
	if _, err := l.file.WriteAt(line, l.end); err != nil {
		l.broken = fmt.Errorf("ledger: %s cannot be written: %w", l.path, err)
		_ = l.file.Truncate(l.end) // the next run cuts the line if this one cannot
		return nil, l.broken
	}
	at := place{l.end, len(line)}
	l.end += int64(len(line))
	if e.key != "" {
		l.put(e, at, line)
	}
	return l.sync.ticket(), nil
}

// Notes returns what was odd about the file: lines that were cut, passed over, or in conflict.
func (l *Ledger) Notes() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.notes...)
}

// Len returns the number of verdicts.
func (l *Ledger) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.index)
}

// Close syncs and closes the file and lets other runs open it.
func (l *Ledger) Close() error {
	var err error
	if l.lock != nil {
		err = l.file.Sync()
	}
	err = errors.Join(err, l.file.Close())
	if l.lock != nil {
		err = errors.Join(err, l.lock.Unlock())
	}
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}
