package report_test

import (
	"math"
	"slices"
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
	cfg.Metrics = append(cfg.Metrics, report.Metric{Name: "peak", About: "heaviest criterion met", InCategories: true})
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

// TestCompareAMetricThatSomeSamplesLack has pairs of peaks 6 and 4, 4 and none, and none, and in y nothing else.
func TestCompareAMetricThatSomeSamplesLack(t *testing.T) {
	run := func(verdicts string) *report.Report {
		items := sides(false)
		return build(t, peakConfig(), items, outcomes(report.Tasks(items), verdicts))
	}
	c := compared(t, run("yyn"+"ynn"+"nnn"+"nnn"+"nny"+"nnn"), run("ynn"+"nnn"+"nny"+"nnn"+"nnn"+"nny"), report.CompareOptions{Override: true})
	for _, scope := range []string{"x", "all"} {
		d := find(t, c.Differences, scope, "", "peak")
		if d.Test.Difference.Value != 2 || d.Test.Difference.N != 1 || d.Dropped != 1 {
			t.Errorf("%s: %+v, want one pair that differs by 2, and one dropped", scope, d)
		}
	}
	for _, d := range append(c.Differences, c.Slices...) {
		if d.Metric == "peak" && d.Scope == "y" {
			t.Errorf("a metric that no sample of y has is compared there: %+v", d)
		}
	}
}

// TestRepeatsOfAMetricThatSomeLack has samples with peaks of 6 and 4, 6 and none, none, and one that was asked once.
func TestRepeatsOfAMetricThatSomeLack(t *testing.T) {
	items := answered(1, 2, 3, 4)
	out := votedOutcomes(items, map[string][]string{"one": {"yyn" + "nyn" + "nnn" + "yyn", "ynn" + "nnn" + "nny" + "yyn"}})
	for i := range 3 {
		g := &out[9+i].Verdict.Grades[0]
		g.Votes = g.Votes[:1]
	}
	rep := build(t, peakConfig(), items, out)
	r := rep.Repeats["one"]["x"]["peak"]
	near(t, "mean of 5 and 6", r.Mean.Value, 5.5)
	near(t, "variance between 6 and 4", r.Within, 2)
	if r.Mean.N != 2 || r.Empty != 1 {
		t.Errorf("%d samples and %d without, want 2 and 1 of three that were asked again", r.Mean.N, r.Empty)
	}
	none := build(t, peakConfig(), items, votedOutcomes(items, map[string][]string{"one": {strings.Repeat("nnn", 4), strings.Repeat("nny", 4)}}))
	if r, ok := none.Repeats["one"]["x"]["peak"]; ok {
		t.Errorf("repeats of a metric that none has: %+v", r)
	}
}

// TestCategoriesLackWhatTheirCriteriaLack has a criterion without a category, and a category whose criteria are not met.
func TestCategoriesLackWhatTheirCriteriaLack(t *testing.T) {
	items := answered(1)
	s := items[0].Sample.(sample)
	s.criteria = slices.Clone(s.criteria)
	s.criteria[2].Category = ""
	items[0].Sample, items[0].Tasks = s, nil
	for i := range s.criteria {
		items[0].Tasks = append(items[0].Tasks, judge.Task{Sample: s, Criteria: s.criteria[i : i+1]})
	}
	rep := build(t, peakConfig(), items, outcomes(report.Tasks(items), "nyy"))
	if n := len(rep.Groups["category"]); n != 2 {
		t.Errorf("%d categories, want Law and Facts", n)
	}
	categories := rep.Samples[0].Categories
	if x, ok := categories["Law"].Scores["peak"]; ok || categories["Facts"].Scores["peak"] != 6 {
		t.Errorf("Law has the peak %v, Facts %v", x, categories["Facts"].Scores["peak"])
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
	cfg := overallConfig()
	cfg.Overall[0].Of = func(map[string]map[string]metrics.Estimate, map[string]metrics.Estimate) metrics.Estimate {
		return metrics.Undefined(0)
	}
	undefined := build(t, cfg, sides(true), outcomes(report.Tasks(sides(true)), sideVerdicts))
	if e := undefined.Metrics["weighted"]; !math.IsNaN(e.Value) || !math.IsNaN(e.SE) {
		t.Errorf("a number that is not defined %+v", e)
	}
	if w := strings.Join(undefined.Warnings, "\n"); strings.Contains(w, "of weighted takes subsets for independent") {
		t.Errorf("a number that is not defined is warned of: %s", w)
	}
	one := build(t, overallConfig(), sides(true), outcomes(report.Tasks(sides(true)), "yyn"+"ynn"+"yny"+"yyn"+"?nn"+"?ny")).Metrics["weighted"]
	near(t, "value with one score in y", one.Value, .3*(1+9./15+4./15)/3+.7)
	if !math.IsNaN(one.SE) || !math.IsInf(one.Lo, -1) || !math.IsInf(one.Hi, 1) {
		t.Errorf("one score in y says nothing of its error: %+v", one)
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
