package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/assize-eval/assize/judge"
)

// ErrLocked is the error of opening a ledger that another process, or another Ledger of this one, has
// open.
var ErrLocked = errors.New("the ledger is in use by another run")

// ErrNoLedger is the error of opening a file that holds something else.
var ErrNoLedger = errors.New("the file is no ledger")

// Ledger is a file of verdicts. [Open] and [Read] make one. It may be used from several goroutines.
type Ledger struct {
	path string
	file file
	// lock is nil in a ledger that is only read.
	lock *flock.Flock
	sync syncer

	mu     sync.Mutex
	index  index
	abouts []About
	notes  notes
	usage  judge.Usage
	// earlier is what was spent on each question before the ledger was opened, until it is asked; claimed
	// is the sum over those that were.
	earlier map[question]judge.Usage
	claimed judge.Usage
	end     int64
	// asking has the questions that are being asked.
	asking map[question]chan struct{}
	// broken is why nothing can be written any more, unsynced why nothing can be synced.
	broken, unsynced error
	closed           bool
}

// file is what a ledger needs of an *os.File.
type file interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
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
// left half written is cut off. [ErrLocked] is the error when another run has it open, and
// [ErrNoLedger] when the file holds something else, which is left as it is. While it is open, a file with
// the ending ".lock" stands beside the ledger. One that a killed run has left does no harm.
//
// About, unless it is zero, is noted in the ledger for [Merge]. One ledger may serve several runs.
func Open(path string, about About, opts ...Option) (*Ledger, error) {
	return openLocked(path, about, os.O_RDWR|os.O_CREATE, opts)
}

func openLocked(path string, about About, flag int, opts []Option) (*Ledger, error) {
	if path == "" {
		return nil, errors.New("ledger: no path is given")
	}
	lock, err := lockFile(realPath(path) + ".lock")
	if err != nil {
		return nil, fmt.Errorf("ledger: %s: %w", path, err)
	}
	l, err := open(path, flag, opts)
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	l.lock = lock
	if err := l.begin(about); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Read opens the ledger at path for reading alone: to score again, or to read its replies again,
// without a call. It does not lock the file and changes nothing in it. Its [Ledger.Judge] answers
// from the ledger and asks nobody.
func Read(path string) (*Ledger, error) { return open(path, os.O_RDONLY, nil) }

func open(path string, flag int, opts []Option) (*Ledger, error) {
	f, err := os.OpenFile(path, flag, 0o644)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	l := &Ledger{path: path, file: f, asking: map[question]chan struct{}{}, earlier: map[question]judge.Usage{}}
	l.sync = syncer{window: 2 * time.Millisecond, flush: l.flush}
	for _, o := range opts {
		if o != nil {
			o(l)
		}
	}
	if err := l.load(io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return nil, errors.Join(fmt.Errorf("ledger: %s: %w", path, err), f.Close())
	}
	return l, nil
}

// begin cuts a half-written line off and writes what the ledger is about.
func (l *Ledger) begin(about About) error {
	if err := l.file.Truncate(l.end); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	if l.end == 0 {
		syncDir(filepath.Dir(l.path))
	}
	if about == (About{}) || slices.Contains(l.abouts, about) {
		return nil
	}
	line, err := record{About: &about}.encode()
	if err != nil {
		return err
	}
	_, wait, err := l.append(line)
	if err != nil {
		return err
	}
	l.abouts = append(l.abouts, about)
	return wait()
}

// syncDir makes the name of a new file last. Not every system can; the file's own sync reports what
// matters.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// append writes one line, in one write. A line that could only be written in part is taken back, and
// nothing is written after it. The function that it returns waits until the line is on the disk.
func (l *Ledger) append(line []byte) (at place, wait func() error, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.fault(); err != nil {
		return at, nil, err
	}
	if _, err := l.file.WriteAt(line, l.end); err != nil {
		l.broken = fmt.Errorf("ledger: %s cannot be written: %w", l.path, err)
		_ = l.file.Truncate(l.end) // the next run cuts the line if this one cannot
		return at, nil, l.broken
	}
	at = place{l.end, int32(len(line))}
	l.end += int64(len(line))
	return at, l.sync.ticket(), nil
}

// fault returns why nothing can be written; l.mu is held.
func (l *Ledger) fault() error {
	switch {
	case l.broken != nil:
		return l.broken
	case l.closed:
		return fmt.Errorf("ledger: %s: %w", l.path, os.ErrClosed)
	}
	return nil
}

// flush syncs the file. After a sync that failed nobody knows what is on the disk, so there is no other.
func (l *Ledger) flush() error {
	l.mu.Lock()
	err := l.unsynced
	l.mu.Unlock()
	if err != nil {
		return err
	}
	if err = l.file.Sync(); err == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unsynced = fmt.Errorf("ledger: %s cannot be synced: %w", l.path, err)
	l.broken = l.unsynced
	return l.unsynced
}

// Notes returns what was odd about the file: lines that were cut, passed over, or in conflict.
func (l *Ledger) Notes() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.notes.texts()
}

// Len returns the number of verdicts.
func (l *Ledger) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.index.len()
}

// Usage returns what all that is in the ledger cost, in whatever run that was: verdicts and failures.
func (l *Ledger) Usage() judge.Usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usage
}

// Earlier returns what earlier runs have spent on the questions that the ledger's judges have been asked
// since it was opened, failures included. It is no part of the Usage of the verdicts: the two together
// are what the questions have cost.
func (l *Ledger) Earlier() judge.Usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.claimed
}

// Abouts returns which runs the ledger belongs to, the oldest first.
func (l *Ledger) Abouts() []About {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.abouts)
}

// Close syncs and closes the file and lets other runs open it. Judges that are still asking lose their
// verdicts. The error says also that the ledger could not be written before. A second call does nothing.
func (l *Ledger) Close() error {
	l.mu.Lock()
	closed := l.closed
	l.closed = true
	l.mu.Unlock()
	if closed {
		return nil
	}
	var err error
	if l.lock != nil {
		l.sync.settle()
		err = l.flush()
		l.mu.Lock()
		err = cmp.Or(err, l.broken)
		l.mu.Unlock()
	}
	if e := l.file.Close(); e != nil {
		err = errors.Join(err, fmt.Errorf("ledger: %w", e))
	}
	if l.lock != nil {
		if e := unlock(l.lock); e != nil {
			err = errors.Join(err, fmt.Errorf("ledger: %w", e))
		}
	}
	return err
}
