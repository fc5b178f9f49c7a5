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
	if e, err = (Panel{}).FleissKappa(); err != nil || !math.IsNaN(e.Value) {
		t.Errorf("no units: %+v, %v", e, err)
	}
	if e, err = counts(t, [][]int{{0, 2}, {2, 0}, {2, 0}}).FleissKappa(); err != nil || e.Value != 1 || e.Hi != 1 || !near(e.Lo, (math.Pow(.025, 1./3)-5./9)/(4./9), 1e-12) {
		t.Errorf("full agreement: %+v, %v", e, err)
	}
	for _, uneven := range [][][]int{{{0, 3}, {1, 1}}, {{0, 1}, {1, 0}}} {
		if _, err := counts(t, uneven).FleissKappa(); err == nil {
			t.Errorf("no error for %v", uneven)
		}
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
		{[][]int{{4}}, "1 categories"},
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

func TestAlpha(t *testing.T) {
	b := metrics.Bootstrap{Resamples: 1000, Seed: 4}
	points := [][]float64{{10, 10, 30}, {30, nan, 60}, {0, 0, 0}, {60, 60, 30}, {100, 60, nan}, {10, nan, nan}, {30, 30, 30}}
	for _, tt := range []struct {
		p        Panel
		distance Distance
		want     float64
		n        int
	}{
		{panel(t, gaps, 0, 1, 2), Nominal, .465346534653465, 9},
		{panel(t, gaps, 0, 1, 2), Ordinal, .578805838124724, 9},
		{panel(t, gaps, 0, 1, 2), Interval, .583815028901734, 9},
		{panel(t, gaps, 2, 1, 0, 7), Ordinal, .578805838124724, 9},
		{panel(t, points, Categories(points)...), Nominal, .368421052631579, 6},
		{panel(t, points, Categories(points)...), Ordinal, .784970238095238, 6},
		{panel(t, points, Categories(points)...), Interval, .697452229299363, 6},
	} {
		r, err := tt.p.Alpha(tt.distance, b)
		if err != nil {
			t.Fatal(err)
		}
		if !near(r.Value, tt.want, 1e-12) || r.N != tt.n || r.Seed != 4 || r.Resamples != 1000 {
			t.Errorf("%s: %+v, want %v", tt.distance, r, tt.want)
		}
	}
	r, err := panel(t, slices.Repeat(gaps, 5), 0, 1, 2).Alpha(Nominal, metrics.Bootstrap{Method: metrics.Percentile})
	if err != nil {
		t.Fatal(err)
	}
	if !(r.Lo < r.Value-.05 && r.Lo > .2 && r.Hi > r.Value+.05 && r.Hi < .8) || r.Undefined != 0 {
		t.Errorf("interval of 45 units: %+v", r)
	}
}

func TestAlphaByCluster(t *testing.T) {
	// Each cluster repeats one unit ten times: what counts is the number of clusters.
	var ratings [][]float64
	var names []string
	for i := range 30 {
		unit := []float64{float64(i % 2), float64(i % 2)}
		if i%5 == 0 {
			unit[1] = 1 - unit[1]
		}
		for range 10 {
			ratings, names = append(ratings, unit), append(names, string(rune('A'+i)))
		}
	}
	b := metrics.Bootstrap{Resamples: 2000, Method: metrics.Percentile}
	p := panel(t, ratings, 0, 1)
	free, err := p.Alpha(Nominal, b)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.Clustered(names); err != nil {
		t.Fatal(err)
	}
	bound, err := p.Alpha(Nominal, b)
	if err != nil {
		t.Fatal(err)
	}
	if bound.Clusters != 30 || free.Clusters != 0 || bound.Value != free.Value || bound.SD < 2.5*free.SD {
		t.Errorf("by cluster %+v, by unit %+v", bound, free)
	}
}

func TestAlphaEdges(t *testing.T) {
	b := metrics.Bootstrap{Resamples: 1000}
	r, err := (Panel{}).Alpha(Nominal, b)
	if err != nil || !math.IsNaN(r.Value) || !math.IsNaN(r.SD) || !math.IsInf(r.Lo, -1) || !math.IsInf(r.Hi, 1) || r.N != 0 {
		t.Errorf("no units: %+v, %v", r, err)
	}
	r, err = panel(t, [][]float64{{1, 1}, {1, 1}, {1, 1}}, 0, 1).Alpha(Nominal, b)
	if err != nil || !math.IsNaN(r.Value) || !math.IsInf(r.Lo, -1) {
		t.Errorf("one category: %+v, %v; want undefined, not 1", r, err)
	}
	// Full agreement: D_e is 2·6·4/(10·9) nominal, 2·6·4·9/(10·9) for the points 0 and 3, and in rank
	// order the two lie (6+4)/2 apart.
	same := panel(t, [][]float64{{0, 0}, {3, 3}, {0, 0}, {3, 3}, {0, 0}}, 0, 3, 8)
	u := 1 - math.Pow(.025, 1./5)
	expected := 48. / 90
	for d, want := range map[Distance]float64{Nominal: 1 - u/expected, Interval: 1 - u*9/(9*expected), Ordinal: 1 - u*25/(25*expected)} {
		if r, err = same.Alpha(d, b); err != nil || r.Value != 1 || !near(r.Lo, want, 1e-12) || r.Hi != 1 {
			t.Errorf("%s, full agreement: %+v, %v; want from %v", d, r, err, want)
		}
	}
	two, err := same.Clustered([]string{"a", "a", "b", "b", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = two.Alpha(Nominal, b); err != nil || !near(r.Lo, 1-(1-math.Pow(.025, 1./2))/expected, 1e-12) {
		t.Errorf("full agreement in two clusters: %+v, %v", r, err)
	}
	one, err := same.Clustered(make([]string, 5))
	if err != nil {
		t.Fatal(err)
	}
	if r, err = one.Alpha(Nominal, b); err != nil || r.Value != 1 || !math.IsInf(r.Lo, -1) {
		t.Errorf("full agreement in one cluster: %+v, %v", r, err)
	}
	for why, f := range map[string]func() error{
		"unknown distance": func() error { _, err := same.Alpha("ratio", b); return err },
		"few resamples":    func() error { _, err := same.Alpha(Nominal, metrics.Bootstrap{Resamples: 10}); return err },
		"clusters twice": func() error {
			_, err := same.Alpha(Nominal, metrics.Bootstrap{Clusters: make([]string, 5)})
			return err
		},
	} {
		if f() == nil {
			t.Errorf("no error: %s", why)
		}
	}
}

func TestLeaveOneOut(t *testing.T) {
	ratings := [][]float64{{1, 1, 0}, {0, 0, nan}, {1, nan, 1}, {0, 1, 1}, {nan, 1, nan}}
	tables, err := LeaveOneOut(ratings, 2, nil)
	if err != nil || len(tables) != 3 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	for r, want := range [][][]int{{{1, 2}, {1, 2}}, {{1, 0}, {2, 2}}, {{0, 2}, {1, 2}}} {
		got := tables[r].Counts()
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("rater %d: %v, want %v", r, got, want)
		}
	}
	// Three units with two raters each: clustered by unit.
	if n := len(tables[0].clusters); n != 4 {
		t.Errorf("rater 0 has %d clusters, want 4", n)
	}
	tables, err = LeaveOneOut(ratings, 2, []string{"a", "a", "b", "b", "b"})
	if err != nil || len(tables[0].clusters) != 2 {
		t.Errorf("by sample: %d clusters, %v", len(tables[0].clusters), err)
	}
	for _, tt := range []struct {
		ratings    [][]float64
		categories int
		clusters   []string
		why        string
	}{
		{nil, 2, nil, "no units"},
		{[][]float64{{1}}, 2, nil, "one rater"},
		{[][]float64{{1, 0}, {1}}, 2, nil, "a rater lacks"},
		{[][]float64{{1, 2}}, 2, nil, "no category"},
		{[][]float64{{1, .5}}, 2, nil, "not whole"},
		{[][]float64{{1, -1}}, 2, nil, "negative"},
		{[][]float64{{1, inf}}, 2, nil, "infinite"},
		{[][]float64{{0, 0}}, 1, nil, "one category"},
		{[][]float64{{1, 1}}, 2, []string{}, "clusters lack"},
	} {
		if _, err := LeaveOneOut(tt.ratings, tt.categories, tt.clusters); err == nil {
			t.Errorf("no error: %s", tt.why)
		}
	}
}
