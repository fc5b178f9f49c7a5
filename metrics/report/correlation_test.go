package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestClusteredCorrelation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var xs, ys, manyX, manyY []float64
	var own, groups []string
	for i := range 60 {
		x := rng.NormFloat64()
		y := x/2 + rng.NormFloat64()
		xs, ys, own = append(xs, x), append(ys, y), append(own, fmt.Sprint(i))
		for range 10 {
			manyX, manyY, groups = append(manyX, x), append(manyY, y), append(groups, fmt.Sprint(i))
		}
	}
	plain, err := metrics.Correlation(xs, ys)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := clusteredCorrelation(xs, ys, own); err != nil || e != plain {
		t.Errorf("without clusters %+v, want %+v", e, plain)
	}
	// Ten times the same is no more than once.
	e, err := clusteredCorrelation(manyX, manyY, groups)
	if err != nil || math.Abs(e.Value-plain.Value) > 1e-12 || e.N != 600 || e.Clusters != 60 {
		t.Fatalf("%+v, %v", e, err)
	}
	if ratio := e.SE / plain.SE; ratio < .8 || ratio > 1.25 {
		t.Errorf("SE %v of sixty clusters, %v of sixty pairs", e.SE, plain.SE)
	}
	half := metrics.TQuantile(.975, 59) * e.SE / (1 - e.Value*e.Value)
	if math.Abs(math.Atanh(e.Hi)-math.Atanh(e.Value)-half) > 1e-12 || math.Abs(math.Atanh(e.Value)-math.Atanh(e.Lo)-half) > 1e-12 {
		t.Errorf("interval [%v, %v] around %v, SE %v", e.Lo, e.Hi, e.Value, e.SE)
	}
	// On four pairs the linearization alone has an interval that is far too narrow.
	e, err = clusteredCorrelation([]float64{-1, 1, 1, -1}, []float64{-1, 1, -1, -1}, []string{"a", "a", "b", "b"})
	one, _ := metrics.Correlation([]float64{-1, 1, 1, -1}, []float64{-1, 1, -1, -1})
	if err != nil || e.SE < one.SE || e.Lo > one.Lo || e.Hi < one.Hi {
		t.Errorf("%+v is narrower than %+v: %v", e, one, err)
	}
	for why, pairs := range map[string][2][]float64{
		"one cluster":     {{0, 0, 1, 1}, {0, 1, 1, 1}},
		"a straight line": {{0, 1, 2, 3}, {0, 2, 4, 6}},
	} {
		names := []string{"a", "a", "a", "a"}
		if why == "a straight line" {
			names[3] = "b"
		}
		if e, err := clusteredCorrelation(pairs[0], pairs[1], names); err != nil || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
			t.Errorf("%s: %+v, %v", why, e, err)
		}
	}
	if e, err := clusteredCorrelation([]float64{1, 1}, []float64{1, 2}, []string{"a", "a"}); err != nil || !math.IsNaN(e.Value) {
		t.Errorf("no spread: %+v, %v", e, err)
	}
}
