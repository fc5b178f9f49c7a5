package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// String returns the matrix as plain tables, one for each scope and metric: each run's difference from
// each other one, row minus column, with "~" before those that are not shown to be there; then warnings.
func (m *Matrix) String() string {
	if m == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	b.WriteString(m.title() + "\n")
	for _, g := range m.grids() {
		fmt.Fprintf(&b, "\n%s\n%s", g.Title, g.Text())
	}
	b.WriteString("\n" + m.legend() + "\n")
	return plainText(&b, m.Warnings)
}

// Markdown returns the matrix as Markdown. Text from outside is escaped.
func (m *Matrix) Markdown() string {
	if m == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", markdown.Escape(m.title()))
	for _, g := range m.grids() {
		for _, row := range g.Rows {
			for i := range row[1:] {
				row[i+1] = markdown.Escape(row[i+1])
			}
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s", markdown.Escape(g.Title), g.Markdown())
	}
	fmt.Fprintf(&b, "\n%s\n", markdown.Escape(m.legend()))
	for _, s := range m.Warnings {
		fmt.Fprintf(&b, "\n> **Warning:** %s\n", markdown.Escape(s))
	}
	return b.String()
}

func (m *Matrix) title() string {
	return fmt.Sprintf("%s: %d runs, each against each other", m.Benchmark, len(m.Runs))
}

func (m *Matrix) legend() string {
	s := fmt.Sprintf("Row minus column, means before clipping; in brackets p adjusted by Holm for all %d differences. ~ is no difference shown: %.2f or more, or fewer than six pairs.", len(m.Differences), m.Alpha)
	if m.inPoints {
		return s // who meets a criterion then says little
	}
	return s + fmt.Sprintf(" Of %s with a verdict in every run all runs meet %d and none meets %d.", numeral.Plural(m.Criteria, "criterion", "criteria"), m.Met, m.Unmet)
}

// grids returns a table of each metric on each scope, in the order in which their first pair has them.
func (m *Matrix) grids() []table.Table {
	var out []table.Table
	index := map[string]int{}
	columns := table.Names("run")
	for i, r := range m.Runs {
		index[r.Name] = i
		columns = append(columns, table.Numbers(r.Name)...)
	}
	for _, own := range m.byScope() {
		g := table.Table{Title: own[0].Difference.scoped(), Columns: columns}
		for _, r := range m.Runs {
			g.Rows = append(g.Rows, append([]string{r.Name}, slices.Repeat([]string{"–"}, len(m.Runs))...))
		}
		for _, p := range own {
			i, j := index[p.A], index[p.B]
			g.Rows[i][j+1], g.Rows[j][i+1] = p.Difference.cell(1), p.Difference.cell(-1)
		}
		out = append(out, g)
	}
	return out
}

// byScope splits the differences by scope and metric.
func (m *Matrix) byScope() [][]PairDifference {
	return split(m.Differences, func(p PairDifference) string { return p.Difference.scoped() })
}

// cell is a difference in a grid, in the given direction.
func (d Difference) cell(sign float64) string {
	t := d.Test
	t.Difference.Value *= sign
	text := numeral.Tilded(t.Difference.Value, d.Different())
	if text == "–" {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, pValue(d.Adjusted))
}

// scoped names the metric of a difference with its scope.
func (d Difference) scoped() string { return d.Scope + ", " + d.Metric }
