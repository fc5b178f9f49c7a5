package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
	"github.com/assize-eval/assize/rubric"
)

// score applies the scorer, or, where verdicts are missing, the policy and the bounds. A panic of
// the scorer is an error of the sample.
func (b *builder) score(s dataset.Sample, grades []judge.Grade) (r result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the scorer panicked: %v", p)
		}
	}()
	for _, g := range grades {
		if g.Status == judge.Missing {
			r.missingCount++
		}
	}
	if r.missingCount == 0 {
		values, err := b.Scorer.Score(s, grades)
		own := b.names.Pack(values)
		r.scored, r.values, r.worst, r.best = true, own, own, own
		return r, cmp.Or(err, finite(values))
	}
	worst, best, err := metrics.Bounds(b.Scorer, s, grades)
	if err != nil {
		return r, err
	}
	r.worst, r.best = b.names.Pack(worst), b.names.Pack(best)
	var values metrics.Values
	if b.Missing == Official {
		values, err = b.Scorer.Score(s, unmet(grades))
		r.scored, r.values = true, b.names.Pack(values)
	}
	return r, cmp.Or(err, finite(values), finite(worst), finite(best))
}

// finite returns an error for a value that is not a number.
func finite(values metrics.Values) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the scorer's value %q is %v", name, v)
		}
	}
	return nil
}

// unmet returns the grades with no points for each missing one.
func unmet(grades []judge.Grade) []judge.Grade {
	out := make([]judge.Grade, len(grades))
	for i, g := range grades {
		if g.Status == judge.Missing {
			g.Status, g.Points = judge.Graded, 0
		}
		out[i] = g
	}
	return out
}

// scoreCategories scores the sample on the criteria of each category alone.
func (b *builder) scoreCategories(s dataset.Sample, criteria []rubric.Criterion, grades []judge.Grade) ([]categoryResult, error) {
	if !b.inCategories() {
		return nil, nil
	}
	var out []categoryResult
	index := map[string]int{}
	var subs []part
	for i, c := range criteria {
		if c.Category == "" {
			continue
		}
		at, ok := index[c.Category]
		if !ok {
			at = len(subs)
			index[c.Category] = at
			subs = append(subs, part{Sample: s})
		}
		subs[at].criteria = append(subs[at].criteria, c)
		subs[at].grades = append(subs[at].grades, grades[i])
	}
	for _, sub := range subs {
		r, err := b.score(sub, sub.grades)
		if err != nil {
			return nil, fmt.Errorf("category %q: %w", sub.criteria[0].Category, err)
		}
		out = append(out, categoryResult{sub.criteria[0].Category, r})
	}
	return out, nil
}

// categoryScores returns the results by category for the report, of the metrics that are given so.
func (b *builder) categoryScores(results []categoryResult) map[string]CategoryScores {
	keep := func(values packed.Values) metrics.Values {
		own := metrics.Values{}
		for _, m := range b.Metrics {
			if v, ok := values.Get(m.Name); ok && m.InCategories {
				own[m.Name] = v
			}
		}
		return own
	}
	out := map[string]CategoryScores{}
	for _, r := range results {
		var c CategoryScores
		if r.scored {
			c.Scores = keep(r.values)
		}
		if r.missingCount > 0 {
			c.Worst, c.Best = keep(r.worst), keep(r.best)
		}
		out[r.category] = c
	}
	return out
}

func (b *builder) inCategories() bool {
	for _, m := range b.Metrics {
		if m.InCategories {
			return true
		}
	}
	return false
}

// part is a sample with a part of its rubric.
type part struct {
	dataset.Sample
	criteria rubric.List
	grades   []judge.Grade
}

func (p part) Rubric() rubric.Rubric { return p.criteria }
