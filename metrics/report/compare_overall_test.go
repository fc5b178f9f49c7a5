package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

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
	more := compared(t, run(append([]string{"?nn"}, va[1:]...), "a", nil), b, report.CompareOptions{})
	if w := find(t, more.Differences, "all", "", "weighted"); w.Dropped != 2 {
		t.Errorf("%d samples dropped, want one of either subset", w.Dropped)
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
	for _, pair := range [][2]*report.Report{{only, b}, {b, only}} {
		for _, d := range compared(t, pair[0], pair[1], report.CompareOptions{}).Differences {
			if d.Metric == "weighted" {
				t.Error("a number that is not defined in one run is compared")
			}
		}
	}
}

// TestCompareNumbersOverSubsetsThatDifferByTheSame has pairs that are 4/15 apart on paper, and in their last digits
// not quite: 1 − 11/15, 9/15 − 5/15 and 4/15 − 0. What is left is rounding.
func TestCompareNumbersOverSubsetsThatDifferByTheSame(t *testing.T) {
	run := func(model, verdicts string) *report.Report {
		var items []report.Item
		for i := range len(verdicts) / 3 {
			it := item(fmt.Sprint(i), []string{"x", "y"}[i%2], "t", true)
			s := it.Sample.(sample)
			s.answer = model
			it.Sample = s
			items = append(items, it)
		}
		return build(t, overallConfig(), items, outcomes(report.Tasks(items), verdicts))
	}
	more, less := strings.Repeat("yynynnyny", 4), strings.Repeat("nynnnnnny", 4)
	for _, tt := range []struct{ a, b, why string }{{more, less, "A is larger"}, {less, more, "B is larger"}} {
		w := find(t, compared(t, run("a", tt.a), run("b", tt.b), report.CompareOptions{}).Differences, "all", "", "weighted")
		if !math.IsNaN(w.Test.P) || w.Test.Difference.SE != 0 || !(math.Abs(math.Abs(w.Test.Difference.Value)-4./15) <= 1e-12) {
			t.Errorf("%s: %+v", tt.why, w.Test)
		}
	}
}

// TestCompareNumbersOverSubsetsOfWhichOneIsNotShared has no pair in y: the number is not defined, nor bounded.
func TestCompareNumbersOverSubsetsOfWhichOneIsNotShared(t *testing.T) {
	run := func(model, last string, n int) *report.Report {
		var items []report.Item
		for i := range n {
			it := item(fmt.Sprint(i), "x", "t", true)
			if i >= 3 {
				it = item(last+fmt.Sprint(i), "y", "t", true)
			}
			s := it.Sample.(sample)
			s.answer = model
			it.Sample = s
			items = append(items, it)
		}
		return build(t, overallConfig(), items, outcomes(report.Tasks(items), ("yynynny?n" + "yynynnyyn")[:3*n]))
	}
	a, b := run("a", "a", 6), run("b", "b", 5)
	w := find(t, compared(t, a, b, report.CompareOptions{Override: true}).Differences, "all", "", "weighted")
	for _, x := range []float64{w.A.Value, w.B.Worst, w.Test.Difference.Value, w.Test.Difference.Worst, w.Test.Difference.Best, w.Test.P, w.Adjusted} {
		if !math.IsNaN(x) {
			t.Errorf("%v is a number, though nothing is compared in y", x)
		}
	}
	if w.SignFlip != nil {
		t.Errorf("signs are flipped: %+v", w.SignFlip)
	}
	// Unpaired it is: x has 1 and .6 in both, y has 1, .6, 1 and 1, .6.
	w = find(t, compared(t, a, b, report.CompareOptions{Override: true, Unpaired: true}).Differences, "all", "", "weighted")
	near(t, "difference of runs with more samples and fewer", w.Test.Difference.Value, .7*(2.6/3-.8))
	delete(b.Metrics, "weighted")
	for _, d := range compared(t, a, b, report.CompareOptions{Override: true}).Differences {
		if d.Metric == "weighted" {
			t.Error("a number that one run does not have is compared")
		}
	}
}
