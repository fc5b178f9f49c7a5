package correct

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// What is wanted in these tests was computed apart, with 30 digits.

var nan, inf = math.NaN(), math.Inf(1)

func near(got, want float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))
}

func checkEstimate(t *testing.T, got, want metrics.Estimate) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"Value", got.Value, want.Value}, {"SE", got.SE, want.SE}, {"Lo", got.Lo, want.Lo},
		{"Hi", got.Hi, want.Hi}, {"Worst", got.Worst, want.Value}, {"Best", got.Best, want.Value},
	} {
		if !near(f.got, f.want) {
			t.Errorf("%s = %.15g, want %.15g", f.name, f.got, f.want)
		}
	}
	if got.N != want.N {
		t.Errorf("N = %d, want %d", got.N, want.N)
	}
}

func estimate(value, se, lo, hi float64, n int) metrics.Estimate {
	return metrics.Estimate{Value: value, SE: se, Lo: lo, Hi: hi, N: n}
}

var usual = Calibration{Met: 40, MetRight: 36, Unmet: 60, UnmetRight: 45}

func TestRate(t *testing.T) {
	for _, tt := range []struct {
		name   string
		met, n int
		c      Calibration
		want   metrics.Estimate
	}{
		{"usual", 130, 200, usual, estimate(.615384615384615, .0807452284203878, .46950666845352, .78602214770836, 200)},
		{"below what a judge without any met would say", 20, 200, usual, estimate(0, .117730888911158, -inf, inf, 200)},
		{"a little below", 45, 200, usual, estimate(0, .104601040889011, 0, .134604685728354, 200)},
		{"above what a judge with all met would say", 195, 200, usual, estimate(1, .0942213902861545, .976991637613011, 1, 200)},
		{"no error seen", 130, 200, Calibration{40, 40, 60, 60}, estimate(.65, .0388243416688693, .583322007638891, .735510630427814, 200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Rate(tt.met, tt.n, tt.c)
			if err != nil {
				t.Fatal(err)
			}
			checkEstimate(t, got, tt.want)
		})
	}
}

func TestRateErrors(t *testing.T) {
	for _, tt := range []struct {
		met, n    int
		c         Calibration
		undefined bool
		why       string
	}{
		{1, 2, Calibration{0, 0, 10, 8}, true, "no label says met"},
		{1, 2, Calibration{10, 8, 0, 0}, true, "no label says unmet"},
		{1, 2, Calibration{10, 5, 10, 5}, true, "a judge that guesses"},
		{1, 2, Calibration{10, 2, 10, 3}, true, "a judge that is worse"},
		{1, 2, Calibration{1, 1, 1000, 10}, true, "one lucky label"},
		{0, 0, usual, false, "no criteria"},
		{-1, 5, usual, false, "negative"},
		{6, 5, usual, false, "more than all"},
		{1, 2, Calibration{5, 6, 10, 8}, false, "more right than labels"},
		{1, 2, Calibration{5, 4, 10, -1}, false, "negative count"},
		{1, 2, Calibration{-5, -6, 10, 8}, false, "negative labels"},
	} {
		e, err := Rate(tt.met, tt.n, tt.c)
		if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || e != (metrics.Estimate{}) {
			t.Errorf("%s: %+v, %v", tt.why, e, err)
		}
	}
}

func TestCalibration(t *testing.T) {
	if got, want := usual.Sensitivity(), metrics.Wilson(36, 40); got != want {
		t.Errorf("Sensitivity %+v, want %+v", got, want)
	}
	if got, want := usual.Specificity(), metrics.Wilson(45, 60); got != want {
		t.Errorf("Specificity %+v, want %+v", got, want)
	}
}

func TestAllocate(t *testing.T) {
	for _, tt := range []struct {
		m         int
		p, q0, q1 float64
		m1, m0    int
		why       string
	}{
		// κ = 0.3/0.1, so m₁ = 100/(1+(1/0.4−1)·√3) = 27.8.
		{100, .4, .7, .9, 28, 72, "usual"},
		{100, .5, .8, .8, 50, 50, "even"},
		{100, .5, .8, 1, 1, 99, "no error on what is met: one label all the same"},
		{100, .5, 1, .8, 99, 1, "no error on what is unmet"},
		{2, .01, .5, .9, 1, 1, "two labels"},
	} {
		if m1, m0, err := Allocate(tt.m, tt.p, tt.q0, tt.q1); err != nil || m1 != tt.m1 || m0 != tt.m0 {
			t.Errorf("%s: %d and %d, %v; want %d and %d", tt.why, m1, m0, err, tt.m1, tt.m0)
		}
	}
	for _, tt := range []struct {
		m         int
		p, q0, q1 float64
		undefined bool
		why       string
	}{
		{1, .5, .8, .8, false, "one label"},
		{10, 0, .8, .8, false, "a rate of 0"},
		{10, 1, .8, .8, false, "a rate of 1"},
		{10, nan, .8, .8, false, "NaN"},
		{10, .5, 1.1, .8, false, "no share"},
		{10, .5, -.1, .8, false, "no share"},
		{10, .5, .8, 1.1, false, "no share"},
		{10, .5, .8, -.1, false, "no share"},
		{10, .5, 1, 1, true, "no error at all"},
	} {
		if _, _, err := Allocate(tt.m, tt.p, tt.q0, tt.q1); err == nil || errors.Is(err, ErrUndefined) != tt.undefined {
			t.Errorf("%s: error %v", tt.why, err)
		}
	}
}

var study = PPI{
	Human: []float64{.8, .4, .55, .9, .1, .65},
	Judge: []float64{.7, .5, .6, .95, .3, .6},
	Rest:  []float64{.9, .2, .6, .75, .4, .55, .85, .35},
}

func TestPPI(t *testing.T) {
	clustered := study
	clustered.LabeledClusters, clustered.RestClusters = strings.Split("aabbcc", ""), strings.Split("aaddeeff", "")
	at := func(p PPI, lambda float64) Predicted {
		t.Helper()
		r, err := p.At(lambda)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, tt := range []struct {
		name   string
		got    Predicted
		lambda float64
		want   metrics.Estimate
	}{
		{"humans alone", at(study, 0), 0, estimate(.566666666666667, .107797821732957, .355386818458202, .777946514875132, 6)},
		{"between", at(study, .4), .4, estimate(.553333333333333, .0845385075528262, .387640903223026, .71902576344364, 6)},
		{"plain", at(study, 1), 1, estimate(.533333333333333, .0915561202113116, .353886635154943, .712780031511724, 6)},
		{"clustered", at(clustered, .4), .4, estimate(.553333333333333, .060640104074962, .292420024002906, .81424664266376, 6)},
		{"clustered, plain", at(clustered, 1), 1, estimate(.533333333333333, .0421225065203337, .35209481566973, .714571850996937, 6)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkEstimate(t, tt.got.Mean, tt.want)
			if tt.got.Lambda != tt.lambda || tt.got.Rest != 8 || len(tt.got.Warnings) != 1 || !strings.HasPrefix(tt.got.Warnings[0], "only 6 labeled samples") {
				t.Errorf("got %+v", tt.got)
			}
		})
	}
	if got, err := study.Plain(); err != nil || !reflect.DeepEqual(got, at(study, 1)) {
		t.Errorf("Plain %+v, %v", got, err)
	}
	tuned, err := study.Tuned()
	if err != nil || !near(tuned.Lambda, .5474817377931563) {
		t.Fatalf("Tuned %+v, %v", tuned, err)
	}
	checkEstimate(t, tuned.Mean, estimate(.548417275406895, .081034915680403, .389591759183065, .707242791630725, 6))
	if tuned, err = clustered.Tuned(); err != nil || !near(tuned.Mean.SE, .0513324618851822) {
		t.Errorf("Tuned, clustered %+v, %v", tuned, err)
	}
	text, err := json.Marshal(at(study, 0))
	if err != nil || !strings.Contains(string(text), `"lambda":0,"rest":8`) {
		t.Errorf("JSON %s, %v", text, err)
	}
}

func TestPPITunedAtTheEnds(t *testing.T) {
	against := PPI{Human: []float64{.1, .2, .3, .4}, Judge: []float64{.9, .7, .5, .1}, Rest: []float64{.2, .5, .9}}
	r, err := against.Tuned()
	if err != nil || r.Lambda != 0 || !near(r.Mean.Value, .25) || len(r.Warnings) != 2 || !strings.HasPrefix(r.Warnings[1], "the judge's scores do not rise") {
		t.Errorf("a judge that goes against: %+v, %v", r, err)
	}
	many := PPI{Human: []float64{0, 1, 0, 1}, Judge: []float64{.4, .5, .4, .5}}
	for i := range 100 {
		many.Rest = append(many.Rest, []float64{.4, .5}[i%2])
	}
	if r, err = many.Tuned(); err != nil || r.Lambda != 1 {
		t.Errorf("a judge that says too little: %+v, %v", r, err)
	}
	long := PPI{}
	for i := range 30 {
		long.Human, long.Judge, long.Rest = append(long.Human, float64(i%3)), append(long.Judge, float64(i%4)), append(long.Rest, float64(i%5))
	}
	if r, err = long.Plain(); err != nil || r.Warnings != nil {
		t.Errorf("30 labeled samples: %q, %v", r.Warnings, err)
	}
}

func TestPPIErrors(t *testing.T) {
	change := func(f func(*PPI)) PPI { p := study; f(&p); return p }
	for why, tt := range map[string]struct {
		p         PPI
		undefined bool
	}{
		"nothing":           {PPI{}, true},
		"one labeled":       {change(func(p *PPI) { p.Human, p.Judge = p.Human[:1], p.Judge[:1] }), true},
		"one other":         {change(func(p *PPI) { p.Rest = p.Rest[:1] }), true},
		"lengths":           {change(func(p *PPI) { p.Judge = p.Judge[:5] }), false},
		"NaN":               {change(func(p *PPI) { p.Human = []float64{1, 2, 3, 4, 5, nan} }), false},
		"infinite":          {change(func(p *PPI) { p.Judge = []float64{1, 2, 3, 4, 5, inf} }), false},
		"infinite rest":     {change(func(p *PPI) { p.Rest = []float64{1, -inf} }), false},
		"clusters one-side": {change(func(p *PPI) { p.LabeledClusters = strings.Split("aabbcc", "") }), false},
		"clusters rest":     {change(func(p *PPI) { p.RestClusters = strings.Split("aaddeeff", "") }), false},
		"clusters lack":     {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = []string{"a"}, strings.Split("aaddeeff", "") }), false},
		"rest lacks":        {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = strings.Split("aabbcc", ""), []string{"a"} }), false},
		"one cluster":       {change(func(p *PPI) { p.LabeledClusters, p.RestClusters = make([]string, 6), strings.Split("aaddeeff", "") }), true},
		"overflow":          {change(func(p *PPI) { p.Human = []float64{1e308, -1e308, 1e308, -1e308, 1e308, -1e308} }), true},
	} {
		for name, f := range map[string]func() (Predicted, error){"Plain": tt.p.Plain, "Tuned": tt.p.Tuned} {
			r, err := f()
			if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || !reflect.DeepEqual(r, Predicted{}) {
				t.Errorf("%s, %s: %+v, %v", name, why, r, err)
			}
		}
	}
	constant := change(func(p *PPI) { p.Judge, p.Rest = []float64{.5, .5, .5, .5, .5, .5}, []float64{.5, .5, .5} })
	if _, err := constant.Tuned(); !errors.Is(err, ErrUndefined) {
		t.Errorf("a judge that says one thing: %v", err)
	}
	for _, lambda := range []float64{-.1, 1.1, nan} {
		if _, err := study.At(lambda); err == nil {
			t.Errorf("no error for lambda %v", lambda)
		}
	}
}

// item is a sample that has only a name and a rubric.
type item struct {
	id       string
	criteria rubric.List
}

func (i item) ID() string                    { return i.id }
func (item) Conversation() []dataset.Message { return nil }
func (item) Response() string                { return "" }
func (i item) Rubric() rubric.Rubric         { return i.criteria }

// judged returns a sample whose criteria have the given weights, and grades.
func judged(id, category string, weights []float64, met ...int) (dataset.Sample, []judge.Grade) {
	s := item{id: id}
	var grades []judge.Grade
	for i, w := range weights {
		c := rubric.Criterion{ID: string(rune('a' + i)), Category: category, Weight: w}
		s.criteria = append(s.criteria, c)
		grades = append(grades, judge.Binary(c, met[i] == 1, ""))
	}
	return s, grades
}

var signs = Calibrations{{}: usual, {Penalty: true}: {Met: 50, MetRight: 35, Unmet: 100, UnmetRight: 95}}

func four() (samples []dataset.Sample, grades [][]judge.Grade) {
	for _, x := range []struct {
		id      string
		weights []float64
		met     []int
	}{
		{"s1", []float64{5, 3, -4}, []int{1, 0, 0}},
		{"s2", []float64{10, -2}, []int{1, 1}},
		{"s3", []float64{4, 6, -5}, []int{1, 1, 1}},
		{"s4", []float64{7, 1}, []int{0, 1}},
	} {
		s, g := judged(x.id, "law", x.weights, x.met...)
		samples, grades = append(samples, s), append(grades, g)
	}
	return samples, grades
}

func TestScores(t *testing.T) {
	samples, grades := four()
	got, err := Scores(samples, grades, signs)
	if err != nil {
		t.Fatal(err)
	}
	// The clipped interval reaches −0.259 and 1.113 before it is held to what the weights allow.
	checkEstimate(t, got.Clipped, estimate(.426923076923077, .234615842855398, -.2590452578015, 1, 4))
	checkEstimate(t, got.Normalized, estimate(.512820512820513, .246663946188565, 0, 1, 4))
	if len(got.Parts) != 2 {
		t.Fatalf("parts %+v", got.Parts)
	}
	for i, want := range []Part{
		{Class{}, usual, 7, .6875, .673076923076923},
		{Class{Penalty: true}, signs[Class{Penalty: true}], 3, .583333333333333, .820512820512821},
	} {
		p := got.Parts[i]
		if p.Class != want.Class || p.Calibration != want.Calibration || p.Criteria != want.Criteria || !near(p.Judged, want.Judged) || !near(p.Rate, want.Rate) {
			t.Errorf("part %+v, want %+v", p, want)
		}
	}
	text, err := json.Marshal(got.Parts[0])
	if want := `{"class":{"category":"","penalty":false},"calibration":{"met":40,"met_right":36,"unmet":60,"unmet_right":45},"criteria":7,"judged":0.6875,"rate":0.6730769230769231}`; err != nil || string(text) != want {
		t.Errorf("JSON %s, %v", text, err)
	}
}

func TestScoresStayWithinTheWeights(t *testing.T) {
	var samples []dataset.Sample
	var grades [][]judge.Grade
	for _, id := range []string{"s1", "s2", "s3"} {
		s, g := judged(id, "", []float64{3, 2, -4}, 0, 0, 1)
		samples, grades = append(samples, s), append(grades, g)
	}
	got, err := Scores(samples, grades, signs)
	if err != nil {
		t.Fatal(err)
	}
	// The judge meets fewer than its own errors give: θ is below 0 for positive weights, above 1 for
	// penalties.
	if !near(got.Clipped.Value, -.8) || !near(got.Normalized.Value, 0) || got.Parts[0].Rate != 0 || got.Parts[1].Rate != 1 {
		t.Errorf("got %+v", got)
	}
	// No score that the weights allow is near: the labels do not fit, and there is no interval.
	if e := got.Clipped; math.IsNaN(e.SE) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
		t.Errorf("contradiction: %+v", e)
	}
	// One class is out of its range and the sum is not.
	s, g := judged("s4", "", []float64{3, 2, -4}, 1, 1, 1)
	if got, err = Scores(append(samples[:1:1], s), append(grades[:1:1], g), signs); err != nil {
		t.Fatal(err)
	}
	if e := got.Clipped; !(e.Lo <= e.Value && e.Value <= e.Hi) || math.IsInf(e.Lo, -1) || got.Parts[1].Rate != 1 {
		t.Errorf("got %+v", got)
	}
	one, err := Scores(samples[:1], grades[:1], signs)
	if err != nil || !near(one.Clipped.Value, -.8) || !math.IsNaN(one.Clipped.SE) || !math.IsInf(one.Clipped.Lo, -1) {
		t.Errorf("one sample: %+v, %v", one.Clipped, err)
	}
	none, err := Scores(nil, nil, signs)
	if err != nil || !math.IsNaN(none.Clipped.Value) || !math.IsNaN(none.Normalized.Value) || none.Parts != nil {
		t.Errorf("no samples: %+v, %v", none, err)
	}
}

func TestScoresByCategory(t *testing.T) {
	own := Calibration{Met: MinLabels, MetRight: MinLabels, Unmet: MinLabels, UnmetRight: MinLabels - 5}
	s1, g1 := judged("s1", "law", []float64{5, -1}, 1, 0)
	s2, g2 := judged("s2", "facts", []float64{5}, 1)
	samples, grades := []dataset.Sample{s1, s2}, [][]judge.Grade{g1, g2}
	few := own
	few.Met--
	few.MetRight--
	for _, tt := range []struct {
		c    Calibration
		want []Class
		why  string
	}{
		{own, []Class{{}, {Penalty: true}, {Category: "law"}}, "enough labels"},
		{few, []Class{{}, {Penalty: true}}, "too few labels"},
		{Calibration{Met: MinLabels, MetRight: 40, Unmet: MinLabels - 1, UnmetRight: 40}, []Class{{}, {Penalty: true}}, "too few labels of unmet"},
	} {
		got, err := Scores(samples, grades, Calibrations{{}: usual, {Penalty: true}: usual, {Category: "law"}: tt.c})
		if err != nil {
			t.Fatal(err)
		}
		var classes []Class
		for _, p := range got.Parts {
			classes = append(classes, p.Class)
		}
		if !reflect.DeepEqual(classes, tt.want) {
			t.Errorf("%s: %v, want %v", tt.why, classes, tt.want)
		}
	}
}

func TestScoresErrors(t *testing.T) {
	samples, grades := four()
	missing := append([]judge.Grade{}, grades[0]...)
	missing[1] = judge.Ungraded(samples[0].Rubric().Criteria()[1], judge.Empty, "")
	swapped := append([]judge.Grade{}, grades[0]...)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	half := append([]judge.Grade{}, grades[0]...)
	half[0].Points = 2
	penalties, g := judged("p", "", []float64{-3}, 1)
	huge, hg := judged("h", "", []float64{1e308, 1e308}, 1, 1)
	for _, tt := range []struct {
		samples      []dataset.Sample
		grades       [][]judge.Grade
		calibrations Calibrations
		undefined    bool
		want         string
	}{
		{samples, grades[:2], signs, false, "grades of 2 samples for 4"},
		{samples[:1], [][]judge.Grade{missing}, signs, false, "sample s1 has 2 verdicts on 3 criteria"},
		{samples[:1], [][]judge.Grade{swapped}, signs, false, "grade 0 is of criterion b, not a"},
		{samples[:1], [][]judge.Grade{half}, signs, false, "2 points of 5 are no verdict"},
		{[]dataset.Sample{penalties}, [][]judge.Grade{g}, signs, false, "sample p: rubric: none of the 1 criteria has a positive weight"},
		{[]dataset.Sample{huge}, [][]judge.Grade{hg}, signs, false, "do not sum"},
		{samples, grades, Calibrations{{}: usual}, true, "on criteria of negative weight"},
		{samples, grades, Calibrations{{Penalty: true}: usual}, true, "on criteria of positive weight"},
		{samples, grades, Calibrations{{}: usual, {Penalty: true}: usual, {Category: "law"}: {Met: 60, MetRight: 20, Unmet: 60, UnmetRight: 20}}, true, `on criteria of positive weight in "law"`},
	} {
		got, err := Scores(tt.samples, tt.grades, tt.calibrations)
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, ErrUndefined) != tt.undefined || !reflect.DeepEqual(got, Corrected{}) {
			t.Errorf("%+v, error %v, want %q", got, err, tt.want)
		}
	}
}

func TestCalibrate(t *testing.T) {
	rules := rubric.List{{ID: "a", Category: "law", Weight: 5}, {ID: "b", Weight: 3}, {ID: "p", Category: "law", Weight: -4}}
	samples := []dataset.Sample{item{"s1", rules}, item{"s2", rules}}
	by := func(verdicts ...string) (labels []agreement.Label) {
		for _, v := range verdicts {
			f := strings.Fields(v)
			labels = append(labels, agreement.Label{Sample: f[0], Criterion: f[1], Met: f[2] == "met"})
		}
		return labels
	}
	judge := by("s1 a met", "s1 b unmet", "s1 p met", "s2 a met", "s2 b unmet", "s2 p unmet")
	expert := by("s1 a met", "s1 b met", "s1 p unmet", "s2 a unmet", "s2 p unmet")
	got, err := Calibrate(judge, expert, samples)
	want := Calibrations{
		{}:                               {Met: 2, MetRight: 1, Unmet: 1, UnmetRight: 0},
		{Penalty: true}:                  {Unmet: 2, UnmetRight: 1},
		{Category: "law"}:                {Met: 1, MetRight: 1, Unmet: 1},
		{Category: "law", Penalty: true}: {Unmet: 2, UnmetRight: 1},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err = Calibrate(judge[:1], expert, samples); err != nil || got[Class{}] != (Calibration{Met: 1, MetRight: 1}) {
		t.Errorf("what the judge did not say does not count: %v, %v", got, err)
	}
	for _, tt := range []struct {
		judge, expert []agreement.Label
		want          string
	}{
		{append(judge, judge[0]), expert, "the judge labeled sample s1, criterion a twice"},
		{judge, append(expert, expert[0]), "the expert labeled sample s1, criterion a twice"},
		{judge, by("s9 a met"), "sample s9, criterion a"},
	} {
		if _, err := Calibrate(tt.judge, tt.expert, samples); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
