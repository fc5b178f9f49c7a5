package metrics

import (
	"cmp"
	"math"
)

// Combine returns the weighted sum of independent estimates, such as the overall figure of a
// benchmark from those of its tasks:
//
//	Σ w·value    SE = √Σ w²·SE²    interval by t with ν = (Σ w²SE²)² / Σ (w⁴SE⁴/ν_i) degrees of freedom
//
// ν is the approximation of Welch and Satterthwaite, with ν_i the [Estimate.Freedom] of a part: one
// less than its samples or, where it has them, its clusters, and what it says itself where it is a sum
// too. ν is DF of the result. For equal means the weights are 1/k. Worst and Best are combined
// likewise, a negative weight taking the other end. N is the sum; Clusters are, too, where a part has
// them, a sample of another part counting as a cluster.
//
// Parts that share clusters are not independent: for those see [SumOfMeans].
//
// The result is [Undefined] without parts, when the numbers of weights and parts differ, when a
// weight is not finite, and when the value of a part is not defined, whatever its weight. When only
// the standard error of a part is not defined the sum is defined and its interval is infinite.
func Combine(weights []float64, parts []Estimate) Estimate {
	n, units, clustered := 0, 0, false
	for _, p := range parts {
		n += p.N
		clustered = clustered || p.Clusters > 0
		units += cmp.Or(p.Clusters, p.N)
	}
	if len(parts) == 0 || len(parts) != len(weights) {
		return Undefined(n)
	}
	value, worst, best := 0.0, 0.0, 0.0
	errs := make([]float64, len(parts))
	for i, p := range parts {
		w := weights[i]
		value += w * p.Value
		errs[i] = w * p.SE
		lo, hi := p.Worst, p.Best
		if w < 0 {
			lo, hi = hi, lo
		}
		worst += w * lo
		best += w * hi
	}
	se := norm(errs)
	df := welch(errs, se, parts)
	e := interval(value, se, df, n)
	if !allFinite(value) {
		return e
	}
	e.Worst, e.Best = orNaN(worst), orNaN(best)
	if clustered {
		e.Clusters = units
	}
	if allFinite(e.SE, df) {
		e.DF = df
	}
	return e
}

// orNaN returns x, or NaN when x is not finite.
func orNaN(x float64) float64 {
	if !allFinite(x) {
		return math.NaN()
	}
	return x
}

// welch returns the degrees of freedom of a sum whose parts have the standard errors errs and which
// itself has se. Parts without spread do not count; with no spread at all it is +Inf.
func welch(errs []float64, se float64, parts []Estimate) float64 {
	sum := 0.0
	for i, e := range errs {
		if e != 0 {
			r := e / se
			sum += r * r * r * r / parts[i].Freedom()
		}
	}
	return 1 / sum
}
