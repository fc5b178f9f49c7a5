package dist

import "math"

// NormalUpper returns P(Z > z) for a standard normal Z.
func NormalUpper(z float64) float64 { return 0.5 * math.Erfc(z/math.Sqrt2) }

// NormalTwoSided returns P(|Z| > |z|) for a standard normal Z.
func NormalTwoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// NormalQuantile returns the z with P(Z ≤ z) = p, for p in [0, 1]; ±Inf at the ends.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	case p == 0.5:
		return 0
	case p > 0.5:
		return normalUpperQuantile(1 - p)
	}
	return -normalUpperQuantile(p)
}

// normalUpperQuantile returns the z with P(Z > z) = q for q in (0, ½], by Halley steps from a rough
// start. Each about triples the digits, of which the start has two.
func normalUpperQuantile(q float64) float64 {
	r := math.Sqrt(-2 * math.Log(q))
	z := r - (2.30753+0.27061*r)/(1+r*(0.99229+0.04481*r))
	for range 4 {
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		e := (NormalUpper(z) - q) / density
		z += e / (1 - z*e/2)
	}
	return z
}
