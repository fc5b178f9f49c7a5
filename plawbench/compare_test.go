package plawbench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
)

// TestCompareGivesTheOverallNumbers holds the differences of two runs against those of their reports.
func TestCompareGivesTheOverallNumbers(t *testing.T) {
	var samples []plawbench.Sample
	for i := range 3 {
		for _, s := range four() {
			s.SampleID = fmt.Sprintf("%s-%d", s.Subset, i+1)
			s.Context, s.Question = strings.Repeat(s.Context, i+1), fmt.Sprint(s.Subset, s.Question, i)
			samples = append(samples, s)
		}
	}
	points := func(scale float64) map[string][]float64 {
		all := map[string][]float64{}
		for i, s := range samples {
			for k, c := range s.Rubric().Criteria() {
				all[s.SampleID] = append(all[s.SampleID], c.Weight*scale*float64(1+(i*7+k*3)%5)/5)
			}
		}
		return all
	}
	var reports [2]*report.Report
	for i, scale := range []float64{0.9, 0.6} {
		for k := range samples {
			samples[k].Answer = fmt.Sprint("答", i)
		}
		rep, err := plawbench.Score(t.Context(), samples, given(points(scale)))
		if err != nil {
			t.Fatal(err)
		}
		reports[i] = rep
	}
	c, err := report.Compare(reports[0], reports[1], report.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range c.Differences {
		for _, name := range []string{plawbench.OverallEqual, plawbench.OverallWeighted, plawbench.OverallSamples} {
			if d.Metric == name {
				found++
				near(t, name, d.Test.Difference.Value, reports[0].Metrics[name].Value-reports[1].Metrics[name].Value)
				near(t, name+" of the first run", d.A.Value, reports[0].Metrics[name].Value)
				if d.Scope != "all" || d.Test.Difference.N != 12 || d.SignFlip == nil || !(d.Test.P < 0.05) {
					t.Errorf("%s: %+v", name, d)
				}
			}
		}
	}
	if found != 3 {
		t.Errorf("%d of the 3 overall numbers are compared", found)
	}
}
