package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

// modelRun is the report of a model's answers: one sample for each verdict of three letters, which is
// "-" for a sample without an answer. Samples are in subset x unless subsets says otherwise.
func modelRun(t *testing.T, model string, subsets []string, edit func([]report.Item), verdicts ...string) *report.Report {
	t.Helper()
	var items []report.Item
	letters := ""
	for i, v := range verdicts {
		subset := "x"
		if subsets != nil {
			subset = subsets[i]
		}
		it := item(fmt.Sprint(i+1), subset, []string{"tax", "family"}[i%2], v != "-")
		s := it.Sample.(sample)
		s.answer = model + "'s answer " + s.id
		it.Sample = s
		items = append(items, it)
		if v != "-" {
			letters += v
		}
	}
	if edit != nil {
		edit(items)
	}
	return build(t, config(), items, outcomes(report.Tasks(items), letters))
}

// find returns the difference of a metric in a scope.
func find(t *testing.T, list []report.Difference, scope, slice, metric string) report.Difference {
	t.Helper()
	for _, d := range list {
		if d.Scope == scope && d.Metric == metric && (slice == "" && d.Dimension == "" || slice == d.Dimension+": "+d.Label) {
			return d
		}
	}
	t.Fatalf("no difference of %s in %s %s", metric, scope, slice)
	return report.Difference{}
}

func compared(t *testing.T, a, b *report.Report, opts report.CompareOptions) *report.Comparison {
	t.Helper()
	c, err := report.Compare(a, b, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestComparePairsSamples(t *testing.T) {
	// Clipped scores of A: 1, 1, 0.4, -0.1, 0.6; of B: 0.4, 1, 0, -0.5, 0.6.
	a := modelRun(t, "a", nil, nil, "yyn", "yyn", "ynn", "yny", "nyn")
	b := modelRun(t, "b", nil, nil, "ynn", "yyn", "nnn", "nny", "nyn")
	c := compared(t, a, b, report.CompareOptions{})
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	// Differences 0.6, 0, 0.4, 0.4, 0 with mean 0.28 and squared deviations that sum to 0.288.
	se := math.Sqrt(0.288 / 4 / 5)
	near(t, "mean difference", d.Test.Difference.Value, 0.28)
	near(t, "SE", d.Test.Difference.SE, se)
	near(t, "t", d.Test.T, 0.28/se)
	near(t, "lower end by t with 4 degrees of freedom", d.Test.Difference.Lo, 0.28-2.7764451051977987*se)
	near(t, "mean of A", d.A.Value, 2.9/5)
	near(t, "mean of B", d.B.Value, 1.5/5)
	near(t, "smallest detectable difference", d.Test.Detectable, (1.959963984540054+0.8416212335729143)*se)
	near(t, "samples needed", d.Needed, math.Pow((1.959963984540054+0.8416212335729143)/0.28, 2)*0.288/4)
	near(t, "bounds with nothing missing", d.Test.Difference.Worst, d.Test.Difference.Best)
	if d.Test.Difference.N != 5 || d.Dropped != 0 || d.Test.Clusters != 0 {
		t.Errorf("difference %+v", d)
	}
	// Of the 8 patterns of three signs, only all equal reach the sum: 2 of 8.
	if d.SignFlip == nil || !d.SignFlip.Exact {
		t.Fatalf("sign flip %+v", d.SignFlip)
	}
	near(t, "sign flip", d.SignFlip.P, 0.25)
	if c.Pairs.Shared != 5 || c.Pairs.Compared != 5 || len(c.Pairs.Dropped) != 0 || !c.Paired || c.Alpha != 0.05 || c.Power != 0.8 {
		t.Errorf("comparison %+v", c.Pairs)
	}
	// One subset: the whole run is not tested again.
	if len(c.Differences) != 2 {
		t.Errorf("%d differences of one subset and two metrics", len(c.Differences))
	}
}

func TestCompareIsAntisymmetricAndBlindToOrder(t *testing.T) {
	subsets := []string{"x", "y", "x", "y", "x", "y", "x"}
	verdicts := []string{"yyn", "yn?", "ynn", "yny", "nyn", "-", "yyy"}
	others := []string{"ynn", "yyn", "?nn", "nny", "nyn", "yyn", "nnn"}
	a, b := modelRun(t, "a", subsets, nil, verdicts...), modelRun(t, "b", subsets, nil, others...)
	c := compared(t, a, b, report.CompareOptions{})
	back := compared(t, b, a, report.CompareOptions{})
	for i, d := range c.Differences {
		e := back.Differences[i]
		if math.IsNaN(d.Test.Difference.Value) {
			t.Errorf("%s %s is not defined", d.Scope, d.Metric)
		}
		near(t, "the other way", e.Test.Difference.Value, -d.Test.Difference.Value)
		if e.Test.Difference.Lo != -d.Test.Difference.Hi {
			near(t, "its lower end", e.Test.Difference.Lo, -d.Test.Difference.Hi)
		}
		near(t, "its worst", e.Test.Difference.Worst, -d.Test.Difference.Best)
		near(t, "its best", e.Test.Difference.Best, -d.Test.Difference.Worst)
		near(t, "its sign flip", e.SignFlip.P, d.SignFlip.P)
	}
	slices.Reverse(b.Samples)
	if diff := cmp.Diff(c, compared(t, a, b, report.CompareOptions{}), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("another order of samples changes the comparison:\n%s", diff)
	}
}

func TestCompareDropsAndSaysWhy(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "y?n", "-", "y?n", "-", "y?n", "yyn", "nnn")
	b := modelRun(t, "b", nil, nil, "ynn", "ynn", "ynn", "?yn", "?yn", "-", "-", "nyn", "yyn")
	_, err := report.Compare(a, b, report.CompareOptions{})
	if mismatch := new(report.MismatchError); !errors.As(err, &mismatch) {
		t.Fatalf("runs of 8 and 9 samples are compared: %v", err)
	}
	c := compared(t, a, b, report.CompareOptions{NameA: "old", NameB: "new", Override: true})
	want := []report.Dropped{
		{Reason: "excluded in both", Count: 1},
		{Reason: "excluded in old", Count: 1},
		{Reason: "excluded in old, unanswered in new", Count: 1},
		{Reason: "in new alone", Count: 1},
		{Reason: "unanswered in new", Count: 1},
		{Reason: "unanswered in old", Count: 1},
		{Reason: "unanswered in old, excluded in new", Count: 1},
	}
	if diff := cmp.Diff(want, c.Pairs.Dropped); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.Pairs.Shared != 8 || c.Pairs.Compared != 2 {
		t.Errorf("%d shared, %d compared; want 8 and 2", c.Pairs.Shared, c.Pairs.Compared)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "not compared: 1 sample excluded in both, 1 sample excluded in old,") {
		t.Errorf("warnings %s", got)
	}
	// Samples 2 to 7 have the metric, or bounds for it, in one run or both.
	if d := find(t, c.Differences, "x", "", metrics.ClippedScore); d.Dropped != 6 || d.Test.Difference.N != 2 {
		t.Errorf("%d dropped, n %d; want 6 and 2", d.Dropped, d.Test.Difference.N)
	}
}

// TestCompareBoundsHold goes through all that the missing verdicts could be.
func TestCompareBoundsHold(t *testing.T) {
	va := []string{"y?n", "yyn", "?n?", "nny"}
	vb := []string{"yy?", "y?n", "nnn", "nyn"}
	c := compared(t, modelRun(t, "a", nil, nil, va...), modelRun(t, "b", nil, nil, vb...), report.CompareOptions{})
	for _, metric := range []string{metrics.ClippedScore, metrics.NormalizedScore} {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, wa := range completions(strings.Join(va, "")) {
			for _, wb := range completions(strings.Join(vb, "")) {
				full := compared(t, modelRun(t, "a", nil, nil, triples(wa)...), modelRun(t, "b", nil, nil, triples(wb)...), report.CompareOptions{})
				x := find(t, full.Differences, "x", "", metric).Test.Difference.Value
				lowest, highest = min(lowest, x), max(highest, x)
			}
		}
		e := find(t, c.Differences, "x", "", metric).Test.Difference
		near(t, metric+" worst", e.Worst, lowest)
		near(t, metric+" best", e.Best, highest)
	}
}

// completions returns all verdicts that the missing ones could be.
func completions(verdicts string) []string {
	i := strings.IndexByte(verdicts, '?')
	if i < 0 {
		return []string{verdicts}
	}
	return append(completions(verdicts[:i]+"y"+verdicts[i+1:]), completions(verdicts[:i]+"n"+verdicts[i+1:])...)
}

func triples(verdicts string) (out []string) {
	for part := range slices.Chunk([]byte(verdicts), 3) {
		out = append(out, string(part))
	}
	return out
}

// TestCompareDoesNotTestRounding has pairs that differ by 4 of 15 each, in floating point not by the
// same.
func TestCompareDoesNotTestRounding(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn", "yny", "yyy", "yyn", "yyn", "yyn")
	b := modelRun(t, "b", nil, nil, "nyn", "nnn", "nny", "nyy", "nyn", "nyn", "nyn")
	d := find(t, compared(t, a, b, report.CompareOptions{}).Differences, "x", "", metrics.NormalizedScore)
	if d.Test.Difference.SE != 0 || !math.IsNaN(d.Test.P) || !math.IsNaN(d.Test.Detectable) || !math.IsNaN(d.Needed) {
		t.Errorf("equal differences are tested by t: %+v", d.Test)
	}
	near(t, "difference", d.Test.Difference.Lo, 4.0/15)
	near(t, "sign flip", d.SignFlip.P, 2.0/128)
	// Both metrics are tested by it, and Holm doubles the first.
	near(t, "the sign flip takes the place of t", d.Adjusted, 4.0/128)
	if !d.Different() {
		t.Error("seven equal differences are no difference")
	}
	same := find(t, compared(t, a, a, report.CompareOptions{}).Differences, "x", "", metrics.NormalizedScore)
	if same.Different() || same.Adjusted != 1 {
		t.Errorf("a run differs from itself: %+v", same)
	}
}

func TestCompareTakesMeansBeforeClipping(t *testing.T) {
	// Clipped scores -0.5, -0.5, -0.1 and -0.1, -0.5, -0.1: both are published as 0.
	a := modelRun(t, "a", nil, nil, "nny", "nny", "yny")
	b := modelRun(t, "b", nil, nil, "yny", "nny", "yny")
	near(t, "published", a.Metrics[metrics.ClippedScore].Value, b.Metrics[metrics.ClippedScore].Value)
	c := compared(t, a, b, report.CompareOptions{})
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	near(t, "difference", d.Test.Difference.Value, -0.4/3)
	near(t, "mean of A", d.A.Value, -1.1/3)
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "the mean clipped_score of A on x is -0.3667 and is published as 0.0000: the difference is that before clipping") {
		t.Errorf("warnings %s", got)
	}
}

func TestCompareClusters(t *testing.T) {
	cluster := func(names ...string) func([]report.Item) {
		return func(items []report.Item) {
			for i := range items {
				items[i].Cluster = names[i]
			}
		}
	}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "nyn", "yyn"}
	a := modelRun(t, "a", nil, cluster("p", "p", "", "", "", "q"), va...)
	// B links 3 to 4 and, by another name, 5 to 6.
	b := modelRun(t, "b", nil, cluster("", "", "r", "r", "s", "s"), vb...)
	d := find(t, compared(t, a, b, report.CompareOptions{}).Differences, "x", "", metrics.ClippedScore)
	var xs, ys []float64
	for i := range a.Samples {
		xs, ys = append(xs, a.Samples[i].Scores[metrics.ClippedScore]), append(ys, b.Samples[i].Scores[metrics.ClippedScore])
	}
	names := []string{"1", "1", "2", "2", "3", "3"}
	want, err := compare.PairedClusters(xs, ys, names)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, d.Test, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("clusters of both runs (-want +got):\n%s", diff)
	}
	flip, err := compare.SignFlip{Clusters: names}.Test(xs, ys)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&flip, d.SignFlip); diff != "" {
		t.Errorf("sign flip (-want +got):\n%s", diff)
	}
	if got := compared(t, a, b, report.CompareOptions{}).String(); !strings.Contains(got, "6 in 3") {
		t.Errorf("the table does not give n with its clusters:\n%s", got)
	}
}

func TestCompareSubsetsAndSlices(t *testing.T) {
	subsets := []string{"x", "x", "x", "y", "y", "y"}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "yyn", "n?n"}
	a, b := modelRun(t, "a", subsets, nil, va...), modelRun(t, "b", subsets, nil, vb...)
	c := compared(t, a, b, report.CompareOptions{Seed: 5})
	var rows, raw []string
	for _, d := range c.Differences {
		rows = append(rows, d.Scope+" "+d.Metric)
	}
	for _, d := range c.Slices {
		raw = append(raw, fmt.Sprintf("%s %s: %s %s %d", d.Scope, d.Dimension, d.Label, d.Metric, d.Test.Difference.N))
	}
	if diff := cmp.Diff([]string{
		"x clipped_score", "x normalized_score", "y clipped_score", "y normalized_score", "all clipped_score", "all normalized_score",
	}, rows); diff != "" {
		t.Errorf("differences (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"all topic: family clipped_score 2", "all topic: family normalized_score 2",
		"all topic: tax clipped_score 3", "all topic: tax normalized_score 3",
		"all category: Facts normalized_score 5", "all category: Law normalized_score 6",
	}, raw); diff != "" {
		t.Errorf("slices (-want +got):\n%s", diff)
	}
	// Facts is criterion b alone: of five pairs A meets four and B two, of which one A does not... by hand:
	// A 1 1 0 0 1, B 0 1 0 0 1.
	near(t, "category", find(t, c.Slices, "all", "category: Facts", metrics.NormalizedScore).Test.Difference.Value, 1.0/5)
	// The sixth sample's verdict on b could be either.
	near(t, "worst of the category", find(t, c.Slices, "all", "category: Facts", metrics.NormalizedScore).Test.Difference.Worst, 1.0/6)
	near(t, "best of the category", find(t, c.Slices, "all", "category: Facts", metrics.NormalizedScore).Test.Difference.Best, 2.0/6)
	for _, l := range []struct {
		name   string
		list   []report.Difference
		adjust func([]float64) ([]float64, error)
	}{{"Holm", c.Differences, compare.Holm}, {"Benjamini-Hochberg", c.Slices, compare.BenjaminiHochberg}} {
		var p, adjusted []float64
		for _, d := range l.list {
			raw := d.Test.P
			if d.Test.Difference.SE == 0 {
				raw = d.SignFlip.P // all pairs differ by the same
			}
			p, adjusted = append(p, raw), append(adjusted, d.Adjusted)
		}
		want, err := l.adjust(p)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, adjusted, cmpopts.EquateNaNs()); diff != "" || slices.Equal(want, p) {
			t.Errorf("%s (-want +got):\n%s", l.name, diff)
		}
	}
	cfg := config()
	cfg.Pool = false
	unpooled := func(r *report.Report) *report.Report { r.Metrics = nil; return r }
	c = compared(t, unpooled(a), unpooled(b), report.CompareOptions{})
	if len(c.Differences) != 4 {
		t.Errorf("%d differences of subsets that are not pooled, want 4", len(c.Differences))
	}
	find(t, c.Slices, "y", "topic: tax", metrics.ClippedScore)
}

func TestCompareLeavesOutASliceThatIsAll(t *testing.T) {
	same := func(items []report.Item) {
		for i := range items {
			items[i].Labels = []report.Label{{Dimension: "field", Value: "law"}, {Dimension: "half", Value: fmt.Sprint(i / 2)}}
		}
	}
	c := compared(t, modelRun(t, "a", nil, same, "yyn", "ynn", "yyn", "nnn"), modelRun(t, "b", nil, same, "ynn", "ynn", "nnn", "nyn"), report.CompareOptions{})
	for _, d := range c.Slices {
		if d.Dimension == "field" {
			t.Errorf("the slice %s: %s is tested again", d.Dimension, d.Label)
		}
	}
	find(t, c.Slices, "all", "half: 1", metrics.ClippedScore)
}

// TestSlicesHoldWhatBothRunsPutThere has a sample that is labeled anew in the second run.
func TestSlicesHoldWhatBothRunsPutThere(t *testing.T) {
	verdicts := []string{"yyn", "ynn", "yyn", "nnn"}
	a, b := modelRun(t, "a", nil, nil, verdicts...), modelRun(t, "b", nil, nil, "nnn", "nyn", "ynn", "nny")
	b.Samples[2].Labels["topic"] = "trade"
	c := compared(t, a, b, report.CompareOptions{})
	if n := find(t, c.Slices, "all", "topic: tax", metrics.ClippedScore).Test.Difference.N; n != 1 {
		t.Errorf("the slice has %d pairs, want the one that both runs put there", n)
	}
	for _, d := range c.Slices {
		if d.Label == "trade" {
			t.Error("a slice that one run alone has is compared")
		}
	}
}

func TestCompareCriteria(t *testing.T) {
	// a and b are positive, c is a penalty.
	va, vb := []string{"yyn", "ynn", "nny", "y?n", "-", "yyn"}, []string{"yny", "yyn", "nnn", "yyn", "yyn", "nyn"}
	a, b := modelRun(t, "a", nil, nil, va...), modelRun(t, "b", nil, nil, vb...)
	a.Samples[5].Grades[1].Points = 3 // of 6, and so not met
	c := compared(t, a, b, report.CompareOptions{})
	type counts struct{ Both, OnlyA, OnlyB, Neither, Missing, Partial, Changed int }
	of := func(v report.VerdictComparison) counts {
		return counts{v.Both, v.OnlyA, v.OnlyB, v.Neither, v.Missing, v.Partial, v.Changed}
	}
	if diff := cmp.Diff(counts{Both: 3, OnlyA: 2, OnlyB: 2, Neither: 2, Missing: 1, Partial: 1}, of(c.Criteria.Positive)); diff != "" {
		t.Errorf("positive (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(counts{OnlyA: 1, OnlyB: 1, Neither: 3}, of(c.Criteria.Negative)); diff != "" {
		t.Errorf("negative (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(counts{Both: 3, OnlyA: 3, OnlyB: 3, Neither: 5, Missing: 1, Partial: 1}, of(c.Criteria.All)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "1 of 14 criteria got a part of their points in one run or both and count as not met there") {
		t.Errorf("warnings %s", got)
	}
	p := c.Criteria.Positive
	near(t, "McNemar of 2 and 2", p.McNemar.Exact, 1)
	near(t, "difference of the rates", p.Rate.Difference.Value, 0)
	near(t, "worst with the missing verdict", p.Rate.Difference.Worst, -1.0/10)
	near(t, "best with the missing verdict", p.Rate.Difference.Best, 0.0/10)
	if p.Rate.Clusters != 5 {
		t.Errorf("the rates are clustered by %d samples, want 5", p.Rate.Clusters)
	}
	// By sample A has 0, -1, 1, 0 and 0 more: two flip, and all patterns are as far off.
	if n := c.Criteria.All.SignFlip.Units; n != 2 {
		t.Errorf("%d samples flip, want 2", n)
	}
	near(t, "sign flip by sample", c.Criteria.All.SignFlip.P, 1)
	name := func(list []report.CriterionName) (out []string) {
		for _, n := range list {
			out = append(out, n.Sample+n.Criterion)
		}
		return out
	}
	for _, l := range []struct {
		why  string
		list []report.CriterionName
		want []string
	}{
		{"both, the heavier first", c.Criteria.Both, []string{"1a", "2a", "4a"}},
		{"A alone", c.Criteria.OnlyA, []string{"1b", "3c", "6a"}},
		{"B alone", c.Criteria.OnlyB, []string{"2b", "6b", "1c"}},
		{"neither", c.Criteria.Neither, []string{"3b", "2c", "4c", "6c", "3a"}},
	} {
		if diff := cmp.Diff(l.want, name(l.list)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.why, diff)
		}
	}
	if n := c.Criteria.Both[0]; n.Text != "Names the statute." || n.Weight != 4 || n.Subset != "x" {
		t.Errorf("criterion %+v", n)
	}
}

// TestCompareDoesNotTestRoundingOfRates has the same rates on every sample, so that clusters have no
// spread on paper.
func TestCompareDoesNotTestRoundingOfRates(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn", "nyy", "yny", "yyn", "nnn", "yyy")
	b := modelRun(t, "b", nil, nil, "nyn", "nnn", "nny", "yyy", "nyn", "nyn", "nyy")
	for i := range a.Samples { // one criterion more in A's favor on each sample, on those with less
		for k := range a.Samples[i].Grades {
			g, h := &a.Samples[i].Grades[k], &b.Samples[i].Grades[k]
			g.Points, h.Points = 0, 0
			if k == i%3 {
				g.Points = g.Weight
			}
		}
	}
	r := compared(t, a, b, report.CompareOptions{}).Criteria.All.Rate
	near(t, "difference", r.Difference.Value, 1.0/3)
	if r.Difference.SE != 0 || !math.IsNaN(r.P) {
		t.Errorf("equal rates are tested by t: %+v", r)
	}
	v := compared(t, a, b, report.CompareOptions{}).Criteria.All
	near(t, "sign flip of seven samples", v.SignFlip.P, 2.0/128)
	if !v.Different() {
		t.Error("one more criterion met on each sample is no difference")
	}
}

func TestCompareOfReworkedRubrics(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, "yyn", "yyn"), modelRun(t, "b", nil, nil, "ynn", "yyn")
	b.Provenance.Dataset.SHA256 = "other"
	b.Samples[1].Grades[0].Text = "Names the statute and the article."
	b.Samples[1].Grades = append(b.Samples[1].Grades, report.Grade{Grade: judge.Grade{Criterion: "d", Status: judge.Graded}, Weight: 1},
		report.Grade{Grade: judge.Grade{Criterion: "e", Status: judge.Graded}, Weight: -1},
		report.Grade{Grade: judge.Grade{Criterion: "f", Status: judge.Graded}, Weight: -1})
	c := compared(t, a, b, report.CompareOptions{Override: true})
	if all, positive, negative := c.Criteria.All.Changed, c.Criteria.Positive.Changed, c.Criteria.Negative.Changed; all != 4 || positive != 2 || negative != 2 {
		t.Errorf("%d criteria changed, %d positive and %d negative; want the reworded and three new ones, two of them penalties", all, positive, negative)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "1 shared sample was graded by another rubric") {
		t.Errorf("warnings %s", got)
	}
}

func TestCompareSameAnswers(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, "yyn", "yyn"), modelRun(t, "a", nil, nil, "ynn", "yyn")
	if got := strings.Join(compared(t, a, b, report.CompareOptions{}).Warnings, "\n"); !strings.Contains(got, "both runs graded the same answers") {
		t.Errorf("warnings %s", got)
	}
	b = modelRun(t, "b", nil, nil, "ynn", "yyn")
	if got := strings.Join(compared(t, a, b, report.CompareOptions{}).Warnings, "\n"); strings.Contains(got, "same answers") {
		t.Errorf("warnings %s", got)
	}
}

func TestCompareIsRefused(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn")
	twice := modelRun(t, "b", nil, nil, "yyn", "ynn")
	twice.Samples[1].ID = "1"
	apart := modelRun(t, "b", nil, nil, "yyn", "ynn")
	apart.Samples[0].ID, apart.Samples[1].Subset = "9", "y"
	for _, tt := range []struct {
		why, want string
		a, b      *report.Report
		opts      report.CompareOptions
	}{
		{"no first report", "two reports", nil, a, report.CompareOptions{}},
		{"no second report", "two reports", a, nil, report.CompareOptions{}},
		{"samples that were not kept", "B has no samples to compare", a, new(report.Report), report.CompareOptions{Override: true}},
		{"too few flips", "Flips is 10", a, a, report.CompareOptions{Flips: 10}},
		{"a sample twice", `B has two samples of subset "x" with the id "1"`, a, twice, report.CompareOptions{}},
		{"no shared sample", "share no sample", a, apart, report.CompareOptions{}},
	} {
		if _, err := report.Compare(tt.a, tt.b, tt.opts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	if _, err := report.Compare(a, apart, report.CompareOptions{Unpaired: true}); err != nil {
		t.Errorf("runs on different samples, unpaired: %v", err)
	}
}

func TestCompareUnpaired(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "yyn", "ynn", "yny", "nyn", "y?n")
	b := modelRun(t, "b", nil, nil, "ynn", "nnn", "nny", "nyn", "-", "yyn")
	c := compared(t, a, b, report.CompareOptions{Unpaired: true})
	if c.Paired || c.Criteria != nil || c.Warnings[0] != "unpaired: samples that both runs share are treated as different ones" {
		t.Errorf("warnings %q, criteria %v", c.Warnings, c.Criteria)
	}
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	want, err := compare.Unpaired([]float64{1, 1, 0.4, -0.1, 0.6}, []float64{0.4, 0, -0.5, 0.6, 1})
	if err != nil {
		t.Fatal(err)
	}
	got := d.Test
	near(t, "difference", got.Difference.Value, want.Difference.Value)
	near(t, "SE", got.Difference.SE, want.Difference.SE)
	near(t, "lower end", got.Difference.Lo, want.Difference.Lo)
	near(t, "upper end", got.Difference.Hi, want.Difference.Hi)
	near(t, "t", got.T, want.T)
	near(t, "degrees of freedom", got.DF, want.DF)
	near(t, "p", got.P, want.P)
	near(t, "detectable", got.Detectable, want.Detectable)
	near(t, "worst", got.Difference.Worst, (1+1+0.4-0.1+0.6+0.4)/6-1.5/5)
	near(t, "best", got.Difference.Best, (1+1+0.4-0.1+0.6+1)/6-1.5/5)
	if d.SignFlip != nil || !math.IsNaN(d.Needed) || d.Dropped != 1 {
		t.Errorf("difference %+v", d)
	}
	wantDropped := []report.Dropped{{Reason: "excluded in A", Count: 1}, {Reason: "unanswered in B", Count: 1}}
	if diff := cmp.Diff(wantDropped, c.Pairs.Dropped); diff != "" || c.Pairs.Compared != 10 {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	clusterA := modelRun(t, "a", nil, func(items []report.Item) { items[0].Cluster, items[1].Cluster = "p", "p" }, "yyn", "yyn", "ynn", "yny", "nyn")
	clusterB := modelRun(t, "b", nil, nil, "ynn", "nnn", "nny", "nyn", "yyn")
	got = find(t, compared(t, clusterA, clusterB, report.CompareOptions{Unpaired: true}).Differences, "x", "", metrics.ClippedScore).Test
	m, err := metrics.ClusterMean([]float64{1, 1, 0.4, -0.1, 0.6}, []string{"p", "p", "3", "4", "5"})
	if err != nil {
		t.Fatal(err)
	}
	se2A, se2B := m.CR1*m.CR1, math.Pow(metrics.Mean([]float64{0.4, 0, -0.5, 0.6, 1}).SE, 2)
	near(t, "clustered SE", got.Difference.SE, math.Sqrt(se2A+se2B))
	near(t, "degrees of freedom by 4 clusters and 5 samples", got.DF, math.Pow(se2A+se2B, 2)/(se2A*se2A/3+se2B*se2B/4))
	if got.Clusters != 9 {
		t.Errorf("%d clusters", got.Clusters)
	}
}

// overallConfig has a weighted mean of two subsets, the mean of all samples, and one that says
// nothing of how it is made.
func overallConfig() report.Config {
	cfg := config()
	cfg.Pool = false
	of := func(w float64) func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate {
		return func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate {
			return metrics.Combine([]float64{w, 1 - w}, []metrics.Estimate{subsets["x"][metrics.NormalizedScore], subsets["y"][metrics.NormalizedScore]})
		}
	}
	cfg.Overall = []report.Overall{
		{Name: "weighted", Of: of(0.3), Metric: metrics.NormalizedScore, Weights: map[string]float64{"x": 0.3, "y": 0.7}},
		{Name: "pooled", Metric: metrics.NormalizedScore, Of: func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate {
			return pooled[metrics.NormalizedScore]
		}},
		{Name: "mystery", Of: of(0.5)},
	}
	return cfg
}

func TestCompareNumbersOverSubsets(t *testing.T) {
	subsets := []string{"x", "x", "x", "y", "y", "y", "y"}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "nyn", "yyn", "?nn"}
	run := func(verdicts []string, model string, edit func([]report.Item)) *report.Report {
		var items []report.Item
		for i := range verdicts {
			it := item(fmt.Sprint(i), subsets[i], "t", true)
			s := it.Sample.(sample)
			s.answer = model
			it.Sample = s
			items = append(items, it)
		}
		if edit != nil {
			edit(items)
		}
		return build(t, overallConfig(), items, outcomes(report.Tasks(items), strings.Join(verdicts, "")))
	}
	a, b := run(va, "a", nil), run(vb, "b", nil)
	c := compared(t, a, b, report.CompareOptions{})
	x, y := find(t, c.Differences, "x", "", metrics.NormalizedScore), find(t, c.Differences, "y", "", metrics.NormalizedScore)
	want := metrics.Combine([]float64{0.3, 0.7}, []metrics.Estimate{x.Test.Difference, y.Test.Difference})
	w := find(t, c.Differences, "all", "", "weighted")
	got := w.Test.Difference
	for _, f := range []struct {
		what      string
		got, want float64
	}{
		{"value", got.Value, want.Value}, {"SE", got.SE, want.SE}, {"lower end", got.Lo, want.Lo}, {"upper end", got.Hi, want.Hi},
		{"worst", got.Worst, 0.3*x.Test.Difference.Value + 0.7*y.Test.Difference.Worst}, {"best", got.Best, 0.3*x.Test.Difference.Value + 0.7*y.Test.Difference.Best},
		{"mean of A", w.A.Value, 0.3*x.A.Value + 0.7*y.A.Value}, {"mean of B", w.B.Value, 0.3*x.B.Value + 0.7*y.B.Value},
	} {
		near(t, "weighted: "+f.what, f.got, f.want)
	}
	if w.Dropped != 1 || !math.IsNaN(w.Needed) {
		t.Errorf("weighted %+v", w)
	}
	// Three samples of x differ, by 6, 4 and 4 of 15, and one of y, by 4: each flips with its weight.
	units := []float64{0.3 / 3 * 6, 0.3 / 3 * 4, 0.3 / 3 * 4, 0.7 / 3 * 4}
	hits := 0
	for pattern := range 16 {
		sum := 0.0
		for i, u := range units {
			if pattern>>i&1 == 1 {
				u = -u
			}
			sum += u
		}
		if math.Abs(sum) >= units[0]+units[1]+units[2]+units[3]-1e-9 {
			hits++
		}
	}
	near(t, "sign flip", w.SignFlip.P, float64(hits)/16)
	pooled := find(t, c.Differences, "all", "", "pooled")
	near(t, "mean over all six pairs", pooled.Test.Difference.Value, (3*x.Test.Difference.Value+3*y.Test.Difference.Value)/6)
	for _, d := range c.Differences {
		if d.Metric == "mystery" {
			t.Error("a number that does not say how it is made is compared")
		}
	}
	// With clusters the degrees of freedom are those of the clusters.
	link := func(items []report.Item) { items[0].Cluster, items[1].Cluster = "p", "p" }
	cx := find(t, compared(t, run(va, "a", link), run(vb, "b", link), report.CompareOptions{}).Differences, "x", "", metrics.NormalizedScore)
	cw := find(t, compared(t, run(va, "a", link), run(vb, "b", link), report.CompareOptions{}).Differences, "all", "", "weighted")
	p, q := math.Pow(0.3*cx.Test.Difference.SE, 2), math.Pow(0.7*y.Test.Difference.SE, 2)
	near(t, "degrees of freedom by 2 clusters and 3 samples", cw.Test.DF, math.Pow(p+q, 2)/(p*p/1+q*q/2))
	// The first two samples flip together.
	units = []float64{0.3 / 3 * (6 + 4), 0.3 / 3 * 4, 0.7 / 3 * 4}
	near(t, "sign flip by clusters", cw.SignFlip.P, 2.0/8)
	if cw.SignFlip.Units != len(units) {
		t.Errorf("%d units flip, want %d", cw.SignFlip.Units, len(units))
	}
	near(t, "upper end by them", cw.Test.Difference.Hi, cw.Test.Difference.Value+metrics.TQuantile(0.975, cw.Test.DF)*cw.Test.Difference.SE)
	// Without a subset there is no number, and none is compared.
	only := run(va, "a", nil)
	only.Metrics["weighted"] = metrics.Undefined(0)
	for _, d := range compared(t, only, b, report.CompareOptions{}).Differences {
		if d.Metric == "weighted" {
			t.Error("a number that is not defined in one run is compared")
		}
	}
}

func TestComparisonIsWrittenAndRead(t *testing.T) {
	subsets := []string{"x", "x", "x", "y", "y", "y"}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "yyn", "n?n"}
	c := compared(t, modelRun(t, "a", subsets, nil, va...), modelRun(t, "b", subsets, nil, vb...), report.CompareOptions{NameA: "<i>old</i>", NameB: "new | run"})
	var js bytes.Buffer
	if err := c.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison.json", js.String())
	golden(t, "comparison.md", c.Markdown())
	golden(t, "comparison.txt", c.String())
	back := new(report.Comparison)
	if err := json.Unmarshal(js.Bytes(), back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, back, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(report.ComparedRun{}, "Report")); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	for _, bad := range []string{"<i>", "new | run"} {
		if strings.Contains(c.Markdown(), bad) {
			t.Errorf("%q stands in the Markdown unescaped", bad)
		}
	}
}

func TestMethodsOfNilComparison(t *testing.T) {
	var c *report.Comparison
	var js bytes.Buffer
	if err := c.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("WriteJSON: %v, %q", err, js.String())
	}
	if c.String() == "" || c.Markdown() == "" {
		t.Error("nothing is shown")
	}
	empty := new(report.Comparison)
	if empty.String() == "" || empty.Markdown() == "" {
		t.Error("nothing is shown of an empty comparison")
	}
}
