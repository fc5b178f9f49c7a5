package metrics

import (
	"math"

	"github.com/assize-eval/assize/metrics/internal/dist"
)

// Wilson returns the share of met among n independent verdicts with Wilson's 95 % interval:
//
//	(p̂ + z²/2n ± z·√(p̂q̂/n + z²/4n²)) / (1 + z²/n)    SE = √(p̂q̂/n)
//
// The interval stays within [0, 1] and has a width also when all or none are met, when the standard
// error, taken by its formula, is 0. The result is [Undefined] for n below 1 and for met outside
// 0 to n. Verdicts on criteria of one sample are not independent: for those use [ClusterMean] on
// zeros and ones. Source: Wilson 1927.
func Wilson(met, n int) Estimate {
	e := proportion(met, n)
	if math.IsNaN(e.Value) {
		return e
	}
	z, size := zFactor(), float64(n)
	z2 := z * z / size
	center := e.Value + z2/2
	half := z * math.Sqrt(e.Value*(1-e.Value)/size+z2/(4*size))
	e.Lo, e.Hi = (center-half)/(1+z2), (center+half)/(1+z2)
	// At the ends the formula is exact on paper and not in floating point.
	if met == 0 {
		e.Lo = 0
	}
	if met == n {
		e.Hi = 1
	}
	return e
}

// ClopperPearson returns the share of met among n independent verdicts with the exact 95 % interval,
// which covers at least 95 % for any n and is wider than Wilson's. Its ends are quantiles of beta
// distributions:
//
//	lo = B(2.5 %; met, n−met+1)    hi = B(97.5 %; met+1, n−met)
//
// The standard error and what is [Undefined] are as in [Wilson]. Source: Clopper & Pearson 1934.
func ClopperPearson(met, n int) Estimate {
	e := proportion(met, n)
	if !math.IsNaN(e.Value) {
		e.Lo, e.Hi = exactEnds(met, n, (1-level)/2)
	}
	return e
}

// OneSided returns the exact one-sided 95 % limits of a share of which met among n were seen: with
// 95 % confidence the share is at least lo, and with 95 % confidence it is at most hi. With none met
// hi = 1−0.05^{1/n}, about 3/n (the rule of three); with all met lo = 0.05^{1/n}. Both are NaN for n
// below 1 and for met outside 0 to n.
func OneSided(met, n int) (lo, hi float64) {
	if math.IsNaN(proportion(met, n).Value) {
		return math.NaN(), math.NaN()
	}
	return exactEnds(met, n, 1-level)
}

// exactEnds returns the exact limits of a share with alpha on either side.
func exactEnds(met, n int, alpha float64) (lo, hi float64) {
	k, m := float64(met), float64(n-met)
	lo, hi = 0, 1
	if met > 0 {
		lo = dist.BetaQuantile(alpha, k, m+1)
	}
	if met < n {
		hi = dist.BetaQuantile(1-alpha, k+1, m)
	}
	return lo, hi
}

// proportion returns met/n with its standard error and no interval yet.
func proportion(met, n int) Estimate {
	e := Undefined(max(n, 0))
	if n < 1 || met < 0 || met > n {
		return e
	}
	p := float64(met) / float64(n)
	e.Value, e.Worst, e.Best = p, p, p
	e.SE = math.Sqrt(p * (1 - p) / float64(n))
	return e
}
