package metrics

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// item is a sample that has only a rubric.
type item struct{ criteria rubric.List }

func (item) ID() string                      { return "item" }
func (item) Conversation() []dataset.Message { return nil }
func (item) Response() string                { return "" }
func (i item) Rubric() rubric.Rubric         { return i.criteria }

var _ dataset.Sample = item{}

// rules are worth 10, 5 and a penalty of 4.
var rules = rubric.List{{ID: "a", Weight: 10}, {ID: "b", Weight: 5}, {ID: "p", Weight: -4}}

// graded returns grades with the given points, missing where they are NaN.
func graded(criteria rubric.List, points ...float64) []judge.Grade {
	grades := make([]judge.Grade, len(points))
	for i, p := range points {
		if math.IsNaN(p) {
			grades[i] = judge.Ungraded(criteria[i], judge.Empty, "")
			continue
		}
		grades[i] = judge.Grade{Criterion: criteria[i].ID, Status: judge.Graded, Points: p}
	}
	return grades
}

func TestWeightedScores(t *testing.T) {
	penalties := rubric.List{{ID: "p", Weight: -4}, {ID: "q", Weight: -1}}
	for _, tt := range []struct {
		criteria rubric.List
		points   []float64
		want     Values
		why      string
	}{
		{rules, []float64{10, 5, 0}, Values{ClippedScore: 1, NormalizedScore: 1}, "everything right"},
		{rules, []float64{0, 0, -4}, Values{ClippedScore: -4. / 15, NormalizedScore: 0}, "everything wrong: not clipped per sample"},
		{rules, []float64{0, 0, 0}, Values{ClippedScore: 0, NormalizedScore: 4. / 19}, "nothing met"},
		{rules, []float64{10, 0, -4}, Values{ClippedScore: 6. / 15, NormalizedScore: 10. / 19}, "mixed"},
		{rules, []float64{99, -3, 2}, Values{ClippedScore: 10. / 15, NormalizedScore: 14. / 19}, "points are clamped to each criterion's range"},
		{rules, []float64{4, 2.5, -1}, Values{ClippedScore: 5.5 / 15, NormalizedScore: 9.5 / 19}, "points in between"},
		{penalties, []float64{0, -1}, Values{NormalizedScore: 4. / 5}, "without positive weights the clipped score is not defined"},
		{rubric.List{{ID: "a", Weight: .5}}, []float64{.5}, Values{ClippedScore: 1, NormalizedScore: 1}, "a small weight"},
		{nil, nil, Values{}, "without criteria nothing is defined"},
	} {
		got, err := WeightedScores(tt.criteria, graded(tt.criteria, tt.points...))
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
		for name, want := range tt.want {
			if x, ok := got[name]; !ok || !near(x, want, 1e-15) {
				t.Errorf("%s: %s = %v, want %v", tt.why, name, x, want)
			}
		}
	}
	got, err := Weighted{}.Score(item{rules}, graded(rules, 10, 0, 0))
	if err != nil || !near(got[ClippedScore], 10./15, 1e-15) {
		t.Errorf("as a Scorer: %v, %v", got, err)
	}
}

func TestWeightedScoresErrors(t *testing.T) {
	swapped := graded(rules, 10, 5, 0)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	unset := graded(rules, 10, 5, 0)
	unset[1].Status = ""
	huge := rubric.List{{ID: "a", Weight: 1e308}, {ID: "b", Weight: -1e308}, {ID: "c", Weight: 1e308}}
	for _, tt := range []struct {
		criteria rubric.List
		grades   []judge.Grade
		want     string
		why      string
	}{
		{rules, graded(rules, 10, 5), "2 grades for 3 criteria", "a grade is lacking"},
		{rules, swapped, `grade 0 is of criterion "b"`, "another order"},
		{rules, graded(rules, 10, nan, 0), `criterion "b" has no verdict`, "a missing verdict is not 0"},
		{rules, unset, `criterion "b" has no verdict`, "a status that nobody set"},
		{rules, graded(rules, 10, inf, 0), `"b" has +Inf points`, "infinite points"},
		{rubric.List{{ID: "a", Weight: inf}}, graded(rules, 1), "weight +Inf", "infinite weight"},
		{huge, graded(huge, 0, 0, 0), "do not sum", "overflow"},
		{huge[:2], graded(huge, 0, 0), "do not sum", "overflow of the difference alone"},
	} {
		v, err := WeightedScores(tt.criteria, tt.grades)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, %v; want an error with %q", tt.why, v, err, tt.want)
		}
	}
}
