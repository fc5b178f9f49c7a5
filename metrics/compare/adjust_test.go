package compare

import (
	"slices"
	"testing"
)

func TestAdjust(t *testing.T) {
	for _, tt := range []struct {
		p, holm, bh []float64
		why         string
	}{
		{[]float64{.04, .001, .2, .03, .012}, []float64{.09, .005, .2, .09, .048}, []float64{.05, .005, .2, .05, .03}, "in any order"},
		{[]float64{.02, nan, .03}, []float64{.04, nan, .04}, []float64{.03, nan, .03}, "what was not tested does not count"},
		{[]float64{.5, .9, .8}, []float64{1, 1, 1}, []float64{.9, .9, .9}, "at most 1"},
		{[]float64{.01, .01}, []float64{.02, .02}, []float64{.01, .01}, "ties"},
		{[]float64{0, 1}, []float64{0, 1}, []float64{0, 1}, "ends"},
		{nil, []float64{}, []float64{}, "none"},
	} {
		before := slices.Clone(tt.p)
		holm, err := Holm(tt.p)
		if err != nil || !same(holm, tt.holm) {
			t.Errorf("%s: Holm %v, %v; want %v", tt.why, holm, err, tt.holm)
		}
		bh, err := BenjaminiHochberg(tt.p)
		if err != nil || !same(bh, tt.bh) {
			t.Errorf("%s: Benjamini-Hochberg %v, %v; want %v", tt.why, bh, err, tt.bh)
		}
		if !same(before, tt.p) {
			t.Errorf("%s: the p-values were changed", tt.why)
		}
	}
	for _, bad := range []float64{-.1, 1.001, inf} {
		if _, err := Holm([]float64{.5, bad}); err == nil {
			t.Errorf("Holm: no error for %v", bad)
		}
		if _, err := BenjaminiHochberg([]float64{.5, bad}); err == nil {
			t.Errorf("Benjamini-Hochberg: no error for %v", bad)
		}
	}
}

func same(a, b []float64) bool { return slices.EqualFunc(a, b, near) }
