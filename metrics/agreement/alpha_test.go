package agreement

import (
	"math"
	"slices"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

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
	same := panel(t, [][]float64{{0, 0}, {3, 3}, {0, 0}, {3, 3}, {0, 0}}, -5, 0, 3, 8)
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
