package plawbench_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
)

// four returns one answered sample of each subset.
func four() []plawbench.Sample {
	flat := func(subset plawbench.Subset, most float64) plawbench.Sample {
		return plawbench.Sample{
			SampleID: string(subset) + "-1", Subset: subset, Question: "问", RubricText: "总分：" + fmt.Sprint(most) + "分",
			MaxPoints: most, Answer: "答",
		}
	}
	return []plawbench.Sample{
		{
			SampleID: "case_analysis-1", Subset: plawbench.CaseAnalysis, Category: "劳动人事", Context: "甲被辞退。", Question: "甲可以主张什么？",
			Sections: []plawbench.Section{
				{Name: plawbench.Conclusion, Text: "(+5分) 赔偿金", Points: 5}, {Name: plawbench.Facts, Text: "(+10分) 辞退", Points: 10},
				{Name: plawbench.Reasoning, Text: "(+20分) 违法解除", Points: 20}, {Name: plawbench.LegalBasis, Text: "(+5分) 法条", Points: 5},
			},
			MaxPoints: 40, Answer: "甲可以主张赔偿金。",
		},
		flat(plawbench.LegalConsultation, 16),
		flat(plawbench.PlaintiffStatement, 100),
		flat(plawbench.DefendantStatement, 80),
	}
}

// shares gives every sample the same share of its points.
func shares(of float64) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		points := make([]float64, len(t.Criteria))
		for i, c := range t.Criteria {
			points[i] = c.Weight * of
		}
		return judge.Points(t, points...), nil
	})
}

func ExampleScore() {
	rep, err := plawbench.Score(context.Background(), four(), shares(0.5))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", rep.Metrics[plawbench.OverallWeighted].Value)
	fmt.Printf("%.2f\n", rep.Subsets["case_analysis"][plawbench.ReasoningAcc].Value)
	// Output:
	// 0.50
	// 0.50
}

func ExampleBenchmark_Score() {
	b := plawbench.Benchmark{Subset: plawbench.LegalConsultation}
	rep, err := b.Score(context.Background(), four(), shares(0.25))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rep.Subsets["legal_consultation"][plawbench.Acc].Value)
	// Output:
	// 0.25
}

func ExampleBenchmark_Items() {
	b := plawbench.Benchmark{}
	items, err := b.Items(four())
	if err != nil {
		log.Fatal(err)
	}
	outcomes, err := judge.Run(context.Background(), shares(1), report.Tasks(items))
	if err != nil {
		log.Fatal(err)
	}
	rep, err := b.Report(items, outcomes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(outcomes), "verdicts,", rep.Coverage.Graded, "criteria")
	// Output:
	// 4 verdicts, 7 criteria
}

// given gives points by sample and criterion.
func given(points map[string][]float64) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		p, ok := points[t.Sample.ID()]
		if !ok {
			return judge.Verdict{}, judge.Errorf(judge.Malformed, "no object")
		}
		return judge.Points(t, p...), nil
	})
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-12) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestScoreUsesTheFormulas(t *testing.T) {
	rep, err := plawbench.Score(t.Context(), four(), given(map[string][]float64{
		"case_analysis-1":       {5, 4, 25, 0}, // 25 of 20 counts as 20
		"legal_consultation-1":  {12},
		"plaintiff_statement-1": {-18}, // counts as 0
		"defendant_statement-1": {40},
	}))
	if err != nil {
		t.Fatal(err)
	}
	cases := rep.Subsets["case_analysis"]
	near(t, "acc", cases[plawbench.Acc].Value, (5+4+20)/40.0)
	near(t, "conclusion_acc", cases[plawbench.ConclusionAcc].Value, 1)
	near(t, "fact_acc", cases[plawbench.FactAcc].Value, 0.4)
	near(t, "reasoning_acc", cases[plawbench.ReasoningAcc].Value, 1)
	near(t, "law_acc", cases[plawbench.LawAcc].Value, 0)
	t1, t2, t3 := 12/16.0, 29/40.0, (0+0.5)/2
	near(t, "overall_equal", rep.Metrics[plawbench.OverallEqual].Value, (t1+t2+t3)/3)
	near(t, "overall_weighted", rep.Metrics[plawbench.OverallWeighted].Value, 0.2*t1+0.5*t2+0.3*t3)
	near(t, "overall_samples", rep.Metrics[plawbench.OverallSamples].Value, (t1+t2+0+0.5)/4)
	near(t, "by category", rep.Groups["case_analysis/category"]["劳动人事"][plawbench.Acc].Value, t2)
	if got := strings.Join(rep.Warnings, "\n"); !strings.Contains(got, "2 grades lay outside") {
		t.Errorf("warnings = %s", got)
	}
	for _, g := range rep.Samples[0].Grades {
		if flagged := len(g.Flags) > 0; flagged != (g.Criterion == plawbench.Reasoning) {
			t.Errorf("%s has the flags %q", g.Criterion, g.Flags)
		}
	}
}

func TestOverallNumbersNeedEverySubset(t *testing.T) {
	all := map[string][]float64{
		"case_analysis-1": {5, 4, 20, 0}, "legal_consultation-1": {12}, "plaintiff_statement-1": {50}, "defendant_statement-1": {40},
	}
	for _, c := range []struct {
		why     string
		samples []plawbench.Sample
		without string
		lacking string // the subsets that the numbers lack; empty where they are defined
	}{
		{"all four", four(), "", ""},
		{"a subset is not there", four()[:3], "", "defendant_statement"},
		{"a subset's only sample has no verdict", four(), "defendant_statement-1", "defendant_statement"},
		{"one subset", four()[:1], "", "defendant_statement, legal_consultation, plaintiff_statement"},
	} {
		points := map[string][]float64{}
		for id, p := range all {
			if id != c.without {
				points[id] = p
			}
		}
		rep, err := plawbench.Score(t.Context(), c.samples, given(points))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		for _, name := range []string{plawbench.OverallEqual, plawbench.OverallWeighted, plawbench.OverallSamples} {
			e, ok := rep.Metrics[name]
			if defined := !math.IsNaN(e.Value); defined != (c.lacking == "") || !ok {
				t.Errorf("%s: %s is %v (there: %v)", c.why, name, e.Value, ok)
			}
		}
		want := "not defined: overall_equal, overall_weighted, overall_samples, since no sample of " + c.lacking + " is scored"
		if said := slices.Contains(rep.Warnings, want); said != (c.lacking != "") {
			t.Errorf("%s: warnings %q", c.why, rep.Warnings)
		}
	}
}

// replies reads a fixed reply for each sample as a judge's.
func replies(text map[string]string) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		return t.Contract.Read(t, judge.Reply{Text: text[t.Sample.ID()], Finish: "stop"})
	})
}

func TestOfficialPolicyDoesTheReleasedArithmetic(t *testing.T) {
	const pinned = `{"score_details": {"结论": {"total_points": 0, "max_points": 0}, "案件事实": {"total_points": 8, "max_points": 10},
		"推理过程": {"total_points": 30, "max_points": 25}, "法条依据": {"total_points": "3", "max_points": 5}}}`
	text := map[string]string{
		"case_analysis-1":       pinned,
		"legal_consultation-1":  "```json\n{\"total_points\": 18, \"max_points\": 20,\n}\n```",
		"plaintiff_statement-1": `{"total_points": 46}`,
		"defendant_statement-1": "no object",
	}
	official, err := plawbench.Benchmark{Missing: report.Official}.Score(t.Context(), four(), replies(text))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "judge's maxima, unbounded", official.Subsets["case_analysis"][plawbench.Acc].Value, (0+8+30+3)/(0+10+25+5.0))
	near(t, "0 of 0", official.Subsets["case_analysis"][plawbench.ConclusionAcc].Value, 0)
	near(t, "more than its maximum", official.Subsets["case_analysis"][plawbench.ReasoningAcc].Value, 30/25.0)
	near(t, "another maximum", official.Subsets["legal_consultation"][plawbench.Acc].Value, 0.9)
	near(t, "no maximum counts as 1", official.Subsets["plaintiff_statement"][plawbench.Acc].Value, 46)
	near(t, "no verdict counts as 0", official.Subsets["defendant_statement"][plawbench.Acc].Value, 0)
	// The report shows the points that the scores are made of, and says once what was done with them.
	for _, s := range official.Samples {
		sum, most := 0.0, 0.0
		for _, g := range s.Grades {
			sum, most = sum+g.Points, most+g.Max
			if outside := g.Status == judge.Graded && (g.Points < 0 || g.Points > g.Weight); outside != (strings.Join(g.Flags, "") == fmt.Sprintf("counted as %v points, beyond what the criterion can give", g.Points)) {
				t.Errorf("%s: %v of %v points with the flags %q", s.ID, g.Points, g.Weight, g.Flags)
			}
		}
		if most > 0 {
			near(t, s.ID+": the points of the report over the judge's maxima", s.Scores[plawbench.Acc], sum/most)
		}
	}
	got := strings.Join(official.Warnings, "\n")
	for _, want := range []string{"released evaluator", "2 grades lay outside the range of their criterion and count as the judge gave them",
		"legal_consultation rests on one sample: it has no interval"} {
		if !strings.Contains(got, want) {
			t.Errorf("the warnings say nothing of %q: %s", want, got)
		}
	}
	if strings.Contains(got, "were bounded") || strings.Contains(got, "rests on 0") {
		t.Errorf("warnings: %s", got)
	}
	// What a missing verdict could change is what the dataset's maximum allows.
	if e := official.Subsets["defendant_statement"][plawbench.Acc]; e.Worst != 0 || e.Best != 1 {
		t.Errorf("the missing verdict allows %v to %v, want 0 to 1", e.Worst, e.Best)
	}
	// By default none of these is a verdict, but for the one whose maximum is merely not stated.
	plain, err := plawbench.Score(t.Context(), four(), replies(text))
	if err != nil {
		t.Fatal(err)
	}
	if c := plain.Coverage; c.Excluded != 3 || c.Scored != 1 {
		t.Errorf("coverage = %+v", c)
	}
	near(t, "the dataset's maximum", plain.Subsets["plaintiff_statement"][plawbench.Acc].Value, 0.46)
}

func TestScoreRefuses(t *testing.T) {
	for _, c := range []struct {
		why, want string
		b         plawbench.Benchmark
		samples   []plawbench.Sample
	}{
		{"no samples", "no samples", plawbench.Benchmark{}, nil},
		{"an empty subset", `subset "legal_consultation"`, plawbench.Benchmark{Subset: plawbench.LegalConsultation}, four()[:1]},
		{"a sample in no subset", "is in no subset", plawbench.Benchmark{}, []plawbench.Sample{{SampleID: "x", Answer: "y"}}},
		{"one id twice", "have the id", plawbench.Benchmark{}, append(four(), four()...)},
	} {
		rep, err := c.b.Score(t.Context(), c.samples, shares(1))
		if err == nil || !strings.Contains(err.Error(), c.want) || rep != nil {
			t.Errorf("%s: report %v, error %v, want %q in it", c.why, rep != nil, err, c.want)
		}
	}
}

func TestRealDataAtHalfMarks(t *testing.T) {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	samples, err := plawbench.Load(filepath.Join(dir, "data", "plawbench"))
	if err != nil {
		t.Skip("the published files are not here:", err)
	}
	for i := range samples {
		samples[i].Answer = "答"
	}
	rep, err := plawbench.Score(t.Context(), samples, shares(0.5))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"case_analysis": 250, "legal_consultation": 18, "plaintiff_statement": 6, "defendant_statement": 6}
	for subset, n := range want {
		e := rep.Subsets[subset][plawbench.Acc]
		near(t, subset, e.Value, 0.5)
		if e.N != n {
			t.Errorf("%s: n = %d, want %d", subset, e.N, n)
		}
	}
	if rep.Coverage.Tasks != 280 || rep.Coverage.Graded != 1030 {
		t.Errorf("coverage = %+v", rep.Coverage)
	}
}

func TestNumbersOfAPanelAreNotComparable(t *testing.T) {
	panel, err := judge.NewPanel(judge.Panel{Members: []judge.Member{{Name: "a", Judge: shares(1), Repeats: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]judge.Judge{"panel": panel, "judge": shares(1)} {
		rep, err := plawbench.Score(t.Context(), four(), j)
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(strings.Join(rep.Provenance.Reasons, "; "), "grades are made of votes"); said != (name == "panel") {
			t.Errorf("%s: the reasons are %q", name, rep.Provenance.Reasons)
		}
	}
}
