package dist

import "math"

// TUpper returns P(T > t) for Student's t with df > 0 degrees of freedom, which need not be whole;
// with df = +Inf it is the normal distribution.
func TUpper(t, df float64) float64 {
	switch {
	case !(df > 0) || math.IsNaN(t):
		return math.NaN()
	case t < 0:
		return 1 - 0.5*tTail(-t, df)
	}
	return 0.5 * tTail(t, df)
}

// TTwoSided returns P(|T| > |t|) for Student's t with df > 0 degrees of freedom.
func TTwoSided(t, df float64) float64 {
	if !(df > 0) || math.IsNaN(t) {
		return math.NaN()
	}
	return tTail(math.Abs(t), df)
}

// tTail returns P(|T| > t) for t ≥ 0: I_x(df/2, ½) at x = df/(df+t²). Where df is large the continued
// fraction loses digits and the expansion in 1/df is exact to double precision.
func tTail(t, df float64) float64 {
	switch {
	case math.IsInf(t, 1):
		return 0
	case 12*math.Log(max(t, 1)) < 5*math.Log(df)-26.5:
		return NormalTwoSided(zOfT(t, df))
	case t/math.Sqrt(df) > 1e10:
		// The first term of the series is all of it, and t² may overflow.
		return math.Exp(-df*math.Log(t/math.Sqrt(df))-lnBeta(df/2, 0.5)) / (df / 2)
	}
	u := t * t / df
	return beta(1/(1+u), u/(1+u), df/2, 0.5)
}

// zOfT returns the normal deviate with the same tail as t, for large df, by the expansion of Fisher
// to the fourth power of 1/df. The relative error of the tail is about max(t, 1)¹²/(30·df⁵).
func zOfT(t, df float64) float64 {
	r, s := 1/df, t*t
	return t * (1 - r*((s+1)/4-
		r*(((13*s+8)*s+3)/96-
			r*((((35*s+19)*s+1)*s-15)/384-
				r*((((6271*s+3224)*s-102)*s-1680)*s-945)/92160))))
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
	case math.IsInf(df, 1):
		return normalUpperQuantile(q)
	}
	// Newton steps on ln P(T > t) over ln t: nearly straight in the far tail, where t is a power
	// law. The bracket keeps them from leaving, and takes their place where t² overflows; t is never
	// below the normal quantile.
	lnDensity := -0.5*math.Log(df) - lnBeta(df/2, 0.5)
	lo, hi := math.Log(max(normalUpperQuantile(q), 1e-17))-1e-9, math.Log(math.MaxFloat64)
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
		density := math.Exp(lnDensity - (df+1)/2*math.Log1p(t*t/df))
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
