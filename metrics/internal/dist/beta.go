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
// method. It converges quickly for x ≤ (a+1)/(a+b+2), in about √max(a, b) steps.
func fraction(x, a, b float64) float64 {
	const (
		tiny  = 1e-300
		steps = 1 << 17
	)
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c := 1.0
	d := 1 / away(1-(a+b)*x/(a+1))
	h := d
	for i := 1; i <= steps; i++ {
		m := float64(i)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / away(1+even*d)
		c = away(1 + even/c)
		h *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / away(1+odd*d)
		c = away(1 + odd/c)
		h *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			return h
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
	x := a / (a + b)
	for range 200 {
		f := beta(x, 1-x, a, b) - p
		if f < 0 {
			lo = x
		} else {
			hi = x
		}
		next := x - f*x*(1-x)/front(x, 1-x, a, b)
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if next == x || math.Abs(next-x) <= 1e-16*x {
			return next
		}
		x = next
	}
	return x
}
