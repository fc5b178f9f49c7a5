package metrics

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		points      []float64
		worst, best float64
		why         string
	}{
		{[]float64{10, 0, 0}, 10. / 15, 10. / 15, "nothing missing"},
		{[]float64{nan, 5, 0}, 5. / 15, 1, "a positive weight can only add"},
		{[]float64{10, 5, nan}, 11. / 15, 1, "a penalty can only take"},
		{[]float64{nan, 5, nan}, 1. / 15, 1, "both"},
		{[]float64{nan, nan, nan}, -4. / 15, 1, "nothing graded"},
	} {
		grades := graded(rules, tt.points...)
		before := graded(rules, tt.points...)
		worst, best, err := Bounds(Weighted{}, item{rules}, grades)
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if !near(worst[ClippedScore], tt.worst, 1e-15) || !near(best[ClippedScore], tt.best, 1e-15) {
			t.Errorf("%s: %v to %v, want %v to %v", tt.why, worst[ClippedScore], best[ClippedScore], tt.worst, tt.best)
		}
		if len(worst) != 2 || len(best) != 2 {
			t.Errorf("%s: %v, %v", tt.why, worst, best)
		}
		if !reflect.DeepEqual(grades, before) {
			t.Errorf("%s: the grades were changed", tt.why)
		}
	}
}

func TestBoundsShowsTheScorerGradesOnly(t *testing.T) {
	scorer := ScorerFunc(func(_ dataset.Sample, grades []judge.Grade) (Values, error) {
		for _, g := range grades {
			if g.Status != judge.Graded || g.Reason != "" {
				t.Errorf("the scorer sees %+v", g)
			}
		}
		return Values{}, nil
	})
	if _, _, err := Bounds(scorer, item{rules}, graded(rules, nan, 0, nan)); err != nil {
		t.Error(err)
	}
}

func TestBoundsOfAScorer(t *testing.T) {
	// The value "left" is there only where points are lost.
	scorer := ScorerFunc(func(_ dataset.Sample, grades []judge.Grade) (Values, error) {
		v := Values{"highest": 0}
		for _, g := range grades {
			v["highest"] += g.Max
		}
		if grades[0].Points < 10 {
			v["left"] = 10 - grades[0].Points
		}
		return v, nil
	})
	worst, best, err := Bounds(scorer, item{rules}, graded(rules, nan, 0, nan))
	if err != nil || worst["left"] != 10 || len(best) != 1 {
		t.Errorf("a value that only the worst has: %v, %v, %v", worst, best, err)
	}
	// What is missing gives at most 10 and, of a penalty, 0.
	if worst["highest"] != 10 || best["highest"] != 10 {
		t.Errorf("the scorer sees maxima that sum to %v and %v, want 10", worst["highest"], best["highest"])
	}
}

func TestBoundsErrors(t *testing.T) {
	broken := errors.New("broken")
	failing := func(at int) Scorer {
		calls := 0
		return ScorerFunc(func(dataset.Sample, []judge.Grade) (Values, error) {
			if calls++; calls == at {
				return nil, broken
			}
			return Values{}, nil
		})
	}
	zero := ScorerFunc(func(dataset.Sample, []judge.Grade) (Values, error) { return Values{}, nil })
	falling := ScorerFunc(func(_ dataset.Sample, g []judge.Grade) (Values, error) { return Values{"lost": -g[0].Points}, nil })
	for _, tt := range []struct {
		scorer Scorer
		grades []judge.Grade
		is     error
		why    string
	}{
		{Weighted{}, graded(rules, 1), nil, "grades lack"},
		{zero, graded(rules, 1), nil, "grades lack, and the scorer does not mind"},
		{failing(1), graded(rules, 1, nan, 1), broken, "the scorer fails on the worst"},
		{failing(2), graded(rules, 1, nan, 1), broken, "the scorer fails on the best"},
		{falling, graded(rules, nan, 1, 1), nil, "a value that falls has no bounds"},
	} {
		_, _, err := Bounds(tt.scorer, item{rules}, tt.grades)
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%s: error %v", tt.why, err)
		}
	}
}

func TestCoverage(t *testing.T) {
	for _, tt := range []struct {
		criteria rubric.List
		grades   []judge.Grade
		want     float64
		why      string
	}{
		{rules, graded(rules, 1, 1, 0), 1, "all graded"},
		{rules, graded(rules, 1, nan, 0), 14. / 19, "weighted, not counted"},
		{rules, graded(rules, 1, 1, nan), 15. / 19, "a penalty counts by its size"},
		{rules, graded(rules, 1), 10. / 19, "no grade at all is missing too"},
		{rules, append(graded(rules, nan, nan, nan), judge.Grade{Criterion: "z", Status: judge.Graded}), 0, "a grade of no criterion"},
		{nil, nil, nan, "no criteria: not 1"},
		{rubric.List{{ID: "a", Weight: inf}}, graded(rules, 1), nan, "infinite weight"},
		{rubric.List{{ID: "a", Weight: .5}}, graded(rules, 1), 1, "a small weight"},
	} {
		if got := Coverage(tt.criteria, tt.grades); !near(got, tt.want, 1e-15) || math.IsNaN(got) != math.IsNaN(tt.want) {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}
