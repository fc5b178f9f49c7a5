package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// String returns the agreement as plain tables: the verdicts overall, by sign of the weight and by
// category, the corrected rates and scores, and warnings.
func (a *Agreement) String() string {
	if a == nil {
		return "no agreement\n"
	}
	var b strings.Builder
	b.WriteString(a.title() + "\n")
	for _, t := range a.tables() {
		b.WriteString(t.Text() + "\n")
	}
	b.WriteString(a.legend() + "\n")
	return plainText(&b, a.Warnings)
}

// Markdown returns the agreement as Markdown. Text from outside is escaped.
func (a *Agreement) Markdown() string {
	if a == nil {
		return "no agreement\n"
	}
	var b strings.Builder
	b.WriteString(markdown.Opening(a.title(), a.Warnings))
	for _, t := range a.tables() {
		b.WriteString(t.Markdown() + "\n")
	}
	b.WriteString(markdown.Escape(a.legend()) + "\n")
	return b.String()
}

// legend explains the tables.
func (a *Agreement) legend() string {
	s := "Bias is the judge's rate of met minus the reference's."
	if a.Points != nil {
		s = "Bias is the judge's share of points minus the reference's, distance its size."
	}
	if len(a.Corrected) > 0 {
		s += " Corrected is with the judge's errors taken out by sign and category;" +
			" predicted is PPI++ from the samples that the reference labeled in full."
	}
	return s
}

// title says what is compared.
func (a *Agreement) title() string {
	what := "verdicts"
	if a.Points != nil {
		what = "points"
	}
	return fmt.Sprintf("%s: %s against %d of %s", a.Benchmark, what, a.Compared, numeral.Plural(a.Labels, "label", "labels"))
}

// tables returns how the raters agree, and below it the corrected numbers where there are any.
func (a *Agreement) tables() (out []table.Table) {
	add := func(rows [][]string, first string, more ...string) {
		out = append(out, table.Table{Columns: append(table.Names(first), table.Numbers(more...)...), Rows: rows})
	}
	rows := [][]string{
		summaryRow("all", a.Verdicts.Overall),
		summaryRow("positive weight", a.Verdicts.Positive),
		summaryRow("negative weight", a.Verdicts.Negative),
	}
	for _, name := range slices.Sorted(maps.Keys(a.Verdicts.Categories)) {
		if name != "" {
			rows = append(rows, summaryRow("category "+name, a.Verdicts.Categories[name]))
		}
	}
	if a.Points == nil {
		add(rows, "criteria", "n", "agreement", "κ", "AC1", "macro-F1", "bias")
	} else {
		add(a.Points.rows(), "shares of points", "n", "judged", "reference", "bias", "distance", "equal", "correlation", "α")
	}
	rows = nil
	for _, r := range a.correctedRows() {
		rows = append(rows, []string{r.name, fmt.Sprint(r.judged.N), numeral.WithInterval(r.judged), numeral.WithInterval(r.corrected), numeral.WithInterval(r.predicted)})
	}
	if len(rows) > 0 {
		add(rows, "number", "n", "judged", "corrected", "predicted")
	}
	return out
}

// correctedRow is a number as judged, corrected and predicted.
type correctedRow struct {
	name                         string
	judged, corrected, predicted metrics.Estimate
}

// correctedRows are the corrected numbers: the rates and then the scores of each scope.
func (a *Agreement) correctedRows() (rows []correctedRow) {
	for _, s := range a.Corrected {
		for i, r := range []CorrectedRate{s.Positive, s.Negative} {
			if r.Judged.N > 0 {
				rows = append(rows, correctedRow{s.Scope + ", rate met, " + signs[i] + " weight", r.Judged, r.Corrected, metrics.Undefined(0)})
			}
		}
		for _, m := range s.Metrics {
			r := correctedRow{s.Scope + ", " + m.Metric, m.Judged, m.Corrected, metrics.Undefined(0)}
			if m.Predicted != nil {
				r.predicted = m.Predicted.Mean
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// rows are the summaries of points, a part a row.
func (p *PointBreakdown) rows() (rows [][]string) {
	add := func(name string, s PointSummary) {
		if s.N > 0 {
			rows = append(rows, []string{
				name, fmt.Sprint(s.N), numeral.WithInterval(s.Judged), numeral.WithInterval(s.Reference), numeral.WithInterval(s.Bias), numeral.WithInterval(s.Distance),
				numeral.WithInterval(s.Equal), numeral.WithInterval(s.Correlation.Estimate()), numeral.WithInterval(s.Alpha.Estimate()),
			})
		}
	}
	add("all", p.Overall)
	if p.Negative.N > 0 {
		add("positive weight", p.Positive)
		add("negative weight", p.Negative)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Categories)) {
		add("category "+name, p.Categories[name])
	}
	return rows
}

// summaryRow is how the raters agree on a part of the criteria.
func summaryRow(name string, s agreement.Summary) []string {
	return []string{
		name, fmt.Sprint(s.N), numeral.WithInterval(s.Raw), numeral.WithInterval(s.Kappa), numeral.WithInterval(s.AC1), numeral.WithInterval(s.MacroF1), numeral.WithInterval(s.Bias),
	}
}
