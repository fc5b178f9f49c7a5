package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Pairs are the scores of two runs on the samples that both have.
type Pairs struct {
	// IDs are the shared samples in rising order; A and B are their scores, by the same index.
	IDs  []string
	A, B []float64
	// OnlyA and OnlyB are the samples, in rising order, that have a score in one run alone. They are
	// not part of the comparison.
	OnlyA, OnlyB []string
}

// Join pairs two runs' scores by sample ID. A sample whose score is missing in a run is not in that
// run's map. It is an error when a score is NaN or infinite.
func Join(a, b map[string]float64) (Pairs, error) {
	for _, run := range []struct {
		name   string
		scores map[string]float64
	}{{"first", a}, {"second", b}} {
		for _, id := range slices.Sorted(maps.Keys(run.scores)) {
			if x := run.scores[id]; math.IsNaN(x) || math.IsInf(x, 0) {
				return Pairs{}, fmt.Errorf("compare: sample %s of the %s run has score %v", id, run.name, x)
			}
		}
	}
	var p Pairs
	for _, id := range slices.Sorted(maps.Keys(a)) {
		y, ok := b[id]
		if !ok {
			p.OnlyA = append(p.OnlyA, id)
			continue
		}
		p.IDs, p.A, p.B = append(p.IDs, id), append(p.A, a[id]), append(p.B, y)
	}
	for _, id := range slices.Sorted(maps.Keys(b)) {
		if _, ok := a[id]; !ok {
			p.OnlyB = append(p.OnlyB, id)
		}
	}
	return p, nil
}
