package main

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// TestSeveralJudgesVote has two models judge, of which one finds every criterion met and one none.
func TestSeveralJudgesVote(t *testing.T) {
	reply := judgetest.CriteriaMet(func(q judgetest.Request) bool { return q.Model == "kind" })
	url, calls := serve(t, &judgetest.Server{Grade: reply})
	path := filepath.Join(t.TempDir(), "run.jsonl")
	base := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-limit", "2", "-ledger", path, "-judge-order", "fifo",
		"-judge", "kind", "-judge", "strict", "-judge-url", url}
	for _, r := range []struct {
		tie     string
		missing bool
		share   float64
	}{{"lowest", false, 0}, {"highest", false, 1}, {"missing", true, 0}} {
		got := evaluate(t, slices.Concat(base, []string{"-tie", r.tie, "-min-coverage", "0"})...)
		if got.code != exitDone {
			t.Fatalf("%s: exit %d: %s", r.tie, got.code, got.stderr)
		}
		c := got.report.Coverage
		if calls() != 2*(c.Graded+c.Missing) {
			t.Errorf("%s: %d calls for %d criteria, want one of each judge, once and for all", r.tie, calls(), c.Graded+c.Missing)
		}
		for _, s := range got.report.Samples {
			for _, g := range s.Grades {
				if (g.Status == judge.Missing) != r.missing || len(g.Votes) != 2 || !r.missing && g.Weight > 0 && g.Points != r.share*g.Weight {
					t.Fatalf("%s: %+v", r.tie, g)
				}
			}
		}
		if p := got.report.Provenance.Panels; len(p) != 1 || p[0].Model != "kind + strict" || !strings.Contains(p[0].Parameters, `"tie":"`+r.tie+`"`) {
			t.Errorf("%s: panels %+v", r.tie, p)
		}
		if len(got.report.Members) != 2 {
			t.Errorf("%s: results of %d members", r.tie, len(got.report.Members))
		}
	}
	before := calls()
	if r := evaluate(t, slices.Concat(base, []string{"-tie", "lowest", "-offline"})...); r.code != exitDone || calls() != before {
		t.Errorf("offline: exit %d, %d calls: %s", r.code, calls()-before, r.stderr)
	}
	if r := evaluate(t, slices.Concat(base, []string{"-tie", "lowest", "-offline", "-judge", "third"})...); r.code != exitUsage || !strings.Contains(r.stderr, "no verdicts of") {
		t.Errorf("offline with a judge that was never asked: exit %d: %s", r.code, r.stderr)
	}
}

func TestNoticesAreThoseThatNothingElseTells(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(notices{&b}).With("a", 1).WithGroup("g")
	l.Info("run begins")
	l.Warn("task failed", "index", 1)
	l.Warn("run ends early")
	l.Warn("no cached tokens are reported")
	if got := b.String(); got != "\nevaluate: no cached tokens are reported\n" {
		t.Errorf("written: %q", got)
	}
}
