package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// TestAFullDisk fills a small file system.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	path := filepath.Join(dir, "run.jsonl")
	all := tasks(400)
	l, err := ledger.Open(path, ledger.About{Dataset: "d"})
	if err != nil {
		t.Fatal(err)
	}
	j := new(counting)
	out, err := judge.Run(t.Context(), l.Judge(j, "test/1"), all, judge.Concurrency(16))
	var e *judge.Error
	if !errors.As(err, &e) || !e.Stop || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Fatalf("Run's error is %v, want one that ends the run, says why, and names the file", err)
	}
	kept := 0
	for _, o := range out {
		if o.Err == nil {
			kept++
		} else if o.Verdict.Grades[0].Status != judge.Missing {
			t.Fatalf("a verdict that was not kept counts: %+v", o)
		}
	}
	asked := int(j.calls.Load())
	if kept == 0 || kept != l.Len() || asked > kept+16 {
		t.Errorf("%d verdicts count, %d are in the ledger, %d were asked for; want none asked beyond those at work", kept, l.Len(), asked)
	}
	if _, err := l.Judge(j, "test/1").Grade(t.Context(), all[399]); !errors.Is(err, syscall.ENOSPC) || int(j.calls.Load()) != asked {
		t.Errorf("a further task is asked although its verdict cannot be kept: %v", err)
	}
	if err := l.Close(); err == nil {
		t.Error("Close says nothing of a ledger that could not be written")
	}

	// With room, the run goes on where it was.
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=1m"); err != nil {
		t.Fatal(err)
	}
	l = open(t, path, ledger.About{Dataset: "d"})
	if l.Len() != kept || len(l.Notes()) != 0 {
		t.Errorf("%d verdicts are left of %d, notes %q", l.Len(), kept, l.Notes())
	}
	j = new(counting)
	run(t, l.Judge(j, "test/1"), all)
	if got := int(j.calls.Load()); got != 400-kept {
		t.Errorf("%d calls, want %d", got, 400-kept)
	}
	l.Close()
}

// limited names, in the environment, the ledger with which the test binary runs tasks in a process that may
// write no file of more than room bytes.
const limited = "ASSIZE_TEST_LEDGER_LIMITED"

const room = 20_000

func runLimited(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: room, Max: room}); err != nil {
		fmt.Println(err)
		return
	}
	l, err := ledger.Open(path, ledger.About{Dataset: "d"})
	if err != nil {
		fmt.Println(err)
		return
	}
	j := new(counting)
	out, err := judge.Run(context.Background(), l.Judge(j, "test/1"), tasks(400), judge.Concurrency(16))
	var e *judge.Error
	stopped := errors.As(err, &e) && e.Stop && strings.Contains(err.Error(), path)
	kept := 0
	for _, o := range out {
		if o.Err == nil {
			kept++
		}
	}
	fmt.Println(kept, j.calls.Load(), l.Len(), stopped, l.Close() != nil)
}

// TestAFileThatMayNotGrow needs no root: the limit of a process's files stands for a full disk.
func TestAFileThatMayNotGrow(t *testing.T) {
	path := newPath(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), limited+"="+path)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var kept, asked, inLedger int
	var stopped, closed bool
	if n, err := fmt.Sscan(string(said), &kept, &asked, &inLedger, &stopped, &closed); n != 5 {
		t.Fatalf("%v: %s", err, said)
	}
	if !stopped || !closed {
		t.Errorf("the run was ended with the file's name: %v; Close says it too: %v", stopped, closed)
	}
	if kept == 0 || kept != inLedger || asked > kept+16 {
		t.Errorf("%d verdicts count, %d are in the ledger, %d were asked for; want none asked beyond those at work", kept, inLedger, asked)
	}
	l := open(t, path, ledger.About{Dataset: "d"})
	if l.Len() != kept || len(l.Notes()) != 0 {
		t.Errorf("%d verdicts are left of %d, notes %q", l.Len(), kept, l.Notes())
	}
	j := new(counting)
	run(t, l.Judge(j, "test/1"), tasks(400))
	if got := int(j.calls.Load()); got != 400-kept {
		t.Errorf("%d calls, want %d", got, 400-kept)
	}
}

func TestALedgerThatWasClosedAsksNobody(t *testing.T) {
	l := open(t, newPath(t), ledger.About{})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
	var calls atomic.Int64
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		calls.Add(1)
		return judge.Met(t, true, ""), nil
	})
	var e *judge.Error
	if _, err := l.Judge(j, "j").Grade(t.Context(), oneTask()); !errors.As(err, &e) || !e.Stop || calls.Load() != 0 {
		t.Errorf("error %v after %d calls, want the end of the run and no call", err, calls.Load())
	}
}
