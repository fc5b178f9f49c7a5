package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// Markdown returns the report as Markdown for a pull request or a notebook: the metrics, the slices,
// diagnostics, coverage, provenance and warnings, without the single samples. Text from outside is escaped.
func (r *Report) Markdown() string {
	if r == nil {
		return "no report\n"
	}
	var b strings.Builder
	b.WriteString(markdown.Opening(cmp.Or(r.Benchmark, "Report"), r.Warnings))
	b.WriteString(estimateTable("Subset", r.lines()).Markdown() + "\n")
	for _, d := range r.Definitions {
		if d.About != "" {
			fmt.Fprintf(&b, "- %s: %s\n", markdown.Code(d.Name), markdown.Escape(d.About))
		}
	}
	for _, dimension := range slices.Sorted(maps.Keys(r.Groups)) {
		fmt.Fprintf(&b, "\n## By %s\n\n%s", markdown.Escape(dimension), estimateTable("Slice", r.groupLines(r.Groups[dimension])).Markdown())
	}
	r.writeDiagnostics(&b)
	fmt.Fprintf(&b, "\n## Coverage\n\n%s\n\n## Provenance\n\n", markdown.Escape(r.Coverage.String()))
	for _, e := range slices.Concat(r.Provenance.facts(), r.usages()) {
		fmt.Fprintf(&b, "- %s: %s\n", e.Name, markdown.Escape(e.Value))
	}
	return b.String()
}

// estimateTable is a table of estimates; head heads the column of their scopes.
func estimateTable(head string, lines []line) table.Table {
	t := table.Table{Columns: slices.Concat(table.Names(head, "Metric"), table.Numbers("Value", "SE"), table.Notes("95 % interval"), table.Numbers("n"), table.Notes("Missing allow"))}
	for _, l := range lines {
		t.Rows = append(t.Rows, []string{l.scope, l.metric, numeral.Of(l.Value), numeral.Of(l.SE), numeral.Interval(l.Estimate), fmt.Sprint(l.N), numeral.Allowance(l.Estimate)})
	}
	return t
}

// groupLines returns the rows of one dimension, by label.
func (r *Report) groupLines(labels map[string]map[string]metrics.Estimate) []line {
	var out []line
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		out = append(out, r.ordered(label, labels[label])...)
	}
	return out
}
