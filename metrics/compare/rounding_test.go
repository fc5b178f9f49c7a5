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
		{metrics.Undefined(3), 1, nan, nan, "nothing"},
	} {
		got := FromEstimate(tt.e, tt.scale)
		if !alike(got.P, tt.p) || !alike(got.DF, tt.df) || got.Clusters != tt.e.Clusters {
			t.Errorf("%s: p %v, df %v, %d clusters; want %v, %v", tt.why, got.P, got.DF, got.Clusters, tt.p, tt.df)
		}
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
