package dist

import "math"

// Beta returns P(X ≤ x) for X ~ Beta(a, b), the regularized incomplete beta function I_x(a, b), for
// a, b > 0 and x in [0, 1].
func Beta(x, a, b float64) float64 {
	if !(a > 0 && b > 0 && x >= 0 && x <= 1) {
		return math.NaN()
	}
	return beta(x, 1-x, a, b)
}

// beta is Beta with y = 1−x given apart, so that neither loses digits when the other is near 1.
func beta(x, y, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case y <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - front(y, x, b, a)*fraction(y, b, a)/b
	}
	return front(x, y, a, b) * fraction(x, a, b) / a
}

// front returns x^a y^b / B(a, b) with y = 1−x.
func front(x, y, a, b float64) float64 {
	lnX, lnY := math.Log(x), math.Log(y)
	if y < x {
		lnX = math.Log1p(-y)
	} else {
		lnY = math.Log1p(-x)
	}
	return math.Exp(a*lnX + b*lnY - lnBeta(a, b))
}

// fraction evaluates the continued fraction of I_x(a, b) (DLMF 8.17.22) by the modified Lentz
// method, for x ≤ (a+1)/(a+b+2). There it converges quickly, in about √max(a, b) steps, and none of
// its denominators comes near 0.
func fraction(x, a, b float64) float64 {
	const steps = 1 << 17
	c := 1.0
	d := 1 / (1 - (a+b)*x/(a+1))
	h := d
	for i := range steps {
		m := float64(i + 1)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / (1 + even*d)
		c = 1 + even/c
		h *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / (1 + odd*d)
		c = 1 + odd/c
		h *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return h
}

// BetaQuantile returns the x with P(X ≤ x) = p for X ~ Beta(a, b), for p in [0, 1].
func BetaQuantile(p, a, b float64) float64 {
	switch {
	case !(a > 0 && b > 0 && p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return 0
	case p == 1:
		return 1
	}
	lo, hi := 0.0, 1.0
	for {
		x := lo + (hi-lo)/2
		if x == lo || x == hi {
			return x
		}
		if beta(x, 1-x, a, b) < p {
			lo = x
		} else {
			hi = x
		}
	}
}
