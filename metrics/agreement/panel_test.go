package agreement

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// gaps are the ratings of eleven units by three raters, with gaps; unit 6 has none. What is wanted of
// them was computed apart from the definitions, with 30 digits.
var gaps = [][]float64{
	{1, 1, 0}, {1, 1, 1}, {0, 0, nan}, {1, nan, nan}, {0, 1, 1}, {0, 0, 0}, {nan, nan, nan}, {1, 1, nan}, {2, 1, 2}, {2, 2, 2}, {0, 2, 1},
}

func panel(t *testing.T, ratings [][]float64, categories ...float64) Panel {
	t.Helper()
	p, err := NewPanel(ratings, categories)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func counts(t *testing.T, rows [][]int) Panel {
	t.Helper()
	p, err := NewCounts(rows)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPanelShares(t *testing.T) {
	p := panel(t, gaps, 0, 1, 2)
	// Pairs that agree on the nine units with two ratings: 1/3, 1, 1, 1/3, 1, 1, 1/3, 1, 0.
	agree := []float64{1. / 3, 1, 1, 1. / 3, 1, 1, 1. / 3, 1, 0}
	want := metrics.Mean(agree)
	want.Lo, want.Hi = logit(2./3, want.SE, 8)
	checkEstimate(t, "Raw", p.Raw(), want)
	flips := p.FlipRate()
	if !near(flips.Value, 1./3, 1e-12) || !near(flips.SE, want.SE, 1e-12) || !near(flips.Lo, 1-want.Hi, 1e-12) {
		t.Errorf("FlipRate %+v", flips)
	}
	if e := p.Unanimous(); !near(e.Value, 5./9, 1e-12) || e.N != 9 {
		t.Errorf("Unanimous %+v", e)
	}
	clustered, err := p.Clustered(strings.Split("ABABCCxDDEE", ""))
	if err != nil {
		t.Fatal(err)
	}
	c, err := metrics.ClusterMean(agree, strings.Split("ABACCDDEE", ""))
	if err != nil {
		t.Fatal(err)
	}
	want = c.Mean
	want.Lo, want.Hi = logit(2./3, want.SE, 4)
	checkEstimate(t, "Raw by cluster", clustered.Raw(), want)

	same := panel(t, [][]float64{{1, 1}, {0, 0}, {1, 1}, {1, nan}}, 0, 1)
	reach := math.Pow(.025, 1./3)
	if e := same.Raw(); e.Value != 1 || !near(e.Lo, reach, 1e-12) || e.Hi != 1 || e.N != 3 {
		t.Errorf("Raw where all agree: %+v", e)
	}
	if e := same.FlipRate(); e.Value != 0 || e.Lo != 0 || !near(e.Hi, 1-reach, 1e-12) {
		t.Errorf("FlipRate where all agree: %+v", e)
	}
	half := counts(t, [][]int{{2, 2}, {2, 2}})
	if e := half.Raw(); !near(e.Value, 1./3, 1e-15) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
		t.Errorf("equal disagreement everywhere has no spread and no interval: %+v", e)
	}
}

func TestPanelEdges(t *testing.T) {
	if e := panel(t, [][]float64{{1, nan}, {nan, 0}}, 0, 1).AC1(); !math.IsNaN(e.Value) || e.N != 2 {
		t.Errorf("AC1 without a pair: %+v", e)
	}
	if e := (Panel{}).Raw(); !math.IsNaN(e.Value) {
		t.Errorf("Raw of nothing: %+v", e)
	}
	if e := (Panel{}).AC1(); !math.IsNaN(e.Value) {
		t.Errorf("AC1 of nothing: %+v", e)
	}
	all := panel(t, [][]float64{{1, 1}, {1, 1}, {1, 1}, {1, nan}}, 0, 1)
	if e := all.AC1(); e.Value != 1 || e.Hi != 1 || !near(e.Lo, math.Pow(.025, 1./3), 1e-12) {
		t.Errorf("AC1 where all say the same: %+v", e)
	}
	byTwo, err := all.Clustered([]string{"a", "a", "b", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if e := byTwo.AC1(); e.Value != 1 || e.Hi != 1 || !near(e.Lo, math.Pow(.025, 1./2), 1e-12) {
		t.Errorf("the same in two clusters: %+v", e)
	}
	one, err := all.Clustered([]string{"a", "a", "a", "a"})
	if err != nil {
		t.Fatal(err)
	}
	if e := one.AC1(); e.Value != 1 || !math.IsNaN(e.SE) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
		t.Errorf("AC1 in one cluster: %+v", e)
	}
	if e := one.Raw(); e.Value != 1 || !math.IsInf(e.Lo, -1) {
		t.Errorf("Raw in one cluster: %+v", e)
	}
	if e := counts(t, [][]int{{2, 2}, {2, 2}}).AC1(); !near(e.Value, -1./3, 1e-12) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
		t.Errorf("AC1 without spread: %+v", e)
	}
	if got := Categories([][]float64{{3, nan}, {1, 3}, {}}); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("Categories = %v", got)
	}
}

func TestPanelErrors(t *testing.T) {
	for _, tt := range []struct {
		ratings    [][]float64
		categories []float64
		want       string
	}{
		{gaps, []float64{0}, "1 categories"},
		{gaps, []float64{0, 1, 1, 2}, "occurs twice"},
		{gaps, []float64{0, 1, nan}, "category is NaN"},
		{gaps, []float64{0, 1, inf}, "category is +Inf"},
		{gaps, []float64{0, 1, -inf}, "category is -Inf"},
		{gaps, []float64{0, 0, 1}, "occurs twice"},
		{gaps, []float64{1, 0}, "unit 8: rating 0 is 2"},
		{[][]float64{{0, inf}}, []float64{1, 0}, "unit 0: rating 1 is +Inf"},
	} {
		if _, err := NewPanel(tt.ratings, tt.categories); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %q", tt.categories, err, tt.want)
		}
	}
	for _, tt := range []struct {
		rows [][]int
		want string
	}{
		{nil, "without units"},
		{[][]int{{4}}, "1 categories; at least 2 are needed"},
		{[][]int{{1, 2}, {1, 2, 3}}, "unit 1 has counts of 3 categories"},
		{[][]int{{1, 2}, {1, -2}}, "unit 1, category 1: count -2"},
	} {
		if _, err := NewCounts(tt.rows); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %q", tt.rows, err, tt.want)
		}
	}
	if _, err := panel(t, gaps, 0, 1, 2).Clustered(make([]string, 10)); err == nil {
		t.Error("no error for a cluster too few")
	}
}
