package metrics

import "math"

// Mean returns the mean of the scores of n samples with its standard error and 95 % interval:
//
//	x̄ = Σx/n    SE = s/√n    s² = Σ(x−x̄)²/(n−1)    x̄ ± t·SE, t the 97.5 % point with n−1 degrees of freedom
//
// With six samples t is 2.571 and not 1.96. Of one number the mean is defined, its standard error is
// not, and its interval is infinite. Without numbers, or when one is NaN or infinite, the result is
// [Undefined]. Worst and Best are the mean itself; [Estimate.Within] sets them.
//
// The formula takes the samples for independent: for samples that share a source text see
// [ClusterMean]. When all numbers are equal the standard error is 0 and the interval is one point,
// which says no more than that no spread was seen. Source: Miller 2024, arXiv 2411.00640.
func Mean(xs []float64) Estimate {
	n := len(xs)
	m, s := sd(xs)
	return interval(m, s/math.Sqrt(float64(n)), float64(n-1), n)
}

// Within returns e with Worst and Best set to the means of the lowest and the highest scores that
// the missing verdicts allow. Both cover all samples, those too that e leaves out because a verdict
// is missing; see [Bounds]. The mean of no numbers, and of any that is not finite, is NaN.
func (e Estimate) Within(worst, best []float64) Estimate {
	e.Worst, e.Best = Mean(worst).Value, Mean(best).Value
	return e
}

// Clip returns e on the scale of a score that is bounded after averaging: value, interval, worst and
// best are clipped to [0, 1] together, so that none contradicts another. PRBench and HealthBench
// publish such means: clip(Σx/n, 0, 1), not the mean of clipped scores, which is higher.
//
// The standard error stays that of the mean before clipping. What is not defined, and an end of the
// interval about which nothing is known, stays so.
func (e Estimate) Clip() Estimate {
	for _, f := range []*float64{&e.Value, &e.Lo, &e.Hi, &e.Worst, &e.Best} {
		if allFinite(*f) {
			*f = min(max(*f, 0), 1)
		}
	}
	return e
}
