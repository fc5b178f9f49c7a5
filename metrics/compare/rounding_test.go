package compare

import (
	"math"
	"slices"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// Sums of variables round; the compiler's of constants do not.
var tenth, fifth, threeFifths = .1, .2, .6

// tenths returns pairs whose differences are all 1/10 on paper and differ in their last digits.
func tenths(n int) (a, b []float64) {
	for i := range n {
		b = append(b, float64(i)/7)
		a = append(a, b[i]+.1)
	}
	return a, b
}

func TestRoundingIsNoSpread(t *testing.T) {
	a, b := tenths(30)
	d, _ := differences(a, b)
	if slices.Max(d) == slices.Min(d) {
		t.Fatal("the differences do not differ in any digit: the test shows nothing")
	}
	pairs := make([]string, 30)
	for i := range pairs {
		pairs[i] = string(rune('a' + i/2))
	}
	// Within each cluster the differences cancel on paper: 0.3−0.2 and 0.1−0.2.
	up, down := slices.Repeat([]float64{.3, .1}, 15), slices.Repeat([]float64{.2}, 30)
	for _, tt := range []struct {
		why  string
		test func() (Test, error)
		want float64
	}{
		{"pairs", func() (Test, error) { return Paired(a, b) }, .1},
		{"pairs in clusters", func() (Test, error) { return PairedClusters(a, b, pairs) }, .1},
		{"clusters that cancel", func() (Test, error) { return PairedClusters(up, down, pairs) }, 0},
		{"two runs without spread", func() (Test, error) {
			return Unpaired([]float64{tenth + fifth, .3, .3}, []float64{.7, tenth + threeFifths, .7})
		}, -.4},
		{"two runs, the second at 0", func() (Test, error) { return Unpaired([]float64{tenth + fifth, .3, .3}, []float64{0, 0}) }, .3},
		{"two runs, the second below 0", func() (Test, error) {
			return Unpaired([]float64{.7, .7}, []float64{-tenth - fifth, -.3, -.3})
		}, 1},
		{"two runs, the first below 0", func() (Test, error) { return Unpaired([]float64{-tenth - fifth, -.3, -.3}, []float64{.3, .3}) }, -.6},
		{"two runs, the first at 0", func() (Test, error) { return Unpaired([]float64{0, 0}, []float64{.3, tenth + fifth, .3}) }, -.3},
		{"two runs, the first at 0 and the second below", func() (Test, error) {
			return Unpaired([]float64{0, 0}, []float64{-.3, -tenth - fifth, -.3})
		}, .3},
	} {
		got, err := tt.test()
		if err != nil {
			t.Fatal(err)
		}
		e := got.Difference
		if !(math.Abs(e.Value-tt.want) <= 1e-15) || e.SE != 0 || e.Lo != e.Value || e.Hi != e.Value {
			t.Errorf("%s: difference %+v", tt.why, e)
		}
		if !math.IsNaN(got.T) || !math.IsNaN(got.DF) || !math.IsNaN(got.P) || !math.IsNaN(got.Detectable) || got.Different() {
			t.Errorf("%s: t %v, p %v, detectable %v", tt.why, got.T, got.P, got.Detectable)
		}
		if !slices.Contains(got.Warnings, NoSpread) {
			t.Errorf("%s: warnings %q", tt.why, got.Warnings)
		}
	}
}

func TestSmallSpreadIsNotRounding(t *testing.T) {
	a, b := []float64{1e-9, 2e-9, 4e-9, 3e-9}, []float64{0, 0, 0, 1e-9}
	got, err := Paired(a, b)
	// d̄ = 2.25e-9 with s² = 1.58333e-18: t = 2.25/(√1.58333/2).
	if err != nil || !(math.Abs(got.T-2.25/(math.Sqrt(19./12)/2)) <= 1e-9) {
		t.Errorf("tiny scores: t = %v, %v", got.T, err)
	}
	// Of a thousand pairs the spread is below a billionth of the sum of their scores, and not of their size.
	many, ones := make([]float64, 1000), slices.Repeat([]float64{1}, 1000)
	for i := range many {
		many[i] = 1 + 1e-10*float64(i%2)
	}
	if got, err = Paired(many, ones); err != nil || !(got.P < 1e-6) {
		t.Errorf("a thousand pairs: %+v, %v", got, err)
	}
	a, b = []float64{1 + 1e-9, 1 + 3e-9, 1}, []float64{1, 1, 1}
	if got, err = Paired(a, b); err != nil || math.IsNaN(got.P) {
		t.Errorf("differences a thousand times above rounding: %+v, %v", got, err)
	}
}

func TestFromEstimate(t *testing.T) {
	e := metrics.Estimate{Value: .3, SE: .1, N: 9, Clusters: 4}
	tiny, flat := metrics.Estimate{Value: 1.8e-12, SE: .6e-12, N: 2}, metrics.Estimate{Value: .3, N: 9}
	for _, tt := range []struct {
		e     metrics.Estimate
		scale float64
		p     float64
		df    float64
		why   string
	}{
		// P(|T| ≥ 3) is 0.0577, by the closed form of three degrees of freedom.
		{e, 1, 1 - 2/math.Pi*(math.Atan(math.Sqrt(3))+math.Sqrt(3)/4), 3, "three degrees of freedom"},
		{metrics.Estimate{Value: .3, SE: .1, N: 9, DF: 1}, 1, 1 - 2/math.Pi*math.Atan(3), 1, "those that it says it has"},
		{e, nan, 1 - 2/math.Pi*(math.Atan(math.Sqrt(3))+math.Sqrt(3)/4), 3, "no scale"},
		{e, inf, 1 - 2/math.Pi*(math.Atan(math.Sqrt(3))+math.Sqrt(3)/4), 3, "no finite scale"},
		{e, 1e12, nan, nan, "a spread that is rounding"},
		{tiny, .5, 1 - 2/math.Pi*math.Atan(3), 1, "a spread above 1e-12 of the scale"},
		{tiny, inf, 1 - 2/math.Pi*math.Atan(3), 1, "a small spread, no finite scale"},
		{flat, 0, nan, nan, "no spread, no scale"},
		{flat, nan, nan, nan, "no spread, a scale that is not defined"},
		{flat, -1, nan, nan, "no spread, a negative scale"},
		{metrics.Undefined(3), 1, nan, nan, "nothing"},
	} {
		got := FromEstimate(tt.e, tt.scale)
		if !alike(got.P, tt.p) || !alike(got.DF, tt.df) || got.Clusters != tt.e.Clusters {
			t.Errorf("%s: p %v, df %v, %d clusters; want %v, %v", tt.why, got.P, got.DF, got.Clusters, tt.p, tt.df)
		}
	}
}

func TestSize(t *testing.T) {
	// The larger of each pair: 2 and 3.
	if got := size([]float64{1, -3}, []float64{-2, 0}); got != 2.5 {
		t.Errorf("size %v, want 2.5", got)
	}
}

func alike(x, y float64) bool {
	return math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-12
}

func TestSignFlipTakesRoundingForNoDifference(t *testing.T) {
	var sums, zeros []float64
	for range 12 {
		sums, zeros = append(sums, tenth+fifth), append(zeros, .3)
	}
	if sums[0] == zeros[0] {
		t.Fatal("0.1+0.2 is 0.3: the test shows nothing")
	}
	for _, tt := range []struct {
		name     string
		a, b     []float64
		clusters []string
		units    int
		p        float64
		why      string
	}{
		{"last digits", sums, zeros, nil, 0, 1, "twelve times the same rounding is no difference in twelve of twelve"},
		{"beside a zero", []float64{5e-17, 1}, []float64{0, 1}, nil, 0, 1, "what is 0 on paper"},
		{"clusters that cancel", []float64{.3, .1, .3, .1}, []float64{.2, .2, .2, .2}, []string{"x", "x", "y", "y"}, 0, 1, "0.1 up and 0.1 down"},
		{"some", append([]float64{.5, .5, .5}, sums...), append([]float64{.4, .4, .4}, zeros...), nil, 3, .25, "three differ"},
		{"tiny but there", []float64{1e-9, 1e-9, 1e-9}, []float64{0, 0, 0}, nil, 3, .25, "small scores are not rounding"},
		{"tiny all of them", []float64{1e-16, 2e-16, 3e-16, 4e-16, 5e-16}, make([]float64, 5), nil, 5, 2. / 32, "rounding goes by the size of the scores"},
		{"zeros", []float64{0, 0}, []float64{0, 0}, nil, 0, 1, "0 is no difference of scores that are 0"},
		{"ahead of a zero, first run", []float64{-1, 5e-17}, []float64{0, 0}, nil, 1, 1, "the rounding of 0 goes by the largest of all, here in the first run"},
		{"ahead of a zero, second run", []float64{0, 5e-17}, []float64{-1, 0}, nil, 1, 1, "the largest is in the second run"},
		{"last digits of one", []float64{1 + 1e-13}, []float64{1}, nil, 0, 1, "1e-13 of a score of 1"},
		{"clusters whose first pair is the larger", []float64{1000.1 + 5e-11, .1}, []float64{1000, .2}, []string{"x", "x"}, 0, 1, "5e-11 of scores of 1000.3"},
		{"clusters of zeros and ones", []float64{1, 0}, []float64{0, 1 - 1.5e-12}, []string{"x", "x"}, 0, 1, "1.5e-12 of scores that sum to 2"},
		{"clusters of zeros and minus ones", []float64{-1, 0}, []float64{0, -1 + 1.5e-12}, []string{"x", "x"}, 0, 1, "the sizes sum to 2"},
		{"above rounding", []float64{1, 0}, []float64{0, 1 - 2.5e-12}, []string{"x", "x"}, 1, 1, "2.5e-12 of scores that sum to 2"},
		{"what the largest adds", []float64{1e6 + 1e-3 + 1e-8, 1e-3, 1e-3, 0}, []float64{1e6, 0, 0, 1e-3}, nil, 4, 10. / 16, "the first can be off by 1e-6, so that ±.001 thrice and ∓.001 tie with it"},
	} {
		got, err := SignFlip{Clusters: tt.clusters}.Test(tt.a, tt.b)
		if err != nil || got.Units != tt.units || got.P != tt.p {
			t.Errorf("%s: %+v, %v; want p %v on %d units: %s", tt.name, got, err, tt.p, tt.units, tt.why)
		}
	}
	// Of the differences +x, +x, +x, −x half of the sums reach 2x: ten of sixteen. Taken off 1 they
	// are rounded by more than 1e-11 of themselves.
	for turned := range 4 {
		a, b := make([]float64, 4), []float64{1, 3, 7, 5}
		for i := range a {
			a[i] = b[i] + 1e-6
		}
		a[turned] = b[turned] - 1e-6
		if ties, err := (SignFlip{}).Test(a, b); err != nil || ties.P != 10./16 {
			t.Errorf("ties up to rounding, %d turned: %+v, %v", turned, ties, err)
		}
	}
}
