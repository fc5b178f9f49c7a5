package plawbench_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
)

// byLength gives points that depend on the answer, and no verdict on some.
func byLength(_ context.Context, t judge.Task) (judge.Verdict, error) {
	n := len(t.Sample.ID()) + len(t.Sample.Response())
	if strings.HasSuffix(t.Sample.ID(), "7") {
		return judge.Verdict{}, judge.Errorf(judge.Refused, "no")
	}
	points := make([]float64, len(t.Criteria))
	for i, c := range t.Criteria {
		points[i] = c.Weight * float64(n%5) / 4
	}
	return judge.Points(t, points...), nil
}

func TestScoreSeqGivesTheNumbersOfScore(t *testing.T) {
	samples := each(30)
	samples[5].Answer = ""
	samples[5].Answered = false
	for _, b := range []plawbench.Benchmark{{}, {Missing: report.Official}, {Subset: plawbench.CaseAnalysis}, {Shard: judge.Shard{I: 1, N: 3}}} {
		want, err := b.Score(t.Context(), samples, judge.Func(byLength))
		if err != nil {
			t.Fatal(err)
		}
		if c := want.Coverage; c.Missing == 0 || c.Graded == 0 {
			t.Fatalf("coverage %+v: the test shows little", c)
		}
		var done []report.Sample
		got, err := b.ScoreSeq(t.Context(), slices.Values(samples), judge.Func(byLength), func(s report.Sample) { done = append(done, s) })
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Samples) != 0 || len(done) != len(want.Samples) {
			t.Fatalf("%d samples in the report, %d handed over", len(got.Samples), len(done))
		}
		order := map[string]int{}
		for i, s := range want.Samples {
			order[s.ID] = i
		}
		slices.SortFunc(done, func(a, b report.Sample) int { return order[a.ID] - order[b.ID] })
		got.Samples = done
		var x, y bytes.Buffer
		if err := want.WriteJSON(&x); err != nil {
			t.Fatal(err)
		}
		if err := got.WriteJSON(&y); err != nil {
			t.Fatal(err)
		}
		if x.String() != y.String() {
			t.Errorf("%+v: the reports differ", b)
		}
	}
}

func TestScoreSeqRefuses(t *testing.T) {
	none := func(report.Sample) {}
	stray := append(each(2), plawbench.Sample{SampleID: "stray", Subset: "poetry", Answer: "x"})
	for _, r := range []struct {
		why, want string
		b         plawbench.Benchmark
		samples   []plawbench.Sample
		each      func(report.Sample)
		done      int
	}{
		{"no function", "needs samples and a function", plawbench.Benchmark{}, each(1), nil, 0},
		{"no samples", "no samples", plawbench.Benchmark{}, nil, none, 0},
		{"none in the subset", "no samples", plawbench.Benchmark{Subset: plawbench.CaseAnalysis}, each(1)[1:], none, 0},
		{"no such shard", "no shard 3 of 3", plawbench.Benchmark{Shard: judge.Shard{I: 3, N: 3}}, each(1), none, 0},
		{"a sample in no subset at the beginning", `in no subset: "poetry"`, plawbench.Benchmark{}, stray[len(stray)-1:], none, 0},
		{"a sample in no subset later", `in no subset: "poetry"`, plawbench.Benchmark{}, stray, none, 8},
		{"one id twice", "have the id", plawbench.Benchmark{}, append(each(1), each(1)...), none, 4},
	} {
		rep, err := r.b.ScoreSeq(t.Context(), slices.Values(r.samples), shares(1), r.each)
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: error %v, want %q", r.why, err, r.want)
		}
		if (rep != nil) != (r.done > 0) || rep != nil && rep.Coverage.Samples != r.done {
			t.Errorf("%s: the report is %v, want what was paid for, %d samples", r.why, rep, r.done)
		}
	}
	if _, err := (plawbench.Benchmark{}).ScoreSeq(t.Context(), nil, shares(1), none); err == nil {
		t.Error("nil samples: no error")
	}
}

// Samples come from a channel, such as answers as a model gives them.
func ExampleBenchmark_ScoreSeq() {
	answered := make(chan plawbench.Sample)
	go func() {
		defer close(answered)
		for _, s := range four() {
			answered <- s
		}
	}()
	samples := func(yield func(plawbench.Sample) bool) {
		for s := range answered {
			if !yield(s) {
				return
			}
		}
	}
	points := 0.0
	rep, err := plawbench.Benchmark{}.ScoreSeq(context.Background(), samples, shares(0.5), func(s report.Sample) {
		for _, g := range s.Grades {
			points += g.Points
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d scored, %v points, %.2f\n", rep.Coverage.Scored, points, rep.Metrics[plawbench.OverallEqual].Value)
	// Output: 4 scored, 118 points, 0.50
}
