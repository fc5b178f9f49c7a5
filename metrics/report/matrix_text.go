package report

import (
	"fmt"
	"strings"
	"text/tabwriter"
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
		fmt.Fprintf(&b, "\n%s\n", g.title)
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{g.header}, g.rows...) {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		w.Flush()
	}
	b.WriteString("\n" + m.legend() + "\n")
	for _, s := range m.Warnings {
		b.WriteString("warning: " + s + "\n")
	}
	return visible(b.String())
}

// Markdown returns the matrix as Markdown. Text from outside is escaped.
func (m *Matrix) Markdown() string {
	if m == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escapeMarkdown(m.title()))
	for _, g := range m.grids() {
		fmt.Fprintf(&b, "\n## %s\n\n", escapeMarkdown(g.title))
		markdownTable(&b, g.header, 1, func(row func(...string)) {
			for _, cells := range g.rows {
				for i := range cells {
					cells[i] = escapeMarkdown(cells[i])
				}
				row(cells...)
			}
		})
	}
	fmt.Fprintf(&b, "\n%s\n", escapeMarkdown(m.legend()))
	for _, s := range m.Warnings {
		fmt.Fprintf(&b, "\n> **Warning:** %s\n", escapeMarkdown(s))
	}
	return b.String()
}

func (m *Matrix) title() string {
	return fmt.Sprintf("%s: %d runs, each against each other", m.Benchmark, len(m.Runs))
}

func (m *Matrix) legend() string {
	return fmt.Sprintf("Row minus column, means before clipping; in brackets p adjusted by Holm for all %d differences. ~ is no difference shown: %.2f or more, or fewer than six pairs. "+
		"Of %s with a verdict in every run all runs meet %d and none meets %d.", len(m.Differences), m.Alpha, plural(m.Criteria, "criterion", "criteria"), m.Met, m.Unmet)
}

// grid is the table of one metric on one scope.
type grid struct {
	title  string
	header []string
	rows   [][]string
}

// grids returns the tables, in the order in which their first pair has them.
func (m *Matrix) grids() []grid {
	at := map[string]int{}
	var out []grid
	index := map[string]int{}
	header := []string{"run"}
	for i, r := range m.Runs {
		index[r.Name] = i
		header = append(header, r.Name)
	}
	for _, p := range m.Differences {
		title := p.Difference.Scope + ", " + p.Difference.Metric
		k, ok := at[title]
		if !ok {
			k = len(out)
			at[title] = k
			g := grid{title: title, header: header}
			for _, r := range m.Runs {
				row := []string{r.Name}
				for range m.Runs {
					row = append(row, "–")
				}
				g.rows = append(g.rows, row)
			}
			out = append(out, g)
		}
		i, j := index[p.A], index[p.B]
		out[k].rows[i][j+1] = p.Difference.cell(1)
		out[k].rows[j][i+1] = p.Difference.cell(-1)
	}
	return out
}

// cell is a difference in a grid, in the given direction.
func (d Difference) cell(sign float64) string {
	t := d.Test
	t.Difference.Value *= sign
	text := mark(t, d.Different())
	if text == "–" {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, pValue(d.Adjusted))
}
