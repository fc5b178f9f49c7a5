package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
)

// String returns the agreement as plain tables: the verdicts overall, by sign of the weight and by
// category, the corrected rates and scores, and warnings.
func (a *Agreement) String() string {
	if a == nil {
		return "no agreement\n"
	}
	var b strings.Builder
	b.WriteString(a.title() + "\n")
	a.tables(func(header []string, rows [][]string) {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{header}, rows...) {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		w.Flush()
		b.WriteString("\n")
	})
	b.WriteString(a.legend() + "\n")
	for _, s := range a.Warnings {
		b.WriteString("warning: " + s + "\n")
	}
	return visible(b.String())
}

// Markdown returns the agreement as Markdown. Text from outside is escaped.
func (a *Agreement) Markdown() string {
	if a == nil {
		return "no agreement\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escapeMarkdown(a.title()))
	for _, s := range a.Warnings {
		fmt.Fprintf(&b, "> **Warning:** %s\n>\n", escapeMarkdown(s))
	}
	if len(a.Warnings) > 0 {
		b.WriteString("\n")
	}
	a.tables(func(header []string, rows [][]string) {
		markdownTable(&b, header, 1, func(row func(...string)) {
			for _, cells := range rows {
				row(append([]string{escapeMarkdown(cells[0])}, cells[1:]...)...)
			}
		})
		b.WriteString("\n")
	})
	b.WriteString(escapeMarkdown(a.legend()) + "\n")
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
	return fmt.Sprintf("%s: %s against %d of %s", a.Benchmark, what, a.Compared, plural(a.Labels, "label", "labels"))
}

// tables hands the tables to write. The first cell of a row is text from outside.
func (a *Agreement) tables(write func(header []string, rows [][]string)) {
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
		write([]string{"criteria", "n", "agreement", "κ", "AC1", "macro-F1", "bias"}, rows)
	} else {
		write([]string{"shares of points", "n", "judged", "reference", "bias", "distance", "equal", "correlation", "α"}, a.Points.rows())
	}
	rows = nil
	for _, s := range a.Corrected {
		for _, r := range []struct {
			name string
			CorrectedRate
		}{{"rate met, positive weight", s.Positive}, {"rate met, negative weight", s.Negative}} {
			if r.Judged.N > 0 {
				rows = append(rows, []string{s.Scope + ", " + r.name, fmt.Sprint(r.Judged.N), withInterval(r.Judged), withInterval(r.Corrected), "–"})
			}
		}
		for _, m := range s.Metrics {
			predicted := metrics.Undefined(0)
			if m.Predicted != nil {
				predicted = m.Predicted.Mean
			}
			rows = append(rows, []string{s.Scope + ", " + m.Metric, fmt.Sprint(m.Judged.N), withInterval(m.Judged), withInterval(m.Corrected), withInterval(predicted)})
		}
	}
	if len(rows) > 0 {
		write([]string{"number", "n", "judged", "corrected", "predicted"}, rows)
	}
}

// rows are the summaries of points, a part a row.
func (p *PointBreakdown) rows() (rows [][]string) {
	add := func(name string, s PointSummary) {
		if s.N > 0 {
			rows = append(rows, []string{
				name, fmt.Sprint(s.N), withInterval(s.Judged), withInterval(s.Reference), withInterval(s.Bias), withInterval(s.Distance),
				withInterval(s.Equal), withInterval(s.Correlation.Estimate()), withInterval(s.Alpha.Estimate()),
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
		name, fmt.Sprint(s.N), withInterval(s.Raw), withInterval(s.Kappa), withInterval(s.AC1), withInterval(s.MacroF1), withInterval(s.Bias),
	}
}
