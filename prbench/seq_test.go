package prbench_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// large returns n samples of several splits, with two to five criteria each; one in ten has no answer.
func large(n int, splits ...string) []prbench.Sample {
	out := make([]prbench.Sample, n)
	for i := range out {
		s := scored(splits[i%len(splits)])[i%2]
		s.Task, s.Topic = fmt.Sprintf("%024x", i), fmt.Sprint("Topic ", i%5)
		s.Criteria = nil
		for k := range 2 + i%4 {
			s.Criteria = append(s.Criteria, prbench.Criterion{WeightClass: "important", Criterion: rubric.Criterion{
				ID: fmt.Sprint(i, ".", k), Text: fmt.Sprint("Says ", i*k, "."), Category: fmt.Sprint("Category ", k%3), Weight: float64(7 - 3*k),
			}})
		}
		if i%10 == 9 {
			s.Answer = ""
		}
		out[i] = s
	}
	return out
}

// byText gives verdicts that depend on the question alone. Some questions it never answers.
func byText(_ context.Context, t judge.Task) (judge.Verdict, error) {
	n := 0
	for _, r := range t.Prompt.User() {
		n = (n*31 + int(r)) % 1_000_003
	}
	v := judge.Met(t, n%2 == 0, fmt.Sprint("hash ", n))
	v.How, v.Source, v.Usage = "strict", judge.Source{Judge: "hash", Model: "m"}, judge.Usage{Calls: 1, PromptTokens: int64(n)}
	if n%13 == 0 {
		return v, judge.Errorf(judge.Refused, "unlucky")
	}
	return v, nil
}

func encode(t *testing.T, r *report.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestScoreSeqGivesTheNumbersOfScore(t *testing.T) {
	for _, splits := range [][]string{{"finance"}, {"finance", "legal"}, {"finance", "finance_hard", "legal"}} {
		samples := large(200, splits...)
		for _, missing := range []report.Policy{report.Exclude, report.Official} {
			b := prbench.Benchmark{Missing: missing}
			want, err := b.Score(t.Context(), samples, judge.Func(byText))
			if err != nil {
				t.Fatal(err)
			}
			var done []report.Sample
			got, err := b.ScoreSeq(t.Context(), slices.Values(samples), judge.Func(byText), func(s report.Sample) { done = append(done, s) })
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Samples) != 0 || len(done) != 200 {
				t.Fatalf("%d samples in the report, %d handed over", len(got.Samples), len(done))
			}
			// In the order of the samples, what was handed over is what the report would hold.
			order := map[string]int{}
			for i, s := range want.Samples {
				order[s.ID] = i
			}
			slices.SortFunc(done, func(a, b report.Sample) int { return order[a.ID] - order[b.ID] })
			got.Samples = done
			if a, b := encode(t, want), encode(t, got); a != b {
				t.Errorf("splits %v, %s: the reports differ:\n%s", splits, missing, firstDifference(a, b))
			}
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %s | %s", i+1, x[i], y[i])
		}
	}
	return "one is longer"
}

func TestScoreSeqOfAPanelHasItsMembers(t *testing.T) {
	samples := large(60, "finance", "legal")
	panel, err := judge.NewPanel(judge.Panel{Members: []judge.Member{
		{Name: "hash", Judge: judge.Func(byText)}, {Name: "yes", Judge: words(), Repeats: 2},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := prbench.Score(t.Context(), samples, panel)
	if err != nil {
		t.Fatal(err)
	}
	got, err := prbench.Benchmark{}.ScoreSeq(t.Context(), slices.Values(samples), panel, func(report.Sample) {})
	if err != nil {
		t.Fatal(err)
	}
	want.Samples = []report.Sample{}
	if a, b := encode(t, want), encode(t, got); a != b {
		t.Errorf("the reports differ:\n%s", firstDifference(a, b))
	}
}

func TestScoreSeqRefuses(t *testing.T) {
	none := func(report.Sample) {}
	twice := append(large(3, "finance"), large(3, "finance")[0])
	noWeight := large(3, "finance")
	noWeight[1].Criteria[0].Weight = 0
	rows := []struct {
		name    string
		b       prbench.Benchmark
		samples []prbench.Sample
		text    string
		scored  int // samples in the report; -1 for no report
		why     string
	}{
		{"no samples", prbench.Benchmark{}, nil, "no samples", -1, "as Score"},
		{"none in the split", prbench.Benchmark{Split: "legal"}, large(3, "finance"), "no samples", -1, "as Score"},
		{"no such shard", prbench.Benchmark{Shard: judge.Shard{I: 3, N: 2}}, large(3, "finance"), "no shard", -1, "as Score"},
		{"unknown policy", prbench.Benchmark{Missing: "guess"}, large(3, "finance"), "policy", -1, "before the first call"},
		{"one ID twice", prbench.Benchmark{}, twice, "000000000000000000000000", 3, "what came before is reported"},
		{"a rubric that is none", prbench.Benchmark{}, noWeight, "weight", 1, "what came before is reported"},
	}
	for _, r := range rows {
		rep, err := r.b.ScoreSeq(t.Context(), slices.Values(r.samples), judge.Func(byText), none)
		if err == nil || !strings.Contains(err.Error(), r.text) {
			t.Errorf("%s: error %v, want one that says %q: %s", r.name, err, r.text, r.why)
		}
		switch {
		case r.scored < 0 && rep != nil:
			t.Errorf("%s: there is a report", r.name)
		case r.scored >= 0 && (rep == nil || rep.Coverage.Samples != r.scored):
			t.Errorf("%s: the report is %+v, want %d samples", r.name, rep, r.scored)
		}
	}
	if _, err := (prbench.Benchmark{}).ScoreSeq(t.Context(), nil, judge.Func(byText), none); err == nil {
		t.Error("no iterator: no error")
	}
	if _, err := (prbench.Benchmark{}).ScoreSeq(t.Context(), slices.Values(twice), judge.Func(byText), nil); err == nil {
		t.Error("no function: no error")
	}
}

func TestScoreSeqReportsASampleThatWasAskedInPart(t *testing.T) {
	stop := errors.New("enough")
	until, cancel := context.WithCancelCause(t.Context())
	n := 0
	j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if n++; n == 3 { // of four criteria of the first sample
			cancel(stop)
		}
		return judge.Met(task, true, ""), nil
	})
	samples := large(20, "finance")[2:] // the first has four
	var done []report.Sample
	rep, err := prbench.Benchmark{}.ScoreSeq(t.Context(), slices.Values(samples), j, func(s report.Sample) { done = append(done, s) },
		judge.Concurrency(1), judge.Order(judge.FIFO()), judge.Until(until))
	if !errors.Is(err, stop) || rep == nil {
		t.Fatalf("%v, %v", rep, err)
	}
	if len(done) == 0 || done[0].Status != report.Excluded || len(done[0].Grades) != 4 {
		t.Fatalf("the samples are %+v", done)
	}
	var graded []judge.Status
	for _, g := range done[0].Grades {
		graded = append(graded, g.Status)
	}
	if !slices.Equal(graded, []judge.Status{judge.Graded, judge.Graded, judge.Graded, judge.Missing}) || done[0].Grades[3].Reason != judge.Canceled {
		t.Errorf("the grades of the first sample are %v", graded)
	}
	if rep.Coverage.Graded != 3 || rep.Coverage.Samples != len(done) {
		t.Errorf("coverage %+v for %d samples", rep.Coverage, len(done))
	}
}

func TestAPanicOfTheFunctionCostsNoSample(t *testing.T) {
	samples := large(20, "finance")
	rep, err := prbench.Benchmark{}.ScoreSeq(t.Context(), slices.Values(samples), judge.Func(byText), func(report.Sample) { panic("full") })
	if judge.CodeOf(err) != judge.Panic || !strings.Contains(fmt.Sprint(err), "full") || rep == nil || rep.Coverage.Samples != 20 {
		t.Errorf("%v, %v", rep, err)
	}
}

// TestMergedShardsGiveTheReportOfTheWhole has three machines grade a part each.
func TestMergedShardsGiveTheReportOfTheWhole(t *testing.T) {
	samples := large(100, "finance", "finance_hard", "legal")
	dir := t.TempDir()
	j := judge.Func(byText)
	whole, err := prbench.Score(t.Context(), samples, j)
	if err != nil {
		t.Fatal(err)
	}
	about := prbench.Benchmark{}.About(samples)
	if about.Dataset != whole.Provenance.Dataset.SHA256 || about.Prompt != whole.Provenance.Prompt.SHA256 {
		t.Errorf("the ledger is about %+v, the report about %+v", about, whole.Provenance)
	}
	about.Judge = "hash"
	var paths []string
	sum := 0
	for i := range 3 {
		b := prbench.Benchmark{Shard: judge.Shard{I: i, N: 3}}
		own := b.About(samples)
		own.Judge = "hash"
		if own != about {
			t.Errorf("shard %d is about %+v, want %+v", i, own, about)
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)))
		l, err := ledger.Open(paths[i], own)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := b.Score(t.Context(), samples, l.Judge(j, "hash"))
		if err != nil {
			t.Fatal(err)
		}
		if rep.Coverage.Samples == 0 || rep.Coverage.Samples == 100 {
			t.Errorf("shard %d has %d samples", i, rep.Coverage.Samples)
		}
		sum += rep.Coverage.Samples
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if sum != 100 {
		t.Errorf("the shards have %d samples together", sum)
	}
	merged := filepath.Join(dir, "whole")
	if notes, err := ledger.Merge(merged, paths...); err != nil || len(notes) != 0 {
		t.Fatalf("%q, %v", notes, err)
	}
	l, err := ledger.Open(merged, about)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	calls := 0
	rep, err := prbench.Score(t.Context(), samples, l.Judge(judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		calls++
		return byText(ctx, task)
	}), "hash"), judge.Concurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if missing := rep.Coverage.Missing; calls != missing || missing == 0 {
		t.Errorf("%d calls, want those of the %d verdicts that are never given", calls, missing)
	}
	rep.Usage = whole.Usage
	if a, b := encode(t, whole), encode(t, rep); a != b {
		t.Errorf("the reports differ:\n%s", firstDifference(a, b))
	}
}

func TestAboutNamesSamplesAndPrompt(t *testing.T) {
	samples := large(10, "finance", "legal")
	base := prbench.Benchmark{}.About(samples)
	own, err := prbench.NewPrompt("own", "<<conversation>> <<rubric_item>>")
	if err != nil {
		t.Fatal(err)
	}
	edited := slices.Clone(samples)
	edited[0].Criteria = slices.Clone(edited[0].Criteria)
	edited[0].Criteria[0].Text += "!"
	answered := slices.Clone(samples)
	answered[0].Answer = "Another answer."
	for _, r := range []struct {
		name    string
		b       prbench.Benchmark
		samples []prbench.Sample
		same    bool
		why     string
	}{
		{"shard", prbench.Benchmark{Shard: judge.Shard{I: 1, N: 4}}, samples, true, "a part of the same run"},
		{"answers", prbench.Benchmark{}, answered, true, "an edited answer goes on in the same ledger"},
		{"policy", prbench.Benchmark{Missing: report.Official}, samples, true, "the same questions"},
		{"split", prbench.Benchmark{Split: "legal"}, samples, false, "other samples"},
		{"prompt", prbench.Benchmark{Prompt: own}, samples, false, "other questions"},
		{"rubric", prbench.Benchmark{}, edited, false, "other questions"},
		{"fewer", prbench.Benchmark{}, samples[:9], false, "other samples"},
	} {
		if got := r.b.About(r.samples); (got == base) != r.same {
			t.Errorf("%s: %+v, without it %+v: %s", r.name, got, base, r.why)
		}
	}
}

func ExampleBenchmark_ScoreSeq() {
	// Samples that are made as they are needed, as from a file that is read row by row.
	samples := func(yield func(prbench.Sample) bool) {
		for i := range 1000 {
			s := scored("finance")[i%2]
			s.Task = fmt.Sprint("task-", i)
			if !yield(s) {
				return
			}
		}
	}
	perfect := 0
	rep, err := prbench.Benchmark{}.ScoreSeq(context.Background(), samples, words("Warns of the risk of loss."), func(s report.Sample) {
		if s.Scores[metrics.ClippedScore] == 1 {
			perfect++
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rep.Coverage.Scored, "scored,", perfect, "perfect, mean", rep.Metrics[metrics.ClippedScore].Value)
	// Output: 1000 scored, 500 perfect, mean 0.5
}

func ExampleBenchmark_About() {
	samples := large(30, "legal")
	about := prbench.Benchmark{Shard: judge.Shard{I: 2, N: 3}}.About(samples)
	about.Judge = "my judge/1" // with llm.Judge, its Identity
	fmt.Println(about == ledger.About{Dataset: prbench.Benchmark{}.About(samples).Dataset, Prompt: prbench.DefaultPrompt().SHA256(), Judge: "my judge/1"})
	// Output: true
}
