package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
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
	Ticks       []tick
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
	Plot      plot
}

// tabulate returns a table of the differences over the run and its subsets.
func (c *Comparison) tabulate() differences {
	var out differences
	for _, own := range byMetric(c.Differences) {
		s := zeroScale(own, headlineSteps-1)
		g := differenceGroup{Name: own[0].Metric, About: c.about(own[0].Metric), Ticks: s.ticks()}
		for _, d := range own {
			row := newDifferenceRow(d.Scope, d, s)
			row.Plot.Reach = reach(d.Test.Detectable, s)
			g.Rows = append(g.Rows, row)
			out.Bounds = out.Bounds || row.Plot.Band != nil
			out.Needed = out.Needed || row.Needed != "–"
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// correctedGroups are the differences as judged and with the judge's errors taken out, by scope and metric.
func (c *Comparison) correctedGroups() []differenceGroup {
	var out []differenceGroup
	for _, d := range c.Corrected {
		s := centered([]metrics.Estimate{{}, d.Judged.Difference, d.Corrected.Difference}, headlineSteps-1)
		g := differenceGroup{Name: d.Scope + ", " + d.Metric, About: d.Note, Ticks: s.ticks()}
		for _, t := range []struct {
			name string
			compare.Test
		}{{"judged", d.Judged}, {"corrected", d.Corrected}} {
			g.Rows = append(g.Rows, differenceRow{
				Label: t.name, Difference: numeral.Typeset(numeral.Tilded(t.Test.Difference.Value, t.Different())), Interval: numeral.Typeset(numeral.SignedInterval(t.Test.Difference)), P: pValue(t.P),
				Detectable: numeral.Of(t.Detectable), N: units(d.Judged), Different: t.Different(), Plot: drawDifference(t.Test, t.P, t.Different(), s),
			})
		}
		out = append(out, g)
	}
	return out
}

// byMetric splits differences by their metrics, in the order in which those come.
func byMetric(list []Difference) [][]Difference {
	at := map[string]int{}
	var out [][]Difference
	for _, d := range list {
		i, ok := at[d.Metric]
		if !ok {
			i = len(out)
			at[d.Metric] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], d)
	}
	return out
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

func newDifferenceRow(label string, d Difference, s scale) differenceRow {
	row := differenceRow{
		Label: label, A: numeral.Typeset(numeral.Of(d.A.Value)), B: numeral.Typeset(numeral.Of(d.B.Value)), Difference: numeral.Typeset(numeral.Tilded(d.Test.Difference.Value, d.Different())),
		Interval: numeral.Typeset(numeral.SignedInterval(d.Test.Difference)), Bounds: numeral.Typeset(numeral.SignedAllowance(d.Test.Difference)),
		P: pValue(d.Test.P), Adjusted: pValue(d.Adjusted), Flip: flipped(d.SignFlip),
		Detectable: numeral.Of(d.Test.Detectable), Needed: "–", N: units(d.Test), Different: d.Different(),
		Plot: drawDifference(d.Test, d.Adjusted, d.Different(), s),
	}
	if !d.Different() {
		row.Needed = numeral.RoundedUp(d.Needed)
	}
	return row
}

// drawDifference draws a difference around zero.
func drawDifference(t compare.Test, adjusted float64, different bool, s scale) plot {
	p := draw(t.Difference, s)
	p.Zero, p.Hollow = percent(s.at(0)), !different
	p.Title = describeDifference(t.Difference, adjusted, different)
	return p
}

// describeDifference puts a difference into words.
func describeDifference(e metrics.Estimate, adjusted float64, different bool) string {
	text := "not defined"
	if isFinite(e.Value) {
		text = numeral.Signed(e.Value) + ", interval unknown"
		if isFinite(e.Lo) && isFinite(e.Hi) {
			text = fmt.Sprintf("%s, 95 %% interval %s to %s", numeral.Signed(e.Value), numeral.Signed(e.Lo), numeral.Signed(e.Hi))
		}
		if isFinite(adjusted) {
			text += ", p " + pValue(adjusted)
		}
		if !different {
			text += ": no difference shown"
		}
	}
	if isFinite(e.Worst) && isFinite(e.Best) && e.Worst != e.Best {
		text += "; missing verdicts allow " + numeral.Signed(e.Worst) + " to " + numeral.Signed(e.Best)
	}
	return numeral.Typeset(text + "; n = " + numeral.Count(e.N))
}

// zeroScale returns a scale with zero in its middle.
func zeroScale(list []Difference, parts int) scale {
	es := []metrics.Estimate{{Lo: math.NaN(), Hi: math.NaN()}}
	for _, d := range list {
		es = append(es, d.Test.Difference)
	}
	return centered(es, parts)
}

// centered returns a scale for the estimates with zero in its middle.
func centered(es []metrics.Estimate, parts int) scale {
	s := scaleOf(es, parts)
	most := max(math.Abs(s.lo), math.Abs(s.hi))
	return roundScale(-most, most, parts)
}

// reach returns the places of a size on both sides of zero, where the scale has them.
func reach(size float64, s scale) []string {
	if !isFinite(size) || size > s.hi {
		return nil
	}
	return []string{percent(s.at(-size)), percent(s.at(size))}
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
	scales := map[string]scale{}
	for _, own := range byMetric(c.Slices) {
		scales[own[0].Metric] = zeroScale(own, sliceSteps)
	}
	whole := map[[2]string]float64{}
	for _, d := range c.Differences {
		whole[[2]string{d.Scope, d.Metric}] = d.Test.Difference.Value
	}
	var names []string
	of := map[string][]Difference{}
	for _, d := range c.Slices {
		name := d.Dimension
		if d.Scope != allScope {
			name = d.Scope + "/" + d.Dimension
		}
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], d)
	}
	slices.Sort(names)
	var out []differenceDimension
	for _, name := range names {
		dim := differenceDimension{Name: name}
		for _, own := range byMetric(of[name]) {
			metric := own[0].Metric
			s := scales[metric]
			t := differenceTable{differenceGroup: differenceGroup{Name: metric, Ticks: s.ticks()}}
			mark := ""
			if x, ok := whole[[2]string{own[0].Scope, metric}]; ok && isFinite(x) {
				t.Whole, mark = numeral.Typeset(numeral.Signed(x)), percent(s.at(x))
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
	return out
}
