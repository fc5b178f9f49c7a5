package report_test

import (
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

func TestDifferent(t *testing.T) {
	flips := &compare.Permutation{}
	for _, c := range []struct {
		n, clusters int
		flips       *compare.Permutation
		adjusted    float64
		want        bool
		why         string
	}{
		{6, 0, flips, 0.001, true, "enough pairs"},
		{6, 0, flips, 0.05, false, "the level is not reached"},
		{5, 0, flips, 0.001, false, "no pattern of five signs is rarer than 1 in 16"},
		{50, 5, flips, 0.001, false, "clusters count, not pairs"},
		{50, 6, flips, 0.001, true, "enough clusters"},
		{5, 0, nil, 0.001, true, "two samples that are not paired have no signs"},
	} {
		d := report.Difference{Test: compare.Test{Difference: metrics.Estimate{N: c.n}, Clusters: c.clusters}, SignFlip: c.flips, Adjusted: c.adjusted}
		if d.Different() != c.want {
			t.Errorf("%s: %d pairs in %d clusters, p %v: different %v", c.why, c.n, c.clusters, c.adjusted, d.Different())
		}
		d.Test.P, d.Test.Difference.SE = c.adjusted, 1
		if v := (report.VerdictComparison{Rate: d.Test, SignFlip: c.flips}); v.Different() != c.want {
			t.Errorf("%s: rates over %d pairs in %d clusters, p %v: different %v", c.why, c.n, c.clusters, c.adjusted, v.Different())
		}
		if c.flips == nil {
			continue // corrected differences are paired
		}
		corrected := report.CorrectedDifference{Judged: compare.Test{Difference: metrics.Estimate{N: c.n}, Clusters: c.clusters, P: 1}, Corrected: compare.Test{P: c.adjusted}}
		if corrected.Different() != c.want {
			t.Errorf("%s: corrected over %d pairs in %d clusters, p %v: different %v", c.why, c.n, c.clusters, c.adjusted, corrected.Different())
		}
	}
}
