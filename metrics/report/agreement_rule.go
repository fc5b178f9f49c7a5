package report

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/rubric"
)

// rule is how a metric may be made of grades; false where it is not defined on them.
type rule func(criteria []rubric.Criterion, grades []judge.Grade) (float64, bool)

// weightedRule is a value of [metrics.WeightedScores] over the criteria that belong.
func weightedRule(name string, belongs func(rubric.Criterion) bool) rule {
	return func(criteria []rubric.Criterion, grades []judge.Grade) (float64, bool) {
		var some []rubric.Criterion
		var own []judge.Grade
		for i, c := range criteria {
			if belongs(c) {
				some, own = append(some, c), append(own, grades[i])
			}
		}
		values, err := metrics.WeightedScores(some, own)
		if err != nil {
			return 0, false
		}
		x, ok := values[name]
		return x, ok
	}
}

// rules returns the rules that give the scores that all samples have in a metric, to the last digits.
func rules(metric string, samples []graded) []rule {
	every := func(rubric.Criterion) bool { return true }
	switch metric {
	case metrics.ClippedScore, metrics.NormalizedScore:
		return only(samples, metric, weightedRule(metric, every))
	}
	candidates := []rule{weightedRule(metrics.ClippedScore, every), weightedRule(metrics.NormalizedScore, every)}
	ids, categories := map[string]bool{}, map[string]bool{}
	for _, s := range samples {
		if _, ok := s.Scores[metric]; !ok {
			continue
		}
		for _, c := range s.Rubric().Criteria() {
			ids[c.ID] = true
			if c.Category != "" {
				categories[c.Category] = true
			}
		}
		// A criterion or category of the first sample is one of all, or it is no rule.
		break
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		candidates = append(candidates, weightedRule(metrics.ClippedScore, func(c rubric.Criterion) bool { return c.ID == id }))
	}
	for _, category := range slices.Sorted(maps.Keys(categories)) {
		candidates = append(candidates, weightedRule(metrics.ClippedScore, func(c rubric.Criterion) bool { return c.Category == category }))
	}
	return only(samples, metric, candidates...)
}

// only returns the candidates that give the scores that all samples have in a metric.
func only(samples []graded, metric string, candidates ...rule) []rule {
	return slices.DeleteFunc(candidates, func(r rule) bool {
		for _, s := range samples {
			if want, ok := s.Scores[metric]; ok {
				got, ok := r(s.Rubric().Criteria(), s.grades())
				if !ok || !(math.Abs(got-want) <= 1e-9) {
					return true
				}
			}
		}
		return false
	})
}

// referenceScores returns the scores that the reference gives the samples that it labeled in full, by
// index; NaN for the others. It is an error when the report's own scores do not show how they are made
// of points, or show two ways that differ on the reference's.
func (c corrector) referenceScores(metric string, samples []graded) ([]float64, error) {
	found := rules(metric, samples)
	if len(found) == 0 {
		return nil, fmt.Errorf("the report does not show how %s is made of points", metric)
	}
	out := make([]float64, len(samples))
	for i, s := range samples {
		out[i] = math.NaN()
		grades, full := c.labeled(s)
		if _, has := s.Scores[metric]; !full || !has {
			continue
		}
		for k, r := range found {
			x, ok := r(s.Rubric().Criteria(), grades)
			switch {
			case !ok:
				return nil, fmt.Errorf("%s of sample %s is not defined on its labels", metric, s.ID())
			case k > 0 && !(math.Abs(x-out[i]) <= 1e-9):
				return nil, fmt.Errorf("the report shows several ways in which %s may be made of points", metric)
			}
			if k == 0 {
				out[i] = x
			}
		}
	}
	return out, nil
}
