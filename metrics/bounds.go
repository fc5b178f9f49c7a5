package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// Bounds returns the lowest and the highest values that a sample can have once its missing verdicts
// are known: the scorer's values with every missing grade at the lowest points of its criterion, and
// with every missing grade at the highest. grades[i] is the grade of the i-th criterion of the
// sample's rubric, graded or missing. With nothing missing both are the sample's values.
//
// For a score Σ points / Σ⁺ over weights w, M the criteria without a verdict, this is
//
//	worst = (Σ points + Σ_M min(w, 0)) / Σ⁺    best = (Σ points + Σ_M max(w, 0)) / Σ⁺
//
// It is an error when criteria and grades do not match, when the scorer fails, and when a value
// falls while points rise, since then these are no bounds.
func Bounds(scorer Scorer, sample dataset.Sample, grades []judge.Grade) (worst, best Values, err error) {
	criteria := sample.Rubric().Criteria()
	if err := match(criteria, grades); err != nil {
		return nil, nil, err
	}
	lowest, highest := make([]judge.Grade, len(grades)), make([]judge.Grade, len(grades))
	for i, g := range grades {
		lo, hi := g.Points, g.Points
		if g.Status != judge.Graded {
			lo, hi = criteria[i].Range()
			g.Status, g.Reason = judge.Graded, ""
			g.Max = hi // a scorer may take the maximum from the judge
		}
		lowest[i], highest[i] = g, g
		lowest[i].Points, highest[i].Points = lo, hi
	}
	if worst, err = scorer.Score(sample, lowest); err != nil {
		return nil, nil, err
	}
	if best, err = scorer.Score(sample, highest); err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		lo := worst[name]
		if hi, ok := best[name]; ok && lo > hi {
			return nil, nil, fmt.Errorf("metrics: %q falls from %v to %v as points rise: it has no bounds", name, lo, hi)
		}
	}
	return worst, best, nil
}

// Coverage returns the share of the weight in a rubric that has a verdict, in [0, 1]:
//
//	1 − Σ_M |w| / Σ |w|
//
// with M the criteria without a verdict. A criterion for which there is no grade counts as one
// without a verdict; a grade of no criterion does not count. It is NaN without criteria, and when
// the weights do not sum to a positive finite number.
func Coverage(criteria []rubric.Criterion, grades []judge.Grade) float64 {
	graded := make(map[string]bool, len(grades))
	for _, g := range grades {
		if g.Status == judge.Graded {
			graded[g.Criterion] = true
		}
	}
	all, missing := 0.0, 0.0
	for _, c := range criteria {
		all += math.Abs(c.Weight)
		if !graded[c.ID] {
			missing += math.Abs(c.Weight)
		}
	}
	if math.IsInf(all, 1) {
		return math.NaN()
	}
	return 1 - missing/all
}
