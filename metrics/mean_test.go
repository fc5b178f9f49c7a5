package metrics

import (
	"math"
	"testing"
)

var (
	inf = math.Inf(1)
	nan = math.NaN()

	// Ten scores in four clusters of unequal size. What is wanted of them was computed apart, with 30
	// digits.
	scores   = []float64{.62, .55, .71, .30, .24, .45, .38, -.15, .05, .90}
	clusters = []string{"p", "p", "p", "q", "q", "q", "q", "r", "r", "s"}
)

// near says whether got is want within a relative or absolute error of tol, NaN and infinities
// being equal to themselves.
func near(got, want, tol float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= tol*max(1, math.Abs(want))
}

// est returns the estimate of independent samples with these fields.
func est(value, se, lo, hi float64, n int, worst, best float64) Estimate {
	return Estimate{Value: value, SE: se, Lo: lo, Hi: hi, N: n, Worst: worst, Best: best}
}

// checkEstimate compares all fields of two estimates.
func checkEstimate(t *testing.T, got, want Estimate, tol float64) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"Value", got.Value, want.Value}, {"SE", got.SE, want.SE}, {"Lo", got.Lo, want.Lo},
		{"Hi", got.Hi, want.Hi}, {"Worst", got.Worst, want.Worst}, {"Best", got.Best, want.Best},
	} {
		if !near(f.got, f.want, tol) {
			t.Errorf("%s = %.12g, want %.12g", f.name, f.got, f.want)
		}
	}
	if got.N != want.N {
		t.Errorf("N = %d, want %d", got.N, want.N)
	}
}

func TestMean(t *testing.T) {
	for _, tt := range []struct {
		name string
		xs   []float64
		want Estimate
		why  string
	}{
		{"none", nil, Undefined(0), "a mean of nothing is not 0"},
		{"one", []float64{.4}, est(.4, nan, -inf, inf, 1, .4, .4), "one number says nothing about spread"},
		{"two", []float64{0, 1}, est(.5, .5, .5-.5*12.706204736174707, .5+.5*12.706204736174707, 2, .5, .5), "t with one degree of freedom"},
		{"ten", scores, est(.405, .0988966913276453, .181280141336124, .628719858663876, 10, .405, .405), "t with nine degrees of freedom"},
		{"equal", []float64{.1, .1, .1}, est(.1, 0, .1, .1, 3, .1, .1), "no spread from rounding"},
		{"NaN", []float64{1, nan}, Undefined(2), "NaN is not skipped"},
		{"NaN first", []float64{nan, 1, 2}, Undefined(3), "wherever it is"},
		{"infinite below", []float64{1, -inf, 2}, Undefined(3), "an infinite score has no mean"},
		{"both infinite", []float64{inf, -inf}, Undefined(2), "an infinite score has no mean"},
		{"infinite", []float64{1, inf}, Undefined(2), "an infinite score has no mean"},
		{"huge", []float64{1.5e308, 1.5e308, 1.2e308}, est(1.4e308, 1e307, 1.4e308-4.302652729749464e307, inf, 3, 1.4e308, 1.4e308), "the sum overflows, the mean does not; an end beyond all numbers is infinite"},
		{"huge, below 0", []float64{-1.5e308, -1.5e308, -1.2e308}, est(-1.4e308, 1e307, -inf, -1.4e308+4.302652729749464e307, 3, -1.4e308, -1.4e308), "the same below 0"},
		{"beyond all numbers", []float64{1.7e308, -1.7e308}, est(0, nan, -inf, inf, 2, 0, 0), "a standard error that overflows is not defined"},
		{"huge, mixed", []float64{1e308, -1e308}, est(0, 1e308, -inf, inf, 2, 0, 0), "squares overflow, the standard error does not"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkEstimate(t, Mean(tt.xs), tt.want, 1e-11) })
	}
}

func TestMeanOfTinyNumbersKeepsItsSpread(t *testing.T) {
	e := Mean([]float64{1e-200, 3e-200})
	if e.Value != 2e-200 || !near(e.SE/1e-200, 1, 1e-12) {
		t.Errorf("mean %v, SE %v: the squares underflowed", e.Value, e.SE)
	}
}

func TestMeanOfManyDoesNotDrift(t *testing.T) {
	xs := make([]float64, 1<<20)
	for i := range xs {
		xs[i] = []float64{.1, .3}[i%2]
	}
	if m := Mean(xs).Value; !(math.Abs(m-.2) <= 1e-16) {
		t.Errorf("the mean is off by %v", m-.2)
	}
}

func TestMeanOfEqualNumbersIsTheNumber(t *testing.T) {
	// A sixth of six times this number is another one, and stays so without rounding.
	const x = 0.86676129870381424
	for _, x := range []float64{x, -x} {
		if e := Mean([]float64{x, x, x, x, x, x}); e.Value != x || e.SE != 0 {
			t.Errorf("six times %v have the mean %v ± %v", x, e.Value, e.SE)
		}
	}
}

func TestNormIsInRange(t *testing.T) {
	for _, tt := range []struct {
		ds   []float64
		want float64
		why  string
	}{
		{[]float64{3, -4}, 5, "plain"},
		{[]float64{3e300, 4e300, 0}, 5e300, "squares overflow"},
		{[]float64{-3e300, 4e299, 0}, 3e300 * math.Sqrt(1+4./225), "the largest is below 0"},
		{[]float64{3e-300, 4e-300, 0}, 5e-300, "squares underflow"},
		{[]float64{0, 0}, 0, "zeros"},
		{nil, 0, "nothing"},
		{[]float64{1, inf}, inf, "infinite"},
		{[]float64{nan, inf, 1}, nan, "NaN"},
	} {
		if got := norm(tt.ds); !(math.Abs(got/tt.want-1) <= 1e-15) && got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) {
			t.Errorf("norm of %v is %v, want %v: %s", tt.ds, got, tt.want, tt.why)
		}
	}
}

func TestIntervalWithoutFreedom(t *testing.T) {
	for _, df := range []float64{0, -1, nan} {
		checkEstimate(t, interval(.5, .1, df, 7), est(.5, nan, -inf, inf, 7, .5, .5), 0)
	}
}

func TestMeanFarFromZeroKeepsItsSpread(t *testing.T) {
	if e := Mean([]float64{1e9 + 1, 1e9 + 2, 1e9 + 3}); e.Value != 1e9+2 || !near(e.SE, 1/math.Sqrt(3), 1e-12) {
		t.Errorf("mean %v, SE %v", e.Value, e.SE)
	}
}

func TestWithin(t *testing.T) {
	e := Mean([]float64{.2, .4}).Within([]float64{.2, .4, 0}, []float64{.2, .4, .9})
	if !near(e.Worst, .2, 1e-15) || !near(e.Best, .5, 1e-15) || e.Value != Mean([]float64{.2, .4}).Value {
		t.Errorf("got %+v", e)
	}
	if e = Mean(nil).Within([]float64{0}, []float64{.9}); !math.IsNaN(e.Value) || e.Worst != 0 || e.Best != .9 {
		t.Errorf("nothing scored: got %+v, want bounds without a value", e)
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		name     string
		in, want Estimate
		why      string
	}{
		{"inside", est(.5, .1, .3, .7, 9, .4, .6), est(.5, .1, .3, .7, 9, .4, .6), "nothing to clip"},
		{"ends", est(.48, .17, -.05, 1.01, 12, -.2, 1.3), est(.48, .17, 0, 1, 12, 0, 1), "the interval is on the scale of the value"},
		{"below", est(-.2, .1, -.4, -.1, 9, -.3, -.2), est(0, .1, 0, 0, 9, 0, 0), "the mean is clipped, not the scores"},
		{"above", est(1.2, .1, 1.1, 1.3, 9, 1.2, 1.3), est(1, .1, 1, 1, 9, 1, 1), "both ends"},
		{"one sample", Mean([]float64{-.4}), est(0, nan, -inf, inf, 1, 0, 0), "what is not known stays so"},
		{"undefined", Undefined(3), Undefined(3), "undefined is not 0"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkEstimate(t, tt.in.Clip(), tt.want, 0) })
	}
}
