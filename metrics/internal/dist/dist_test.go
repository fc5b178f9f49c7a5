package dist

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// off returns the relative error of got.
func off(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	e := math.Abs(got-want) / max(math.Abs(want), math.SmallestNonzeroFloat64)
	if math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}

// The values wanted in these tables were computed with 40 digits.

func TestTUpper(t *testing.T) {
	for _, tt := range []struct {
		t, df, want float64
		why         string
	}{
		{1, 1, 0.25, "Cauchy"},
		{-1, 1, 0.75, "below 0"},
		{0, 5, 0.5, "center"},
		{.5, 2.5, 0.32884895993485734, "degrees of freedom that are not whole"},
		{3.67, 11, 0.0018448135465352636, "ordinary"},
		{10, 3, 0.001064199529207075, "t above √df"},
		{50, 100, 7.2360818398806944e-73, "far tail"},
		{2, 1000, 0.02288517324662582, "many degrees of freedom"},
		{30, 1e5, 3.6892684361111168e-197, "far tail, many degrees of freedom"},
		{2, 3e6, 0.022750176940658425, "very many degrees of freedom"},
		{1e10, 5, 9.4901672455623608e-50, "power law"},
		{1e-5, 7, 0.49999615008549175, "near the center"},
		{1e150, 1.5, 3.7708524320162465e-226, "t² near overflow"},
		{1e200, 1.5, 3.7708524320162465e-301, "t² overflows"},
		{math.Inf(1), 4, 0, "infinite"},
		{math.Inf(1), math.Inf(1), 0, "infinite, normal"},
		{1.959963984540054, math.Inf(1), 0.025, "normal"},
	} {
		got := TUpper(tt.t, tt.df)
		if off(got, tt.want) > 5e-13 {
			t.Errorf("TUpper(%v, %v) = %.17g, want %.17g: %s", tt.t, tt.df, got, tt.want, tt.why)
		}
		for _, at := range []float64{tt.t, -tt.t} {
			if two := TTwoSided(at, tt.df); off(two, 2*min(tt.want, 1-tt.want)) > 5e-13 {
				t.Errorf("TTwoSided(%v, %v) = %.17g: %s", at, tt.df, two, tt.why)
			}
		}
	}
}

// TestExpansions evaluates the two expansions at 1, where every coefficient counts in full and no power
// hides it.
func TestExpansions(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want float64
		why       string
	}{
		{"stirling(1)", stirling(1), 1./12 - 1./360 + 1./1260 - 1./1680 + 1./1188, "Σ B₂ₖ/(2k(2k−1)), k = 1 to 5"},
		{"stirling(1/2)", stirling(.5), 2./12 - 8./360 + 32./1260 - 128./1680 + 512./1188, "the powers are odd"},
		{"zOfT(1, 1)", zOfT(1, 1), 1 - 2./4 + 24./96 - 40./384 + 6768./92160, "Fisher 1926: 1 − (t²+1)/4 + (13+8+3)/96 − …"},
		{"zOfT(2, 1)", zOfT(2, 1), 2 * (1 - 5./4 + 243./96 - 2533./384 + 1802415./92160), "s = 4: 13·16+8·4+3, 35·64+19·16+4−15, …"},
	} {
		if off(tt.got, tt.want) > 1e-14 {
			t.Errorf("%s = %.17g, want %.17g: %s", tt.name, tt.got, tt.want, tt.why)
		}
	}
}

// TestTManyDegrees crosses the line between the continued fraction and the expansion.
func TestTManyDegrees(t *testing.T) {
	for _, tt := range []struct{ df, t, want float64 }{
		{1000, 1, 0.15877620904233615354},
		{1000, 1.8, 0.036080969735194666085},
		{1000, 3, 0.0013833545221190962321},
		{1000, 5, 3.3836281823243151909e-7},
		{1000, 10, 8.335351479298221853e-23},
		{10000, 1, 0.15866735216521456199},
		{10000, 1.8, 0.035945382941464436721},
		{10000, 3, 0.0013532240949988331429},
		{10000, 5, 2.9151633068313236453e-7},
		{10000, 10, 9.8164037143316643094e-24},
		{100000, 1, 0.15865646378205500803},
		{100000, 1.8, 0.035931825483330664355},
		{100000, 3, 0.001350230442032359595},
		{100000, 5, 2.8713508393208364266e-7},
		{100000, 10, 7.8165076501034872019e-24},
		{1000000, 1, 0.15865537491678906464},
		{1000000, 1.8, 0.035930469749841684523},
		{1000000, 3, 0.0013499312707108985294},
		{1000000, 5, 2.8669989354453707845e-7},
		{1000000, 10, 7.6393053840889804848e-24},
		{5000000, 1, 0.15865527812852829348},
		{5000000, 1.8, 0.035930349240306761918},
		{5000000, 3, 0.0013499046794114210151},
		{5000000, 5, 2.8666123568728073115e-7},
		{5000000, 10, 7.6237397358307636031e-24},
	} {
		if got := TUpper(tt.t, tt.df); off(got, tt.want) > 1e-12 {
			t.Errorf("TUpper(%v, %v) = %.17g, want %.17g", tt.t, tt.df, got, tt.want)
		}
	}
	// Here the last terms of the expansion can just be seen.
	for _, tt := range []struct{ df, t, want float64 }{
		{210, 1, 0.15923068830235407931}, {210, .25, 0.4014158699465712534}, {350, 1.25, 0.1060673453559888606}, {1100, 2, 0.022872891502839506151},
	} {
		if got := NormalUpper(zOfT(tt.t, tt.df)); off(got, tt.want) > 6e-13 {
			t.Errorf("by the expansion TUpper(%v, %v) = %.17g, want %.17g", tt.t, tt.df, got, tt.want)
		}
	}
	for _, df := range []float64{1e8, 1e12, 1e300} {
		if got := TQuantile(.975, df); off(got, 1.9599639845400542) > 3/df+1e-14 {
			t.Errorf("TQuantile(0.975, %v) = %.17g", df, got)
		}
	}
}

func TestTQuantile(t *testing.T) {
	for _, tt := range []struct {
		q, df, want float64
		why         string
	}{
		{.025, 1, 12.706204736174704, "Cauchy"},
		{.025, 2, 4.3026527297494640, "closed form"},
		{.025, 2.5, 3.5746548420036831, "degrees of freedom that are not whole"},
		{.025, 11, 2.2009851600916398, "ordinary"},
		{1e-10, 5, 156.82559270889432, "far tail"},
		{1e-100, 3, 2.225769823822442e33, "power law"},
		{1e-300, 30, 50178575360.505081, "near underflow"},
		{3.7708524320162465e-301, 1.5, 1e200, "t² overflows"},
		{.4999, 8, 0.000258599054647853, "near the center"},
		{.025, 1e5, 1.9599877075346096, "many degrees of freedom"},
		{.001, 5e6, 3.0902339361944039, "very many degrees of freedom"},
		{.5, 3, 0, "center"},
		{0, 3, math.Inf(1), "end"},
		{1, 3, math.Inf(-1), "end"},
	} {
		tolerance := 1e-13
		if tt.q == .4999 {
			tolerance = 1e-11 // The input itself has no more digits there.
		}
		if got := -TQuantile(tt.q, tt.df); off(got, tt.want) > tolerance {
			t.Errorf("quantile of %v, %v = %.17g, want %.17g: %s", tt.q, tt.df, got, tt.want, tt.why)
		}
	}
	if got := TQuantile(.975, 11); off(got, 2.2009851600916398) > 1e-13 {
		t.Errorf("TQuantile(0.975, 11) = %.17g", got)
	}
	if got := TQuantile(math.Nextafter(.5, 1), 4); !(got > 0 && got < 1e-15) {
		t.Errorf("just above the center: %v", got)
	}
}

func TestNormal(t *testing.T) {
	for _, tt := range []struct {
		q, want float64
		why     string
	}{
		{.025, 1.9599639845400542, "ordinary"},
		{.2, 0.84162123357291417, "ordinary"},
		{1e-20, 9.2623400897984076, "far tail"},
		{1e-300, 37.047096299361199, "near underflow"},
		{.4999999, 2.5066282747031065e-7, "near the center"},
		{1 - 0x1p-40, -7.0477002566644087, "1−p has digits that p has not"},
		{.5, 0, "center"},
		{0, math.Inf(1), "end"},
		{1, math.Inf(-1), "end"},
	} {
		tolerance := 1e-14
		if tt.q == .4999999 {
			tolerance = 1e-9
		}
		if got := -NormalQuantile(tt.q); off(got, tt.want) > tolerance {
			t.Errorf("quantile of %v = %.17g, want %.17g: %s", tt.q, got, tt.want, tt.why)
		}
	}
	if got := NormalUpper(1.9599639845400542); off(got, .025) > 1e-14 {
		t.Errorf("NormalUpper = %v", got)
	}
	if got := NormalTwoSided(-1.9599639845400542); off(got, .05) > 1e-14 {
		t.Errorf("NormalTwoSided = %v", got)
	}
}

func TestBeta(t *testing.T) {
	for _, tt := range []struct {
		x, a, b, want float64
		why           string
	}{
		{.3, 2, 3, 0.3483, "polynomial"},
		{.01, .5, 40, 0.62861397674601533, "a below 1"},
		{1e-5, .2, .3, 0.064528848719033048, "both below 1"},
		{.52, 20000, 20000, 0.99999999999999939, "large"},
		{.75, 15, 17, 0.99963348234425936, "where the series for ln Γ begins"},
		{.9, 3, 16, 0.99999999999998744, "near 1"},
		{.25, 300, 800, 0.0433282976883901, "skewed"},
		{.999, 500, 2, 0.90956841729177737, "x near 1"},
		{.5, 1000, 1000, .5, "center"},
		{1e-10, 1, 1e10, 0.63212055884695166, "1−(1−x)^b: the logarithm of 1−x needs the digits of x"},
		{0, 2, 3, 0, "end"},
		{1, 2, 3, 1, "end"},
	} {
		if got := Beta(tt.x, tt.a, tt.b); off(got, tt.want) > 1e-12 {
			t.Errorf("Beta(%v, %v, %v) = %.17g, want %.17g: %s", tt.x, tt.a, tt.b, got, tt.want, tt.why)
		}
	}
	// In the center of large ones the fraction takes a thousand steps, and digits are lost.
	if got := Beta(.5, 1e6, 1e6); off(got, .5) > 2e6*1e-16 {
		t.Errorf("Beta(0.5, 1e6, 1e6) = %.17g", got)
	}
	for _, tt := range []struct{ a, b, want float64 }{
		{.5, .5, 1.1447298858494002}, {20, .5, -0.91925184440660399}, {1e6, .5, -6.335390211057437},
		{30, 40, -48.301749095916125}, {1e5, 2e5, -190958.88527911685}, {16, 16, -22.293680785633527},
		{15.5, 18, -23.260437561697551}, {18, 15.5, -23.260437561697551}, {.5, 1e6, -6.335390211057437},
		{9, .5, -0.512365575127318167},
		{23817143, 23613328, -32875866.560234651}, {29333169, 28680578, -40208401.94894398},
	} {
		if got := lnBeta(tt.a, tt.b); off(got, tt.want) > 3e-15 {
			t.Errorf("lnBeta(%v, %v) = %.17g, want %.17g", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestBetaQuantile(t *testing.T) {
	for _, tt := range []struct {
		p, a, b, want float64
		why           string
	}{
		{0, 2, 3, 0, "end"},
		{1, 2, 3, 1, "end"},
		{.3483, 2, 3, .3, "polynomial"},
		{.25, 1, 1, .25, "uniform"},
		{.0975, 1, 2, .05, "closed form: 1−√(1−p)"},
		{1e-300, 1, 1, 1e-300, "uniform, far tail"},
		{6.0636666763017534e-16, 20000, 20000, .48, "far tail of large"},
	} {
		if got := BetaQuantile(tt.p, tt.a, tt.b); off(got, tt.want) > 1e-13 {
			t.Errorf("BetaQuantile(%v, %v, %v) = %.17g, want %.17g: %s", tt.p, tt.a, tt.b, got, tt.want, tt.why)
		}
	}
}

func TestBinomial(t *testing.T) {
	for _, tt := range []struct {
		k, n           int
		p, at, lowerTo float64
		why            string
	}{
		{480, 1000, .5, 0.011340982371187727, 0.10872414660207047, "large"},
		{0, 11, .5, 1. / 2048, 1. / 2048, "none"},
		{11, 11, .5, 1. / 2048, 1, "all"},
		{2, 11, .5, 55. / 2048, 67. / 2048, "small"},
		{3, 40, .3, 0.00049516300430906505, math.NaN(), "p not ½"},
		{-1, 5, .5, 0, 0, "below"},
		{-1, 5, 0, 0, 0, "below, p is 0"},
		{6, 5, .5, 0, 1, "above"},
		{0, 5, 0, 1, 1, "p is 0"},
		{5, 5, 1, 1, 1, "p is 1"},
		{4, 5, 1, 0, 0, "p is 1"},
		{0, 0, .5, 1, 1, "nothing drawn"},
	} {
		if got := BinomialAt(tt.k, tt.n, tt.p); off(got, tt.at) > 1e-12 {
			t.Errorf("P(X = %d) of %d = %.17g, want %.17g: %s", tt.k, tt.n, got, tt.at, tt.why)
		}
		if got := BinomialLower(tt.k, tt.n, tt.p); !math.IsNaN(tt.lowerTo) && off(got, tt.lowerTo) > 1e-12 {
			t.Errorf("P(X ≤ %d) of %d = %.17g, want %.17g: %s", tt.k, tt.n, got, tt.lowerTo, tt.why)
		}
	}
}

func TestOutsideTheDomainIsNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, got := range map[string]float64{
		"TUpper df 0": TUpper(1, 0), "TUpper df -1": TUpper(1, -1), "TUpper df NaN": TUpper(1, nan), "TUpper NaN": TUpper(nan, 3),
		"TTwoSided df -1": TTwoSided(1, -1), "TTwoSided NaN": TTwoSided(nan, 2),
		"TQuantile p 2": TQuantile(2, 3), "TQuantile p -1": TQuantile(-1, 3), "TQuantile NaN": TQuantile(nan, 3), "TQuantile df 0": TQuantile(.2, 0),
		"NormalQuantile 2": NormalQuantile(2), "NormalQuantile NaN": NormalQuantile(nan),
		"Beta x 2": Beta(2, 1, 1), "Beta a 0": Beta(.5, 0, 1), "Beta b 0": Beta(.5, 1, 0), "Beta NaN": Beta(nan, 1, 1), "Beta x -Inf": Beta(-inf, 1, 1),
		"TQuantile p": TQuantile(1.001, 3), "NormalQuantile 1.001": NormalQuantile(1.001), "NormalQuantile -1": NormalQuantile(-1), "Beta x 1.001": Beta(1.001, 1, 1),
		"BetaQuantile p 1.001": BetaQuantile(1.001, 1, 1), "BetaQuantile p -1": BetaQuantile(-1, 1, 1), "BetaQuantile b": BetaQuantile(.5, 1, 0), "BetaQuantile a 0": BetaQuantile(.5, 0, 1),
		"BinomialAt p 1.001": BinomialAt(0, 1, 1.001), "BinomialLower p 1.001": BinomialLower(0, 1, 1.001), "BinomialLower p -1": BinomialLower(0, 1, -1), "BinomialAt p -1": BinomialAt(0, 1, -1),
		"BinomialAt p 1.5, k above n": BinomialAt(2, 1, 1.5), "BinomialAt p -1, k below 0": BinomialAt(-1, 1, -1), "BinomialAt p NaN, k below 0": BinomialAt(-1, 1, nan),
		"BetaQuantile p": BetaQuantile(1.5, 1, 1), "BetaQuantile a": BetaQuantile(.5, -1, 1),
		"BinomialAt n": BinomialAt(0, -1, .5), "BinomialAt p": BinomialAt(0, 1, 1.5), "BinomialLower p": BinomialLower(0, 1, nan), "BinomialLower n": BinomialLower(0, -1, .5),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s = %v, want NaN", name, got)
		}
	}
}

// TestAgainstOracle compares with another implementation over random arguments.
func TestAgainstOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 3000 {
		df := math.Exp(rng.Float64()*9 - 0.7)
		x := rng.NormFloat64() * 3
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}
		if got, want := TUpper(x, df), student.Survival(x); !(math.Abs(got-want) <= 1e-11) {
			t.Fatalf("TUpper(%v, %v) = %v, oracle %v", x, df, got, want)
		}
		p := rng.Float64()
		if got := 1 - TUpper(TQuantile(p, df), df); !(math.Abs(got-p) <= 1e-13) {
			t.Fatalf("TQuantile(%v, %v) does not go back: %v", p, df, got)
		}
		a, b := math.Exp(rng.Float64()*8-1), math.Exp(rng.Float64()*8-1)
		u := rng.Float64()
		if got, want := Beta(u, a, b), mathext.RegIncBeta(a, b, u); !(math.Abs(got-want) <= 1e-10) {
			t.Fatalf("Beta(%v, %v, %v) = %v, oracle %v", u, a, b, got, want)
		}
		if got := Beta(BetaQuantile(p, a, b), a, b); !(math.Abs(got-p) <= 1e-9) {
			t.Fatalf("BetaQuantile(%v, %v, %v) does not go back: %v", p, a, b, got)
		}
		n := 1 + rng.IntN(200)
		k := rng.IntN(n + 1)
		binomial := distuv.Binomial{N: float64(n), P: u}
		if got, want := BinomialAt(k, n, u), binomial.Prob(float64(k)); !(math.Abs(got-want) <= 1e-11) {
			t.Fatalf("BinomialAt(%d, %d, %v) = %v, oracle %v", k, n, u, got, want)
		}
		if got, want := BinomialLower(k, n, u), binomial.CDF(float64(k)); !(math.Abs(got-want) <= 1e-10) {
			t.Fatalf("BinomialLower(%d, %d, %v) = %v, oracle %v", k, n, u, got, want)
		}
		if got, want := NormalQuantile(p), distuv.UnitNormal.Quantile(p); !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
			t.Fatalf("NormalQuantile(%v) = %v, oracle %v", p, got, want)
		}
	}
}
