package prbench_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// scored returns two samples of a split: "one" is worth 6 and 4 points with a penalty of 5, "two" 3.
func scored(split string) []prbench.Sample {
	criterion := func(id, text, category, class string, weight float64) prbench.Criterion {
		return prbench.Criterion{Criterion: rubric.Criterion{ID: id, Text: text, Category: category, Weight: weight}, WeightClass: class}
	}
	return []prbench.Sample{
		{
			Task: "one", Split: split, Field: "Finance", Topic: "Corporate Finance", Expert: "Expert",
			Turns: []prbench.Turn{{Prompt: "What is the plant worth?"}},
			Criteria: []prbench.Criterion{
				criterion("a", "States the net present value.", "Financial Accuracy", "important", 6),
				criterion("b", "Names the discount rate.", "Process Transparency & Auditability", "important", 4),
				criterion("c", "Confuses nominal and real rates.", "Financial Accuracy", "detrimental", -5),
			},
			Answer: "The net present value is 12 million at a discount rate of 8 percent.",
		},
		{
			Task: "two", Split: split, Field: "Finance", Topic: "FinTech, Crypto & Digital Assets", Expert: "Non-Expert",
			Turns:    []prbench.Turn{{Prompt: "Is it safe?", Response: "What is?"}, {Prompt: "The coin."}},
			Criteria: []prbench.Criterion{criterion("d", "Warns of the risk of loss.", "Risk & Regulatory Disclosure", "slightly important", 3)},
			Answer:   "You may lose everything.",
		},
	}
}

// words meets the criteria whose text is in the list.
func words(met ...string) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		return judge.Met(t, slices.Contains(met, t.Criteria[0].Text), ""), nil
	})
}

func ExampleScore() {
	samples := scored("finance")
	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
		word := strings.Fields(t.Criteria[0].Text)[2] // a judge of no use
		return judge.Met(t, strings.Contains(t.Sample.Response(), word), "looked for "+word), nil
	})
	rep, err := prbench.Score(context.Background(), samples, j)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rep)
	// Output:
	// PRBench
	// subset   metric            value   SE      95 % interval      n  missing allow
	// finance  clipped_score     0.5000  0.5000  [0.0000, 1.0000]   2  –
	// finance  normalized_score  0.5000  0.5000  [-5.8531, 6.8531]  2  –
	// samples: 2 scored, 0 excluded, 0 unanswered; verdicts: 4 graded, 0 missing
	// warning: finance rests on 2 samples: read its interval, not its mean
}

func ExampleBenchmark_Score() {
	samples := append(scored("finance"), scored("finance_hard")...)
	b := prbench.Benchmark{Split: "finance_hard", Missing: report.Official}
	rep, err := b.Score(context.Background(), samples, words("States the net present value."))
	if err != nil {
		log.Fatal(err)
	}
	e := rep.Metrics[metrics.ClippedScore]
	fmt.Printf("%.2f on %d samples\n", e.Value, e.N)
	// Output:
	// 0.30 on 2 samples
}

func ExampleBenchmark_Items() {
	b := prbench.Benchmark{}
	items, err := b.Items(scored("finance"))
	if err != nil {
		log.Fatal(err)
	}
	// A host that has a loop of its own runs the tasks in it.
	outcomes, err := judge.Run(context.Background(), words("Names the discount rate."), report.Tasks(items))
	if err != nil {
		log.Fatal(err)
	}
	rep, err := b.Report(items, outcomes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(outcomes), "verdicts,", rep.Coverage.Scored, "samples")
	// Output:
	// 4 verdicts, 2 samples
}

func TestScoreUsesThePaperFormulas(t *testing.T) {
	rep, err := prbench.Score(t.Context(), scored("finance"), words("States the net present value.", "Confuses nominal and real rates."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why       string
		got, want float64
	}{
		{"(6 - 5) / 10", rep.Samples[0].Scores[metrics.ClippedScore], 0.1},
		{"(6 - 5 + 5) / 15", rep.Samples[0].Scores[metrics.NormalizedScore], 0.4},
		{"nothing of 3", rep.Samples[1].Scores[metrics.ClippedScore], 0},
		{"mean", rep.Metrics[metrics.ClippedScore].Value, 0.05},
		{"by topic, with the field", rep.Groups["topic"]["Finance: Corporate Finance"][metrics.ClippedScore].Value, 0.1},
		{"by expert", rep.Groups["expert"]["Non-Expert"][metrics.ClippedScore].Value, 0},
		{"by turns", rep.Groups["turns"]["more"][metrics.ClippedScore].Value, 0},
		{"by field", rep.Groups["field"]["Finance"][metrics.NormalizedScore].Value, 0.2},
		{"by category: (6 - 5 + 5) / 11", rep.Groups["category"]["Financial Accuracy"][metrics.NormalizedScore].Value, 6.0 / 11},
	} {
		if diff := c.got - c.want; !(diff < 1e-12 && diff > -1e-12) {
			t.Errorf("%s: %v, want %v", c.why, c.got, c.want)
		}
	}
}

func TestFullAndHardSplitsAreNeverPooled(t *testing.T) {
	for _, c := range []struct {
		why    string
		splits []string
		pooled bool
	}{
		{"one split", []string{"finance_hard"}, true},
		{"two full splits", []string{"finance", "legal"}, true},
		{"two hard splits", []string{"finance_hard", "legal_hard"}, true},
		{"a full split and its hard part", []string{"finance", "finance_hard"}, false},
		{"a hard split and the other full one", []string{"legal", "finance_hard"}, false},
	} {
		var samples []prbench.Sample
		for _, s := range c.splits {
			samples = append(samples, scored(s)...)
		}
		rep, err := prbench.Score(t.Context(), samples, words())
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		if _, pooled := rep.Metrics[metrics.ClippedScore]; pooled != c.pooled {
			t.Errorf("%s: pooled is %v, want %v", c.why, pooled, c.pooled)
		}
		if len(rep.Subsets) != len(c.splits) {
			t.Errorf("%s: %d subsets", c.why, len(rep.Subsets))
		}
	}
}

func TestSamplesWithoutAnAnswerAreNotAsked(t *testing.T) {
	samples := scored("finance")
	samples[0].Answer, samples[0].Answered = "", true // graded: it is there
	samples[1].Answer = ""
	var mu sync.Mutex
	var asked []string
	rep, err := prbench.Score(t.Context(), samples, judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, task.Sample.ID())
		return judge.Met(task, false, ""), nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(asked, "two") || len(asked) != 3 {
		t.Errorf("asked about %q, want only the three criteria of one", asked)
	}
	if c := rep.Coverage; c.Scored != 1 || c.Unanswered != 1 || c.Excluded != 0 {
		t.Errorf("coverage = %+v", c)
	}
}

func TestScoreRefuses(t *testing.T) {
	twice := append(scored("finance"), scored("finance")...)
	for _, c := range []struct {
		why, want string
		b         prbench.Benchmark
		samples   []prbench.Sample
		j         judge.Judge
	}{
		{"no samples", "no samples", prbench.Benchmark{}, nil, words()},
		{"an empty split", `split "legal"`, prbench.Benchmark{Split: "legal"}, scored("finance"), words()},
		{"one task twice in a split", `have the id "one"`, prbench.Benchmark{}, twice, words()},
		{"no judge", "no judge", prbench.Benchmark{}, scored("finance"), nil},
		{"an unknown policy", "unknown policy", prbench.Benchmark{Missing: "zero"}, scored("finance"), words()},
	} {
		if c.j != nil {
			c.j = judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
				t.Errorf("%s: a task was asked", c.why)
				return judge.Verdict{}, nil
			})
		}
		rep, err := c.b.Score(t.Context(), c.samples, c.j)
		if err == nil || !strings.Contains(err.Error(), c.want) || rep != nil {
			t.Errorf("%s: report %v, error %v, want %q in it and no report", c.why, rep != nil, err, c.want)
		}
	}
}

func TestCanceledRunsReportWhatWasGraded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	rep, err := prbench.Score(ctx, scored("finance"), judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		cancel()
		return judge.Met(task, true, ""), nil
	}), judge.Concurrency(1), judge.Order(judge.FIFO()))
	if err == nil || rep == nil {
		t.Fatalf("report %v, error %v", rep != nil, err)
	}
	if c := rep.Coverage; c.Graded != 1 || c.Missing != 3 || c.Codes[judge.Canceled] != 3 {
		t.Errorf("coverage = %+v", c)
	}
}

// TestRealSplitAtAnyConcurrency scores the published split with a judge whose verdicts depend on the
// question alone.
func TestRealSplitAtAnyConcurrency(t *testing.T) {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	samples, err := prbench.Load(filepath.Join(dir, "data", "prbench", "finance_hard.parquet"))
	if err != nil {
		t.Skip("the published split is not here:", err)
	}
	for i := range samples {
		samples[i].Answer = "Answer " + samples[i].Task
	}
	odd := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		return judge.Met(task, len(task.Prompt.User())%2 == 1, task.Criteria[0].Text), nil
	})
	var reports [2]bytes.Buffer
	for i, n := range []int{1, 64} {
		rep, err := prbench.Score(t.Context(), samples, odd, judge.Concurrency(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := rep.WriteJSON(&reports[i]); err != nil {
			t.Fatal(err)
		}
		if rep.Coverage.Graded != 5085 {
			t.Errorf("%d criteria graded, want 5085", rep.Coverage.Graded)
		}
	}
	if !bytes.Equal(reports[0].Bytes(), reports[1].Bytes()) {
		t.Error("the reports at concurrency 1 and 64 differ")
	}
}

func TestNumbersOfAPanelAreNotComparable(t *testing.T) {
	panel, err := judge.NewPanel(judge.Panel{Members: []judge.Member{{Name: "a", Judge: words(), Repeats: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	const why = "grades are made of votes"
	for name, j := range map[string]judge.Judge{"panel": panel, "judge": words()} {
		rep, err := prbench.Score(t.Context(), scored("finance"), j)
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(strings.Join(rep.Provenance.Reasons, "; "), why); said != (name == "panel") {
			t.Errorf("%s: the reasons are %q", name, rep.Provenance.Reasons)
		}
	}
}
