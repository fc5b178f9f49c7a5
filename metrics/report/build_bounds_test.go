package report_test

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// A value that is not defined at one end of what the missing verdicts allow has no bound there, and not
// one of 0.
func TestBoundThatIsNotDefined(t *testing.T) {
	// The share of the unmet positive criteria that are b: nothing where all are met, or none.
	shareOf := func(defined func(unmet int) bool) metrics.ScorerFunc {
		return func(_ dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
			unmet := 0
			for _, g := range grades[:2] {
				if g.Points == 0 {
					unmet++
				}
			}
			if !defined(unmet) {
				return metrics.Values{}, nil
			}
			return metrics.Values{"share": 1 - float64(unmet)/4}, nil
		}
	}
	items := answered(1, 2, 3)
	for _, tt := range []struct {
		why         string
		scorer      metrics.ScorerFunc
		worst, best float64
	}{
		{"at the best nothing is unmet", shareOf(func(unmet int) bool { return unmet > 0 }), (.75 + .75 + .75) / 3, math.NaN()},
		{"at the worst nothing is met", shareOf(func(unmet int) bool { return unmet < 1 }), math.NaN(), 1},
	} {
		cfg := config()
		cfg.Scorer, cfg.Metrics = tt.scorer, []report.Metric{{Name: "share"}}
		verdicts := "ynn" + "ynn" + "y?n"
		if math.IsNaN(tt.worst) {
			verdicts = "yyn" + "yyn" + "y?n"
		}
		rep := build(t, cfg, items, outcomes(report.Tasks(items), verdicts))
		same := func(what string, got, want float64) {
			if !(got == want || math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: %s = %v, want %v", tt.why, what, got, want)
			}
		}
		e := rep.Metrics["share"]
		same("worst", e.Worst, tt.worst)
		same("best", e.Best, tt.best)
		other := build(t, cfg, items, outcomes(report.Tasks(items), verdicts[:6]+verdicts[:3]))
		c, err := report.Compare(rep, other, report.CompareOptions{})
		if err != nil {
			t.Fatal(err)
		}
		same("worst of the run compared", c.Differences[0].A.Worst, tt.worst)
		same("best of the run compared", c.Differences[0].A.Best, tt.best)
	}
}
