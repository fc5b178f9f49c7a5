package metrics

import (
	"fmt"
	"math"
)

// rounding is the share of the size of numbers below which their spread is taken for what is left of
// rounding.
const rounding = 1e-12

// Correlation returns Pearson's correlation of xs and ys over n samples, in [−1, 1], such as that of
// verdicts (0 or 1) with the length of answers.
//
//	r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)²·Σ(y−ȳ)²)    SE = (1−r²)/√(n−1)    interval tanh(artanh r ± z/√(n−3))
//
// It is [Undefined] when either has no spread, or none but rounding (1e-12 of its size), so for n
// below 2. The interval (Fisher's) is infinite
// for n below 4 and for r = ±1. It is an error when the lengths differ and when a number is NaN or
// infinite. Source: Fisher 1921.
func Correlation(xs, ys []float64) (Estimate, error) {
	if len(xs) != len(ys) {
		return Estimate{}, fmt.Errorf("metrics: a correlation of %d with %d numbers", len(xs), len(ys))
	}
	if err := checkFinite("number", xs); err != nil {
		return Estimate{}, err
	}
	if err := checkFinite("number", ys); err != nil {
		return Estimate{}, err
	}
	n := len(xs)
	e := Undefined(n)
	if n < 2 {
		return e, nil
	}
	dx, dy := deviations(xs, average(xs)), deviations(ys, average(ys))
	nx, ny := norm(dx), norm(dy)
	if !(nx > rounding*norm(xs)) || !(ny > rounding*norm(ys)) {
		return e, nil
	}
	r := 0.0
	for i := range dx {
		r += (dx[i] / nx) * (dy[i] / ny)
	}
	r = min(max(r, -1), 1)
	e.Value, e.Worst, e.Best = r, r, r
	if 1-math.Abs(r) < 1e-15 || n < 4 {
		return e, nil
	}
	e.SE = (1 - r*r) / math.Sqrt(float64(n-1))
	half := zFactor() / math.Sqrt(float64(n-3))
	e.Lo, e.Hi = math.Tanh(math.Atanh(r)-half), math.Tanh(math.Atanh(r)+half)
	return e, nil
}
