package report

import (
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

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
	for _, l := range r.bootstrapLines() {
		v.Rows = append(v.Rows, bootstrapRow{
			l.scope, l.metric, numeral.Typeset(numeral.Of(l.Value)), numeral.Of(l.SE), numeral.Typeset(numeral.Interval(l.Estimate)), numeral.Typeset(numeral.Interval(l.bca)), numeral.Count(l.N),
		})
	}
	return v
}
