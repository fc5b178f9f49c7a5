package metrics

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// skewed returns n scores with a long tail to the right.
func skewed(n int) []float64 {
	rng := rand.New(rand.NewPCG(11, 13))
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = rng.ExpFloat64()
	}
	return xs
}

func meanOf(xs []float64) func([]int) float64 {
	return func(index []int) float64 {
		sum := 0.0
		for _, i := range index {
			sum += xs[i]
		}
		return sum / float64(len(index))
	}
}

func mustBootstrap(t *testing.T, b Bootstrap, xs []float64) Resampled {
	t.Helper()
	r, err := b.Mean(xs)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBootstrapMeanAgreesWithTheory(t *testing.T) {
	xs := skewed(400)
	m := Mean(xs)
	r := mustBootstrap(t, Bootstrap{Method: Percentile}, xs)
	// Its standard deviation is √((n−1)/n) of s/√n, within the noise of 10,000 draws.
	if want := m.SE * math.Sqrt(399./400); !(math.Abs(r.SD/want-1) <= 0.02) {
		t.Errorf("SD %v, want about %v", r.SD, want)
	}
	if !(math.Abs(r.Lo-(m.Value-1.96*m.SE)) <= 0.15*m.SE) || !(math.Abs(r.Hi-(m.Value+1.96*m.SE)) <= 0.15*m.SE) {
		t.Errorf("[%v, %v], want about %v ± %v", r.Lo, r.Hi, m.Value, 1.96*m.SE)
	}
	if r.Value != m.Value || r.N != 400 || r.Clusters != 0 || r.Resamples != DefaultResamples || r.Method != Percentile || r.Undefined != 0 || r.Warnings != nil {
		t.Errorf("got %+v", r)
	}
	checkEstimate(t, r.Estimate(), est(r.Value, r.SD, r.Lo, r.Hi, 400, r.Value, r.Value), 0)

	// The scores are skewed to the right, so BCa moves both ends up.
	b := mustBootstrap(t, Bootstrap{}, xs)
	if b.Method != BCa || !(b.Lo > r.Lo) || !(b.Hi > r.Hi) || b.Hi-r.Hi > 0.5*m.SE || b.SD != r.SD {
		t.Errorf("BCa [%v, %v], percentile [%v, %v]", b.Lo, b.Hi, r.Lo, r.Hi)
	}
}

// TestBootstrapByTheFormula makes the interval by hand from the values that were drawn.
func TestBootstrapByTheFormula(t *testing.T) {
	xs := skewed(25)
	var drawn []float64
	f := meanOf(xs)
	b := Bootstrap{Resamples: 2000, Seed: 9}
	r, err := b.Statistic(len(xs), func(index []int) float64 {
		v := f(index)
		drawn = append(drawn, v)
		return v
	})
	if err != nil {
		t.Fatal(err)
	}
	value, drawn, left := drawn[0], drawn[1:2001], drawn[2001:]
	if len(left) != 25 || value != r.Value {
		t.Fatalf("%d values with one left out, value %v", len(left), value)
	}
	mean, square, less := 0.0, 0.0, 0.0
	for _, v := range drawn {
		mean += v / 2000
		if v < value {
			less++
		}
	}
	for _, v := range drawn {
		square += (v - mean) * (v - mean) / 2000
	}
	if !near(r.SD, math.Sqrt(square), 1e-12) {
		t.Errorf("SD %v, want %v (ddof 0)", r.SD, math.Sqrt(square))
	}
	center, cubes, squares := 0.0, 0.0, 0.0
	for _, v := range left {
		center += v / 25
	}
	for _, v := range left {
		cubes += math.Pow(center-v, 3)
		squares += (center - v) * (center - v)
	}
	a := cubes / (6 * math.Pow(squares, 1.5))
	z0 := NormalQuantile(less / 2000)
	phi := func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
	slices.Sort(drawn)
	point := func(z float64) float64 {
		h := phi(z0+(z0+z)/(1-a*(z0+z))) * 1999
		i := int(h)
		return drawn[i] + (h-float64(i))*(drawn[i+1]-drawn[i])
	}
	if lo, hi := point(-1.959963984540054), point(1.959963984540054); !near(r.Lo, lo, 1e-9) || !near(r.Hi, hi, 1e-9) {
		t.Errorf("[%v, %v], want [%v, %v]", r.Lo, r.Hi, lo, hi)
	}
	if a < 0.01 {
		t.Errorf("acceleration %v: the scores are not skewed and the test is blind", a)
	}
}

func TestBootstrapMeanDrawsAsStatisticDoes(t *testing.T) {
	xs := skewed(60)
	names := make([]string, len(xs))
	for i := range names {
		names[i] = string(rune('a' + i*i%23))
	}
	for _, clusters := range [][]string{nil, names} {
		b := Bootstrap{Resamples: 1500, Seed: 3, Clusters: clusters}
		fast := mustBootstrap(t, b, xs)
		slow, err := b.Statistic(len(xs), meanOf(xs))
		if err != nil {
			t.Fatal(err)
		}
		if !near(fast.Lo, slow.Lo, 1e-12) || !near(fast.Hi, slow.Hi, 1e-12) || !near(fast.SD, slow.SD, 1e-12) || fast.Clusters != slow.Clusters {
			t.Errorf("clusters %v: %+v and %+v", clusters != nil, fast, slow)
		}
	}
}

func TestBootstrapByCluster(t *testing.T) {
	// Forty clusters of ten equal scores: what counts is 40, not 400.
	rng := rand.New(rand.NewPCG(5, 5))
	var xs []float64
	var names []string
	for c := range 40 {
		x := rng.Float64()
		for range 10 {
			xs, names = append(xs, x), append(names, string(rune('A'+c)))
		}
	}
	r := mustBootstrap(t, Bootstrap{Clusters: names}, xs)
	c, err := ClusterMean(xs, names)
	if err != nil {
		t.Fatal(err)
	}
	if r.Clusters != 40 || r.N != 400 || !(math.Abs(r.SD/c.CR0-1) <= 0.03) {
		t.Errorf("SD %v over %d clusters, want about %v", r.SD, r.Clusters, c.CR0)
	}
}

func TestBootstrapIsTheSameEverywhere(t *testing.T) {
	xs := skewed(50)
	b := Bootstrap{Resamples: 1000, Seed: 42}
	first := mustBootstrap(t, b, xs)
	// Written down once, so that a change of the generator or of the draws is seen.
	if !near(first.Lo, goldenLo, 1e-12) || !near(first.Hi, goldenHi, 1e-12) || !near(first.SD, goldenSD, 1e-12) {
		t.Errorf("Lo %.17g, Hi %.17g, SD %.17g", first.Lo, first.Hi, first.SD)
	}
	want, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, procs := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(procs)
		got, err := json.Marshal(mustBootstrap(t, b, xs))
		if err != nil || string(got) != string(want) {
			t.Errorf("GOMAXPROCS %d: %s, %v; want %s", procs, got, err, want)
		}
	}
	b.Seed = 43
	if other := mustBootstrap(t, b, xs); other.SD == first.SD {
		t.Error("another seed gives the same draws")
	}
}

const (
	goldenLo = 0.70413259027419794
	goldenHi = 1.2595771378862939
	goldenSD = 0.1437385473382381
)

func TestClippedMean(t *testing.T) {
	xs := []float64{-.3, .2, -.1, .1, -.2, .15, -.25, .05, .1, -.1, .2, -.15, -.2, .1, .05, -.05, .1, -.1, .3, -.4}
	b := Bootstrap{Resamples: 1000, Method: Percentile}
	r, err := b.ClippedMean(xs)
	if err != nil {
		t.Fatal(err)
	}
	raw := mustBootstrap(t, b, xs)
	if raw.Value >= 0 || r.Value != 0 || r.Lo != 0 || r.Hi != raw.Hi || !(r.SD > 0 && r.SD < raw.SD) {
		t.Errorf("clipped %+v, raw %+v", r, raw)
	}
	// Clipping each resampled mean by hand gives the same, by BCa and in clusters too.
	names := slices.Repeat([]string{"a", "b", "c", "d", "e", "e", "e"}, 3)[:20]
	for _, b := range []Bootstrap{{}, {Clusters: names}, {Method: Percentile, Clusters: names}} {
		if r, err = b.ClippedMean(xs); err != nil {
			t.Fatal(err)
		}
		want, err := b.Statistic(20, func(index []int) float64 { return min(max(meanOf(xs)(index), 0), 1) })
		if err != nil || !near(r.Lo, want.Lo, 1e-12) || !near(r.Hi, want.Hi, 1e-12) || !near(r.SD, want.SD, 1e-12) || r.Value != want.Value {
			t.Errorf("got %+v, want %+v, %v", r, want, err)
		}
		if !(r.Hi > 0) {
			t.Errorf("%+v: nothing but 0 is left and the test is blind", r)
		}
	}
	for i := range xs {
		xs[i] += 1.2
	}
	if r, err = b.ClippedMean(xs); err != nil || r.Value != 1 || r.Hi != 1 {
		t.Errorf("above 1: %+v, %v", r, err)
	}
}

func TestBootstrapWithoutSpread(t *testing.T) {
	xs := slices.Repeat([]float64{.3}, 25)
	if r := mustBootstrap(t, Bootstrap{}, xs); r.Lo != .3 || r.Hi != .3 || r.SD != 0 || r.Warnings != nil {
		t.Errorf("got %+v", r)
	}
}

func TestBootstrapUndefined(t *testing.T) {
	warned := func(r Resampled, text string) bool {
		return slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, text) })
	}
	calls := 0
	first := func(bad int) func([]int) float64 {
		calls = 0
		return func(index []int) float64 {
			if calls++; calls > 1 && calls <= bad+1 {
				return nan
			}
			return float64(index[0])
		}
	}
	every := func(k int) func([]int) float64 {
		calls = 0
		return func(index []int) float64 {
			if calls++; calls > 1 && calls%k == 0 {
				return nan
			}
			return float64(index[0])
		}
	}
	b := Bootstrap{Resamples: 1000, Method: Percentile}
	r, err := b.Statistic(30, every(200))
	if err != nil || r.Undefined != 5 || math.IsInf(r.Lo, 0) || !warned(r, "not defined on 5 of 1000") {
		t.Errorf("a few: %+v, %v", r, err)
	}
	for _, tt := range []struct {
		bad     int
		defined bool
	}{{1, true}, {10, true}, {11, false}} {
		r, err = b.Statistic(20, first(tt.bad))
		if err != nil || r.Undefined != tt.bad || math.IsInf(r.Lo, 0) == tt.defined || len(r.Warnings) != 1 {
			t.Errorf("%d of 1000 undefined: %+v, %v", tt.bad, r, err)
		}
	}
	r, err = b.Statistic(30, every(50))
	if err != nil || r.Undefined != 20 || !math.IsInf(r.Lo, -1) || !math.IsInf(r.Hi, 1) || !math.IsNaN(r.SD) {
		t.Errorf("many: %+v, %v; want no interval", r, err)
	}
	r, err = b.Statistic(30, func([]int) float64 { return nan })
	if err != nil || !math.IsNaN(r.Value) || !math.IsInf(r.Lo, -1) || r.Undefined != 1000 {
		t.Errorf("none: %+v, %v", r, err)
	}
	r, err = b.Mean([]float64{.4})
	if err != nil || r.Value != .4 || !math.IsInf(r.Hi, 1) || !math.IsNaN(r.SD) {
		t.Errorf("one sample: %+v, %v; want no interval", r, err)
	}
	if r, err = b.Mean([]float64{.4, .6}); err != nil || r.Lo != .4 || r.Hi != .6 || !warned(r, "2 samples") {
		t.Errorf("two samples: %+v, %v", r, err)
	}
	if r = mustBootstrap(t, b, skewed(19)); !warned(r, "19 samples") {
		t.Errorf("19 samples: %q", r.Warnings)
	}
	if r = mustBootstrap(t, Bootstrap{Resamples: 1000, Clusters: []string{"a", "a"}}, []float64{.4, .6}); !warned(r, "1 clusters") || !math.IsInf(r.Lo, -1) {
		t.Errorf("one cluster: %+v", r)
	}
	// Only the samples themselves, in their order, have no value.
	r, err = b.Statistic(30, func(index []int) float64 {
		for i, j := range index {
			if i != j {
				return float64(j)
			}
		}
		return nan
	})
	if err != nil || !math.IsNaN(r.Value) || r.Undefined != 0 || !math.IsNaN(r.SD) || !math.IsInf(r.Lo, -1) || !math.IsInf(r.Hi, 1) {
		t.Errorf("no value: %+v, %v; want no interval", r, err)
	}
	// All resampled values lie above the estimate.
	calls = 0
	r, err = Bootstrap{Resamples: 1000}.Statistic(30, func([]int) float64 { calls++; return float64(calls) })
	if err != nil || !math.IsInf(r.Lo, -1) || !math.IsInf(r.Hi, 1) || math.IsNaN(r.SD) || !warned(r, "BCa interval is not defined") {
		t.Errorf("one-sided: %+v, %v; want no BCa interval", r, err)
	}
	if r = mustBootstrap(t, b, scores[:6]); !warned(r, "6 samples") || !warned(r, "about 9 %") {
		t.Errorf("six samples: %q", r.Warnings)
	}
	b.Clusters = clusters
	if r = mustBootstrap(t, b, scores); !warned(r, "4 clusters") || !warned(r, "about 13 %") {
		t.Errorf("four clusters: %q", r.Warnings)
	}
	text, err := json.Marshal(Resampled{Value: nan, SD: nan, Lo: -inf, Hi: inf, Method: BCa, Resamples: 1000, N: 1})
	want := `{"value":null,"sd":null,"lo":null,"hi":null,"method":"bca","resamples":1000,"seed":0,"n":1,"clusters":0,"undefined":0,"warnings":null}`
	if err != nil || string(text) != want {
		t.Errorf("JSON %s, %v", text, err)
	}
	var back Resampled
	if err := json.Unmarshal(text, &back); err != nil || !math.IsNaN(back.Value) || !math.IsInf(back.Lo, -1) || !math.IsInf(back.Hi, 1) {
		t.Errorf("read back %+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"value":"x"}`), &back); err == nil {
		t.Error("no error for text in place of a number")
	}
	full := Resampled{.1, .2, .3, .4, Percentile, 1500, 7, 30, 4, 1, []string{"w"}}
	text, err = json.Marshal(full)
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || !reflect.DeepEqual(back, full) {
		t.Errorf("read back %+v, %v", back, err)
	}
}

func TestBootstrapErrors(t *testing.T) {
	for _, tt := range []struct {
		b   Bootstrap
		xs  []float64
		why string
	}{
		{Bootstrap{}, nil, "no samples"},
		{Bootstrap{Resamples: 999}, scores, "too few resamples"},
		{Bootstrap{Resamples: -1}, scores, "negative"},
		{Bootstrap{Method: "normal"}, scores, "an unknown method"},
		{Bootstrap{Clusters: []string{"a"}}, scores, "clusters lack"},
		{Bootstrap{}, []float64{1, nan}, "NaN"},
		{Bootstrap{}, []float64{1e308, -1e308}, "overflow"},
		{Bootstrap{}, []float64{1e308, -1e308, 0, 0}, "overflow of what is not the last"},
		{Bootstrap{}, append([]float64{8e307, -8e307}, make([]float64, 18)...), "twenty times the largest can be drawn"},
	} {
		if r, err := tt.b.Mean(tt.xs); err == nil || tt.why == "NaN" && !strings.Contains(err.Error(), "score 1 is NaN") {
			t.Errorf("error %v for %s: %+v", err, tt.why, r)
		}
	}
	if r, err := (Bootstrap{Method: BCa}).Mean([]float64{1.5e308, 1.5e308}); err != nil || r.Value != 1.5e308 || r.SD != 0 {
		t.Errorf("huge scores without spread: %+v, %v", r, err)
	}
	if _, err := (Bootstrap{}).Statistic(-1, meanOf(nil)); err == nil {
		t.Error("no error for a negative number of samples")
	}
}
