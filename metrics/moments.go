package metrics

import "math"

// allFinite says whether no x is NaN or infinite.
func allFinite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// average returns the mean of xs, of which there is at least one; NaN when one is not finite. It does
// not overflow, and is exact when all are equal.
func average(xs []float64) float64 {
	lo, hi, sum := xs[0], xs[0], 0.0
	for _, x := range xs {
		lo, hi, sum = min(lo, x), max(hi, x), sum+x
	}
	n := float64(len(xs))
	m := sum / n
	if math.IsInf(m, 0) {
		m = 0
	}
	// The second pass takes back the rounding of the first, and all of it where the sum overflows.
	rest := 0.0
	for _, x := range xs {
		rest += x/n - m/n
	}
	return min(max(m+rest, lo), hi)
}

// norm returns the square root of the sum of squares of ds, without overflow or underflow on the
// way. It is +Inf or NaN when one of them is.
func norm(ds []float64) float64 {
	scale := 0.0
	for _, d := range ds {
		scale = max(scale, math.Abs(d))
	}
	// A power of two, so that scaling does not round.
	_, exp := math.Frexp(scale)
	sum := 0.0
	for _, d := range ds {
		r := math.Ldexp(d, -exp)
		sum += r * r
	}
	return math.Ldexp(math.Sqrt(sum), exp)
}

// deviations returns x − m for every x.
func deviations(xs []float64, m float64) []float64 {
	ds := make([]float64, len(xs))
	for i, x := range xs {
		ds[i] = x - m
	}
	return ds
}

// sd returns the mean and the standard deviation of xs (ddof 1); NaN where undefined.
func sd(xs []float64) (mean, s float64) {
	if len(xs) == 0 {
		return math.NaN(), math.NaN()
	}
	mean = average(xs)
	return mean, norm(deviations(xs, mean)) / math.Sqrt(float64(len(xs)-1))
}

// interval returns the estimate value with the 95 % t-interval of its standard error, nothing
// missing. Where the standard error is not a finite number it is not defined, and the interval is
// infinite.
func interval(value, se, df float64, n int) Estimate {
	e := Undefined(n)
	if !allFinite(value) {
		return e
	}
	e.Value, e.Worst, e.Best = value, value, value
	if !allFinite(se) || !(df > 0) {
		return e
	}
	half := tFactor(df) * se
	e.SE, e.Lo, e.Hi = se, value-half, value+half
	return e
}
