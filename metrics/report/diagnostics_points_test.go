package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report"
)

// TestDiagnosticsOfARubricOfPoints has sections of 10 and 30 points, of which a part is given.
func TestDiagnosticsOfARubricOfPoints(t *testing.T) {
	rep := pointRun(t, [2]float64{5, 15}, [2]float64{10, 0}, [2]float64{4, -1})
	p := rep.Diagnostics.Subsets[""].Points
	if p == nil {
		t.Fatal("a rubric of points has no shares of points")
	}
	sum := 0.0
	for _, g := range rep.Samples {
		for _, x := range g.Grades {
			sum += x.Points / x.Weight
		}
	}
	near(t, "the mean share of 5 criteria", p.Positive.Value, sum/5)
	near(t, "the missing one gets nothing", p.Positive.Worst, sum/6)
	near(t, "the missing one gets all", p.Positive.Best, (sum+1)/6)
	if p.Positive.N != 5 || p.Negative.N != 0 {
		t.Errorf("%d and %d criteria, want 5 and none", p.Positive.N, p.Negative.N)
	}
	var page bytes.Buffer
	if err := rep.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{"Markdown": rep.Markdown(), "the page": page.String()} {
		if strings.Contains(text, "riteria met") || strings.Contains(text, "weight met") {
			t.Errorf("%s says how many criteria are met", form)
		}
	}
	if !strings.Contains(rep.Markdown(), "Share of points") || !strings.Contains(page.String(), "Points of criteria") {
		t.Error("the shares of points are not shown")
	}
	// What is met or not keeps its rates.
	items := answered(1, 2, 3)
	if d := build(t, config(), items, outcomes(report.Tasks(items), "yynnnyyny")).Diagnostics; d.Subsets["x"].Points != nil {
		t.Errorf("a rubric of verdicts has %+v", d.Subsets["x"].Points)
	}
}
