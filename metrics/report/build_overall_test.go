package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// sides are three cases that are graded in subset x and, from the other side, in y.
func sides(shared bool) []report.Item {
	var items []report.Item
	for _, subset := range []string{"x", "y"} {
		for i := range 3 {
			it := item(fmt.Sprint(subset, i), subset, "t", true)
			if shared {
				it.Cluster = fmt.Sprint("case ", i)
			}
			items = append(items, it)
		}
	}
	return items
}

// Normalized scores are (points+5)/15: 1, 9/15 and 4/15 for "yyn", "ynn" and "yny".
const sideVerdicts = "yyn" + "ynn" + "yny" + "yyn" + "ynn" + "nny"

func TestOverallOfSubsetsThatShareClusters(t *testing.T) {
	x, y := []float64{1, 9. / 15, 4. / 15}, []float64{1, 9. / 15, 0}
	mean := func(xs []float64) float64 { return (xs[0] + xs[1] + xs[2]) / 3 }
	apart := build(t, overallConfig(), sides(false), outcomes(report.Tasks(sides(false)), sideVerdicts))
	linked := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), sideVerdicts))
	// The cases are three units, each with 0.3x + 0.7y.
	z := make([]float64, 3)
	for i := range z {
		z[i] = 0.3*x[i] + 0.7*y[i]
	}
	want := metrics.Mean(z)
	e := linked.Metrics["weighted"]
	near(t, "value", e.Value, 0.3*mean(x)+0.7*mean(y))
	near(t, "SE over three cases", e.SE, want.SE)
	near(t, "lower end by two degrees of freedom", e.Lo, want.Lo)
	near(t, "upper end", e.Hi, want.Hi)
	near(t, "worst", e.Worst, e.Value)
	if e.Clusters != 3 || e.N != 6 || e.DF != 2 {
		t.Errorf("linked: %+v", e)
	}
	missing := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), "yy?"+sideVerdicts[3:]))
	if e := missing.Metrics["weighted"]; !(e.Worst < e.Best) || e.N != 5 {
		t.Errorf("a verdict is missing: %+v", e)
	}
	part, err := metrics.SumOfMeans([]metrics.Part{{Weight: 0.3, Scores: x[1:], Clusters: []string{"1", "2"}}, {Weight: 0.7, Scores: y, Clusters: []string{"0", "1", "2"}}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SE without the sample whose verdict is missing", missing.Metrics["weighted"].SE, part.SE)
	near(t, "best with a verdict missing", missing.Metrics["weighted"].Best, 0.3*mean(x)+0.7*mean(y))
	plain := apart.Metrics["weighted"]
	near(t, "SE of independent subsets", plain.SE, math.Hypot(0.3*metrics.Mean(x).SE, 0.7*metrics.Mean(y).SE))
	if plain.Clusters != 0 || !(plain.SE < e.SE) {
		t.Errorf("apart: %+v", plain)
	}
	// A number that does not say how it is made keeps what it says itself, and a warning says so.
	near(t, "SE of a number without weights", linked.Metrics["mystery"].SE, math.Hypot(metrics.Mean(x).SE, metrics.Mean(y).SE)/2)
	if w := strings.Join(linked.Warnings, "\n"); !strings.Contains(w, "the error of mystery takes subsets for independent") || strings.Contains(w, "of weighted takes") {
		t.Errorf("warnings %s", w)
	}
	if w := strings.Join(apart.Warnings, "\n"); strings.Contains(w, "takes subsets for independent") {
		t.Errorf("warnings without clusters %s", w)
	}
}

// TestOverallIsWhatItSays has a number of 0.56, which may differ from the sum of its parts by 1e-9·1.56.
func TestOverallIsWhatItSays(t *testing.T) {
	for _, tt := range []struct {
		off float64
		is  bool
		why string
	}{
		{0, true, "the sum"}, {1.5e-9, true, "rounding"}, {-1.5e-9, true, "rounding down"},
		{1.6e-9, false, "more than rounding"}, {-1.6e-9, false, "less"}, {.01, false, "another number"},
	} {
		cfg := overallConfig()
		of := cfg.Overall[0].Of
		cfg.Overall[0].Of = func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate {
			e := of(subsets, pooled)
			e.Value += tt.off
			return e
		}
		rep := build(t, cfg, sides(true), outcomes(report.Tasks(sides(true)), sideVerdicts))
		e := rep.Metrics["weighted"]
		warned := strings.Contains(strings.Join(rep.Warnings, "\n"), "of weighted takes subsets for independent")
		want := .56
		if !tt.is {
			want += tt.off
		}
		near(t, tt.why, e.Value, want)
		if (e.Clusters == 3) != tt.is || warned == tt.is {
			t.Errorf("%s: %+v, warned %v", tt.why, e, warned)
		}
	}
}

func TestCompareSubsetsThatShareClusters(t *testing.T) {
	a := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), sideVerdicts))
	b := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), "ynn"+"ynn"+"nny"+"ynn"+"yyn"+"nny"))
	for _, unpaired := range []bool{false, true} {
		c, err := report.Compare(a, b, report.CompareOptions{Unpaired: unpaired})
		if err != nil {
			t.Fatal(err)
		}
		w := find(t, c.Differences, "all", "", "weighted")
		x := [2][]float64{{1, 9. / 15, 4. / 15}, {9. / 15, 9. / 15, 0}}
		y := [2][]float64{{1, 9. / 15, 0}, {9. / 15, 1, 0}}
		var z [3][]float64
		for i := range 3 {
			za, zb := 0.3*x[0][i]+0.7*y[0][i], 0.3*x[1][i]+0.7*y[1][i]
			z[0], z[1], z[2] = append(z[0], za), append(z[1], zb), append(z[2], za-zb)
		}
		near(t, "SE of A", w.A.SE, metrics.Mean(z[0]).SE)
		near(t, "SE of B", w.B.SE, metrics.Mean(z[1]).SE)
		want, df := metrics.Mean(z[2]), 2.0
		if unpaired {
			want = metrics.Combine([]float64{1, -1}, []metrics.Estimate{metrics.Mean(z[0]), metrics.Mean(z[1])})
			df = want.DF
		}
		near(t, "difference", w.Test.Difference.Value, want.Value)
		near(t, "its SE", w.Test.Difference.SE, want.SE)
		near(t, "its degrees of freedom", w.Test.DF, df)
		near(t, "its upper end", w.Test.Difference.Hi, want.Hi)
		if n := map[bool]int{false: 3, true: 6}[unpaired]; w.Test.Clusters != n {
			t.Errorf("unpaired %v: %d clusters, want %d", unpaired, w.Test.Clusters, n)
		}
	}
}
