package metrics

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// Names of the values of [Weighted].
const (
	// ClippedScore is Σ points / Σ positive weights.
	ClippedScore = "clipped_score"
	// NormalizedScore is (Σ points − Σ negative weights) / (Σ positive − Σ negative weights).
	NormalizedScore = "normalized_score"
)

// Weighted is the [Scorer] of a rubric of weighted criteria with penalties; see [WeightedScores].
type Weighted struct{}

// Score returns the scores over all criteria of the sample's rubric.
func (Weighted) Score(sample dataset.Sample, grades []judge.Grade) (Values, error) {
	return WeightedScores(sample.Rubric().Criteria(), grades)
}

// WeightedScores returns the two scores of PRBench over the given criteria, which may be a part of a
// rubric, such as those of one category. grades[i] is the grade of criteria[i]. Points are clamped
// to the criterion's range before they are summed.
//
//   - [ClippedScore] = Σ points / Σ positive weights, at most 1. In spite of the paper's name it is
//     not clipped per sample and falls below 0 when penalties outweigh the rest: its mean is clipped,
//     see [Estimate.Clip]. It is left out when no weight is positive.
//   - [NormalizedScore] = (Σ points − Σ negative weights) / (Σ positive weights − Σ negative
//     weights), from 0 to 1. It is left out when there are no criteria.
//
// It is an error when criteria and grades do not match, when a grade is missing, and when points,
// weights or their sums are not finite. Source: PRBench, "PRBench: Large-Scale Expert Rubrics for
// Evaluating High-Stakes Professional Reasoning" (2025), and its released evals.py.
func WeightedScores(criteria []rubric.Criterion, grades []judge.Grade) (Values, error) {
	if err := match(criteria, grades); err != nil {
		return nil, err
	}
	sum := 0.0
	for i, c := range criteria {
		g := grades[i]
		if g.Status != judge.Graded {
			return nil, fmt.Errorf("metrics: criterion %q has no verdict", c.ID)
		}
		if !allFinite(g.Points, c.Weight) {
			return nil, fmt.Errorf("metrics: criterion %q has %v points of weight %v", c.ID, g.Points, c.Weight)
		}
		sum += c.Clamp(g.Points)
	}
	positive, negative := rubric.Totals(criteria)
	if !allFinite(positive - negative) {
		return nil, fmt.Errorf("metrics: the weights of %d criteria do not sum to a finite number", len(criteria))
	}
	v := Values{}
	if positive > 0 {
		v[ClippedScore] = sum / positive
	}
	if positive > negative {
		v[NormalizedScore] = (sum - negative) / (positive - negative)
	}
	return v, nil
}

// match returns an error unless grades are those of the criteria, in their order.
func match(criteria []rubric.Criterion, grades []judge.Grade) error {
	if len(criteria) != len(grades) {
		return fmt.Errorf("metrics: %d grades for %d criteria", len(grades), len(criteria))
	}
	for i, c := range criteria {
		if grades[i].Criterion != c.ID {
			return fmt.Errorf("metrics: grade %d is of criterion %q, not %q", i, grades[i].Criterion, c.ID)
		}
	}
	return nil
}
