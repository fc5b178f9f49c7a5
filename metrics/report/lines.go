package report

import (
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// line is one row of the tables that people read.
type line struct {
	scope, metric string
	metrics.Estimate
}

// allScope is the scope of numbers over the whole run.
const allScope = "all"

// lines returns the numbers of the run and of its subsets, in the order in which they are shown. A
// run of one subset is shown once.
func (r *Report) lines() []line {
	var out []line
	for _, name := range slices.Sorted(maps.Keys(r.Subsets)) {
		out = append(out, r.ordered(scopeName(name, len(r.Subsets)), r.Subsets[name])...)
	}
	if !r.repeats() {
		out = append(out, r.ordered(allScope, r.Metrics)...)
	}
	return out
}

// repeats reports whether the numbers over the run are those of its only subset again.
func (r *Report) repeats() bool {
	for _, only := range r.Subsets {
		for name := range r.Metrics {
			if _, ok := only[name]; !ok {
				return false
			}
		}
	}
	return len(r.Subsets) == 1
}

// ordered returns the estimates in the order of the definitions, then by name.
func (r *Report) ordered(scope string, m map[string]metrics.Estimate) []line {
	rank := map[string]int{}
	for i, d := range r.Definitions {
		rank[d.Name] = i - len(r.Definitions)
	}
	names := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(names, func(a, b string) int { return rank[a] - rank[b] })
	out := make([]line, len(names))
	for i, name := range names {
		out[i] = line{scope, name, m[name]}
	}
	return out
}

// isFinite says whether x is a number.
func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
