package report

import (
	"html"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
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

func TestDrawDifference(t *testing.T) {
	s := scale{-0.1, 0.1, 0.05}
	e := metrics.Estimate{Value: -0.05, SE: 0.01, Lo: -0.075, Hi: -0.025, Worst: -0.08, Best: -0.02, N: 1234}
	want := plot{Title: "−0.0500, 95 % interval −0.0750 to −0.0250, p 0.010; missing verdicts allow −0.0800 to −0.0200; n = 1,234",
		Dot: "25%", Line: &span{"12.5%", "25%"}, Band: &span{"10%", "30%"}, Zero: "50%"}
	if diff := cmp.Diff(want, drawDifference(compare.Test{Difference: e}, 0.01, true, s)); diff != "" {
		t.Errorf("a difference (-want +got):\n%s", diff)
	}
	e = metrics.Estimate{Value: 0.05, Lo: math.Inf(-1), Hi: math.Inf(1), Worst: math.NaN(), Best: math.NaN(), N: 1}
	want = plot{Title: "+0.0500, interval unknown: no difference shown; n = 1", Dot: "75%", Line: &span{"0%", "100%"}, Left: true, Right: true, Zero: "50%", Hollow: true}
	if diff := cmp.Diff(want, drawDifference(compare.Test{Difference: e}, math.NaN(), false, s)); diff != "" {
		t.Errorf("none (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		why  string
		size float64
		want []string
	}{{"on the scale", 0.025, []string{"37.5%", "62.5%"}}, {"beyond it", 0.2, nil}, {"not defined", math.NaN(), nil}} {
		if diff := cmp.Diff(tt.want, reach(tt.size, s)); diff != "" {
			t.Errorf("reach %s (-want +got):\n%s", tt.why, diff)
		}
	}
	// Zero is in the middle, whatever is drawn.
	for _, values := range [][]float64{{0.3, 0.2}, {-5, -4}, {0.001}, {0}, {math.NaN()}, {-0.02, 0.7}} {
		var list []Difference
		for _, x := range values {
			list = append(list, Difference{Test: compare.Test{Difference: metrics.Estimate{Value: x, Lo: x - 0.01, Hi: x + 0.01, Worst: x, Best: x}}})
		}
		s := zeroScale(list, 4)
		if s.at(0) != 0.5 && s != unitScale || !isFinite(s.lo) {
			t.Errorf("%v: zero is at %v of %+v", values, s.at(0), s)
		}
		for _, x := range values {
			if x < s.lo || x > s.hi {
				t.Errorf("%v is not on the scale from %v to %v", x, s.lo, s.hi)
			}
		}
	}
}

func TestScatter(t *testing.T) {
	r := &Report{Metrics: map[string]metrics.Estimate{"m": {}}, Samples: []Sample{
		{Status: Scored, ResponseLength: 0, Scores: metrics.Values{"m": 1}}, {Status: Excluded, ResponseLength: 10, Scores: metrics.Values{"m": 1}},
		{Subset: "a", Status: Scored, ResponseLength: 100, Scores: metrics.Values{"m": 0}}, {Subset: "b", Status: Scored, ResponseLength: 250, Scores: metrics.Values{"m": 0.5}},
		{Subset: "b", Status: Scored, ResponseLength: 500, Scores: metrics.Values{"m": 1}},
	}}
	got := r.scatter("m")
	if got == nil || got.Path != "M200 400h0M500 200h0M1000 0h0" || got.Every != 1 || got.Scope != "" {
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
