package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// peakConfig has a metric that some samples lack: the weight of the heaviest positive criterion that is met.
func peakConfig() report.Config {
	cfg := config()
	cfg.Metrics = append(cfg.Metrics, report.Metric{Name: "peak", About: "heaviest criterion met"})
	cfg.Scorer = metrics.ScorerFunc(func(s dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
		values, err := metrics.Weighted{}.Score(s, grades)
		most := 0.0
		for _, g := range grades {
			most = max(most, g.Points)
		}
		if most > 0 {
			values["peak"] = most
		}
		return values, err
	})
	return cfg
}

// TestMetricThatSomeSamplesLack has peaks of 6, 4, none, 4 or 6, and in the second run none or 6.
func TestMetricThatSomeSamplesLack(t *testing.T) {
	build := func(missing report.Policy, verdicts string) map[string]map[string]metrics.Estimate {
		var items []report.Item
		for i := range len(verdicts) / 3 {
			items = append(items, item(string(rune('1'+i)), []string{"x", "y"}[i/5], "t", true))
		}
		cfg := peakConfig()
		cfg.Missing = missing
		return build(t, cfg, items, outcomes(report.Tasks(items), verdicts)).Subsets
	}
	nan := math.NaN()
	for _, tt := range []struct {
		missing            report.Policy
		verdicts           string
		value, worst, best float64
		n                  int
		why                string
	}{
		{report.Exclude, "yyn" + "ynn" + "nnn" + "yyn" + "nny", 16. / 3, 16. / 3, 16. / 3, 3, "nothing is missing: 6, 4 and 6"},
		{report.Exclude, "yyn" + "ynn" + "nnn" + "y?n" + "nny", 5, 14. / 3, 16. / 3, 2, "4 or 6 is excluded, and none counts for nothing"},
		{report.Official, "yyn" + "ynn" + "nnn" + "y?n" + "nny", 14. / 3, 14. / 3, 16. / 3, 3, "4 or 6 is 4"},
		{report.Official, "yyn" + "ynn" + "nnn" + "y?n" + "n?n", 14. / 3, nan, 22. / 4, 3, "none or 6 is none, and has no lower limit"},
	} {
		e := build(tt.missing, tt.verdicts)["x"]["peak"]
		for _, f := range [][2]float64{{e.Value, tt.value}, {e.Worst, tt.worst}, {e.Best, tt.best}} {
			if !(math.Abs(f[0]-f[1]) < 1e-12 || math.IsNaN(f[0]) && math.IsNaN(f[1])) {
				t.Errorf("%s: %v, want %v", tt.why, f[0], f[1])
			}
		}
		if e.N != tt.n {
			t.Errorf("%s: n = %d, want %d", tt.why, e.N, tt.n)
		}
	}
	subsets := build(report.Exclude, strings.Repeat("yyn", 5)+"nnnnny")
	if e, ok := subsets["y"]["peak"]; ok || len(subsets["y"]) != 2 {
		t.Errorf("a subset in which no sample has the metric has the mean %+v", e)
	}
}

// TestOverallOfAMetricThatSomeSamplesLack has cases in both subsets with peaks of 6 and 4, 4 and 4, and none.
func TestOverallOfAMetricThatSomeSamplesLack(t *testing.T) {
	cfg := peakConfig()
	cfg.Overall = []report.Overall{{Name: "top", Metric: "peak", Weights: map[string]float64{"x": .5, "y": .5},
		Of: func(subsets map[string]map[string]metrics.Estimate, _ map[string]metrics.Estimate) metrics.Estimate {
			return metrics.Combine([]float64{.5, .5}, []metrics.Estimate{subsets["x"]["peak"], subsets["y"]["peak"]})
		}}}
	rep := build(t, cfg, sides(true), outcomes(report.Tasks(sides(true)), "yyn"+"ynn"+"nnn"+"ynn"+"ynn"+"nny"))
	e := rep.Metrics["top"]
	near(t, "value", e.Value, 4.5)
	near(t, "SE over the cases' 5 and 4", e.SE, .5)
	if e.N != 4 || e.Clusters != 2 {
		t.Errorf("%+v, want four samples in two cases", e)
	}
}

func TestOverallThatIsNotDefinedOrTakesAPart(t *testing.T) {
	undefined := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), "yyn"+"ynn"+"yny"+"?yn"+"?nn"+"?ny"))
	if e := undefined.Metrics["weighted"]; !math.IsNaN(e.Value) || !math.IsNaN(e.SE) {
		t.Errorf("without a score in y %+v", e)
	}
	if w := strings.Join(undefined.Warnings, "\n"); strings.Contains(w, "takes subsets for independent") {
		t.Errorf("a number that is not defined is warned of: %s", w)
	}
	// A third subset, which has no weight, shares the cases of x.
	items := sides(false)
	for i := range 3 {
		it := item("z"+items[i].Sample.ID(), "z", "t", true)
		it.Cluster = items[i].Sample.ID()
		items[i].Cluster = it.Cluster
		items = append(items, it)
	}
	e := build(t, overallConfig(), items, outcomes(report.Tasks(items), sideVerdicts+"yynnnnnny")).Metrics["weighted"]
	x, y := metrics.Mean([]float64{1, 9. / 15, 4. / 15}), metrics.Mean([]float64{1, 9. / 15, 0})
	near(t, "SE beside a subset without weight", e.SE, math.Hypot(.3*x.SE, .7*y.SE))
	if e.N != 6 || e.Clusters != 0 {
		t.Errorf("%+v, want six samples that are independent", e)
	}
}
