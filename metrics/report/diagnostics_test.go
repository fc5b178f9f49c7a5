package report_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report"
)

// answered returns items with answers of the given lengths in characters.
func answered(lengths ...int) []report.Item {
	items := make([]report.Item, len(lengths))
	for i, n := range lengths {
		items[i] = item(fmt.Sprint(i+1), "x", "t", true)
		items[i].Sample = sample{fmt.Sprint(i + 1), strings.Repeat("律", n), criteria}
		for k := range items[i].Tasks {
			items[i].Tasks[k].Sample = items[i].Sample
		}
	}
	return items
}

func build(t *testing.T, cfg report.Config, items []report.Item, out []judge.Outcome) *report.Report {
	t.Helper()
	rep, err := report.Build(cfg, items, out)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestMetRates(t *testing.T) {
	items := answered(1, 2, 3, 4)
	out := outcomes(report.Tasks(items), "yyn"+"yny"+"y?n"+"nn?")
	out[9].Verdict.Grades[0].Points = 1.5 // of 4
	rep := build(t, config(), items, out)
	d := rep.Diagnostics.Subsets["x"]
	if d.Samples != 4 || d.Clusters != 4 {
		t.Errorf("%d samples in %d clusters, want 4 in 4", d.Samples, d.Clusters)
	}
	p, n := d.Positive, d.Negative
	if p.Met != 4 || p.Partial != 1 || p.Unmet != 2 || p.Missing != 1 {
		t.Errorf("positive %+v, want 4 met, 1 in part, 2 unmet, 1 missing", p)
	}
	if n.Met != 1 || n.Partial != 0 || n.Unmet != 2 || n.Missing != 1 {
		t.Errorf("negative %+v, want 1 met, 2 unmet, 1 missing", n)
	}
	near(t, "rate", p.Rate.Value, 4.0/7)
	near(t, "lowest that the missing verdict allows", p.Rate.Worst, 4.0/8)
	near(t, "highest", p.Rate.Best, 5.0/8)
	near(t, "rate of penalties", n.Rate.Value, 1.0/3)
	near(t, "lowest rate of penalties", n.Rate.Worst, 1.0/4)
	near(t, "highest rate of penalties", n.Rate.Best, 2.0/4)
	// Verdicts by sample: 2 of 2, 1 of 2, 1 of 1, 0 of 2.
	mean := 4.0 / 7
	sum := 0.0
	for _, v := range [][2]float64{{2, 2}, {1, 2}, {1, 1}, {0, 2}} {
		dev := v[0] - v[1]*mean
		sum += dev * dev
	}
	near(t, "SE clustered by sample", p.Rate.SE, math.Sqrt(sum)/7*math.Sqrt(4.0/3))
	if p.Rate.N != 7 || p.Rate.Lo < 0 || p.Rate.Hi > 1 {
		t.Errorf("rate %+v, want n 7 and an interval within 0 and 1", p.Rate)
	}
	few := answered(1, 2, 3)
	if d := build(t, config(), few, outcomes(report.Tasks(few), "yyn"+"???"+"??y")).Diagnostics.Subsets["x"]; d.Samples != 2 || d.Clusters != 2 {
		t.Errorf("%d samples in %d clusters have a verdict, want 2", d.Samples, d.Clusters)
	}
	if rep.Diagnostics.Whole == nil {
		t.Fatal("no diagnostics over the whole run, although subsets are pooled")
	}
	if diff := cmp.Diff(d.Positive, rep.Diagnostics.Whole.Positive); diff != "" {
		t.Errorf("one subset, and the whole differs:\n%s", diff)
	}
	cfg := config()
	cfg.Pool = false
	if rep := build(t, cfg, items, out); rep.Diagnostics.Whole != nil {
		t.Error("subsets that are not pooled have diagnostics over the whole run")
	}
}

func TestMetRateWhereAllOrNoneAreMet(t *testing.T) {
	items := answered(1, 2, 3, 4)
	d := build(t, config(), items, outcomes(report.Tasks(items), "yynyynyynyyn")).Diagnostics.Subsets["x"]
	// The exact bound on four samples: 0.025^{1/4}.
	reach := math.Pow(0.025, 0.25)
	near(t, "lower end where all are met", d.Positive.Rate.Lo, reach)
	near(t, "upper end where all are met", d.Positive.Rate.Hi, 1)
	near(t, "lower end where none is met", d.Negative.Rate.Lo, 0)
	near(t, "upper end where none is met", d.Negative.Rate.Hi, 1-reach)
}

func TestMetRatesAreClusteredBySharedSources(t *testing.T) {
	items := answered(1, 2, 3, 4)
	items[0].Cluster, items[1].Cluster = "c", "c"
	d := build(t, config(), items, outcomes(report.Tasks(items), "yynyynnnnynn")).Diagnostics.Subsets["x"]
	if d.Samples != 4 || d.Clusters != 3 {
		t.Errorf("%d samples in %d clusters, want 4 in 3", d.Samples, d.Clusters)
	}
	mean := 5.0 / 8
	near(t, "SE", d.Positive.Rate.SE, math.Sqrt(math.Pow(4-4*mean, 2)+math.Pow(2*mean, 2)+math.Pow(1-2*mean, 2))/8*math.Sqrt(1.5))
}

func TestVerdictsAndLength(t *testing.T) {
	items := answered(10, 20, 30, 40, 50)
	// Positive: 0, 1, 2, 1 of 1, 2 of 2 met; negative: no, no, yes, no, missing.
	rep := build(t, config(), items, outcomes(report.Tasks(items), "nnn"+"ynn"+"yyy"+"y?n"+"yy?"))
	got := rep.Diagnostics.Subsets["x"].MetLength
	want, err := metrics.Correlation([]float64{0, .5, 1, 1, 1}, []float64{10, 20, 30, 40, 50})
	if err != nil {
		t.Fatal(err)
	}
	r := got["positive"]
	near(t, "positive", r.Value, want.Value)
	near(t, "its upper end", r.Hi, want.Hi)
	if r.N != 5 || !math.IsNaN(r.Best) {
		t.Errorf("with verdicts missing: %+v", r)
	}
	// Deviations −.25, −.25, .75, −.25 and −15, −5, 5, 15: Σxy = 5.
	near(t, "negative", got["negative"].Value, 5/math.Sqrt(.75*500))
	if n := got["negative"].N; n != 4 {
		t.Errorf("negative: n = %d", n)
	}
	if md := rep.Markdown(); !strings.Contains(md, "| x | criteria of positive weight met | 0.8839 |") {
		t.Errorf("Markdown:\n%s", md)
	}
	if whole := rep.Diagnostics.Whole.MetLength["positive"]; whole.Value != r.Value {
		t.Errorf("over the run %v", whole.Value)
	}
}

// vote adds votes to the grade of an outcome, one letter each: y, n or ?.
func vote(o *judge.Outcome, member, letters string) {
	g := &o.Verdict.Grades[0]
	weight := 0.0
	for _, c := range criteria {
		if c.ID == g.Criterion {
			weight = c.Weight
		}
	}
	for k, letter := range letters {
		v := judge.Vote{Member: member, Repeat: k, Status: judge.Graded}
		switch letter {
		case 'y':
			v.Points = weight
		case '?':
			v.Status, v.Reason = judge.Missing, judge.Truncated
		}
		g.Votes = append(g.Votes, v)
	}
}

func TestPanelDiagnostics(t *testing.T) {
	items := answered(1, 2)
	out := outcomes(report.Tasks(items), "yynnny")
	// Criteria a (4), b (6), c (-5) of two samples. "one" votes twice, "two" once.
	one := []string{"yy", "yn", "nn", "ny", "?n", "yy"}
	two := []string{"y", "y", "y", "n", "n", "?"}
	for i := range out {
		vote(&out[i], "one", one[i])
		vote(&out[i], "two", two[i])
	}
	p := build(t, config(), items, out).Diagnostics.Panel
	if p == nil {
		t.Fatal("no diagnostics of the panel")
	}
	// Split: 1b (y n y), 1c (n n y), 2a (n y n). 2b has n n, 2c y y.
	if p.Criteria != 6 || p.Split != 3 {
		t.Errorf("%d criteria, %d split; want 6 and 3", p.Criteria, p.Split)
	}
	near(t, "unanimous", p.Unanimous.Value, 3.0/6)
	near(t, "flip rate", p.FlipRate.Value, (0+2.0/3+2.0/3+2.0/3+0+0)/6)
	if len(p.Members) != 2 || p.Members[0].Member != "one" || p.Members[0].Votes != 11 || p.Members[0].Missing != 1 || p.Members[1].Votes != 5 || p.Members[1].Missing != 1 {
		t.Errorf("members %+v", p.Members)
	}
	near(t, "self-consistency on the five criteria with two votes", p.Members[0].Unanimous.Value, 3.0/5)
	if n := p.Members[0].FlipRate.N; n != 5 {
		t.Errorf("self-consistency rests on %d criteria, want 5", n)
	}
	if !math.IsNaN(p.Members[1].Unanimous.Value) {
		t.Errorf("a member without repeats has the self-consistency %v", p.Members[1].Unanimous.Value)
	}
	// First votes: one y y n n n y; two y y y n n, none.
	if len(p.Pairs) != 1 {
		t.Fatalf("%d pairs", len(p.Pairs))
	}
	v := p.Pairs[0].Verdicts
	if p.Pairs[0].First != "one" || p.Pairs[0].Second != "two" || v.N != 5 || v.BothMet != 2 || v.OnlySecond != 1 || v.Neither != 2 || v.OnlyFirst != 0 {
		t.Errorf("pair %+v", p.Pairs[0])
	}
	near(t, "κ of 2, 0, 1, 2", v.Kappa.Value, (0.8-(0.4*0.6+0.6*0.4))/(1-0.48))
	// All have a spread of their whole weight: 6, then -5, then 4.
	var order []string
	for _, d := range p.Disagreements {
		order = append(order, d.Sample+d.Criterion)
	}
	if diff := cmp.Diff([]string{"1b", "1c", "2a"}, order); diff != "" {
		t.Errorf("disagreements (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]float64{"one": {0, 0}, "two": {-5}}, p.Disagreements[1].Votes); diff != "" {
		t.Errorf("votes (-want +got):\n%s", diff)
	}
	near(t, "spread", p.Disagreements[1].Spread, 5)
}

func TestPanelDiagnosticsOfPoints(t *testing.T) {
	items := answered(1, 2, 3, 4, 5)
	out := outcomes(report.Tasks(items), strings.Repeat("y", 15))
	rating := [][]float64{{1, 1}, {0.5, 0.5}, {0.25, 0.5}, {0, 0.25}, {0.75, 1}}
	var ratings [][]float64
	for i := range out {
		g := &out[i].Verdict.Grades[0]
		weight := criteria[i%3].Weight
		r := rating[i/3]
		ratings = append(ratings, r)
		g.Points = r[0] * weight
		g.Votes = []judge.Vote{
			{Member: "one", Status: judge.Graded, Points: r[0] * weight},
			{Member: "two", Status: judge.Graded, Points: 2 * r[1] * weight}, // bounded to the weight
		}
		ratings[i] = []float64{r[0], math.Min(1, 2*r[1])}
	}
	p := build(t, config(), items, out).Diagnostics.Panel
	panel, err := agreement.NewPanel(ratings, agreement.Categories(ratings))
	if err != nil {
		t.Fatal(err)
	}
	alpha, err := panel.Alpha(agreement.Interval, metrics.Bootstrap{Resamples: 1000})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "α of shares of the weight", p.Alpha.Value, alpha.Value)
	// From twenty clusters on there is an interval.
	for _, n := range []int{19, 20} {
		many := answered(make([]int, n)...)
		p := build(t, config(), many, votedOutcomes(many, map[string][]string{"one": {strings.Repeat("yyn", n)}, "two": {strings.Repeat("yyn", n-4) + strings.Repeat("yny", 4)}})).Diagnostics.Panel
		if math.IsInf(p.Alpha.Lo, -1) != (n == 19) || p.Alpha.Resamples != 1000 {
			t.Errorf("%d samples: α %+v", n, p.Alpha)
		}
	}
	if !math.IsInf(p.Alpha.Lo, -1) || !math.IsInf(p.Alpha.Hi, 1) {
		t.Errorf("5 samples give α the interval from %v to %v", p.Alpha.Lo, p.Alpha.Hi)
	}
	if v := p.Pairs[0].Verdicts; v.N != 3 {
		t.Errorf("%d criteria count as verdicts of met or not met, want the 3 of the first sample", v.N)
	}
	if e := p.Pairs[0].Points; e.N != 15 || e.Clusters != 5 {
		t.Errorf("the correlation of points rests on %d criteria in %d samples, want 15 in 5", e.N, e.Clusters)
	}
}

func TestDisagreementsAreBounded(t *testing.T) {
	items := answered(make([]int, 40)...)
	out := outcomes(report.Tasks(items), strings.Repeat("y", 120))
	for i := range out {
		vote(&out[i], "m", "yn")
	}
	p := build(t, config(), items, out).Diagnostics.Panel
	if p.Split != 120 || len(p.Disagreements) != report.MaxListed {
		t.Errorf("%d criteria are split and %d listed; want 120 and %d", p.Split, len(p.Disagreements), report.MaxListed)
	}
	if p.Alpha.Clusters != 40 || !(p.Alpha.Lo <= p.Alpha.Value && p.Alpha.Hi < 1) {
		t.Errorf("α of 40 samples is %+v", p.Alpha)
	}
	for _, d := range p.Disagreements[:40] {
		if d.Criterion != "b" {
			t.Fatalf("criterion %s is listed before all of the heaviest are", d.Criterion)
		}
	}
}

func TestDiagnosticsAreWrittenAndRead(t *testing.T) {
	items := answered(1, 2)
	out := outcomes(report.Tasks(items), "yynnny")
	for i := range out {
		vote(&out[i], "one <b>", "yn")
		vote(&out[i], "two", "y?")
	}
	rep := build(t, config(), items, out)
	var js bytes.Buffer
	if err := rep.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	first := js.String()
	back, err := report.Read(&js)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.WriteJSON(&again); err != nil || again.String() != first {
		t.Errorf("reading and writing changes the report (%v):\n%s", err, cmp.Diff(first, again.String()))
	}
	golden(t, "panel.md", rep.Markdown())
	if strings.Contains(rep.Markdown(), "one <b>") {
		t.Error("the name of a member stands in the Markdown unescaped")
	}
}

// TestDiagnosticsOfSamplesThatAreNotKept runs the same panel on items at once and one by one.
func TestDiagnosticsOfSamplesThatAreNotKept(t *testing.T) {
	var items []report.Item
	for i := range 40 {
		it := item(fmt.Sprint(i), []string{"x", "y"}[i%2], "t", i%9 != 4)
		it.Cluster = fmt.Sprint(i / 3)
		s := it.Sample.(sample)
		s.answer = strings.Repeat("a", 1+i*i%17)
		it.Sample = s
		for k := range it.Tasks {
			it.Tasks[k].Sample = s
		}
		items = append(items, it)
	}
	// Each vote depends on the sample, the criterion and the repeat alone.
	opinion := func(shift int) judge.Judge {
		return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
			n := shift + t.Repeat
			for _, c := range t.Sample.ID() + t.Criteria[0].ID {
				n = 7*n + int(c)
			}
			if n%11 == 0 {
				return judge.Verdict{}, judge.Errorf(judge.Malformed, "no object")
			}
			return judge.Met(t, n%3 == 0, ""), nil
		})
	}
	panel := func() judge.Judge {
		p, err := judge.NewPanel(judge.Panel{Members: []judge.Member{
			{Name: "one", Judge: opinion(1), Repeats: 2}, {Name: "two", Judge: opinion(5)},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	whole, err := report.Run(t.Context(), config(), items, panel())
	if err != nil {
		t.Fatal(err)
	}
	seq, err := report.RunSeq(t.Context(), config(), slices.Values(items), panel(), func(report.Sample) {}, judge.Concurrency(8))
	if err != nil {
		t.Fatal(err)
	}
	if p := whole.Diagnostics.Panel; p == nil || p.Split == 0 || len(p.Members) != 2 {
		t.Fatalf("panel %+v", p)
	}
	if diff := cmp.Diff(whole.Diagnostics, seq.Diagnostics, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("at once and one by one differ:\n%s", diff)
	}
	if diff := cmp.Diff(whole.Metrics, seq.Metrics, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("at once and one by one differ:\n%s", diff)
	}
}

func ExampleDiagnostics() {
	items := []report.Item{item("1", "tax", "t", true), item("2", "tax", "t", true), item("3", "tax", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"yny"+"ynn"))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := rep.Diagnostics.Subsets["tax"]
	fmt.Printf("positive: %d of %d met, %.2f [%.2f, %.2f]\n", d.Positive.Met, d.Positive.Rate.N, d.Positive.Rate.Value, d.Positive.Rate.Lo, d.Positive.Rate.Hi)
	fmt.Printf("penalties: %d of %d met\n", d.Negative.Met, d.Negative.Rate.N)
	// Output:
	// positive: 4 of 6 met, 0.67 [0.07, 0.98]
	// penalties: 1 of 3 met
}
