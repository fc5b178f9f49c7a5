package metrics

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// Values are named numbers of one sample, such as "clipped_score". A value that is not defined for
// the sample is left out; NaN is not a value.
type Values map[string]float64

// Scorer turns the grades of one sample into named values.
//
// Score is called with one grade for each criterion of the sample's rubric, in the rubric's order,
// all of them graded, and with points that are not yet clamped to the criterion's range. It does
// not change the grades, and may be called from several goroutines. Its values do not fall when the
// points of a criterion rise: the bounds for missing verdicts rest on that.
type Scorer interface {
	Score(sample dataset.Sample, grades []judge.Grade) (Values, error)
}

// ScorerFunc is a function that is a [Scorer].
type ScorerFunc func(sample dataset.Sample, grades []judge.Grade) (Values, error)

// Score calls f.
func (f ScorerFunc) Score(sample dataset.Sample, grades []judge.Grade) (Values, error) {
	return f(sample, grades)
}
