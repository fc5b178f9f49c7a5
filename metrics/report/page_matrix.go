package report

import (
	"fmt"
	"io"

	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// WritePage writes the matrix as one HTML file that stands alone, as [Comparison.WritePage] writes two runs, and
// without samples: each run's difference from each other one, all pairs with their intervals drawn around zero,
// the criteria that all runs meet or none does, and the runs. Equal matrices give equal bytes.
func (m *Matrix) WritePage(w io.Writer) error {
	if m == nil {
		m = &Matrix{}
	}
	if err := document.WriteStatic(w, "matrix", newMatrixPage(m)); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// matrixPage is what the template of a matrix shows.
type matrixPage struct {
	Benchmark, Legend string
	Warnings          []string
	Grids             []table.Table
	Pairs             differenceGroups
	// Compared says how many samples of each pair were compared.
	Compared []entry
	// Shared counts the criteria with a verdict in every run, and Lists name some.
	Shared   string
	Lists    []criterionList
	Runs     []runView
	Settings []entry
}

func newMatrixPage(m *Matrix) matrixPage {
	p := matrixPage{
		Benchmark: m.Benchmark, Legend: m.legend(), Warnings: m.Warnings, Grids: m.grids(), Pairs: m.pairGroups(), Compared: m.compared(),
		Shared: numeral.Plural(m.Criteria, "criterion", "criteria"),
	}
	for _, g := range p.Grids {
		for _, row := range g.Rows {
			for i := range row[1:] {
				row[i+1] = numeral.Typeset(row[i+1])
			}
		}
	}
	if !m.inPoints && m.Criteria > 0 {
		p.Lists = []criterionList{heaviestList("Met by all runs", m.Met, m.MetBy, nil), heaviestList("Met by none", m.Unmet, m.UnmetBy, nil)}
	}
	for _, r := range m.Runs {
		p.Runs = append(p.Runs, r.view())
	}
	if len(m.Runs) > 0 {
		p.Settings = m.Runs[0].settings()
	}
	return p
}

// pairGroups are the differences of all pairs, by scope and metric.
func (m *Matrix) pairGroups() differenceGroups {
	out := differenceGroups{Caption: "The differences of all pairs", P: "p\u00a0adj."}
	for _, own := range m.byScope() {
		var list []Difference
		for _, p := range own {
			list = append(list, p.Difference)
		}
		s := zeroScale(list, headlineSteps-1)
		g := differenceGroup{Name: list[0].scoped(), Ticks: s.Ticks()}
		for _, p := range own {
			row := newDifferenceRow(p.A+" − "+p.B, p.Difference, s)
			row.Plot.Reach = plot.Reach(p.Difference.Test.Detectable, s)
			g.Rows = append(g.Rows, row)
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// compared says of each pair how many samples were compared, and what became of the others.
func (m *Matrix) compared() (out []entry) {
	n := 0
	for i, a := range m.Runs {
		for _, b := range m.Runs[i+1:] {
			if n < len(m.Pairs) {
				out = append(out, entry{a.Name + " − " + b.Name, m.Pairs[n].lead()})
			}
			n++
		}
	}
	return out
}
