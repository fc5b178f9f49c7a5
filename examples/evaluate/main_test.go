package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// Sample tasks and answers of the quickstart.
const (
	prData    = "../quickstart/prbench.jsonl"
	prAnswers = "../quickstart/answers/prbench_good.json"
	plData    = "../quickstart/plawbench"
	plAnswers = "../quickstart/answers/plawbench_good.json"
)

// result is what a run left behind.
type result struct {
	code           int
	stdout, stderr string
	report         *report.Report
	dir            string
}

// evaluate runs the program with -out in a fresh folder and in the order of the samples, which waits for no
// cache, unless args say otherwise.
func evaluate(t *testing.T, args ...string) result {
	t.Helper()
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "JUDGE_API_KEY"} {
		t.Setenv(name, "")
	}
	r := result{dir: filepath.Join(t.TempDir(), "out")}
	args = append([]string{"-out", r.dir, "-judge-order", "fifo"}, args...)
	var stdout, stderr bytes.Buffer
	r.code = run(t.Context(), t.Context(), args, &stdout, &stderr)
	r.stdout, r.stderr = stdout.String(), stderr.String()
	if f, err := os.Open(filepath.Join(r.dir, "report.json")); err == nil {
		defer f.Close()
		if r.report, err = report.Read(f); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// serve starts a server that grades by g and counts its calls.
func serve(t *testing.T, s *judgetest.Server) (url string, calls func() int) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL + "/v1", func() int { return s.Stats().Calls }
}

func TestWrongUsageAndInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline"}
	for _, c := range []struct {
		why, want string
		args      []string
	}{
		{"no flags", "-benchmark is", nil},
		{"an unknown flag", "not defined", append(good, "-speed", "1")},
		{"an argument that is no flag", "unexpected argument", append(good, "x")},
		{"an unknown benchmark", "-benchmark is", append(good, "-benchmark", "mmlu")},
		{"no answers", "-answers or -model", append(good, "-answers", "")},
		{"answers and a model", "exclude each other", append(good, "-model", "m")},
		{"no judge", "-judge is missing", append(good, "-judge", "")},
		{"an unknown policy", "-missing", append(good, "-missing", "zero")},
		{"no concurrency", "-concurrency is 0", append(good, "-concurrency", "0")},
		{"a share above 1", "-min-coverage is 2", append(good, "-min-coverage", "2")},
		{"no such file", "no such file", append(good, "-data", "none.parquet")},
		{"a file of something else", "bad.jsonl", append(good, "-data", file("bad.jsonl", "{\"task\": 1}\n"))},
		{"answers to other samples", `"other"`, append(good, "-answers", file("other.json", `{"other": "x"}`))},
		{"an answer that is no text", "answers.json", append(good, "-answers", file("answers.json", `{"a": 1}`))},
		{"no answers at all", "none of the 8 samples", append(good, "-answers", file("none.json", `{}`))},
		{"a flag that the baseline has no use for", "baseline takes no", append(good, "-judge-effort", "low")},
		{"an address of no model", "-model-url needs", append(good, "-model-url", "http://localhost:1")},
		{"a subset that is not there", `subset "legal"`, append(good, "-subset", "legal")},
		{"no official prompt in the folder", "constants.py", append(good, "-prompts", dir)},
		{"a judge's address that is none", "base URL", append(good[:6:6], "-judge", "m", "-judge-url", "localhost")},
		{"a judge named twice", "names a judge twice", append(good, "-judge", "baseline")},
		{"two judges that can tie", "2 votes can tie", append(good, "-judge", "m")},
		{"an even number of repeats", "4 votes can tie", append(good, "-repeats", "4")},
		{"no repeats", "-repeats is 0", append(good, "-repeats", "0")},
		{"an unknown vote", "-vote", append(good, "-vote", "most")},
		{"an unknown tie", "-tie", append(good, "-tie", "coin")},
		{"too few resamples", "-bootstrap is 100", append(good, "-bootstrap", "100")},
		{"a seed of nothing", "-seed needs -bootstrap", append(good, "-seed", "1")},
		{"a quorum above the votes", "-quorum is 4 of 3", append(good, "-repeats", "3", "-quorum", "4")},
	} {
		r := evaluate(t, c.args...)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit %d, want %d; it says %q, want %q in it", c.why, r.code, exitUsage, r.stderr, c.want)
		}
		if _, err := os.Stat(r.dir); err == nil {
			t.Errorf("%s: something was written", c.why)
		}
	}
}

func TestBootstrapOfBothBenchmarks(t *testing.T) {
	for metric, args := range map[string][]string{
		"clipped_score": {"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline"},
		"acc":           {"-benchmark", "plawbench", "-data", plData, "-answers", plAnswers, "-judge", "baseline"},
	} {
		r := evaluate(t, append(args, "-bootstrap", "2000", "-seed", "7", "-min-coverage", "0")...)
		rep := r.report
		if rep == nil || rep.Bootstrap == nil || rep.Bootstrap.Resamples != 2000 || rep.Bootstrap.Seed != 7 || len(rep.Bootstrap.Subsets) == 0 {
			t.Fatalf("%s: exit %d, %s; report %+v", metric, r.code, r.stderr, rep)
		}
		for subset, of := range rep.Bootstrap.Subsets {
			if x := of[metric].BCa; x.Value != rep.Subsets[subset][metric].Value || x.Resamples != 2000 {
				t.Errorf("%s in %s: %+v beside %+v", metric, subset, x, rep.Subsets[subset][metric])
			}
		}
	}
}

func TestBaselineOfBothBenchmarks(t *testing.T) {
	for name, args := range map[string][]string{
		"PRBench":   {"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline"},
		"PLawBench": {"-benchmark", "plawbench", "-data", plData, "-answers", plAnswers, "-judge", "baseline"},
	} {
		r := evaluate(t, args...)
		if r.code != exitDone {
			t.Errorf("%s: exit %d: %s", name, r.code, r.stderr)
			continue
		}
		if !strings.Contains(r.stdout, name) || !strings.Contains(r.stdout, "95 % interval") {
			t.Errorf("%s: it prints %q", name, r.stdout)
		}
		for _, file := range []string{"report.json", "report.md", "report.html", "report.csv"} {
			if data, err := os.ReadFile(filepath.Join(r.dir, file)); err != nil || len(data) < 1000 {
				t.Errorf("%s: %s: %v", name, file, err)
			}
		}
	}
}

func TestOneCallForEachCriterion(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url)
	if r.code != exitDone {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	if n := r.report.Coverage.Graded; calls() != n || n == 0 {
		t.Errorf("%d calls for %d criteria", calls(), n)
	}
	// The report's mean is that of its own grades, by the paper's formula.
	sum := 0.0
	for _, s := range r.report.Samples {
		points, positive := 0.0, 0.0
		for _, g := range s.Grades {
			points += g.Points
			positive += max(0, g.Weight)
		}
		sum += points / positive
	}
	want := max(0, sum/float64(len(r.report.Samples)))
	if got := r.report.Metrics[metrics.ClippedScore].Value; !(got-want < 1e-12 && want-got < 1e-12) {
		t.Errorf("clipped_score = %v, want %v", got, want)
	}
}

func TestUnreadableRepliesLowerTheCoverage(t *testing.T) {
	broken := judgetest.CriteriaMet(func(judgetest.Request) bool { return true })
	server := &judgetest.Server{Grade: func(r judgetest.Request) string {
		if strings.Contains(r.Prompt(), "Calculates accrued simple interest") {
			return "I would rather not say."
		}
		return broken(r)
	}}
	url, _ := serve(t, server)
	args := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url}
	r := evaluate(t, args...)
	if r.code != exitLowCoverage {
		t.Fatalf("exit %d, want %d: %s", r.code, exitLowCoverage, r.stderr)
	}
	c := r.report.Coverage
	e := r.report.Metrics[metrics.ClippedScore]
	if c.Excluded == 0 || c.Missing == 0 || e.N != c.Scored || !(e.Worst < e.Best) {
		t.Errorf("coverage %+v, estimate %+v", c, e)
	}
	if r := evaluate(t, append(args, "-min-coverage", "0.1")...); r.code != exitDone {
		t.Errorf("exit %d with a lower demand", r.code)
	}
	// The policy gives all samples a score, and hides nothing of what is missing.
	r = evaluate(t, append(args, "-missing", "official")...)
	if r.code != exitLowCoverage || !strings.Contains(r.stderr, "7 of 8 samples are scored with all their verdicts") || r.report.Coverage.Scored != 8 {
		t.Errorf("official: exit %d, %q, coverage %+v", r.code, r.stderr, r.report.Coverage)
	}
}

func TestLedgerSavesTheCalls(t *testing.T) {
	server := &judgetest.Server{Grade: judgetest.Coin()}
	url, calls := serve(t, server)
	ledger := filepath.Join(t.TempDir(), "run.jsonl")
	args := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-ledger", ledger}
	first := evaluate(t, args...)
	before := calls()
	second := evaluate(t, args...)
	if first.code != exitDone || second.code != exitDone {
		t.Fatalf("exit %d and %d: %s", first.code, second.code, second.stderr)
	}
	if n := calls() - before; n != 0 {
		t.Errorf("%d calls for what is in the ledger", n)
	}
	if first.report.EarlierUsage != nil || second.report.EarlierUsage == nil || *second.report.EarlierUsage != first.report.Usage {
		t.Errorf("the first run says that earlier ones have spent %+v, the second %+v; want nothing, and what the first has spent, %+v",
			first.report.EarlierUsage, second.report.EarlierUsage, first.report.Usage)
	}
	if !strings.Contains(second.stdout, "this run: 0 calls") || !strings.Contains(second.stdout, fmt.Sprintf("together: %d calls", before)) {
		t.Errorf("the second run prints %q", second.stdout)
	}
	first.report.Usage, second.report.EarlierUsage = second.report.Usage, nil
	if a, b := encode(t, first.report), encode(t, second.report); a != b {
		t.Error("the reports differ")
	}
	third := evaluate(t, append(args, "-judge-effort", "low")...)
	if n := calls() - before; third.code != exitDone || n == 0 {
		t.Errorf("exit %d, %d calls with another parameter", third.code, n)
	}
}

func encode(t *testing.T, r *report.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRepeatsVote(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-limit", "1", "-repeats", "3")
	if r.code != exitDone {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	grades := r.report.Samples[0].Grades
	if calls() != 3*len(grades) || len(grades[0].Votes) != 3 {
		t.Errorf("%d calls for %d criteria, %d votes on the first", calls(), len(grades), len(grades[0].Votes))
	}
}

func TestFatalErrorsStopTheRun(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin(), Key: "right"})
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-concurrency", "2")
	if r.code != exitFailed || !strings.Contains(r.stderr, "auth") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if calls() > 2 {
		t.Errorf("%d calls, each refused alike", calls())
	}
	if r.report == nil || r.report.Coverage.Graded != 0 || r.report.Coverage.Missing == 0 {
		t.Errorf("the partial report is %+v", r.report)
	}
}

func TestInterruptKeepsWhatWasGraded(t *testing.T) {
	soft, interrupt := context.WithCancel(t.Context())
	coin := judgetest.Coin()
	url, _ := serve(t, &judgetest.Server{Grade: func(r judgetest.Request) string {
		interrupt()
		return coin(r)
	}})
	dir := filepath.Join(t.TempDir(), "out")
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), soft, []string{"-out", dir, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers,
		"-judge", "m", "-judge-url", url, "-concurrency", "1"}, &stdout, &stderr)
	if code != exitInterrupted || !strings.Contains(stderr.String(), "partial") {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
	f, err := os.Open(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rep, err := report.Read(f)
	if err != nil || rep.Coverage.Graded != 1 {
		t.Errorf("%v; graded %d, want the one that was at work", err, rep.Coverage.Graded)
	}
}

func TestModelAnswersFirst(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: func(judgetest.Request) string { return "My answer." }})
	args := []string{"-benchmark", "prbench", "-data", prData, "-judge", "baseline", "-model", "a/b", "-model-url", url, "-limit", "3"}
	r := evaluate(t, args...)
	if r.code != exitDone {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	answers, err := dataset.ReadAnswers(filepath.Join(r.dir, "answers-a_b.jsonl"))
	if err != nil || len(answers) != 3 || calls() != 3 {
		t.Fatalf("%v; %d answers by %d calls", err, len(answers), calls())
	}
	for id, text := range answers {
		if text != "My answer." {
			t.Errorf("%s is answered %q", id, text)
		}
	}
	// A second run goes on where the first ended, also when that was killed in the middle of a line.
	path := filepath.Join(r.dir, "answers-a_b.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	cut := append(bytes.Join(lines[:2], nil), lines[2][:10]...)
	if err := os.WriteFile(path, cut, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := evaluate(t, append(args, "-out", r.dir)...); r.code != exitDone || calls() != 4 {
		t.Errorf("exit %d, %d calls, want one more", r.code, calls())
	}
	if err := json.Unmarshal(lines[0], new(map[string]any)); err != nil {
		t.Error(err)
	}
	p := r.report.Provenance
	if p.Model != "a/b" || p.ModelUsage == nil || p.ModelUsage.Calls != 3 || p.ModelUsage.PromptTokens == 0 || !strings.Contains(r.stdout, "answers of a/b: 3 calls") {
		t.Errorf("the report names the model %q with usage %+v", p.Model, p.ModelUsage)
	}
	// What the answers cost is known also where an earlier run has asked for them.
	want := fmt.Sprintf("answers of a/b: 3 calls, %d prompt tokens", p.ModelUsage.PromptTokens)
	if again := evaluate(t, append(args, "-out", r.dir)...); calls() != 4 || !strings.Contains(again.stdout, want) {
		t.Errorf("after %d calls it prints %q, want %q", calls(), again.stdout, want)
	}
}
