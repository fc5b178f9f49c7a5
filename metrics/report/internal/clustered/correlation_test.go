package clustered

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// TestCorrelationByTheFormula has standard errors from the numeric derivative of r by the weight
// of each pair, summed by cluster, with 40 digits: SE² = C/(C−1)·Σ_c(Σ_{i∈c} ∂r/∂w_i)²/n².
func TestCorrelationByTheFormula(t *testing.T) {
	for _, tt := range []struct {
		xs, ys           []float64
		clusters         string
		r, se, least, up float64
		why              string
	}{
		{[]float64{0, .1, 0, .2, 1, 1, 1.2, 1.1, 2, 2.1, 2, 1.9, 3, 3, 3, 3.2, 4, 4, 4, 4.3},
			[]float64{2, 2.1, 2, 2, .2, .1, .3, .2, 1.5, 1.5, 1.6, 1.4, .9, 1, 1, 1.1, 2.3, 2.2, 2.5, 2.4},
			"aaaabbbbccccddddeeee", .27170465887199386, .47294878470392706, -.8141035330945083, .9349682488609467,
			"pairs of a cluster are alike"},
		{[]float64{.1, .2, 1.1, 1.3, 2, 2.2, .4, .6, 1.9, 3}, []float64{.9, 1, .7, .5, 2.1, 2.4, 1.4, 1.5, .8, 1.7},
			"aabbccddee", .4770935511869169, (1 - .4770935511869169*.4770935511869169) / 3, -.218025600533002, .8510672186398989,
			"by the formula .195, and of independent pairs (1−r²)/√9"},
	} {
		e, err := Correlation(tt.xs, tt.ys, strings.Split(tt.clusters, ""))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range [][2]float64{{e.Value, tt.r}, {e.SE, tt.se}, {e.Lo, tt.least}, {e.Hi, tt.up}} {
			if !(math.Abs(f[0]-f[1]) <= 1e-12) {
				t.Errorf("%s: %.16g, want %.16g", tt.why, f[0], f[1])
			}
		}
		if e.Clusters != 5 || e.N != len(tt.xs) {
			t.Errorf("%s: %d pairs in %d clusters", tt.why, e.N, e.Clusters)
		}
	}
}

func TestCorrelation(t *testing.T) {
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
	if e, err := Correlation(xs, ys, own); err != nil || e != plain {
		t.Errorf("without clusters %+v, want %+v", e, plain)
	}
	// Ten times the same is no more than once.
	e, err := Correlation(manyX, manyY, groups)
	if err != nil || math.Abs(e.Value-plain.Value) > 1e-12 || e.N != 600 || e.Clusters != 60 {
		t.Fatalf("%+v, %v", e, err)
	}
	if ratio := e.SE / plain.SE; !(ratio >= .8 && ratio <= 1.25) {
		t.Errorf("SE %v of sixty clusters, %v of sixty pairs", e.SE, plain.SE)
	}
	half := metrics.TQuantile(.975, 59) * e.SE / (1 - e.Value*e.Value)
	if !(math.Abs(math.Atanh(e.Hi)-math.Atanh(e.Value)-half) <= 1e-12 && math.Abs(math.Atanh(e.Value)-math.Atanh(e.Lo)-half) <= 1e-12) {
		t.Errorf("interval [%v, %v] around %v, SE %v", e.Lo, e.Hi, e.Value, e.SE)
	}
	// On four pairs the linearization alone has an interval that is far too narrow.
	e, err = Correlation([]float64{-1, 1, 1, -1}, []float64{-1, 1, -1, -1}, []string{"a", "a", "b", "b"})
	one, _ := metrics.Correlation([]float64{-1, 1, 1, -1}, []float64{-1, 1, -1, -1})
	if err != nil || !(e.SE >= one.SE && e.Lo <= one.Lo && e.Hi >= one.Hi) {
		t.Errorf("%+v is narrower than %+v: %v", e, one, err)
	}
	for why, pairs := range map[string][2][]float64{
		"one cluster":     {{0, 0, 1, 1}, {0, 1, 1, 1}},
		"a straight line": {{0, 1, 2, 3}, {0, 2, 4, 6}},
		"a falling line":  {{0, 1, 2, 3}, {0, -2, -4, -6}},
		"three pairs":     {{0, 1, 2}, {0, 1, 1}},
	} {
		names := []string{"a", "a", "a", "a"}
		if why != "one cluster" {
			names[2], names[3] = "b", "b"
		}
		if e, err := Correlation(pairs[0], pairs[1], names[:len(pairs[0])]); err != nil || !math.IsNaN(e.SE) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
			t.Errorf("%s: %+v, %v", why, e, err)
		}
	}
	if e, err := Correlation([]float64{1, 1}, []float64{1, 2}, []string{"a", "a"}); err != nil || !math.IsNaN(e.Value) {
		t.Errorf("no spread: %+v, %v", e, err)
	}
}
