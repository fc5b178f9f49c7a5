package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// disk is a file whose syncs take time and whose writes and syncs can fail.
type disk struct {
	file
	latency time.Duration
	syncs   atomic.Int64
	// synced is how far the file was written when the last good sync began.
	synced, written atomic.Int64
	failSync        atomic.Bool
	// room is how many more bytes can be written; negative for any number.
	room int64
}

func (d *disk) WriteAt(b []byte, at int64) (int, error) {
	if d.room >= 0 && int64(len(b)) > d.room {
		n, _ := d.file.WriteAt(b[:d.room], at)
		d.room = 0
		return n, &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
	}
	if d.room >= 0 {
		d.room -= int64(len(b))
	}
	d.written.Store(at + int64(len(b)))
	return d.file.WriteAt(b, at)
}

func (d *disk) Sync() error {
	d.syncs.Add(1)
	to := d.written.Load()
	time.Sleep(d.latency)
	if d.failSync.Load() {
		return syscall.EIO
	}
	d.synced.Store(to)
	return d.file.Sync()
}

// on returns a ledger on a disk.
func on(t *testing.T, d *disk, opts ...Option) *Ledger {
	t.Helper()
	l, err := Open(filepath.Join(t.TempDir(), "run.jsonl"), About{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	d.file = l.file
	l.file = d
	return l
}

type sample string

func (s sample) ID() string { return string(s) }
func (s sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "Q"}}
}
func (s sample) Response() string      { return string(s) }
func (s sample) Rubric() rubric.Rubric { return rubric.List{{ID: "c", Text: "T", Weight: 1}} }

func tasks(n int) []judge.Task {
	out := make([]judge.Task, n)
	for i := range out {
		s := sample(fmt.Sprint("s", i))
		out[i] = judge.Task{Sample: s, Criteria: s.Rubric().Criteria()}
	}
	return out
}

// met finds every criterion met, after a time.
func met(d time.Duration) judge.Func {
	return func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		time.Sleep(d)
		return judge.Met(t, true, ""), nil
	}
}

func TestAVerdictIsReturnedOnceItIsSynced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{latency: 10 * time.Millisecond, room: -1}
		l := on(t, d, SyncWindow(5*time.Millisecond))
		defer l.Close()
		begun := time.Now()
		if _, err := l.Judge(met(0), "j").Grade(t.Context(), tasks(1)[0]); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took != 15*time.Millisecond {
			t.Errorf("the verdict took %v, want the window and one sync", took)
		}
		if d.synced.Load() != l.end || l.end == 0 {
			t.Errorf("%d bytes are synced of %d", d.synced.Load(), l.end)
		}
	})
}

func TestOneSyncServesAllWhoWait(t *testing.T) {
	for _, r := range []struct {
		window time.Duration
		most   int64
		why    string
	}{
		{2 * time.Millisecond, 2, "the verdicts come within the window"},
		{0, 3, "those that come during a sync share the next"},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &disk{latency: 10 * time.Millisecond, room: -1}
			l := on(t, d, SyncWindow(r.window))
			defer l.Close()
			begun := time.Now()
			n := 0
			_, err := judge.Run(t.Context(), l.Judge(met(time.Second), "j"), tasks(500), judge.Concurrency(500), judge.OnOutcome(func(int, judge.Outcome) { n++ }))
			if err != nil || n != 500 {
				t.Fatal(n, err)
			}
			if got := d.syncs.Load(); got < 1 || got > r.most {
				t.Errorf("%d syncs for 500 verdicts, want at most %d: %s", got, r.most, r.why)
			}
			if took := time.Since(begun); took > time.Second+22*time.Millisecond {
				t.Errorf("the verdicts took %v", took)
			}
		})
	}
}

// TestASyncThatFailedIsTheLast: after it nobody knows what is on the disk, and the next sync may claim that
// all is well.
func TestASyncThatFailedIsTheLast(t *testing.T) {
	d := &disk{room: -1}
	l := on(t, d)
	all := tasks(3)
	j := l.Judge(met(0), "j")
	if _, err := j.Grade(t.Context(), all[0]); err != nil {
		t.Fatal(err)
	}
	d.failSync.Store(true)
	var e *judge.Error
	if _, err := j.Grade(t.Context(), all[1]); !errors.As(err, &e) || !e.Stop || !errors.Is(err, syscall.EIO) || !strings.Contains(err.Error(), "cannot be synced") {
		t.Errorf("error %v, want one that ends the run", err)
	}
	d.failSync.Store(false)
	before := d.syncs.Load()
	for _, task := range all[1:] {
		if _, err := j.Grade(t.Context(), task); !errors.Is(err, syscall.EIO) {
			t.Errorf("a later verdict counts: %v", err)
		}
	}
	if err := l.Close(); !errors.Is(err, syscall.EIO) || d.syncs.Load() != before {
		t.Errorf("Close: %v, %d syncs more", err, d.syncs.Load()-before)
	}
	if _, err := j.Grade(t.Context(), all[1]); err == nil {
		t.Error("the verdict that was not synced counts after all")
	}
}

func TestALineWithoutRoomIsTakenBack(t *testing.T) {
	d := &disk{room: -1}
	l := on(t, d)
	all := tasks(3)
	j := l.Judge(met(0), "j")
	if _, err := j.Grade(t.Context(), all[0]); err != nil {
		t.Fatal(err)
	}
	end := l.end
	d.room = 40
	if _, err := j.Grade(t.Context(), all[1]); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("error %v", err)
	}
	d.room = -1 // room again, but a run that has lost a verdict does not go on
	if _, err := j.Grade(t.Context(), all[2]); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want the first one again", err)
	}
	if info, err := os.Stat(l.path); err != nil || info.Size() != end {
		t.Errorf("the file has %d bytes, want the %d of its whole lines (%v)", info.Size(), end, err)
	}
	if err := l.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close: %v", err)
	}
}

func TestCloseWaitsForThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{latency: 50 * time.Millisecond, room: -1}
		l := on(t, d)
		done := make(chan error)
		go func() {
			_, err := l.Judge(met(0), "j").Grade(context.Background(), tasks(1)[0])
			done <- err
		}()
		synctest.Wait()
		if err := l.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if err := <-done; err != nil {
			t.Errorf("the verdict at work is lost: %v", err)
		}
	})
}
