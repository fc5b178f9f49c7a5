package report

import (
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// repeatRow says how the scores of a judge vary between its repeats.
type repeatRow struct{ Member, Subset, Metric, Repeats, Mean, N, Between, Within, SE string }

// repeatRows returns how scores vary between repeats; none where no judge was asked repeatedly.
func (r *Report) repeatRows() []repeatRow {
	var out []repeatRow
	for _, l := range r.repeatLines() {
		between, within, once := l.spread()
		out = append(out, repeatRow{
			l.member, l.scope, l.metric, numeral.Typeset(l.repeats()), numeral.Typeset(numeral.WithInterval(l.Estimate)), numeral.Count(l.N), between, within, once,
		})
	}
	return out
}
