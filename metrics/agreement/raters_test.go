package agreement

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestPanelAC1(t *testing.T) {
	p := panel(t, gaps, 0, 1, 2)
	lo, hi := fisher(.516908212560386, .202294980633622, 9)
	checkEstimate(t, "AC1", p.AC1(), metrics.Estimate{Value: .516908212560386, SE: .202294980633622, Lo: lo, Hi: hi, N: 10, Worst: .516908212560386, Best: .516908212560386})

	clustered, err := p.Clustered(strings.Split("ABABCCxDDEE", ""))
	if err != nil {
		t.Fatal(err)
	}
	lo, hi = fisher(.516908212560386, .0738409729996912, 4)
	checkEstimate(t, "AC1 by cluster", clustered.AC1(), metrics.Estimate{Value: .516908212560386, SE: .0738409729996912, Lo: lo, Hi: hi, N: 10, Worst: .516908212560386, Best: .516908212560386})
}

// TestPanelAC1WithSingleRatings has p_e = 0 and full agreement: the lower end is 0.025^{1/u} of the u units or
// clusters in which raters could have differed.
func TestPanelAC1WithSingleRatings(t *testing.T) {
	for _, tt := range []struct {
		ratings  [][]float64
		clusters string
		units    float64
		why      string
	}{
		{[][]float64{{1, 1}, {1, 1}, {1, 1}, {1, nan}}, "abcd", 3, "four clusters, and three units that could have differed"},
		{[][]float64{{1, 1}, {1, 1}, {1, 1}, {1, nan}, {1, nan}, {1, nan}}, "aabcde", 2, "five clusters, two of them with units that could have differed"},
		{[][]float64{{1, 1}, {1, 1}, {1, 1}, {1, nan}, {1, nan}}, "aaabc", 1, "one cluster that could have differed"},
		{[][]float64{{1, 1}, {1, 1}, {1, 1}, {1, nan}}, "", 3, "no clusters"},
	} {
		p := panel(t, tt.ratings, 0, 1)
		if tt.clusters != "" {
			var err error
			if p, err = p.Clustered(strings.Split(tt.clusters, "")); err != nil {
				t.Fatal(err)
			}
		}
		if e := p.AC1(); e.Value != 1 || e.Hi != 1 || !near(e.Lo, math.Pow(.025, 1/tt.units), 1e-12) {
			t.Errorf("%s: AC1 %+v, want from 0.025^{1/%v}", tt.why, e, tt.units)
		}
	}
}

func TestFleissKappa(t *testing.T) {
	p := counts(t, [][]int{{0, 3}, {1, 2}, {3, 0}, {2, 1}, {0, 3}, {1, 2}})
	e, err := p.FleissKappa()
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := fisher(.298701298701299, .314686488845684, 5)
	checkEstimate(t, "FleissKappa", e, metrics.Estimate{Value: .298701298701299, SE: .314686488845684, Lo: lo, Hi: hi, N: 6, Worst: .298701298701299, Best: .298701298701299})

	if e, err = counts(t, [][]int{{0, 3}, {0, 3}}).FleissKappa(); err != nil || !math.IsNaN(e.Value) || e.N != 2 {
		t.Errorf("one category: %+v, %v", e, err)
	}
	if e, err = counts(t, slices.Repeat([][]int{{0, 3}}, 49)).FleissKappa(); err != nil || !math.IsNaN(e.Value) {
		t.Errorf("one category, shares that do not sum to 1 exactly: %+v, %v", e, err)
	}
	if e, err = (Panel{}).FleissKappa(); err != nil || !math.IsNaN(e.Value) {
		t.Errorf("no units: %+v, %v", e, err)
	}
	if e, err = counts(t, [][]int{{0, 2}, {2, 0}, {2, 0}}).FleissKappa(); err != nil || e.Value != 1 || e.Hi != 1 || !near(e.Lo, (math.Pow(.025, 1./3)-5./9)/(4./9), 1e-12) {
		t.Errorf("full agreement: %+v, %v", e, err)
	}
	if e, err = counts(t, [][]int{{1, 2}}).FleissKappa(); err != nil || !near(e.Value, (1./3-5./9)/(4./9), 1e-12) || !math.IsNaN(e.SE) || !math.IsInf(e.Lo, -1) {
		t.Errorf("one unit: %+v, %v", e, err)
	}
	skewed, err := counts(t, [][]int{{0, 2}, {0, 2}, {0, 2}, {2, 0}}).Clustered([]string{"a", "a", "b", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if e, err = skewed.FleissKappa(); err != nil || e.Value != 1 || e.Lo != -1 {
		t.Errorf("full agreement in two clusters: %+v, %v; want an interval that ends at −1", e, err)
	}
	for _, uneven := range [][][]int{{{0, 3}, {1, 1}}, {{0, 1}, {1, 0}}} {
		if _, err := counts(t, uneven).FleissKappa(); err == nil {
			t.Errorf("no error for %v", uneven)
		}
	}
}
