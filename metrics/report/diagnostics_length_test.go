package report_test

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

func TestCorrelationWithLength(t *testing.T) {
	items := answered(10, 20, 30, 40, 50)
	// Clipped scores 0, 0.4, 0.4, 0.6, 1: r by hand.
	rep := build(t, config(), items, outcomes(report.Tasks(items), "nnn"+"ynn"+"ynn"+"nyn"+"yyn"))
	r := rep.Diagnostics.Subsets["x"].Length[metrics.ClippedScore]
	xs := []float64{0, 0.4, 0.4, 0.6, 1}
	sxy, sxx, syy := 0.0, 0.0, 0.0
	for i, x := range xs {
		dx, dy := x-0.48, float64(10*(i+1))-30
		sxy, sxx, syy = sxy+dx*dy, sxx+dx*dx, syy+dy*dy
	}
	near(t, "r", r.Value, sxy/math.Sqrt(sxx*syy))
	near(t, "nothing is missing", r.Worst, r.Value)
	if r.N != 5 {
		t.Errorf("n = %d", r.N)
	}
	if got := rep.Samples[2].ResponseLength; got != 30 {
		t.Errorf("the response of 30 Chinese characters has length %d", got)
	}
	items = answered(10, 20, 30, 40, 50)
	rep = build(t, config(), items, outcomes(report.Tasks(items), "nnn"+"ynn"+"y?n"+"nyn"+"yyn"))
	r = rep.Diagnostics.Subsets["x"].Length[metrics.ClippedScore]
	if r.N != 4 || !math.IsNaN(r.Worst) || !math.IsNaN(r.Best) {
		t.Errorf("with a verdict missing r = %+v; want n 4 and no bounds", r)
	}
	items[0].Cluster, items[1].Cluster = "p", "p"
	rep = build(t, config(), items, outcomes(report.Tasks(items), "nnn"+"ynn"+"ynn"+"nyn"+"yyn"))
	if r := rep.Diagnostics.Subsets["x"].Length[metrics.ClippedScore]; r.N != 5 || r.Clusters != 4 {
		t.Errorf("n = %d in %d clusters, want 5 in 4", r.N, r.Clusters)
	}
	equal := answered(7, 7, 7, 7)
	rep = build(t, config(), equal, outcomes(report.Tasks(equal), "nnnynnnynyyn"))
	if r := rep.Diagnostics.Subsets["x"].Length[metrics.ClippedScore]; !math.IsNaN(r.Value) {
		t.Errorf("answers of one length have the correlation %v", r.Value)
	}
}
