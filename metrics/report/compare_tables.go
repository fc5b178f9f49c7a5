package report

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// differenceTable is a table of differences, with their slices where they are of such.
func (c *Comparison) differenceTable(differences []Difference, slices bool) table.Table {
	t := table.Table{Columns: table.Names("subset")}
	if slices {
		t.Columns = append(t.Columns, table.Names("slice")...)
	}
	t.Columns = append(t.Columns, c.columns()...)
	for _, d := range differences {
		cells := []string{d.Scope}
		if slices {
			cells = append(cells, d.slice())
		}
		t.Rows = append(t.Rows, append(cells, d.cells()...))
	}
	return t
}

// neededTable is a table of differences, each under a name, with the number of samples that would show one.
func (c *Comparison) neededTable(head string, differences []Difference, name func(Difference) string) table.Table {
	t := table.Table{Columns: append(append(table.Names(head), c.columns()...), table.Numbers("n needed")...)}
	for _, d := range differences {
		t.Rows = append(t.Rows, append(append([]string{name(d)}, d.cells()...), d.needed()))
	}
	return t
}

// columns are those of a difference.
func (c *Comparison) columns() []table.Column {
	return append(table.Names("metric"), table.Numbers(c.A.Name, c.B.Name, "difference", "95 % interval", "p", "p adj.", "p flip", "detectable", "n", "missing allow")...)
}

// cells are those of a difference in its columns.
func (d Difference) cells() []string {
	e := d.Test.Difference
	return []string{
		d.Metric, numeral.Of(d.A.Value), numeral.Of(d.B.Value), numeral.Tilded(e.Value, d.Different()), numeral.SignedInterval(e), pValue(d.Test.P), pValue(d.Adjusted),
		flipped(d.SignFlip), numeral.Of(d.Test.Detectable), units(d.Test), numeral.SignedAllowance(e),
	}
}

// needed writes the number of samples that would show a difference; a dash for one that is shown.
func (d Difference) needed() string {
	if d.Different() {
		return "–"
	}
	return numeral.RoundedUp(d.Needed)
}

// slice names the slice of a difference.
func (d Difference) slice() string { return d.Dimension + ": " + d.Label }

// tables are those beside the differences: what repeats gain, corrected differences and verdicts, as far as
// there are any.
func (c *Comparison) tables() (out []table.Table) {
	for _, t := range []table.Table{c.repeatsTable(), c.correctedTable(), c.criteriaTable()} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// repeatsTable says what repeats gain.
func (c *Comparison) repeatsTable() table.Table {
	t := table.Table{Title: "Repeats", Columns: append(table.Names("subset", "metric"),
		table.Numbers("repeats", "detectable judged once", "as often as now", "without the judge's noise")...)}
	for _, r := range c.Repeats {
		t.Rows = append(t.Rows, []string{
			r.Scope, r.Metric, fmt.Sprintf("%d and %d", r.Design.RepeatsA, r.Design.RepeatsB), numeral.Of(r.Once), numeral.Of(r.Now), numeral.Of(r.Noiseless),
		})
	}
	return t
}

// correctedTable has the corrected differences.
func (c *Comparison) correctedTable() table.Table {
	t := table.Table{Title: "Corrected for the judge's errors", Columns: append(table.Names("subset", "metric"),
		table.Numbers("judged difference", "95 % interval", "corrected for the judge's errors", "95 % interval", "p", "detectable", "n")...)}
	for _, d := range c.Corrected {
		judged, corrected := d.Judged.Difference, d.Corrected.Difference
		t.Rows = append(t.Rows, []string{
			d.Scope, d.Metric, numeral.Tilded(judged.Value, d.shows(d.Judged)), numeral.SignedInterval(judged),
			numeral.Tilded(corrected.Value, d.Different()), numeral.SignedInterval(corrected), pValue(d.Corrected.P), numeral.Of(d.Corrected.Detectable), units(d.Judged),
		})
	}
	return t
}

// criteriaTable compares the criteria: by their points where they are graded in points, else by who meets them.
func (c *Comparison) criteriaTable() table.Table {
	if c.Criteria != nil && c.Criteria.Points != nil {
		return c.pointsTable()
	}
	return c.verdictTable()
}

// pointsTable compares points by sign of the weight.
func (c *Comparison) pointsTable() table.Table {
	t := table.Table{Title: "Criteria, as shares of their points", Columns: append(table.Names("shares of points"),
		table.Numbers("larger in "+c.A.Name, "larger in "+c.B.Name, "equal", "not compared", "mean of "+c.A.Name, "mean of "+c.B.Name, "difference", "95 % interval", "p", "p flip", "missing allow")...)}
	for _, p := range c.Criteria.Points.parts() {
		e := p.Share.Difference
		t.Rows = append(t.Rows, []string{
			p.name, fmt.Sprint(p.MoreA), fmt.Sprint(p.MoreB), fmt.Sprint(p.Equal), fmt.Sprint(p.Missing + p.Changed), numeral.Of(p.A.Value), numeral.Of(p.B.Value),
			numeral.Tilded(e.Value, p.Different()), numeral.SignedInterval(e), pValue(p.Share.P), flipped(p.SignFlip), numeral.SignedAllowance(e),
		})
	}
	return t
}

// verdictTable compares verdicts by sign of the weight.
func (c *Comparison) verdictTable() table.Table {
	t := table.Table{Title: "Criteria", Columns: append(table.Names("criteria"),
		table.Numbers("both meet", "only "+c.A.Name, "only "+c.B.Name, "neither", "not compared", "rate difference", "95 % interval", "p", "p flip", "p McNemar")...)}
	for _, v := range c.Criteria.parts() {
		e := v.Rate.Difference
		t.Rows = append(t.Rows, []string{
			v.name, fmt.Sprint(v.Both), fmt.Sprint(v.OnlyA), fmt.Sprint(v.OnlyB), fmt.Sprint(v.Neither), fmt.Sprint(v.Missing + v.Changed),
			numeral.Tilded(e.Value, v.Different()), numeral.SignedInterval(e), pValue(v.Rate.P), flipped(v.SignFlip), pValue(v.McNemar.Exact),
		})
	}
	return t
}

// units writes the number of samples, with that of their clusters.
func units(t compare.Test) string {
	if t.Clusters > 0 {
		return fmt.Sprintf("%d in %d", t.Difference.N, t.Clusters)
	}
	return fmt.Sprint(t.Difference.N)
}

// flipped writes the p-value of a sign-flip test.
func flipped(p *compare.Permutation) string {
	if p == nil {
		return pValue(math.NaN())
	}
	return pValue(p.P)
}

// pValue writes a p-value.
func pValue(p float64) string { return numeral.P(p, alpha) }
