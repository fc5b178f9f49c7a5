package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/judge/ledger"
)

// TestPlacesThatCannotBeWritten gives output that cannot be written, which must be found before a call is
// paid for, of the judge and of the model.
func TestPlacesThatCannotBeWritten(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	busy := filepath.Join(dir, "busy.jsonl")
	l, err := ledger.Open(busy, ledger.About{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	fresh := filepath.Join(dir, "a", "b")
	for _, r := range []struct{ why, want, out, ledger string }{
		{"out is a file", "not a directory", file, ""},
		{"out is below a file", "not a directory", filepath.Join(file, "out"), ""},
		{"the ledger is in no directory", "no such file", fresh, filepath.Join(dir, "none", "run.jsonl")},
		{"the ledger is a directory", "is a directory", fresh, dir},
		{"the ledger is some other file", "no ledger", fresh, file},
		{"another run has the ledger", "in use by another run", fresh, busy},
	} {
		for name, more := range map[string][]string{"answers": {"-answers", prAnswers}, "model": {"-model", "m", "-model-url", url}} {
			args := append([]string{"-benchmark", "prbench", "-data", prData, "-judge", "m", "-judge-url", url, "-out", r.out, "-ledger", r.ledger}, more...)
			got := evaluate(t, args...)
			if got.code != exitUsage || !strings.Contains(got.stderr, r.want) || calls() != 0 {
				t.Errorf("%s, %s: exit %d after %d calls, %q; want %d and %q", r.why, name, got.code, calls(), got.stderr, exitUsage, r.want)
			}
			if _, err := os.Stat(filepath.Dir(fresh)); err == nil {
				t.Fatalf("%s, %s: a directory was left behind", r.why, name)
			}
		}
	}
	if got, _ := os.ReadFile(file); string(got) != "text\n" {
		t.Errorf("the file is now %q", got)
	}
}

// TestRemovesWhatAKilledRunLeft has files that a run leaves when it is killed while it writes.
func TestRemovesWhatAKilledRunLeft(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".report-123456", ".report-json", "report-1", ".other"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half a repo"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-out", dir)
	if r.code != exitDone {
		t.Fatalf("exit %d, %s", r.code, r.stderr)
	}
	var got []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want := ".other report-1 report.csv report.html report.json report.md"; strings.Join(got, " ") != want {
		t.Errorf("files %v, want %s", got, want)
	}
}

// TestWritesAgainWhatAnotherRunRemoved has a run that begins in the same folder while a file is written.
func TestWritesAgainWhatAnotherRunRemoved(t *testing.T) {
	dir := t.TempDir()
	calls := 0
	err := writeFile(filepath.Join(dir, "report.json"), func(w io.Writer) error {
		calls++
		if calls == 1 {
			if err := removeUnfinished(dir); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, "whole")
		return err
	})
	got, readErr := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil || readErr != nil || string(got) != "whole" || calls != 2 {
		t.Errorf("%v, %v: %q after %d calls", err, readErr, got, calls)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, unfinished)); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

func TestNoLockIsLeftBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-ledger", path)
	if _, err := os.Stat(path + ".lock"); r.code != exitDone || !os.IsNotExist(err) {
		t.Errorf("exit %d, the lock file: %v", r.code, err)
	}
}
