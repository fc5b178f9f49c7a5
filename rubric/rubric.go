package rubric

import (
	"fmt"
	"math"
)

// Rubric is what experts wrote to grade one sample.
//
// Criteria returns the criteria in the benchmark's order. It may be called often and from several
// goroutines; callers do not change what it returns.
type Rubric interface{ Criteria() []Criterion }

// List is a plain list of criteria, the usual [Rubric]. The nil List is a rubric without criteria.
type List []Criterion

// Criteria returns l itself.
func (l List) Criteria() []Criterion { return l }

// Totals returns the sum of the positive weights and the sum of the negative weights (at most 0):
// the denominators of a score, which come from the rubric and never from a judge.
func Totals(criteria []Criterion) (positive, negative float64) {
	for _, c := range criteria {
		if c.Weight > 0 {
			positive += c.Weight
		} else {
			negative += c.Weight
		}
	}
	return positive, negative
}

// Validate returns an error that names the first criterion with an empty or repeated ID or with a
// weight that is zero, infinite or not a number, and an error for a rubric in which no weight is
// positive, since no score is defined on it.
func Validate(r Rubric) error {
	criteria := r.Criteria()
	seen := make(map[string]int, len(criteria))
	for i, c := range criteria {
		switch first, dup := seen[c.ID]; {
		case c.ID == "":
			return fmt.Errorf("rubric: criterion %d has no id", i)
		case dup:
			return fmt.Errorf("rubric: criteria %d and %d have the same id %q", first, i, c.ID)
		case c.Weight == 0 || math.IsNaN(c.Weight) || math.IsInf(c.Weight, 0):
			return fmt.Errorf("rubric: criterion %q has weight %v", c.ID, c.Weight)
		}
		seen[c.ID] = i
	}
	if positive, _ := Totals(criteria); !(positive > 0) {
		return fmt.Errorf("rubric: none of the %d criteria has a positive weight", len(criteria))
	}
	return nil
}
