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
	"github.com/assize-eval/assize/rubric"
)

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

// TestScoresHeldApart has so many labels and samples that the interval around the mean before it is held
// to the weights does not reach the mean after.
func TestScoresHeldApart(t *testing.T) {
	const m = 1000000
	many := Calibrations{
		{}:              {Met: m, MetRight: .9 * m, Unmet: m, UnmetRight: .75 * m},
		{Penalty: true}: {Met: m, MetRight: .7 * m, Unmet: m, UnmetRight: .95 * m},
	}
	for _, tt := range []struct {
		weights []float64
		met     []int
		value   float64
		above   bool
		why     string
	}{
		{[]float64{1, 1, -1.6}, []int{1, 0, 1}, .25/.65 - .8, true, "penalties: .95/.65 of them, held to all"},
		{[]float64{1, 1, -.8, -.8}, []int{1, 1, 1, 0}, 1 - .8*.45/.65, false, "positive weights: .75/.65, held to all"},
	} {
		var samples []dataset.Sample
		var grades [][]judge.Grade
		for _, id := range []string{"s1", "s2", "s3"} {
			s, g := judged(id, "", tt.weights, tt.met...)
			samples, grades = append(samples, s), append(grades, g)
		}
		got, err := Scores(samples, grades, many)
		if err != nil {
			t.Fatal(err)
		}
		// The interval starts or ends at the value and holds the mean before, about .37 or .15 from it.
		e := got.Clipped
		near, far := e.Lo, e.Hi
		if tt.above {
			near, far = e.Hi, e.Lo
		}
		if math.Abs(e.Value-tt.value) > 1e-12 || near != e.Value || !(math.Abs(far-near) > .1) {
			t.Errorf("%s: %+v, want %v at the end of its interval", tt.why, e, tt.value)
		}
	}
}

func TestScoresByCategory(t *testing.T) {
	own := Calibration{Met: 50, MetRight: 50, Unmet: 50, UnmetRight: 45}
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
		{Calibration{Met: 50, MetRight: 40, Unmet: 49, UnmetRight: 40}, []Class{{}, {Penalty: true}}, "too few labels of unmet"},
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

func TestScoresOrderTheirParts(t *testing.T) {
	var samples []dataset.Sample
	var grades [][]judge.Grade
	calibrations := Calibrations{}
	var want []Class
	for _, category := range []string{"", "a", "b", "c", "d"} {
		s, g := judged("s"+category, category, []float64{5, -1}, 1, 0)
		samples, grades = append(samples, s), append(grades, g)
		for _, c := range []Class{{Category: category}, {Category: category, Penalty: true}} {
			calibrations[c], want = Calibration{Met: 60, MetRight: 50, Unmet: 60, UnmetRight: 50}, append(want, c)
		}
	}
	got, err := Scores(samples, grades, calibrations)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got.Parts {
		if p.Class != want[i] {
			t.Errorf("part %d is %v, want %v", i, p.Class, want[i])
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
