package report

import (
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// repeatRow says how the scores of a judge vary between its repeats.
type repeatRow struct{ Member, Subset, Metric, Repeats, Mean, N, Between, Within, SE string }

// repeatRows returns how scores vary between repeats; none where no judge was asked repeatedly.
func (r *Report) repeatRows() []repeatRow {
	var out []repeatRow
	for _, member := range slices.Sorted(maps.Keys(r.Repeats)) {
		for _, subset := range slices.Sorted(maps.Keys(r.Repeats[member])) {
			own := r.Repeats[member][subset]
			means := map[string]metrics.Estimate{}
			for name, x := range own {
				means[name] = x.Mean
			}
			for _, l := range r.ordered(subset, means) {
				x := own[l.metric]
				out = append(out, repeatRow{
					member, scopeName(subset, len(r.Repeats[member])), l.metric, numeral.Typeset(numeral.Plain(math.Round(100*x.Repeats) / 100)), numeral.Typeset(numeral.WithInterval(l.Estimate)), numeral.Count(l.N),
					numeral.Of(math.Sqrt(x.Between)), numeral.Of(math.Sqrt(x.Within)), numeral.Of(x.SE(l.N, 1)),
				})
			}
		}
	}
	return out
}

// bootstrapView shows resampled intervals.
type bootstrapView struct {
	Resamples string
	Seed      uint64
	Rows      []bootstrapRow
}

type bootstrapRow struct{ Subset, Metric, Value, SD, Percentile, BCa, N string }

// bootstrapped returns the resampled intervals; nil without any.
func (r *Report) bootstrapped() *bootstrapView {
	if r.Bootstrap == nil {
		return nil
	}
	v := &bootstrapView{Resamples: numeral.Count(r.Bootstrap.Resamples), Seed: r.Bootstrap.Seed}
	add := func(scope string, of map[string]Intervals) {
		values := map[string]metrics.Estimate{}
		for name, x := range of {
			values[name] = x.Percentile.Estimate()
		}
		for _, l := range r.ordered(scope, values) {
			v.Rows = append(v.Rows, bootstrapRow{
				scope, l.metric, numeral.Typeset(numeral.Of(l.Value)), numeral.Of(l.SE), numeral.Typeset(numeral.Interval(l.Estimate)), numeral.Typeset(numeral.Interval(of[l.metric].BCa.Estimate())), numeral.Count(l.N),
			})
		}
	}
	for _, subset := range slices.Sorted(maps.Keys(r.Bootstrap.Subsets)) {
		add(scopeName(subset, len(r.Bootstrap.Subsets)), r.Bootstrap.Subsets[subset])
	}
	if len(r.Bootstrap.Subsets) > 1 {
		add(allScope, r.Bootstrap.Metrics)
	}
	return v
}
