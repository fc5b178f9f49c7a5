package report

import (
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// pairColumn is a column of numbers in the table of samples.
type pairColumn struct {
	Head string
	// of returns the number of a pair.
	of func(samplePair) float64
	// signed says that the number is a difference.
	signed bool
}

// pairColumns returns the columns: of the first metric the values and their difference, of further ones
// the difference.
func (c *Comparison) pairColumns() []pairColumn {
	var out []pairColumn
	for i, own := range byMetric(c.Differences) {
		metric := own[0].Metric
		if c.isOverall(metric) {
			continue
		}
		if i == 0 {
			for _, run := range []struct {
				name string
				of   func(samplePair) *Sample
			}{{c.A.Name, func(p samplePair) *Sample { return p.a }}, {c.B.Name, func(p samplePair) *Sample { return p.b }}} {
				out = append(out, pairColumn{metric + ", " + run.name, func(p samplePair) float64 { return run.of(p).score(metric) }, false})
			}
		}
		out = append(out, pairColumn{metric + ", difference", func(p samplePair) float64 { return p.difference(metric) }, true})
		if len(out) >= maxScores {
			break
		}
	}
	return out
}

// isOverall says whether a metric is one over the subsets, which samples do not have.
func (c *Comparison) isOverall(metric string) bool {
	if c.A.Report == nil {
		return false
	}
	return slices.ContainsFunc(c.A.Report.Definitions, func(m Metric) bool { return m.Name == metric && m.Of != "" })
}

// pairRow is a line of the table of samples.
type pairRow struct {
	Key                int
	ID, Subset, Status string
	Cells              []string
	// Differ counts the verdicts that differ.
	Differ int
}

func (c *Comparison) pairRows(pairs []samplePair, columns []pairColumn) []pairRow {
	out := make([]pairRow, len(pairs))
	status := comparer{opts: CompareOptions{NameA: c.A.Name, NameB: c.B.Name}}
	for i, p := range pairs {
		row := pairRow{Key: i, ID: p.a.ID, Subset: p.a.Subset, Status: string(Scored)}
		if p.a.Status != Scored || p.b.Status != Scored {
			row.Status = status.reason(p.a, p.b)
		}
		for _, column := range columns {
			write := numeral.Of
			if column.signed {
				write = numeral.Signed
			}
			row.Cells = append(row.Cells, numeral.Typeset(write(column.of(p))))
		}
		row.Differ, _ = p.differing()
		out[i] = row
	}
	return out
}

// score returns a value of a scored sample, NaN where it has none.
func (s *Sample) score(metric string) float64 {
	x, ok := s.Scores[metric]
	if !ok || s.Status != Scored {
		return math.NaN()
	}
	return x
}
