package compare

import (
	"encoding/json"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// Ten samples in four clusters of unequal size, scored for two models. What is wanted of them was
// computed apart, with 30 digits.
var (
	first    = []float64{.62, .55, .71, .30, .24, .45, .38, -.15, .05, .90}
	second   = []float64{.5, .6, .9, .2, .5, .3, .1, .2, -.1, .7}
	clusters = []string{"p", "p", "p", "q", "q", "q", "q", "r", "r", "s"}

	nan, inf = math.NaN(), math.Inf(1)
)

func near(got, want float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))
}

func check(t *testing.T, got, want Test) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"Value", got.Difference.Value, want.Difference.Value}, {"SE", got.Difference.SE, want.Difference.SE},
		{"Lo", got.Difference.Lo, want.Difference.Lo}, {"Hi", got.Difference.Hi, want.Difference.Hi},
		{"T", got.T, want.T}, {"DF", got.DF, want.DF}, {"P", got.P, want.P}, {"Detectable", got.Detectable, want.Detectable},
		{"Correlation", got.Correlation, want.Correlation}, {"UnpairedSE", got.UnpairedSE, want.UnpairedSE},
	} {
		if !near(f.got, f.want) {
			t.Errorf("%s = %.15g, want %.15g", f.name, f.got, f.want)
		}
	}
	if got.Difference.N != want.Difference.N || got.Clusters != want.Clusters {
		t.Errorf("N %d, clusters %d, want %d, %d", got.Difference.N, got.Clusters, want.Difference.N, want.Clusters)
	}
	if strings.Join(got.Warnings, "; ") != strings.Join(want.Warnings, "; ") {
		t.Errorf("warnings %q, want %q", got.Warnings, want.Warnings)
	}
}

func estimate(value, se, lo, hi float64, n int) metrics.Estimate {
	return metrics.Estimate{Value: value, SE: se, Lo: lo, Hi: hi, N: n}
}

func TestPaired(t *testing.T) {
	many := func(xs []float64) []float64 { return slices.Repeat(xs, 3) }
	long, err := Paired(many(first), many(second))
	if err != nil || long.Warnings != nil {
		t.Errorf("30 pairs: warnings %q, %v", long.Warnings, err)
	}
	for _, tt := range []struct {
		name string
		a, b []float64
		want Test
	}{
		{"ten", first, second, Test{estimate(.015, .0678437747901587, -.138473281092826, .168473281092826, 10), .221096188211742, 9, .829952155585109, .190070116593094, 0, .757983043978449, .137810256028594, []string{"only 10 pairs"}}},
		{"none", nil, nil, Test{metrics.Undefined(0), nan, nan, nan, nan, 0, nan, nan, []string{"0 pairs: at least 2 are needed for an interval"}}},
		{"one", []float64{.5}, []float64{.25}, Test{estimate(.25, nan, -inf, inf, 1), nan, nan, nan, nan, 0, nan, nan, []string{"1 pairs: at least 2 are needed for an interval"}}},
		{"equal", []float64{.5, .25}, []float64{.25, 0}, Test{estimate(.25, 0, .25, .25, 2), nan, nan, nan, nan, 0, 1, .1767766952966369, []string{"all differences are equal: there is no spread to test against", "only 2 pairs"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Paired(tt.a, tt.b)
			if err != nil {
				t.Fatal(err)
			}
			check(t, got, tt.want)
		})
	}
}

func TestPairedClusters(t *testing.T) {
	got, err := PairedClusters(first, second, clusters)
	if err != nil {
		t.Fatal(err)
	}
	check(t, got, Test{estimate(.015, .0459637538356765, -.131277178571319, .161277178571319, 10), .326344102651537, 3, .765604877114527, .128771373315, 4, .757983043978449, .137810256028594, []string{"only 4 clusters"}})
	got, err = PairedClusters(first, second, make([]string, 10))
	if err != nil || !math.IsNaN(got.P) || !math.IsInf(got.Difference.Hi, 1) || !strings.Contains(got.Warnings[0], "1 clusters: at least 2") {
		t.Errorf("one cluster: %+v, %v", got, err)
	}
}

func TestUnpaired(t *testing.T) {
	got, err := Unpaired([]float64{.5, .7, .9, .4}, []float64{.2, .3, .1, .6, .3, .2})
	if err != nil {
		t.Fatal(err)
	}
	warnings := []string{"unpaired: samples that both runs share are treated as different ones", "only 4 samples in the smaller run"}
	check(t, got, Test{estimate(.341666666666667, .131286370622053, .0111779798120443, .672155353521289, 10), 2.60245343859993, 5.37696100372108, .044886524921476, .131286370622053 * 2.80158521811297, 0, nan, .131286370622053, warnings})
	if !got.Different() {
		t.Error("p is below 0.05")
	}
	got, err = Unpaired([]float64{.5}, []float64{.2, .4})
	if err != nil || !math.IsNaN(got.P) || !math.IsInf(got.Difference.Lo, -1) {
		t.Errorf("one sample: %+v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		a, b []float64
		why  string
	}{
		{[]float64{1}, nil, "lengths"},
		{[]float64{1, nan}, []float64{1, 2}, "NaN"},
		{[]float64{1, 2}, []float64{1, -inf}, "infinite"},
		{[]float64{1.7e308}, []float64{-1.7e308}, "a difference that overflows"},
	} {
		if _, err := Paired(tt.a, tt.b); err == nil {
			t.Errorf("Paired: no error for %s", tt.why)
		}
		if _, err := PairedClusters(tt.a, tt.b, make([]string, len(tt.a))); err == nil {
			t.Errorf("PairedClusters: no error for %s", tt.why)
		}
		if _, err := (SignFlip{}).Test(tt.a, tt.b); err == nil {
			t.Errorf("SignFlip: no error for %s", tt.why)
		}
	}
	if _, err := Unpaired([]float64{1, 2}, []float64{1, nan}); err == nil {
		t.Error("Unpaired: no error for NaN")
	}
	if _, err := PairedClusters(first, second, nil); err == nil {
		t.Error("PairedClusters: no error without clusters")
	}
	for _, s := range []SignFlip{{Flips: 999}, {Flips: -1}, {Clusters: []string{"a"}}} {
		if _, err := s.Test(first, second); err == nil {
			t.Errorf("SignFlip: no error for %+v", s)
		}
	}
	if _, err := (SignFlip{}).Test(nil, nil); err == nil {
		t.Error("SignFlip: no error without samples")
	}
	huge := []float64{1e308, 1e308}
	if _, err := (SignFlip{}).Test(huge, []float64{0, 0}); err == nil {
		t.Error("SignFlip: no error for a sum that overflows")
	}
}

func TestString(t *testing.T) {
	for _, tt := range []struct {
		test Test
		want string
	}{
		{Test{Difference: estimate(.12345, .1, -.05, .3, 40), P: .2}, "~ +0.123 [-0.050, +0.300] (p=0.200 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.3, -.1, 40), P: .0004}, "-0.200 [-0.300, -0.100] (p=0.000 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.4, 0, 40), P: .05}, "~ -0.200 [-0.400, +0.000] (p=0.050 n=40)"},
		{Test{Difference: estimate(.5, nan, -inf, inf, 1), P: nan}, "~ +0.500 (n=1)"},
		{Test{Difference: metrics.Undefined(0), P: nan}, "~ (n=0)"},
	} {
		if got := tt.test.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestJSON(t *testing.T) {
	one, err := Paired([]float64{.5}, []float64{.25})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(one)
	want := `{"difference":{"value":0.25,"se":null,"lo":null,"hi":null,"n":1,"worst":0.25,"best":0.25},"t":null,"df":null,"p":null,"detectable":null,"clusters":0,"correlation":null,"unpaired_se":null,"warnings":["1 pairs: at least 2 are needed for an interval"]}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
	var back Test
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	check(t, back, one)
	none, err := McNemar(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err = json.Marshal(none)
	if want := `{"only_a":0,"only_b":0,"exact":null,"mid_p":null,"corrected":null,"chi_square":null}`; err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
	var discordance Discordance
	if err := json.Unmarshal(text, &discordance); err != nil || !math.IsNaN(discordance.Exact) || !math.IsNaN(discordance.ChiSquare) {
		t.Errorf("read back %+v, %v", discordance, err)
	}
}

func TestJoin(t *testing.T) {
	p, err := Join(map[string]float64{"c": 1, "a": 2, "x": 3}, map[string]float64{"a": 4, "c": 5, "z": 6, "y": 7})
	want := Pairs{[]string{"a", "c"}, []float64{2, 1}, []float64{4, 5}, []string{"x"}, []string{"y", "z"}}
	if err != nil || !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v, %v; want %+v", p, err, want)
	}
	for _, bad := range []float64{nan, inf} {
		if _, err := Join(map[string]float64{"a": bad}, nil); err == nil || !strings.Contains(err.Error(), "sample a of the first run") {
			t.Errorf("first run with %v: %v", bad, err)
		}
		if _, err := Join(nil, map[string]float64{"b": bad}); err == nil || !strings.Contains(err.Error(), "sample b of the second run") {
			t.Errorf("second run with %v: %v", bad, err)
		}
	}
}

func TestSignFlipExact(t *testing.T) {
	for _, tt := range []struct {
		name     string
		a, b     []float64
		clusters []string
		want     Permutation
	}{
		// Of 1024 patterns of the ten differences 856 have a sum that is at least as large.
		{"ten", first, second, nil, Permutation{P: 856. / 1024, Exact: true, Flips: 1024, Units: 10}},
		{"clusters", first, second, clusters, Permutation{P: 14. / 16, Exact: true, Flips: 16, Units: 4, Warnings: []string{"with 4 units p cannot be below 0.125"}}},
		{"same sign", []float64{.1, .2, .3, .4, .5, .6}, make([]float64, 6), nil, Permutation{P: 2. / 64, Exact: true, Flips: 64, Units: 6}},
		{"five", []float64{.1, .2, .3, .4, .5}, make([]float64, 5), nil, Permutation{P: 2. / 32, Exact: true, Flips: 32, Units: 5, Warnings: []string{"with 5 units p cannot be below 0.0625"}}},
		{"ties count", []float64{.1, .1, .1, .1, -.1}, make([]float64, 5), nil, Permutation{P: 12. / 32, Exact: true, Flips: 32, Units: 5, Warnings: []string{"with 5 units p cannot be below 0.0625"}}},
		{"no difference", []float64{.3, .4}, []float64{.3, .4}, nil, Permutation{P: 1, Exact: true, Flips: 1, Warnings: []string{"with 0 units p cannot be below 1"}}},
		{"zeros do not flip", []float64{.1, 0, .2, 0}, make([]float64, 4), nil, Permutation{P: .5, Exact: true, Flips: 4, Units: 2, Warnings: []string{"with 2 units p cannot be below 0.5"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SignFlip{Clusters: tt.clusters}.Test(tt.a, tt.b)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

// TestSignFlipCountsRoundedTies uses tenths, whose sums round differently in every order.
func TestSignFlipCountsRoundedTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 40 {
		n := 3 + rng.IntN(9)
		d, whole := make([]float64, n), make([]int, n)
		total := 0
		for i := range d {
			whole[i] = rng.IntN(9) - 4
			d[i] = float64(whole[i]) / 10
			total += whole[i]
		}
		hits := 0
		for pattern := range 1 << n {
			sum := 0
			for i, x := range whole {
				if bits.OnesCount(uint(pattern&(1<<i)))%2 == 0 {
					sum += x
				} else {
					sum -= x
				}
			}
			if max(sum, -sum) >= max(total, -total) {
				hits++
			}
		}
		got, err := SignFlip{}.Test(d, make([]float64, n))
		if want := float64(hits) / float64(int(1)<<n); err != nil || got.P != want {
			t.Errorf("%v: p = %v, want %v, %v", whole, got.P, want, err)
		}
	}
}

func TestSignFlipDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	a, b := make([]float64, 150), make([]float64, 150)
	for i := range a {
		a[i], b[i] = rng.NormFloat64()+.08, rng.NormFloat64()
	}
	s := SignFlip{Flips: 20000, Seed: 5}
	got, err := s.Test(a, b)
	if err != nil {
		t.Fatal(err)
	}
	byT, err := Paired(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Exact || got.Flips != 20000 || got.Seed != 5 || got.Units != 150 || got.Warnings != nil {
		t.Errorf("got %+v", got)
	}
	if byT.P < .05 || byT.P > .6 || math.Abs(got.P-byT.P) > .015 {
		t.Errorf("p = %v, by t %v", got.P, byT.P)
	}
	again, err := s.Test(a, b)
	if err != nil || again.P != got.P {
		t.Errorf("the same seed gives %v and %v", got.P, again.P)
	}
	s.Seed = 6
	if other, err := s.Test(a, b); err != nil || other.P == got.P {
		t.Errorf("another seed gives the same %v, %v", other.P, err)
	}
	// No drawn pattern reaches a sum like this: p counts the observed one.
	for i := range a {
		a[i] = b[i] + 1
	}
	if got, err = (SignFlip{}).Test(a, b); err != nil || got.P != 1./10001 || got.Flips != DefaultFlips {
		t.Errorf("all alike: %+v, %v", got, err)
	}
	// With 21 units patterns are drawn, with 20 not.
	for _, n := range []int{20, 21} {
		got, err := SignFlip{}.Test(first21[:n], make([]float64, n))
		if err != nil || got.Exact != (n == 20) {
			t.Errorf("%d units: %+v, %v", n, got, err)
		}
		exact := float64(exactHits(first21[:n], math.Abs(sum(first21[:n]))-1e-9)) / float64(int(1)<<n)
		if math.Abs(got.P-exact) > .02 {
			t.Errorf("%d units: p = %v, exact %v", n, got.P, exact)
		}
	}
}

// first21 are 21 differences.
var first21 = []float64{.3, -.2, .5, .1, .4, -.3, .2, .6, -.1, .25, .15, -.35, .45, .05, -.25, .55, .35, -.15, .65, -.45, .12}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}

func TestMcNemar(t *testing.T) {
	for _, tt := range []struct {
		b, c                          int
		exact, mid, chiSquare, chiByP float64
		why                           string
	}{
		{12, 3, 1152. / 32768, 697. / 32768, 64. / 15, .0388671038, "by hand: 2·576 and 2·576−455 of 2¹⁵"},
		{3, 12, 1152. / 32768, 697. / 32768, 64. / 15, .0388671038, "either way round"},
		{4, 4, 1, 1 - 35./256, 0, 1, "equal: mid-p counts half of P(X = 4) on either side"},
		{1, 0, 1, .5, 0, 1, "one: the correction does not go below 0"},
		{6, 0, 2. / 64, 1. / 64, 25. / 6, .0412268333, "one-sided"},
		{0, 0, nan, nan, nan, nan, "nothing to test"},
	} {
		got, err := McNemar(tt.b, tt.c)
		if err != nil || got.OnlyA != tt.b || got.OnlyB != tt.c {
			t.Fatalf("%+v, %v", got, err)
		}
		if !near(got.Exact, tt.exact) || !near(got.MidP, tt.mid) || !near(got.ChiSquare, tt.chiSquare) {
			t.Errorf("McNemar(%d, %d) = %+v: %s", tt.b, tt.c, got, tt.why)
		}
		if want := math.Erfc(math.Sqrt(tt.chiSquare / 2)); !near(got.Corrected, want) || !math.IsNaN(want) && math.Abs(want-tt.chiByP) > 1e-9 {
			t.Errorf("McNemar(%d, %d): χ² gives %.10f: %s", tt.b, tt.c, got.Corrected, tt.why)
		}
	}
	for _, n := range [][2]int{{-1, 3}, {3, -1}} {
		if _, err := McNemar(n[0], n[1]); err == nil {
			t.Errorf("no error for %v", n)
		}
	}
}

func TestAdjust(t *testing.T) {
	for _, tt := range []struct {
		p, holm, bh []float64
		why         string
	}{
		{[]float64{.04, .001, .2, .03, .012}, []float64{.09, .005, .2, .09, .048}, []float64{.05, .005, .2, .05, .03}, "in any order"},
		{[]float64{.02, nan, .03}, []float64{.04, nan, .04}, []float64{.03, nan, .03}, "what was not tested does not count"},
		{[]float64{.5, .9, .8}, []float64{1, 1, 1}, []float64{.9, .9, .9}, "at most 1"},
		{[]float64{.01, .01}, []float64{.02, .02}, []float64{.01, .01}, "ties"},
		{[]float64{0, 1}, []float64{0, 1}, []float64{0, 1}, "ends"},
		{nil, []float64{}, []float64{}, "none"},
	} {
		before := slices.Clone(tt.p)
		holm, err := Holm(tt.p)
		if err != nil || !same(holm, tt.holm) {
			t.Errorf("%s: Holm %v, %v; want %v", tt.why, holm, err, tt.holm)
		}
		bh, err := BenjaminiHochberg(tt.p)
		if err != nil || !same(bh, tt.bh) {
			t.Errorf("%s: Benjamini-Hochberg %v, %v; want %v", tt.why, bh, err, tt.bh)
		}
		if !same(before, tt.p) {
			t.Errorf("%s: the p-values were changed", tt.why)
		}
	}
	for _, bad := range []float64{-.1, 1.1, inf} {
		if _, err := Holm([]float64{.5, bad}); err == nil {
			t.Errorf("Holm: no error for %v", bad)
		}
		if _, err := BenjaminiHochberg([]float64{.5, bad}); err == nil {
			t.Errorf("Benjamini-Hochberg: no error for %v", bad)
		}
	}
}

func same(a, b []float64) bool { return slices.EqualFunc(a, b, near) }

func TestDesign(t *testing.T) {
	z := 1.9599639845400542 + 0.84162123357291417
	d := Design{Between: .08, WithinA: .06, WithinB: .02, RepeatsA: 3, RepeatsB: 2, Alpha: .05, Power: .8}
	// V = 0.08 + 0.02 + 0.01.
	if n, err := d.Samples(.05); err != nil || !near(n, z*z*.11/.0025) {
		t.Errorf("Samples = %v, %v", n, err)
	}
	if n, err := d.Samples(-.05); err != nil || !near(n, z*z*.11/.0025) {
		t.Errorf("the sign of the difference does not matter: %v, %v", n, err)
	}
	if delta, err := d.Detectable(200); err != nil || !near(delta, z*math.Sqrt(.11/200)) {
		t.Errorf("Detectable = %v, %v", delta, err)
	}
	if delta, err := d.Detectable(1); err != nil || !near(delta, z*math.Sqrt(.11)) {
		t.Errorf("Detectable(1) = %v, %v", delta, err)
	}
	strict := d
	strict.Alpha, strict.Power = .01, .9
	if n, err := strict.Samples(.05); err != nil || !near(n, math.Pow(2.5758293035489004+1.2815515655446004, 2)*.11/.0025) {
		t.Errorf("at 1 %% and 90 %%: %v, %v", n, err)
	}
	change := func(f func(*Design)) Design { c := d; f(&c); return c }
	for why, bad := range map[string]Design{
		"zero value":     {},
		"negative":       change(func(d *Design) { d.Between = -.1 }),
		"NaN":            change(func(d *Design) { d.WithinA = nan }),
		"infinite":       change(func(d *Design) { d.WithinB = inf }),
		"no repeats A":   change(func(d *Design) { d.RepeatsA = 0 }),
		"no repeats B":   change(func(d *Design) { d.RepeatsB = 0 }),
		"alpha 0":        change(func(d *Design) { d.Alpha = 0 }),
		"alpha 1":        change(func(d *Design) { d.Alpha = 1 }),
		"power 1":        change(func(d *Design) { d.Power = 1 }),
		"power by level": change(func(d *Design) { d.Power = .025 }),
		"no variance":    {RepeatsA: 1, RepeatsB: 1, Alpha: .05, Power: .8},
	} {
		if _, err := bad.Samples(.05); err == nil {
			t.Errorf("Samples: no error for %s", why)
		}
		if _, err := bad.Detectable(10); err == nil {
			t.Errorf("Detectable: no error for %s", why)
		}
	}
	for _, bad := range []float64{0, nan, inf} {
		if _, err := d.Samples(bad); err == nil {
			t.Errorf("no error for a difference of %v", bad)
		}
	}
	if _, err := d.Detectable(0); err == nil {
		t.Error("no error for no samples")
	}
}

func BenchmarkSignFlip(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 1100), make([]float64, 1100)
	names := make([]string, 1100)
	for i := range x {
		x[i], y[i], names[i] = rng.Float64(), rng.Float64(), strconv.Itoa(i)
	}
	for b.Loop() {
		if _, err := (SignFlip{}).Test(x, y); err != nil {
			b.Fatal(err)
		}
	}
}
