package report

import (
	"cmp"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// differences is a table of differences with each drawn around zero: one group of rows for each metric.
type differences struct {
	Groups []differenceGroup
	// Bounds says that missing verdicts leave a difference open in some row, and Needed that the number
	// of samples that would show one is known in some.
	Bounds, Needed bool
}

// differenceGroup is a metric with its scopes or slices on one scale.
type differenceGroup struct {
	Name, About string
	Ticks       []plot.Tick
	Rows        []differenceRow
}

// differenceRow is one difference.
type differenceRow struct {
	Label                              string
	A, B, Difference, Interval, Bounds string
	P, Adjusted, Flip                  string
	Detectable, Needed, N              string
	// Different says that the difference is shown to be there.
	Different bool
	Plot      plot.Interval
}

// tabulate returns a table of the differences over the run and its subsets.
func (c *Comparison) tabulate() differences {
	var out differences
	for _, own := range byMetric(c.Differences) {
		s := zeroScale(own, headlineSteps-1)
		g := differenceGroup{Name: own[0].Metric, About: c.about(own[0].Metric), Ticks: s.Ticks()}
		for _, d := range own {
			row := newDifferenceRow(d.Scope, d, s)
			row.Plot.Reach = plot.Reach(d.Test.Detectable, s)
			g.Rows = append(g.Rows, row)
			out.Bounds = out.Bounds || row.Plot.Band != nil
			out.Needed = out.Needed || row.Needed != "–"
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// differenceGroups is a table of groups of which each has a scale of its own.
type differenceGroups struct {
	// Caption says what is in the table, and P heads its p-values.
	Caption, P string
	Groups     []differenceGroup
}

// correctedGroups are the differences as judged and with the judge's errors taken out, by scope and metric; nil
// where there are none.
func (c *Comparison) correctedGroups() *differenceGroups {
	if len(c.Corrected) == 0 {
		return nil
	}
	out := &differenceGroups{Caption: "Differences as judged and corrected for the judge’s errors", P: "p"}
	for _, d := range c.Corrected {
		s := plot.Centered([]metrics.Estimate{d.Judged.Difference, d.Corrected.Difference}, headlineSteps-1)
		g := differenceGroup{Name: d.Scope + ", " + d.Metric, About: d.Note, Ticks: s.Ticks()}
		for _, t := range []struct {
			name string
			compare.Test
		}{{"judged", d.Judged}, {"corrected", d.Corrected}} {
			g.Rows = append(g.Rows, differenceRow{
				Label: t.name, Difference: numeral.Typeset(numeral.Tilded(t.Test.Difference.Value, d.shows(t.Test))), Interval: numeral.Typeset(numeral.SignedInterval(t.Test.Difference)),
				Adjusted: pValue(t.P), Detectable: numeral.Of(t.Detectable), N: units(d.Judged), Different: d.shows(t.Test), Plot: drawDifference(t.Test, t.P, d.shows(t.Test), s),
			})
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// byMetric splits differences by their metrics.
func byMetric(list []Difference) [][]Difference {
	return split(list, func(d Difference) string { return d.Metric })
}

// about says what a metric is; "" where the comparison does not know.
func (c *Comparison) about(metric string) string {
	if c.A.Report != nil {
		for _, d := range c.A.Report.Definitions {
			if d.Name == metric {
				return d.About
			}
		}
	}
	return ""
}

func newDifferenceRow(label string, d Difference, s plot.Scale) differenceRow {
	return differenceRow{
		Label: label, A: numeral.Typeset(numeral.Of(d.A.Value)), B: numeral.Typeset(numeral.Of(d.B.Value)), Difference: numeral.Typeset(numeral.Tilded(d.Test.Difference.Value, d.Different())),
		Interval: numeral.Typeset(numeral.SignedInterval(d.Test.Difference)), Bounds: numeral.Typeset(numeral.SignedAllowance(d.Test.Difference)),
		P: pValue(d.Test.P), Adjusted: pValue(d.Adjusted), Flip: flipped(d.SignFlip),
		Detectable: numeral.Of(d.Test.Detectable), Needed: d.needed(), N: units(d.Test), Different: d.Different(),
		Plot: drawDifference(d.Test, d.Adjusted, d.Different(), s),
	}
}

// drawDifference draws a difference around zero, with its p-value.
func drawDifference(t compare.Test, p float64, shown bool, s plot.Scale) plot.Interval {
	text := ""
	if isFinite(p) {
		text = pValue(p)
	}
	return plot.DrawDifference(t.Difference, text, shown, s)
}

// zeroScale returns a scale with zero in its middle.
func zeroScale(list []Difference, parts int) plot.Scale {
	var es []metrics.Estimate
	for _, d := range list {
		es = append(es, d.Test.Difference)
	}
	return plot.Centered(es, parts)
}

// differenceDimension is one way of slicing the runs, with a table of each metric; the first is shown at
// once.
type differenceDimension struct {
	Name   string
	Tables []differenceTable
}

// differenceTable is one metric over the slices of a dimension.
type differenceTable struct {
	differenceGroup
	// Whole is the difference over what the slices are of; "" when there is none.
	Whole string
}

// dimensions returns the slices of a comparison. Tables of one metric share a scale.
func (c *Comparison) dimensions() []differenceDimension {
	scales := map[string]plot.Scale{}
	for _, own := range byMetric(c.Slices) {
		scales[own[0].Metric] = zeroScale(own, sliceSteps)
	}
	whole := map[[2]string]float64{}
	for _, d := range c.Differences {
		whole[[2]string{d.Scope, d.Metric}] = d.Test.Difference.Value
	}
	named := func(d Difference) string {
		if d.Scope != allScope {
			return d.Scope + "/" + d.Dimension
		}
		return d.Dimension
	}
	var out []differenceDimension
	for _, sliced := range split(c.Slices, named) {
		dim := differenceDimension{Name: named(sliced[0])}
		for _, own := range byMetric(sliced) {
			metric := own[0].Metric
			s := scales[metric]
			t := differenceTable{differenceGroup: differenceGroup{Name: metric, Ticks: s.Ticks()}}
			mark := ""
			if x, ok := whole[[2]string{own[0].Scope, metric}]; ok && isFinite(x) {
				t.Whole, mark = numeral.Typeset(numeral.Signed(x)), s.Mark(x)
			}
			sortByLabel(own, func(d Difference) (string, float64) { return d.Label, d.Test.Difference.Value })
			for _, d := range own {
				row := newDifferenceRow(d.Label, d, s)
				row.Plot.Mark = mark
				t.Rows = append(t.Rows, row)
			}
			dim.Tables = append(dim.Tables, t)
		}
		out = append(out, dim)
	}
	slices.SortFunc(out, func(x, y differenceDimension) int { return cmp.Compare(x.Name, y.Name) })
	return out
}
