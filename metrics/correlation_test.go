package metrics

import (
	"math"
	"testing"
)

func TestCorrelation(t *testing.T) {
	other := []float64{.5, .6, .9, .2, .5, .3, .1, .2, -.1, .7}
	e, err := Correlation(scores, other)
	if err != nil {
		t.Fatal(err)
	}
	r := .757983043978449
	checkEstimate(t, e, est(r, .141820568347055, .245539504734485, .939321743470143, 10, r, r), 1e-12)

	for _, tt := range []struct {
		xs, ys []float64
		want   Estimate
		why    string
	}{
		{nil, nil, Undefined(0), "nothing"},
		{[]float64{1}, []float64{2}, Undefined(1), "one sample"},
		{[]float64{1, 1, 1, 1, 1}, []float64{1, 2, 3, 4, 5}, Undefined(5), "no spread: not 0"},
		{[]float64{1, 2, 3, 4, 5}, []float64{7, 7, 7, 7, 7}, Undefined(5), "no spread on the other side"},
		{[]float64{0, 0, 0, 0}, []float64{1, 2, 3, 4}, Undefined(4), "zeros have no spread"},
		{[]float64{1, 2, 3, 4}, []float64{0, 0, 0, 0}, Undefined(4), "zeros have no spread"},
		{[]float64{1e6, 1e6 + 1e-8, 1e6, 1e6}, []float64{1, 3, 2, 4}, Undefined(4), "1e-8 of a million is rounding"},
		{[]float64{1, 3, 2, 4}, []float64{1e6, 1e6 + 1e-8, 1e6, 1e6}, Undefined(4), "1e-8 of a million is rounding"},
		{[]float64{3, 2, 2, 6}, []float64{10, 7, 7, 19}, est(1, nan, -inf, inf, 4, 1, 1), "y = 3x+1, where the sum is 1+2e-16"},
		{[]float64{3, 2, 2, 6}, []float64{-10, -7, -7, -19}, est(-1, nan, -inf, inf, 4, -1, -1), "y = −3x−1, where the sum is −1−2e-16"},
		{[]float64{1, 2, 3, 4, 5}, []float64{-2, -4, -6, -8, -10}, est(-1, nan, -inf, inf, 5, -1, -1), "a straight line"},
		{[]float64{1, 2}, []float64{3, 5}, est(1, nan, -inf, inf, 2, 1, 1), "two samples"},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, est(.8, .36/math.Sqrt(3), math.Tanh(math.Atanh(.8)-1.959963984540054), math.Tanh(math.Atanh(.8)+1.959963984540054), 4, .8, .8), "the fewest for an interval"},
		{[]float64{0, 1, 1}, []float64{1, 2, 4}, est(.755928946018454, nan, -inf, inf, 3, .755928946018454, .755928946018454), "too few for an interval"},
	} {
		e, err := Correlation(tt.xs, tt.ys)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(tt.why, func(t *testing.T) { checkEstimate(t, e, tt.want, 1e-12) })
		if e.Value > 1 || e.Value < -1 {
			t.Errorf("%s: r = %.17g", tt.why, e.Value)
		}
	}
	huge, err := Correlation([]float64{1e300, 2e300, 3e300, 5e300}, []float64{1, 3, 2, 4})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Correlation([]float64{1, 2, 3, 5}, []float64{1, 3, 2, 4})
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, huge, plain, 1e-12)
	// dx is (−1, 3, −1, −1)/4 of the spread and dy (−1.5, .5, −.5, 1.5): r = 2/√(12·5).
	small, err := Correlation([]float64{1, 1 + 1e-10, 1, 1}, []float64{1, 3, 2, 4})
	if err != nil || !near(small.Value, 2/math.Sqrt(60), 1e-6) {
		t.Errorf("a spread of 1e-10, a hundred times above rounding: %+v, %v", small, err)
	}
	for _, tiny := range [][2][]float64{
		{{1e-15, 2e-15, 3e-15, 5e-15}, {1, 3, 2, 4}}, {{1, 2, 3, 5}, {1e-15, 3e-15, 2e-15, 4e-15}},
	} {
		if e, err = Correlation(tiny[0], tiny[1]); err != nil {
			t.Fatal(err)
		}
		checkEstimate(t, e, plain, 1e-12)
	}
	for _, tt := range []struct {
		xs, ys []float64
		why    string
	}{
		{[]float64{1, 2}, []float64{1}, "lengths"},
		{[]float64{1, nan}, []float64{1, 2}, "NaN"},
		{[]float64{1, 2}, []float64{inf, 2}, "infinite"},
	} {
		if _, err := Correlation(tt.xs, tt.ys); err == nil {
			t.Errorf("no error for %s", tt.why)
		}
	}
}
