package report_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

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

// TestUnpairedSlicesThatAreAll leaves out a slice only where it is all of both runs.
func TestUnpairedSlicesThatAreAll(t *testing.T) {
	field := func(n int) func([]report.Item) {
		return func(items []report.Item) {
			for i := range items {
				items[i].Labels = []report.Label{{Dimension: "field", Value: map[bool]string{true: "law", false: "tax"}[i < n]}}
			}
		}
	}
	for _, tt := range []struct {
		a, b  int
		there bool
		why   string
	}{{4, 3, false, "all of both"}, {4, 2, true, "all of the first alone"}, {1, 3, true, "all of the second alone"}, {3, 2, true, "a part of both"}, {3, 1, true, "as many as the second has in all"}} {
		a := modelRun(t, "a", nil, field(tt.a), "yyn", "ynn", "yyn", "nnn")
		b := modelRun(t, "b", nil, field(tt.b), "ynn", "nyn", "nnn")
		n := 0
		for _, d := range compared(t, a, b, report.CompareOptions{Unpaired: true, Override: true}).Slices {
			if d.Label == "law" && d.Metric == metrics.ClippedScore {
				n++
				if d.A.N != tt.a || d.B.N != tt.b {
					t.Errorf("%s: %d and %d samples", tt.why, d.A.N, d.B.N)
				}
			}
		}
		if (n == 1) != tt.there {
			t.Errorf("%s: %d rows", tt.why, n)
		}
	}
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
