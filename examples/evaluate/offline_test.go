package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// TestOfflineScoresTheLedgerAlone makes the report of a run again from its ledger, without its judge.
func TestOfflineScoresTheLedgerAlone(t *testing.T) {
	for name, more := range map[string][]string{"once": nil, "by vote": {"-repeats", "3"}} {
		t.Run(name, func(t *testing.T) {
			coin := judgetest.Coin()
			url, calls := serve(t, &judgetest.Server{Grade: func(q judgetest.Request) string {
				if strings.Contains(q.Prompt(), "Calculates accrued simple interest") {
					return "I would rather not say." // a failure is a part of the report too
				}
				return coin(q)
			}})
			path := filepath.Join(t.TempDir(), "run.jsonl")
			base := slices.Concat([]string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-ledger", path, "-min-coverage", "0"}, more)
			asked := slices.Concat(base, []string{"-judge", "some/model", "-judge-url", url})
			first := evaluate(t, asked...)
			before := calls()
			file, err := os.ReadFile(path)
			if err != nil || first.code != exitDone || first.report.Coverage.Missing != 1 {
				t.Fatal(err, first.stderr, first.report.Coverage)
			}
			for how, args := range map[string][]string{"without -judge": slices.Concat(base, []string{"-offline"}), "with it": slices.Concat(asked, []string{"-offline"})} {
				r := evaluate(t, args...)
				if r.code != exitDone || calls() != before {
					t.Fatalf("%s: exit %d after %d calls: %s", how, r.code, calls()-before, r.stderr)
				}
				if r.report.EarlierUsage == nil || *r.report.EarlierUsage != first.report.Usage || r.report.Usage != (judge.Usage{}) {
					t.Errorf("%s: this run has spent %+v, earlier ones %+v", how, r.report.Usage, r.report.EarlierUsage)
				}
				r.report.EarlierUsage, r.report.Usage = nil, first.report.Usage
				if encode(t, r.report) != encode(t, first.report) {
					t.Errorf("%s: the report is another one", how)
				}
			}
			if after, _ := os.ReadFile(path); string(after) != string(file) {
				t.Error("the ledger has changed")
			}

			// Half of it is half a report.
			lines := strings.SplitAfter(string(file), "\n")
			if err := os.WriteFile(path, []byte(strings.Join(lines[:len(lines)/2], "")), 0o644); err != nil {
				t.Fatal(err)
			}
			if r := evaluate(t, append(base, "-offline", "-min-coverage", "0.95")...); r.code != exitLowCoverage || r.report.Coverage.Missing < 10 || r.report.Coverage.Graded == 0 || calls() != before {
				t.Errorf("exit %d, %+v", r.code, r.report.Coverage)
			}
		})
	}
}

func TestOfflineNeedsALedgerOfTheRun(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	base := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-limit", "1"}
	for _, ledger := range []string{one, two} {
		evaluate(t, append(base, "-judge", "m", "-judge-url", url, "-ledger", ledger)...)
	}
	evaluate(t, append(base, "-judge", "n", "-judge-url", url, "-ledger", two)...)
	before := calls()
	for _, r := range []struct {
		why, want string
		args      []string
	}{
		{"no ledger", "-offline needs -ledger", append(base, "-offline")},
		{"a model to be asked", "exclude each other", []string{"-benchmark", "prbench", "-data", prData, "-ledger", one, "-offline", "-model", "m"}},
		{"no such ledger", "no such file", append(base, "-offline", "-ledger", filepath.Join(dir, "none"))},
		{"two judges", "several judges", append(base, "-offline", "-ledger", two)},
		{"another judge", `but of llm {"model":"m"`, append(base, "-offline", "-ledger", one, "-judge", "n", "-judge-url", url)},
		{"another dataset", "no run with this dataset", []string{"-benchmark", "plawbench", "-data", plData, "-answers", plAnswers, "-offline", "-ledger", one}},
		{"a judge's flag without a judge", "need -judge", append(base, "-offline", "-ledger", one, "-judge-effort", "low")},
	} {
		if got := evaluate(t, r.args...); got.code != exitUsage || !strings.Contains(got.stderr, r.want) {
			t.Errorf("%s: exit %d, %q; want %q", r.why, got.code, got.stderr, r.want)
		}
	}
	if r := evaluate(t, append(base, "-offline", "-ledger", two, "-judge", "n", "-judge-url", url)...); r.code != exitDone || calls() != before {
		t.Errorf("one of two judges: exit %d: %s", r.code, r.stderr)
	}
}

// TestOfflineReadsFailuresAgain has a ledger whose reply could not be read when it came, as with an older
// version of the program: the reply is replaced by one that this version reads.
func TestOfflineReadsFailuresAgain(t *testing.T) {
	url, _ := serve(t, &judgetest.Server{Grade: func(judgetest.Request) string { return "I cannot say." }})
	path := filepath.Join(t.TempDir(), "run.jsonl")
	base := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-limit", "1", "-ledger", path}
	if r := evaluate(t, append(base, "-judge", "m", "-judge-url", url)...); r.code != exitLowCoverage || r.report.Coverage.Graded != 0 {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	if r := evaluate(t, append(base, "-offline")...); r.report.Coverage.Graded != 0 {
		t.Errorf("%d verdicts out of replies that say nothing", r.report.Coverage.Graded)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := json.Marshal(`{"explanation": "It does.", "criteria_met": true}`)
	if err != nil {
		t.Fatal(err)
	}
	better := strings.ReplaceAll(string(file), `"I cannot say."`, string(reply))
	better = regexp.MustCompile(`,"sum":"[0-9a-f]{8}"`).ReplaceAllString(better, "") // they are those of the old lines
	if err := os.WriteFile(path, []byte(better), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := evaluate(t, append(base, "-offline")...); r.code != exitDone || r.report.Coverage.Missing != 0 || r.report.EarlierUsage.Calls == 0 {
		t.Errorf("exit %d, %+v, earlier %+v: %s", r.code, r.report.Coverage, r.report.EarlierUsage, r.stderr)
	}
}
