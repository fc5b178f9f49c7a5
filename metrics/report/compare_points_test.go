package report

import (
	"fmt"
	"html"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
)

// marks is the report of a run with a criterion of 10 points and one of 20 for each sample. NaN is a missing
// verdict.
func marks(points ...[2]float64) *Report {
	r := &Report{Benchmark: "marks", Definitions: []Metric{{Name: "score"}}}
	for i, p := range points {
		s := Sample{ID: fmt.Sprint(i), Status: Scored, Scores: metrics.Values{"score": (p[0] + p[1]) / 30}}
		for k, weight := range []float64{10, 20} {
			g := Grade{Grade: judge.Grade{Criterion: fmt.Sprint("c", k), Status: judge.Graded, Points: p[k]}, Weight: weight, Text: fmt.Sprintf("part %d", k)}
			if math.IsNaN(p[k]) {
				g.Grade = judge.Grade{Criterion: g.Criterion, Status: judge.Missing, Reason: judge.Malformed}
				s.Status, s.Scores = Excluded, nil
			}
			s.Grades = append(s.Grades, g)
		}
		r.Samples = append(r.Samples, s)
	}
	return r
}

func TestPointsAreComparedAsShares(t *testing.T) {
	nan := math.NaN()
	a := marks([2]float64{10, 5}, [2]float64{7, 20}, [2]float64{0, 20}, [2]float64{nan, 10})
	b := marks([2]float64{8, 5}, [2]float64{7, 10}, [2]float64{5, 20}, [2]float64{4, 15})
	c := compared(t, a, b, CompareOptions{NameA: "one", NameB: "other"})
	p := c.Criteria.Points
	if p == nil {
		t.Fatal("points are not compared")
	}
	// Shares of A: 1 .25 .7 1 0 1, .5; of B: .8 .25 .7 .5 .5 1, .75.
	if got := []int{p.All.MoreA, p.All.MoreB, p.All.Equal, p.All.Missing, p.All.Changed}; fmt.Sprint(got) != "[2 2 3 1 0]" {
		t.Errorf("counts %v", got)
	}
	want, err := compare.PairedClusters([]float64{1, .25, .7, 1, 0, 1, .5}, []float64{.8, .25, .7, .5, .5, 1, .75}, []string{"0", "0", "1", "1", "2", "2", "3"})
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]float64{
		"difference": {p.All.Share.Difference.Value, want.Difference.Value}, "SE": {p.All.Share.Difference.SE, want.Difference.SE}, "p": {p.All.Share.P, want.P},
		"mean of A": {p.All.A.Value, 4.45 / 7}, "mean of B": {p.All.B.Value, 4.5 / 7},
		"worst": {p.All.Share.Difference.Worst, (-0.05 - 0.4) / 8}, "best": {p.All.Share.Difference.Best, (-0.05 + 0.6) / 8},
	} {
		if !(math.Abs(pair[0]-pair[1]) < 1e-12) {
			t.Errorf("%s is %v, want %v", what, pair[0], pair[1])
		}
	}
	if p.All.Different() || p.All.SignFlip == nil || p.All.Share.Clusters != 4 {
		t.Errorf("test %+v", p.All)
	}
	if len(p.MoreA) != 2 || p.MoreA[0].Criterion != "c1" || p.MoreA[0].A != 20 || p.MoreA[0].B != 10 || p.MoreA[1].Criterion != "c0" {
		t.Errorf("the largest differences in points are not first: %+v", p.MoreA)
	}
	_, page, _ := strings.Cut(html.UnescapeString(comparePageOf(t, c)), `id="criteria"`)
	page, _, _ = strings.Cut(page, `id="runs"`)
	for form, text := range map[string]string{"table": c.String(), "Markdown": c.Markdown(), "page": page} {
		if !strings.Contains(strings.ToLower(text), "larger in other") || strings.Contains(strings.ToLower(text), "meet") || strings.Contains(text, "Met by") || strings.Contains(text, "McNemar") {
			t.Errorf("%s speaks of criteria that are met, or not of shares:\n%s", form, text)
		}
		if form != "table" && !strings.Contains(text, "20 and 10 of 20") {
			t.Errorf("%s does not name the criterion with the largest difference", form)
		}
	}
	if strings.Contains(strings.Join(c.Warnings, ""), "count as not met") {
		t.Errorf("warnings %q", c.Warnings)
	}
	m, err := CompareAll([]NamedReport{{"one", a}, {"other", b}}, CompareOptions{})
	if err != nil || strings.Contains(m.String()+m.Markdown()+m.HTML(), "all runs meet") {
		t.Errorf("%v, the matrix speaks of criteria that are met: %s", err, m)
	}
}

func TestWhatIsGradedInPoints(t *testing.T) {
	votes := func(points ...float64) Grade {
		g := Grade{Grade: judge.Grade{Status: judge.Graded, Points: 5}, Weight: 10}
		for i, x := range points {
			g.Votes = append(g.Votes, judge.Vote{Repeat: i, Status: judge.Graded, Points: x})
		}
		return g
	}
	for _, tt := range []struct {
		why  string
		in   Grade
		want bool
	}{
		{"all points", Grade{Grade: judge.Grade{Status: judge.Graded, Points: 10}, Weight: 10}, false},
		{"none", Grade{Grade: judge.Grade{Status: judge.Graded}, Weight: 10}, false},
		{"a part", Grade{Grade: judge.Grade{Status: judge.Graded, Points: 4}, Weight: 10}, true},
		{"a part of a penalty", Grade{Grade: judge.Grade{Status: judge.Graded, Points: -4}, Weight: -10}, true},
		{"the mean of votes that each gave all or none", votes(10, 0), false},
		{"a vote that gave a part", votes(10, 5), true},
	} {
		if got := inPoints(&tt.in); got != tt.want {
			t.Errorf("%s: %v", tt.why, got)
		}
	}
}

func TestPointsBySignOfTheWeight(t *testing.T) {
	run := func(points float64) *Report {
		r := marks([2]float64{5, 5}, [2]float64{6, 6})
		for i := range r.Samples {
			r.Samples[i].Grades = append(r.Samples[i].Grades, Grade{Grade: judge.Grade{Criterion: "penalty", Status: judge.Graded, Points: points}, Weight: -10})
		}
		return r
	}
	c := compared(t, run(-5), run(0), CompareOptions{})
	parts := c.Criteria.Points.parts()
	if len(parts) != 3 || parts[1].Equal != 4 || parts[2].MoreA != 2 || parts[2].Share.Difference.Value != 0.5 {
		t.Errorf("parts %+v", parts)
	}
	if plain := compared(t, marks([2]float64{5, 5}), marks([2]float64{5, 6}), CompareOptions{}).Criteria.Points.parts(); len(plain) != 1 {
		t.Errorf("without penalties there are %d parts", len(plain))
	}
}

func TestFewOddVerdictsAreNoPoints(t *testing.T) {
	for _, tt := range []struct {
		n, all int
		want   bool
		why    string
	}{{0, 0, false, "nothing is compared"}, {1, 14, false, "one odd verdict"}, {2, 20, true, "a tenth"}, {2, 21, false, "less than that"}, {1, 10, true, "a tenth of ten"}, {9, 9, true, "all"}} {
		if got := mostlyPoints(tt.n, tt.all); got != tt.want {
			t.Errorf("%s: %v", tt.why, got)
		}
	}
}
