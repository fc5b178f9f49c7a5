package dist

import "math"

// normalFrom is the number of degrees of freedom from which t is taken from the normal distribution
// by its expansion in 1/ν.
const normalFrom = 1e7

// TUpper returns P(T > t) for Student's t with df > 0 degrees of freedom, which need not be whole;
// with df = +Inf it is the normal distribution.
func TUpper(t, df float64) float64 {
	switch {
	case !(df > 0) || math.IsNaN(t):
		return math.NaN()
	case t < 0:
		return 1 - TUpper(-t, df)
	case df >= normalFrom:
		return NormalUpper(zOfT(t, df))
	}
	return 0.5 * tTail(t, df)
}

// TTwoSided returns P(|T| > |t|) for Student's t with df > 0 degrees of freedom.
func TTwoSided(t, df float64) float64 {
	switch {
	case !(df > 0) || math.IsNaN(t):
		return math.NaN()
	case df >= normalFrom:
		return NormalTwoSided(zOfT(math.Abs(t), df))
	}
	return tTail(math.Abs(t), df)
}

// tTail returns P(|T| > t) for t ≥ 0: I_x(df/2, ½) at x = df/(df+t²).
func tTail(t, df float64) float64 {
	if t > math.Sqrt(df) {
		// Divided through by t², which may overflow.
		u := df / t / t
		return beta(u/(1+u), 1/(1+u), df/2, 0.5)
	}
	u := t * t / df
	return beta(1/(1+u), u/(1+u), df/2, 0.5)
}

// zOfT returns the normal deviate with the same tail as t, for large df (Wallace's expansion).
func zOfT(t, df float64) float64 {
	if math.IsInf(df, 1) || math.IsInf(t, 1) {
		return t
	}
	t2 := t * t
	return t * (1 - (t2+1)/(4*df) + (t2*(13*t2+8)+3)/(96*df*df))
}

// TQuantile returns the t with P(T ≤ t) = p for Student's t with df > 0 degrees of freedom, for p in
// [0, 1]; ±Inf at the ends.
func TQuantile(p, df float64) float64 {
	switch {
	case !(df > 0 && p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	case p == 0.5:
		return 0
	case p > 0.5:
		return tUpperQuantile(1-p, df)
	}
	return -tUpperQuantile(p, df)
}

// tUpperQuantile returns the t with P(T > t) = q for q in (0, ½).
func tUpperQuantile(q, df float64) float64 {
	switch {
	case df == 1:
		return 1 / math.Tan(math.Pi*q)
	case df == 2:
		return (1 - 2*q) / math.Sqrt(2*q*(1-q))
	}
	z := normalUpperQuantile(q)
	if df >= normalFrom {
		z2 := z * z
		return z * (1 + (z2+1)/(4*df) + (z2*(5*z2+16)+3)/(96*df*df))
	}
	// Newton steps on ln P(T > t) over ln t: nearly straight in the far tail, where t is a power
	// law. The bracket keeps them from leaving; t is never below the normal quantile.
	lnDensity := -0.5*math.Log(df) - lnBeta(df/2, 0.5)
	lo, hi := math.Log(max(z, 1e-17)), math.Log(math.MaxFloat64)
	x := lo
	for range 200 {
		t := math.Exp(x)
		tail := 0.5 * tTail(t, df)
		f := math.Log(tail / q)
		if f > 0 {
			lo = x
		} else {
			hi = x
		}
		density := math.Exp(lnDensity - (df+1)/2*log1pSquare(t, df))
		next := x + f*tail/(density*t)
		if !(next >= lo && next <= hi) {
			next = lo + (hi-lo)/2
		}
		if math.Abs(next-x) <= 2e-16 {
			return math.Exp(next)
		}
		x = next
	}
	return math.Exp(x)
}

// log1pSquare returns ln(1 + t²/df) without overflow.
func log1pSquare(t, df float64) float64 {
	if r := t / math.Sqrt(df); r > 1e8 {
		return 2 * math.Log(r)
	} else {
		return math.Log1p(r * r)
	}
}
