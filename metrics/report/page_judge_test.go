package report

import (
	"html"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

func TestPageShowsTheJudge(t *testing.T) {
	rep := polled(synthetic(prbenchShape(60)))
	rep.Repeats = map[string]map[string]map[string]metrics.Repeated{"strict": {"finance": {"met_rate": {Mean: estimate(0.41, 0.4, 0.42), Between: 0.04, Within: 0.0009, Repeats: 2}}}}
	agreed, err := rep.Agreement(labeled(rep, 40))
	if err != nil {
		t.Fatal(err)
	}
	page, _, _ := strings.Cut(pageWith(t, rep, PageOptions{Agreement: agreed}), `id="chunks"`)
	page = html.UnescapeString(page)
	want := []string{"strict", "mild", "0.4100 [0.4000, 0.4200]", ">0.2000<", ">0.0300<", "The same answers judged again",
		`<a href="#agreement">`, `id="agreement"`}
	estimates := []metrics.Estimate{}
	for _, s := range rep.Diagnostics.scopes() {
		estimates = append(estimates, s.Positive.Rate, s.Negative.Rate, s.MetLength["positive"], s.MetLength["negative"])
		for _, e := range s.Length {
			estimates = append(estimates, e)
		}
	}
	p := rep.Diagnostics.Panel
	estimates = append(estimates, p.Unanimous, p.FlipRate, p.AC1, p.Alpha.Estimate(), agreed.Verdicts.Overall.Kappa, agreed.Verdicts.Positive.AC1, agreed.Verdicts.Negative.MacroF1, agreed.Verdicts.Overall.Bias)
	for _, c := range agreed.Corrected {
		estimates = append(estimates, c.Positive.Corrected, c.Metrics[0].Judged, c.Metrics[0].Corrected)
	}
	for _, e := range estimates {
		want = append(want, ">"+numeral.Typeset(numeral.Of(e.Value))+"<", ">"+numeral.Typeset(numeral.Interval(e))+"<")
	}
	for _, m := range p.Members {
		want = append(want, numeral.Typeset(numeral.WithInterval(m.FlipRate)), numeral.Count(m.Votes))
	}
	for _, pair := range p.Pairs {
		want = append(want, numeral.Typeset(numeral.WithInterval(pair.Verdicts.Kappa)))
	}
	for _, d := range p.Disagreements[:maxSplits] {
		want = append(want, sampleName(d.Subset, d.Sample))
	}
	for name := range agreed.Verdicts.Categories {
		want = append(want, ">"+name+"<")
	}
	for _, s := range append(want, agreed.Warnings...) {
		if !strings.Contains(page, s) {
			t.Errorf("no %q", s)
		}
	}
	if without := pageOf(t, &Report{}); strings.Contains(without, `id="judge"`) || strings.Contains(without, "#agreement") {
		t.Error("a report without diagnostics has a section about the judge")
	}
}

func TestPageDrawsDeclaredMetricsAlone(t *testing.T) {
	r := &Report{Definitions: []Metric{{Name: "told"}}, Samples: []Sample{
		{Status: Scored, Scores: metrics.Values{"told": 0.5, "aside": 0.25}}, {Status: Scored, Scores: metrics.Values{"told": 1, "aside": 0}},
	}}
	p := newPage(r, PageOptions{})
	if len(p.Shapes) != 1 || p.Shapes[0].Metric != "told" || strings.Join(p.Scores, " ") != "told aside" {
		t.Errorf("distributions %+v, columns of the samples %v", p.Shapes, p.Scores)
	}
}

func TestScatter(t *testing.T) {
	r := &Report{Metrics: map[string]metrics.Estimate{"m": {}}, Samples: []Sample{
		{Status: Scored, ResponseLength: 0, Scores: metrics.Values{"m": 0.25}}, {Status: Unanswered}, {Status: Excluded, ResponseLength: 10, Scores: metrics.Values{"m": 1}},
		{Subset: "a", Status: Scored, ResponseLength: 100, Scores: metrics.Values{"m": 0}}, {Subset: "b", Status: Scored, ResponseLength: 250, Scores: metrics.Values{"m": 0.5}},
		{Subset: "b", Status: Scored, ResponseLength: 500, Scores: metrics.Values{"m": 1}},
	}}
	got := r.scatter("m")
	if got == nil || got.Path != "M0 300h0M200 400h0M500 200h0M1000 0h0" || got.Every != 1 || got.Scope != "" {
		t.Errorf("scatter %+v", got)
	}
	r.Metrics = nil
	if got := r.scatter("m"); got != nil {
		t.Errorf("of two samples there is %+v", got)
	}
	for i := range 6000 {
		r.Samples = append(r.Samples, Sample{Subset: "c", Status: Scored, ResponseLength: i + 1, Scores: metrics.Values{"m": 0.5}})
	}
	if got := r.scatter("m"); got.Scope != "c" || got.Every != 3 || strings.Count(got.Path, "M") != 2000 {
		t.Errorf("of many: %s, one in %d, %d dots", got.Scope, got.Every, strings.Count(got.Path, "M"))
	}
}

func TestSortByLabel(t *testing.T) {
	type thing struct {
		label string
		value float64
	}
	for _, tt := range []struct {
		why  string
		in   []thing
		want string
	}{
		{"numbers by number", []thing{{"10", 1}, {"2 turns", 3}, {"1", 2}}, "1 2 turns 10"},
		{"names by value, those without last", []thing{{"a", 0.1}, {"b", math.NaN()}, {"c", 0.5}, {"d", math.NaN()}}, "c a b d"},
	} {
		sortByLabel(tt.in, func(x thing) (string, float64) { return x.label, x.value })
		var got []string
		for _, x := range tt.in {
			got = append(got, x.label)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
