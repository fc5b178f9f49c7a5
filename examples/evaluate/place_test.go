package main

import (
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

// TestShowsWhatItCannotWrite has no place for one of the reports. The numbers are paid for: they are printed all
// the same, and the reports of an earlier run stay as they are, all of one run.
func TestShowsWhatItCannotWrite(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "report.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "report.md"), []byte("earlier"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	code := run(t.Context(), t.Context(), []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-out", dir}, &stdout, &stderr)
	if code != exitFailed || !strings.Contains(stdout.String(), "clipped_score") || strings.Contains(stdout.String(), "reports:") || !strings.Contains(stderr.String(), "report.json") {
		t.Errorf("exit %d; it prints %q and says %q", code, stdout.String(), stderr.String())
	}
	got, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if entries, _ := os.ReadDir(dir); err != nil || string(got) != "earlier" || len(entries) != 2 {
		t.Errorf("report.md is %q, %v, among %v", got, err, entries)
	}
}

func TestNoLockIsLeftBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-ledger", path)
	if _, err := os.Stat(path + ".lock"); r.code != exitDone || !os.IsNotExist(err) {
		t.Errorf("exit %d, the lock file: %v", r.code, err)
	}
}
