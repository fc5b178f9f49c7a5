package dist

import "math"

// BinomialLower returns P(X ≤ k) for X ~ Bin(n, p), for n ≥ 0 and p in [0, 1].
func BinomialLower(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k < 0:
		return 0
	case k >= n:
		return 1
	}
	return beta(1-p, p, float64(n-k), float64(k+1))
}

// BinomialAt returns P(X = k) for X ~ Bin(n, p), for n ≥ 0 and p in [0, 1].
func BinomialAt(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k < 0 || k > n:
		return 0
	case p == 0 || p == 1:
		if k == int(p)*n {
			return 1
		}
		return 0
	}
	a, b := float64(k)+1, float64(n-k)+1
	return front(p, 1-p, a, b) / (p * (1 - p) * (float64(n) + 1))
}
