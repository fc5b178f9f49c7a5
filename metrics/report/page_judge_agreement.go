package report

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// agreementView says how far the verdicts are those of a reference.
type agreementView struct {
	Title, Legend string
	Warnings      []string
	// Measures are how the raters agree, and Bias how much more often the judge says met, around zero.
	Measures, Bias intervals
	// Categories has the rows of the categories, under Header; Rows says what they are.
	Rows       string
	Header     []string
	Categories [][]string
	// Corrected are the scores as judged and as the reference would have given them.
	Corrected intervals
}

// view shows the agreement; nil for none.
func (a *Agreement) view() *agreementView {
	if a == nil {
		return nil
	}
	v := &agreementView{
		Title: a.title(), Legend: a.legend(), Warnings: a.Warnings,
		Rows: "Agreement by category", Header: []string{"Category", "n", "agreement", "κ", "AC1", "macro-F1", "bias"},
	}
	parts := []struct {
		name string
		agreement.Summary
	}{{"all criteria", a.Verdicts.Overall}, {"positive weight", a.Verdicts.Positive}, {"negative weight", a.Verdicts.Negative}}
	var measures, bias []line
	for _, m := range []struct {
		name string
		of   func(agreement.Summary) metrics.Estimate
	}{
		{"agreement", func(s agreement.Summary) metrics.Estimate { return s.Raw }},
		{"Cohen’s κ", func(s agreement.Summary) metrics.Estimate { return s.Kappa }},
		{"AC1", func(s agreement.Summary) metrics.Estimate { return s.AC1 }},
		{"macro-F1", func(s agreement.Summary) metrics.Estimate { return s.MacroF1 }},
	} {
		for _, p := range parts {
			if p.N > 0 {
				measures = append(measures, line{p.name, m.name, m.of(p.Summary)})
			}
		}
	}
	for _, p := range parts {
		if p.N > 0 {
			bias = append(bias, line{p.name, "bias", p.Bias})
		}
	}
	none := new(Report)
	v.Measures, v.Bias = none.tabulateIn("Criteria", measures, sliceSteps), aroundZero(bias)
	v.Bias.Head = "Criteria"
	for _, name := range slices.Sorted(maps.Keys(a.Verdicts.Categories)) {
		if name != "" {
			v.Categories = append(v.Categories, summaryRow(name, a.Verdicts.Categories[name]))
		}
	}
	if a.Points != nil {
		v.Measures, v.Bias = a.Points.tables()
		v.Rows, v.Header = "Agreement of points", []string{"Shares of points", "n", "judged", "reference", "bias", "distance", "equal", "correlation", "α"}
		v.Categories = a.Points.rows()
	}
	for _, row := range v.Categories {
		for i := range row[1:] {
			row[i+1] = numeral.Typeset(row[i+1])
		}
	}
	v.Corrected = none.tabulateIn("Mean", a.correctedLines(), sliceSteps)
	return v
}

// correctedLines are the corrected numbers that are defined, each under its name.
func (a *Agreement) correctedLines() (out []line) {
	for _, r := range a.correctedRows() {
		for _, l := range []line{{"judged", r.name, r.judged}, {"corrected", r.name, r.corrected}, {"predicted", r.name, r.predicted}} {
			if isFinite(l.Value) {
				out = append(out, l)
			}
		}
	}
	return out
}

// tables returns the shares of points and how far they agree, and their differences around zero.
func (p *PointBreakdown) tables() (measures, bias intervals) {
	var shares, around []line
	parts := []struct {
		name string
		PointSummary
	}{{"all criteria", p.Overall}, {"positive weight", p.Positive}, {"negative weight", p.Negative}}
	for _, m := range []struct {
		name string
		of   func(PointSummary) metrics.Estimate
	}{
		{"judged", func(s PointSummary) metrics.Estimate { return s.Judged }},
		{"reference", func(s PointSummary) metrics.Estimate { return s.Reference }},
		{"equal points", func(s PointSummary) metrics.Estimate { return s.Equal }},
		{"α", func(s PointSummary) metrics.Estimate { return s.Alpha.Estimate() }},
	} {
		for _, part := range parts {
			if part.N > 0 && (part.name == parts[0].name || p.Negative.N > 0) {
				shares = append(shares, line{part.name, m.name, m.of(part.PointSummary)})
			}
		}
	}
	for _, part := range parts {
		if part.N > 0 && (part.name == parts[0].name || p.Negative.N > 0) {
			around = append(around, line{part.name, "bias", part.Bias})
		}
	}
	return new(Report).tabulateIn("Criteria", shares, sliceSteps), aroundZero(around)
}
