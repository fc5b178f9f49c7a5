package metrics

import (
	"math"
	"testing"
)

// The numbers of the linked parts are computed apart: with all clusters shared the sum is a mean of
// w·x + v·y over pairs.
func TestSumOfMeans(t *testing.T) {
	plaintiff, defendant := []float64{.2, .5, .9, .4}, []float64{.1, .6, .7, .5}
	other := []float64{.3, .8, .4, .9, .2}
	cases := []string{"1", "2", "3", "4"}
	pairs := Part{.15, plaintiff, cases}
	mirror := Part{.15, defendant, cases}
	third := func(value, se float64, n, clusters int, df float64) Estimate {
		half := TQuantile(.975, df) * se
		e := est(value, se, value-half, value+half, n, value, value)
		e.Clusters, e.DF = clusters, df
		return e
	}
	for _, tt := range []struct {
		name  string
		parts []Part
		want  Estimate
		why   string
	}{
		{"pairs", []Part{pairs, mirror}, third(.14625, .04033066451225419, 8, 4, 3), "the mean of four pairs has three degrees of freedom, not six"},
		{"pairs and others", []Part{pairs, {.7, other, nil}, mirror}, third(.51025, .1055109591464318, 13, 9, 5.279871277129311), "the third part is independent of the pairs"},
		{"some shared", []Part{{.5, []float64{.1, .3, .6, .8}, []string{"a", "a", "b", "c"}}, {.5, []float64{.5, .2, .9}, []string{"b", "d", "e"}}},
			third(.4916666666666667, .13864735943312362, 7, 5, 2), "the fewest clusters of the linked parts"},
		{"linked to the first, then to the second", []Part{{1, []float64{0, 1, .5}, []string{"a", "b", "c"}}, {1, []float64{0, .5, 1, .5}, []string{"d", "e", "f", "g"}}, {1, []float64{1, 0, .5}, []string{"a", "d", "h"}}},
			third(1.5, math.Sqrt(.25/6+math.Pow(.5/math.Sqrt(12)+.5/math.Sqrt(6), 2)+.25/12), 10, 8, 2), "the clusters' sums are (−½+½)/√6 for a, ½/√6 for b, −½/√12−½/√6 for d and ½/√12 for f"},
		{"a part of weight 0", []Part{pairs, mirror, {0, []float64{0, 1}, []string{"1", "2"}}}, third(.14625, .04033066451225419, 10, 4, 3), "it takes no degree of freedom"},
		{"a part without spread", []Part{pairs, {1, []float64{.5, .5}, []string{"1", "2"}}}, third(.575, .15*math.Sqrt(.26/12), 6, 4, 3), "it takes none either"},
		{"the fewest first", []Part{{1, []float64{0, 1}, []string{"1", "5"}}, pairs}, third(.575, .5095812855035367, 6, 5, 1), "whatever their order"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := SumOfMeans(tt.parts)
			if err != nil {
				t.Fatal(err)
			}
			checkEstimate(t, e, tt.want, 1e-9)
			if e.Clusters != tt.want.Clusters || !near(e.DF, tt.want.DF, 1e-9) {
				t.Errorf("%d clusters, %v degrees of freedom; want %d, %v: %s", e.Clusters, e.DF, tt.want.Clusters, tt.want.DF, tt.why)
			}
		})
	}
}

func TestSumOfMeansWithoutSharedClustersIsCombine(t *testing.T) {
	x, y := []float64{.1, .3, .6, .8}, []float64{.5, .2, .9}
	for _, tt := range []struct {
		a, b []string
		why  string
	}{
		{nil, nil, "independent samples"},
		{[]string{"a", "a", "b", "c"}, nil, "clusters in one part"},
		{[]string{"a", "a", "b", "c"}, []string{"d", "d", "e"}, "clusters in both"},
		{[]string{"a", "b", "c", "d"}, []string{"e", "f", "g"}, "clusters of one"},
	} {
		e, err := SumOfMeans([]Part{{.3, x, tt.a}, {-.6, y, tt.b}})
		if err != nil {
			t.Fatal(err)
		}
		a, b := Mean(x), Mean(y)
		if distinctOf(tt.a) == 3 {
			c, _ := ClusterMean(x, tt.a)
			a = c.Mean
		}
		if distinctOf(tt.b) == 2 {
			c, _ := ClusterMean(y, tt.b)
			b = c.Mean
		}
		want := Combine([]float64{.3, -.6}, []Estimate{a, b})
		checkEstimate(t, e, want, 1e-15)
		if e.Clusters != want.Clusters || e.DF != want.DF {
			t.Errorf("%s: got %+v, want %+v", tt.why, e, want)
		}
	}
}

func clustersOf(parts []Part) (names []string) {
	for _, p := range parts {
		names = append(names, p.Clusters...)
	}
	return names
}

func distinctOf(names []string) int { return len(members(names)) }

func TestSumOfMeansLinksThroughOthers(t *testing.T) {
	// The first two parts share nothing, and each shares a case with the third.
	parts := []Part{
		{1, []float64{.1, .4, .9}, []string{"a", "b", "c"}},
		{1, []float64{.2, .8, .3, .5}, []string{"d", "e", "f", "g"}},
		{1, []float64{.6, .1, .7}, []string{"h", "d", "a"}},
	}
	e, err := SumOfMeans(parts)
	if err != nil {
		t.Fatal(err)
	}
	if e.DF != 2 || e.Clusters != 8 || e.N != 10 {
		t.Errorf("got %+v", e)
	}
	// Var = Σ of the parts' + twice the products of what is shared, by hand.
	product := func(x, mx, nx, y, my, ny float64) float64 {
		return (x - mx) * (y - my) / math.Sqrt(nx*(nx-1)*ny*(ny-1))
	}
	want := Combine([]float64{1, 1, 1}, []Estimate{Mean(parts[0].Scores), Mean(parts[1].Scores), Mean(parts[2].Scores)}).SE
	want = want*want + 2*product(.1, 1.4/3, 3, .7, 1.4/3, 3) + 2*product(.2, .45, 4, .1, 1.4/3, 3)
	if !near(e.SE*e.SE, want, 1e-12) {
		t.Errorf("variance %v, want %v", e.SE*e.SE, want)
	}
}

func TestSumOfMeansWithoutAnAnswer(t *testing.T) {
	shared := []string{"a", "b"}
	for _, tt := range []struct {
		parts []Part
		want  Estimate
		why   string
	}{
		{nil, Undefined(0), "nothing"},
		{[]Part{{.5, nil, nil}, {.5, []float64{1, 0}, nil}}, Undefined(2), "a part without samples is not 0"},
		{[]Part{{.5, nil, []string{}}, {.5, []float64{1, 0}, shared}}, Undefined(2), "with clusters too"},
		{[]Part{{.5, []float64{.5}, []string{"a"}}, {.5, []float64{1, 0}, shared}}, est(.5, nan, -inf, inf, 3, .5, .5), "one sample has no spread"},
		{[]Part{{1, []float64{1, 0}, shared}, {0, []float64{.5}, []string{"a"}}}, est(.5, nan, -inf, inf, 3, .5, .5), "not even one of weight 0"},
		{[]Part{{.5, []float64{.5, .5}, shared}, {.5, []float64{1, 1}, shared}}, est(.75, 0, .75, .75, 4, .75, .75), "none has any spread"},
		{[]Part{{.5, []float64{.5, .5}, shared}, {.5, []float64{1, 0}, shared}}, est(.5, .25, .5-.25*12.706204736174707, .5+.25*12.706204736174707, 4, .5, .5), "one has none"},
		{[]Part{{1, []float64{1, 0}, shared}, {-1, []float64{1, 0}, shared}}, est(0, 0, 0, 0, 4, 0, 0), "what is shared falls out of a difference"},
	} {
		e, err := SumOfMeans(tt.parts)
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		checkEstimate(t, e, tt.want, 1e-12)
		if want := len(members(clustersOf(tt.parts))); e.Clusters != want && !math.IsNaN(e.Value) {
			t.Errorf("%s: %d clusters, want %d", tt.why, e.Clusters, want)
		}
	}
	for _, tt := range []struct {
		part Part
		why  string
	}{
		{Part{nan, []float64{1}, nil}, "no weight"},
		{Part{1, []float64{nan}, nil}, "no score"},
		{Part{1, []float64{inf}, []string{"a"}}, "an infinite score"},
		{Part{1, []float64{1, 2}, []string{"a"}}, "a cluster is lacking"},
	} {
		if _, err := SumOfMeans([]Part{tt.part}); err == nil {
			t.Errorf("no error: %s", tt.why)
		}
	}
}

func TestCombineRestsOnClusters(t *testing.T) {
	c, err := ClusterMean([]float64{.2, .4, .6, .8, .1, .9}, []string{"a", "a", "b", "b", "c", "c"})
	if err != nil {
		t.Fatal(err)
	}
	alone := Combine([]float64{1}, []Estimate{c.Mean})
	checkEstimate(t, alone, c.Mean, 1e-12)
	if alone.Clusters != 3 || alone.DF != 2 {
		t.Errorf("three clusters have two degrees of freedom: %+v", alone)
	}
	// Two equal clustered parts have 2+2 degrees of freedom, and a sum of sums keeps them.
	both := Combine([]float64{.5, .5}, []Estimate{c.Mean, c.Mean})
	again := Combine([]float64{1}, []Estimate{both})
	if !near(both.DF, 4, 1e-12) || !near(again.DF, 4, 1e-12) || both.Clusters != 6 {
		t.Errorf("got %+v, then %+v", both, again)
	}
	checkEstimate(t, again, both, 1e-12)
	half := 2.776445105197793 * both.SE // t of 4 degrees of freedom
	if !near(both.Hi-both.Value, half, 1e-12) {
		t.Errorf("half-width %v, want %v", both.Hi-both.Value, half)
	}
	mixed := Combine([]float64{.5, .5}, []Estimate{c.Mean, Mean([]float64{1, 2, 3, 4})})
	if mixed.Clusters != 7 || mixed.N != 10 {
		t.Errorf("three clusters and four samples: %+v", mixed)
	}
}
