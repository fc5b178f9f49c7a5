package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
)

// TestABudgetEndsARunThatALaterOneCompletes bounds a run in each way.
func TestABudgetEndsARunThatALaterOneCompletes(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	prices := []string{"-price-prompt", "2", "-price-cached", "0.5", "-price-completion", "8"}
	base := append([]string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-limit", "3",
		"-judge-order", "fifo", "-concurrency", "2"}, prices...)
	whole := evaluate(t, base...)
	all := calls()
	if whole.code != exitDone || !regexp.MustCompile(`this run: \d+ calls, .*, cost 0\.\d+\n`).MatchString(whole.stdout) {
		t.Fatalf("exit %d: %s%s", whole.code, whole.stdout, whole.stderr)
	}
	for _, bound := range [][]string{{"-budget-calls", "10"}, {"-budget-tokens", "9000"}, {"-budget-cost", "0.02"}} {
		args := append(base, "-ledger", filepath.Join(t.TempDir(), "run.jsonl"))
		before := calls()
		part := evaluate(t, append(args, bound...)...)
		spent := calls() - before
		c := part.report.Coverage
		if part.code != exitFailed || !strings.Contains(part.stderr, "the report is partial: ") || !strings.Contains(part.stderr, "is spent") {
			t.Errorf("%v: exit %d: %s", bound, part.code, part.stderr)
		}
		if spent == 0 || spent >= all || c.Graded != spent || c.Missing != all-spent || part.report.Usage.Calls != int64(spent) {
			t.Errorf("%v: %d calls of %d, coverage %+v", bound, spent, all, c)
		}
		rest := evaluate(t, args...)
		if rest.code != exitDone || calls()-before != all {
			t.Errorf("%v: the second run: exit %d after %d calls in all, want %d: %s", bound, rest.code, calls()-before, all, rest.stderr)
		}
		if sum := rest.report.Usage.Add(*rest.report.EarlierUsage); sum.Calls != whole.report.Usage.Calls || *rest.report.EarlierUsage != part.report.Usage {
			t.Errorf("%v: together %+v, want %+v", bound, sum, whole.report.Usage)
		}
		rest.report.Usage, rest.report.EarlierUsage = whole.report.Usage, nil
		if encode(t, rest.report) != encode(t, whole.report) {
			t.Errorf("%v: the report of the two runs is not that of one", bound)
		}
	}
}

// TestARunThatEndsEarlyReportsAllThatTheLedgerHas takes the first verdict out of a ledger, and then the last
// one too: with a budget of one call a run comes to none of those between.
func TestARunThatEndsEarlyReportsAllThatTheLedgerHas(t *testing.T) {
	for name, more := range map[string][]string{"once": nil, "by vote": {"-repeats", "3", "-quorum", "3"}} {
		t.Run(name, func(t *testing.T) {
			url, _ := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
			path := filepath.Join(t.TempDir(), "run.jsonl")
			args := append([]string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-limit", "3",
				"-judge-order", "fifo", "-concurrency", "1", "-ledger", path}, more...)
			whole := evaluate(t, args...)
			file, err := os.ReadFile(path)
			if err != nil || whole.code != exitDone {
				t.Fatal(err, whole.stderr)
			}
			lines := strings.SplitAfter(strings.TrimSuffix(string(file), "\n"), "\n")
			lines[len(lines)-1] += "\n"
			all := int64(len(lines) - 1)
			for _, r := range []struct {
				kept    []string
				missing int
				code    int
				earlier int64
			}{
				{slices.Concat(lines[:1], lines[2:]), 0, exitDone, all - 1},
				{slices.Concat(lines[:1], lines[2:len(lines)-1]), 1, exitFailed, all - 2},
			} {
				if err := os.WriteFile(path, []byte(strings.Join(r.kept, "")), 0o644); err != nil {
					t.Fatal(err)
				}
				part := evaluate(t, append(args, "-budget-calls", "1")...)
				c, earlier := part.report.Coverage, part.report.EarlierUsage
				if part.code != r.code || c.Missing != r.missing || c.Graded != whole.report.Coverage.Graded-r.missing {
					t.Errorf("%d verdicts kept: exit %d, coverage %+v: %s", len(r.kept)-1, part.code, c, part.stderr)
				}
				if part.report.Usage.Calls != 1 || earlier == nil || earlier.Calls != r.earlier {
					t.Errorf("%d verdicts kept: this run %+v, earlier %+v", len(r.kept)-1, part.report.Usage, earlier)
				}
			}
		})
	}
}

func TestBudgetsThatBoundNothing(t *testing.T) {
	for _, args := range [][]string{{"-budget-cost", "1"}, {"-budget-calls", "-1"}, {"-budget-tokens", "-5"}, {"-budget-cost", "NaN", "-price-prompt", "1"},
		{"-price-prompt", "-1"}, {"-price-completion", "Inf"}, {"-price-cached", "NaN"}, {"-price-cache-write", "-2"}} {
		r := evaluate(t, append([]string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline"}, args...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, args[0]+" ") {
			t.Errorf("%v: exit %d: %s", args, r.code, r.stderr)
		}
	}
}
