package agreement

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
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
	// Points that lie close together, far from 0, differ as those that start at 0.
	far := make([][]float64, len(points))
	for i, row := range points {
		for _, x := range row {
			far[i] = append(far[i], 1e9+x)
		}
	}
	if r, err := panel(t, far, Categories(far)...).Alpha(Interval, b); err != nil || !near(r.Value, .697452229299363, 1e-12) {
		t.Errorf("far from 0: %+v, %v", r, err)
	}
	r, err := panel(t, slices.Repeat(gaps, 5), 0, 1, 2).Alpha(Nominal, metrics.Bootstrap{Method: metrics.Percentile})
	if err != nil {
		t.Fatal(err)
	}
	if !(r.Lo < r.Value-.05 && r.Lo > .2 && r.Hi > r.Value+.05 && r.Hi < .8) || r.Undefined != 0 {
		t.Errorf("interval of 45 units: %+v", r)
	}
}

func TestAlphaOfManyCategories(t *testing.T) {
	// Points in part have about as many values as there are ratings: room and time must not grow with the
	// square of them.
	rng := rand.New(rand.NewPCG(1, 2))
	ratings := make([][]float64, 2000)
	for i := range ratings {
		ratings[i] = []float64{rng.Float64(), rng.Float64(), rng.Float64()}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := panel(t, ratings, Categories(ratings)...).Alpha(Interval, metrics.Bootstrap{Resamples: 1000, Method: metrics.Percentile})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 50 {
		t.Errorf("%d MB for 6000 ratings", mb)
	}
	if math.Abs(r.Value) > .06 || !(r.Lo < 0 && r.Hi > 0) {
		t.Errorf("ratings at random: %+v", r)
	}
}

func TestAlphaByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 60 {
		values := []float64{-2, 0, .5, 1, 7}
		if trial%2 == 1 {
			values = []float64{0, 1e-200, 3e-200, 4e-200, 9e-200} // whose squares are 0
		}
		if trial%4 == 2 {
			values = []float64{-1.5e308, 0, 1e308, 1.2e308, 1.7e308} // whose differences overflow
		}
		ratings := make([][]float64, 2+rng.IntN(8))
		for i := range ratings {
			ratings[i] = make([]float64, 4)
			for r := range ratings[i] {
				ratings[i][r] = values[rng.IntN(len(values))]
				if rng.IntN(3) == 0 {
					ratings[i][r] = nan
				}
			}
		}
		for _, d := range []Distance{Nominal, Ordinal, Interval} {
			want := alphaOf(ratings, d)
			r, err := panel(t, ratings, values...).Alpha(d, metrics.Bootstrap{Resamples: 1000, Method: metrics.Percentile})
			if err != nil {
				t.Fatal(err)
			}
			if math.IsNaN(want) != math.IsNaN(r.Value) || !math.IsNaN(want) && !near(r.Value, want, 1e-12) {
				t.Errorf("%s of %v = %v, want %v", d, ratings, r.Value, want)
			}
		}
	}
}

// alphaOf returns α by its definition, pair by pair.
func alphaOf(ratings [][]float64, d Distance) float64 {
	var all []float64
	var units [][]float64
	for _, row := range ratings {
		own := slices.DeleteFunc(slices.Clone(row), math.IsNaN)
		if len(own) > 1 {
			units, all = append(units, own), append(all, own...)
		}
	}
	if len(all) == 0 {
		return nan
	}
	scale := slices.MaxFunc(all, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) })
	distance := func(x, y float64) float64 {
		switch {
		case x == y:
			return 0
		case d == Nominal:
			return 1
		case d == Interval:
			return (x/scale - y/scale) * (x/scale - y/scale)
		}
		sum := 0.0
		for _, z := range all {
			switch {
			case z == x || z == y:
				sum += .5
			case z > min(x, y) && z < max(x, y):
				sum++
			}
		}
		return sum * sum
	}
	pairs := func(xs []float64) (sum float64) {
		for _, x := range xs {
			for _, y := range xs {
				sum += distance(x, y)
			}
		}
		return sum
	}
	n, observed := float64(len(all)), 0.0
	for _, own := range units {
		observed += pairs(own) / float64(len(own)-1) / n
	}
	expected := pairs(all) / (n * (n - 1))
	if expected == 0 {
		return nan
	}
	return 1 - observed/expected
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
