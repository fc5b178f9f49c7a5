package dist

import "math"

// stirlingFrom is the argument from which the Stirling series is exact to double precision.
const stirlingFrom = 16

// stirling returns ln Γ(x) − [(x−½) ln x − x + ½ ln 2π] for x ≥ stirlingFrom.
func stirling(x float64) float64 {
	r := 1 / x
	r2 := r * r
	return r * (1./12 - r2*(1./360-r2*(1./1260-r2*(1./1680-r2/1188))))
}

// lnGamma returns ln Γ(x) for x > 0.
func lnGamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

// lnBeta returns ln B(a, b) for a, b > 0. Large arguments go through the Stirling series, in which
// the large parts of the three ln Γ cancel on paper and not in floating point.
func lnBeta(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	sum := a + b
	switch {
	case a < stirlingFrom:
		return lnGamma(a) + lnGamma(b) - lnGamma(sum)
	case b < stirlingFrom:
		return lnGamma(b) + b - b*math.Log(sum) + (a-0.5)*math.Log1p(-b/sum) + stirling(a) - stirling(sum)
	}
	return 0.5*math.Log(2*math.Pi/b) + (a-0.5)*math.Log1p(-b/sum) + b*math.Log(b/sum) +
		stirling(a) + stirling(b) - stirling(sum)
}
