package agreement

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

var nan, inf = math.NaN(), math.Inf(1)

func near(got, want, tol float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= tol*max(1, math.Abs(want))
}

func table(t *testing.T, counts [][]int) Table {
	t.Helper()
	tab, err := NewTable(counts)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// clusteredTable returns the table of the sum of the counts, one cluster for each.
func clusteredTable(t *testing.T, clusters ...[][]int) Table {
	t.Helper()
	var a, b []int
	names := []string{}
	for c, counts := range clusters {
		for k, row := range counts {
			for l, n := range row {
				for range n {
					a, b, names = append(a, k), append(b, l), append(names, string(rune('a'+c)))
				}
			}
		}
	}
	tab, err := Tabulate(a, b, len(clusters[0]), names)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// What is wanted in these two tests was computed apart, the standard errors from numeric derivatives
// of each measure by each cell, with 30 digits.

var three = [][]int{{11, 2, 1}, {6, 14, 3}, {1, 7, 20}}

func TestMeasures(t *testing.T) {
	tab := table(t, three)
	for _, tt := range []struct {
		name      string
		got       metrics.Estimate
		value, se float64
		on        scale
	}{
		{"Kappa", tab.Kappa(), .531024531024531, .0867198256655744, fisher},
		{"QuadraticKappa", tab.QuadraticKappa(), .680650037792895, .0801324304587348, fisher},
		{"Pi", tab.Pi(), .529667149059334, .0874574950458302, fisher},
		{"AC1", tab.AC1(), .542736545902216, .0854826150735615, fisher},
		{"MCC", tab.MCC(), .534163665795189, .0862209475707861, fisher},
		{"MacroF1", tab.MacroF1(), .688475473801561, .0576892650347852, logit},
		{"F1(0)", tab.F1(0), .6875, .0938719909429525, logit},
		{"F1(1)", tab.F1(1), .608695652173913, .0848769161461007, logit},
		{"F1(2)", tab.F1(2), .769230769230769, .0648192375745759, logit},
		{"Bias(0)", tab.Bias(0), -4. / 65, math.Sqrt(10-16./65) / 65, plain},
		{"Bias(1)", tab.Bias(1), 0, .0652713951864505, plain},
	} {
		lo, hi := tt.on(tt.value, tt.se, inf)
		checkEstimate(t, tt.name, tt.got, metrics.Estimate{Value: tt.value, SE: tt.se, Lo: lo, Hi: hi, N: 65, Worst: tt.value, Best: tt.value})
	}
	for _, tt := range []struct {
		name   string
		got    metrics.Estimate
		met, n int
	}{
		{"Raw", tab.Raw(), 45, 65},
		{"Precision(0)", tab.Precision(0), 11, 14},
		{"Recall(0)", tab.Recall(0), 11, 18},
		{"Precision(2)", tab.Precision(2), 20, 28},
		{"Recall(2)", tab.Recall(2), 20, 24},
	} {
		want := metrics.Wilson(tt.met, tt.n)
		want.N = 65
		checkEstimate(t, tt.name, tt.got, want)
	}
	if !reflect.DeepEqual(tab.Counts(), three) {
		t.Errorf("Counts = %v", tab.Counts())
	}
}

func TestClusteredMeasures(t *testing.T) {
	tab := clusteredTable(t, [][]int{{3, 1}, {2, 4}}, [][]int{{2, 0}, {3, 6}}, [][]int{{5, 1}, {1, 3}}, [][]int{{0, 0}, {1, 7}}, [][]int{{4, 1}, {2, 2}})
	for _, tt := range []struct {
		name      string
		got       metrics.Estimate
		value, se float64
		on        scale
	}{
		{"Raw", tab.Raw(), .75, .0339541791937638, logit},
		{"Kappa", tab.Kappa(), .493848857644991, .054585531248527, fisher},
		{"Pi", tab.Pi(), .485714285714286, .0589971109493918, fisher},
		{"AC1", tab.AC1(), .513513513513514, .0854280579829777, fisher},
		{"MCC", tab.MCC(), .510466316300646, .0514209665065283, fisher},
		{"MacroF1", tab.MacroF1(), .742857142857143, .0294985554746959, logit},
		{"F1(0)", tab.F1(0), .7, .0561805126356106, logit},
		{"F1(1)", tab.F1(1), .785714285714286, .0553782993522766, logit},
		{"Bias(1)", tab.Bias(1), .125, .0481946758419837, plain},
		{"Precision(1)", tab.Precision(1), .709677419354839, .0592081512837723, logit},
		{"Recall(1)", tab.Recall(1), .88, .064249513616836, logit},
	} {
		lo, hi := tt.on(tt.value, tt.se, 4)
		checkEstimate(t, tt.name, tt.got, metrics.Estimate{Value: tt.value, SE: tt.se, Lo: lo, Hi: hi, N: 48, Worst: tt.value, Best: tt.value})
	}
}

func checkEstimate(t *testing.T, name string, got, want metrics.Estimate) {
	t.Helper()
	for _, f := range []struct {
		field     string
		got, want float64
	}{
		{"Value", got.Value, want.Value}, {"SE", got.SE, want.SE}, {"Lo", got.Lo, want.Lo},
		{"Hi", got.Hi, want.Hi}, {"Worst", got.Worst, want.Worst}, {"Best", got.Best, want.Best},
	} {
		if !near(f.got, f.want, 1e-11) {
			t.Errorf("%s: %s = %.15g, want %.15g", name, f.field, f.got, f.want)
		}
	}
	if got.N != want.N {
		t.Errorf("%s: N = %d, want %d", name, got.N, want.N)
	}
}

func TestTableAlpha(t *testing.T) {
	// As α by its definition on the 30 pairs of ratings.
	e := table(t, [][]int{{9, 3}, {5, 13}}).Alpha()
	pi := table(t, [][]int{{9, 3}, {5, 13}}).Pi()
	f := 59. / 60
	checkEstimate(t, "Alpha", e, metrics.Estimate{Value: .46606334841629, SE: pi.SE * f, Lo: 1 - (1-pi.Lo)*f, Hi: 1 - (1-pi.Hi)*f, N: 30, Worst: .46606334841629, Best: .46606334841629})
	checkEstimate(t, "Alpha of nothing", Table{}.Alpha(), metrics.Undefined(0))
	checkEstimate(t, "Alpha of one category", table(t, [][]int{{5, 0}, {0, 0}}).Alpha(), metrics.Undefined(5))
}

func TestWeightedKappa(t *testing.T) {
	tab := table(t, three)
	plainWeights := [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	quadratic := [][]float64{{1, .75, 0}, {.75, 1, .75}, {0, .75, 1}}
	got, err := tab.WeightedKappa(plainWeights)
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, "plain", got, tab.Kappa())
	if got, err = tab.WeightedKappa(quadratic); err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, "quadratic", got, tab.QuadraticKappa())
	if got, err = tab.WeightedKappa([][]float64{{1, .5, 0}, {.2, 1, .6}, {0, .1, 1}}); err != nil {
		t.Fatal(err)
	}
	// Weights that differ by who says more: by the definition, the error from numeric derivatives.
	lo, hi := fisher(.5336678233142643, .08890874165259796, inf)
	checkEstimate(t, "one-sided", got, metrics.Estimate{Value: .5336678233142643, SE: .08890874165259796, Lo: lo, Hi: hi, N: 65, Worst: .5336678233142643, Best: .5336678233142643})
	for why, bad := range map[string][][]float64{
		"rows lack":    {{1, 0, 0}},
		"columns lack": {{1, 0, 0}, {0, 1}, {0, 0, 1}},
		"above 1":      {{1, 0, 0}, {0, 1.001, 0}, {0, 0, 1}},
		"below 0":      {{1, 0, 0}, {0, 1, -.1}, {0, 0, 1}},
		"NaN":          {{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	} {
		if _, err := tab.WeightedKappa(bad); err == nil {
			t.Errorf("no error: %s", why)
		}
	}
}

// measuresOf returns every measure of a table by name.
func measuresOf(t Table) map[string]metrics.Estimate {
	return map[string]metrics.Estimate{
		"Raw": t.Raw(), "Kappa": t.Kappa(), "QuadraticKappa": t.QuadraticKappa(), "Pi": t.Pi(), "AC1": t.AC1(), "Alpha": t.Alpha(), "MCC": t.MCC(),
		"MacroF1": t.MacroF1(), "F1Met": t.F1(Met), "F1Unmet": t.F1(Unmet), "PrecisionMet": t.Precision(Met), "RecallMet": t.Recall(Met),
		"PrecisionUnmet": t.Precision(Unmet), "RecallUnmet": t.Recall(Unmet), "Bias": t.Bias(Met),
	}
}

// TestWhereMeasuresAreDefined says for edge cases which measures have a value, and which.
func TestWhereMeasuresAreDefined(t *testing.T) {
	for _, tt := range []struct {
		name   string
		counts [][]int
		want   map[string]float64
		why    string
	}{
		{"nothing", [][]int{{0, 0}, {0, 0}}, map[string]float64{}, "no unit says nothing"},
		{"all met by both", [][]int{{0, 0}, {0, 9}}, map[string]float64{"Raw": 1, "AC1": 1, "F1Met": 1, "PrecisionMet": 1, "RecallMet": 1, "Bias": 0},
			"κ is not 1 and not 0: chance alone would agree"},
		{"one rater constant", [][]int{{0, 0}, {3, 6}}, map[string]float64{"Raw": 2. / 3, "Kappa": 0, "QuadraticKappa": 0, "Pi": -.2, "AC1": .538461538461538, "Alpha": -.2 + 1.2/18, "MacroF1": .4, "F1Met": .8, "F1Unmet": 0, "PrecisionMet": 2. / 3, "RecallMet": 1, "RecallUnmet": 0, "Bias": 1. / 3},
			"MCC and the precision of what nobody says are not defined"},
		{"both in balance and always agreed", [][]int{{5, 0}, {0, 5}}, map[string]float64{"Raw": 1, "Kappa": 1, "QuadraticKappa": 1, "Pi": 1, "AC1": 1, "Alpha": 1, "MCC": 1, "MacroF1": 1, "F1Met": 1, "F1Unmet": 1, "PrecisionMet": 1, "RecallMet": 1, "PrecisionUnmet": 1, "RecallUnmet": 1, "Bias": 0},
			"no disagreement was seen, of either kind"},
		{"opposites", [][]int{{0, 4}, {5, 0}}, map[string]float64{"Raw": 0, "Kappa": -40. / 41, "QuadraticKappa": -40. / 41, "Pi": -1, "AC1": -1, "Alpha": -1 + 2./18, "MCC": -1, "MacroF1": 0, "F1Met": 0, "F1Unmet": 0, "PrecisionMet": 0, "RecallMet": 0, "PrecisionUnmet": 0, "RecallUnmet": 0, "Bias": 1. / 9},
			"no agreement at all"},
	} {
		for name, got := range measuresOf(table(t, tt.counts)) {
			want, defined := tt.want[name]
			if !defined {
				want = nan
			}
			if !near(got.Value, want, 1e-12) {
				t.Errorf("%s: %s = %v, want %v: %s", tt.name, name, got.Value, want, tt.why)
			}
			if !defined && (!math.IsInf(got.Lo, -1) || !math.IsInf(got.Hi, 1) || !math.IsNaN(got.SE)) {
				t.Errorf("%s: %s is not defined and has an interval: %+v", tt.name, name, got)
			}
			if defined && !(got.Lo <= got.Value && got.Value <= got.Hi) {
				t.Errorf("%s: %s = %v outside [%v, %v]", tt.name, name, got.Value, got.Lo, got.Hi)
			}
			if defined && got.Lo == got.Hi {
				t.Errorf("%s: %s has an interval without width", tt.name, name)
			}
		}
	}
	for name, e := range measuresOf(Table{}) {
		if !math.IsNaN(e.Value) || e.N != 0 {
			t.Errorf("the zero Table has %s %+v", name, e)
		}
	}
	for _, k := range []int{-1, 2} {
		tab := table(t, [][]int{{3, 1}, {1, 3}})
		for name, e := range map[string]metrics.Estimate{"F1": tab.F1(k), "Precision": tab.Precision(k), "Recall": tab.Recall(k), "Bias": tab.Bias(k)} {
			if !math.IsNaN(e.Value) || e.N != 8 {
				t.Errorf("%s of category %d: %+v", name, k, e)
			}
		}
	}
}

func TestFullAgreementHasAnInterval(t *testing.T) {
	tab := table(t, [][]int{{12, 0}, {0, 8}})
	for _, tt := range []struct {
		name string
		got  metrics.Estimate
		n    int
	}{
		{"Raw", tab.Raw(), 20}, {"Precision", tab.Precision(Met), 8}, {"Recall", tab.Recall(Unmet), 12},
	} {
		// Wilson's interval has a width of its own.
		want := metrics.Wilson(tt.n, tt.n)
		want.N = 20
		checkEstimate(t, tt.name, tt.got, want)
	}
	u := 1 - math.Pow(.025, 1./20)
	// With a share u of units moved off the diagonal evenly to both sides, margins p and 1−p move to
	// p′ = p−pu+(pu+(1−p)u)/2 and raw agreement to 1−u; with all of it on one side the raters' margins
	// part.
	lowest := func(f func(p [2][2]float64) float64) float64 {
		least := inf
		for _, side := range []float64{0, .5, 1} {
			unmet, met := .6*u, .4*u
			least = min(least, f([2][2]float64{{.6 - unmet, unmet*side + met*(1-side)}, {unmet*(1-side) + met*side, .4 - met}}))
		}
		return least
	}
	kappa := lowest(func(p [2][2]float64) float64 {
		r, c := p[0][0]+p[0][1], p[0][0]+p[1][0]
		pe := r*c + (1-r)*(1-c)
		return (p[0][0] + p[1][1] - pe) / (1 - pe)
	})
	if e := tab.Kappa(); !near(e.Lo, kappa, 1e-12) || e.Hi != 1 {
		t.Errorf("Kappa [%v, %v], want [%v, 1]", e.Lo, e.Hi, kappa)
	}
	f1 := lowest(func(p [2][2]float64) float64 { return 2 * p[1][1] / (2*p[1][1] + p[0][1] + p[1][0]) })
	if e := tab.F1(Met); !near(e.Lo, f1, 1e-12) || e.Hi != 1 {
		t.Errorf("F1 [%v, %v], want [%v, 1]", e.Lo, e.Hi, f1)
	}
	// All of it could be one rater's met against the other's unmet.
	if e := tab.Bias(Met); !near(e.Lo, -u, 1e-12) || !near(e.Hi, u, 1e-12) {
		t.Errorf("Bias [%v, %v], want ±%v", e.Lo, e.Hi, u)
	}
	// With three categories each gives half of what leaves it to either other.
	e := table(t, [][]int{{10, 0, 0}, {0, 6, 0}, {0, 0, 4}}).F1(0)
	in, out := .5*(1-u), .5*u+(.3+.2)*u/2
	if !near(e.Lo, 2*in/(2*in+out), 1e-12) || e.Hi != 1 {
		t.Errorf("F1 of three categories [%v, %v], want [%v, 1]", e.Lo, e.Hi, 2*in/(2*in+out))
	}
	// One disagreement is enough for a standard error.
	e = table(t, [][]int{{10, 1}, {0, 9}}).Kappa()
	if lo, hi := fisher(e.Value, e.SE, inf); e.Lo != lo || e.Hi != hi || e.SE < .05 {
		t.Errorf("one disagreement: %+v", e)
	}
	if e = table(t, [][]int{{1, 1}, {0, 0}}).Bias(0); math.IsInf(e.Lo, -1) || e.Value != .5 || e.Hi != 1 {
		t.Errorf("two units: %+v", e)
	}
	// By cluster the bound is that of so many clusters.
	c := clusteredTable(t, [][]int{{6, 0}, {0, 2}}, [][]int{{2, 0}, {0, 3}}, [][]int{{4, 0}, {0, 3}})
	if e, want := c.Raw(), math.Pow(.025, 1./3); !near(e.Lo, want, 1e-12) || e.Hi != 1 {
		t.Errorf("clustered Raw [%v, %v], want [%v, 1]", e.Lo, e.Hi, want)
	}
	// Of 12 unmet and 8 met the share u is moved to where it hurts most: to the first rater's met for
	// precision, to the second's for recall.
	u = 1 - math.Pow(.025, 1./3)
	least := 8 * (1 - u) / (8*(1-u) + 12*u)
	for name, e := range map[string]metrics.Estimate{"Precision": c.Precision(Met), "Recall": c.Recall(Met)} {
		if !near(e.Lo, least, 1e-12) || e.Hi != 1 {
			t.Errorf("clustered %s [%v, %v], want [%v, 1]", name, e.Lo, e.Hi, least)
		}
	}
	if e := table(t, [][]int{{1, 0}, {0, 1}}).Bias(0); !near(e.Hi, 1-math.Sqrt(.025), 1e-12) || e.Lo != -e.Hi {
		t.Errorf("Bias of two units [%v, %v]", e.Lo, e.Hi)
	}
}

func TestOneClusterHasNoInterval(t *testing.T) {
	for name, e := range measuresOf(clusteredTable(t, [][]int{{3, 1}, {2, 4}})) {
		if math.IsNaN(e.Value) || !math.IsNaN(e.SE) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
			t.Errorf("%s = %+v", name, e)
		}
	}
	for name, e := range measuresOf(clusteredTable(t, [][]int{{3, 0}, {0, 4}})) {
		if !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
			t.Errorf("full agreement: %s = %+v", name, e)
		}
	}
}

func TestTableErrors(t *testing.T) {
	for _, tt := range []struct {
		counts [][]int
		want   string
	}{
		{nil, "0 categories"},
		{[][]int{{4}}, "1 categories"},
		{[][]int{{1, 2}, {3}}, "row 1 of the table has 1 columns"},
		{[][]int{{1, 2}, {3, -4}}, "cell 1, 1 of the table is -4"},
	} {
		if _, err := NewTable(tt.counts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %q", tt.counts, err, tt.want)
		}
	}
	for _, tt := range []struct {
		a, b       []int
		categories int
		clusters   []string
		want       string
	}{
		{[]int{0}, []int{0}, 1, nil, "1 categories"},
		{[]int{0, 1}, []int{0}, 2, nil, "2 ratings against 1"},
		{[]int{0, 1}, []int{0, 1}, 2, []string{"a"}, "1 clusters for 2 units"},
		{[]int{0, 2}, []int{0, 1}, 2, nil, "unit 1 has the categories 2 and 1 of 2"},
		{[]int{0, 1}, []int{-1, 1}, 2, nil, "unit 0 has the categories 0 and -1 of 2"},
		{[]int{-1, 1}, []int{0, 1}, 2, nil, "unit 0"},
		{[]int{0, 1}, []int{0, 2}, 2, nil, "unit 1"},
	} {
		if _, err := Tabulate(tt.a, tt.b, tt.categories, tt.clusters); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, %v: error %v, want %q", tt.a, tt.b, err, tt.want)
		}
	}
	tab, err := Tabulate([]int{0, 1, 1, 1}, []int{0, 0, 0, 1}, 2, nil)
	if want := table(t, [][]int{{1, 0}, {2, 1}}); err != nil || !reflect.DeepEqual(tab, want) {
		t.Errorf("got %v, %v; want %v", tab, err, want)
	}
}
