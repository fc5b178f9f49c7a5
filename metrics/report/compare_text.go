package report

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/assize-eval/assize/metrics/compare"
)

// String returns the comparison as a plain table: the differences with "~" before those that are not
// shown to be there, the slices that differ, the verdicts, and warnings.
func (c *Comparison) String() string {
	if c == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	b.WriteString(c.title() + "\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	c.rows(w, c.Differences, nil)
	w.Flush()
	if n := len(c.Slices); n > 0 {
		var differ []Difference
		for _, d := range c.Slices {
			if d.Different() {
				differ = append(differ, d)
			}
		}
		fmt.Fprintf(&b, "\n%d of %d differences over slices stand after adjusting\n", len(differ), n)
		if len(differ) > 0 {
			w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
			c.rows(w, differ, []string{"slice"})
			w.Flush()
		}
	}
	for _, t := range []struct {
		header []string
		rows   [][]string
	}{{repeatsHeader, c.repeatsRows()}, {correctedHeader, c.correctedRows()}} {
		if len(t.rows) == 0 {
			continue
		}
		b.WriteString("\n")
		w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{t.header}, t.rows...) {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		w.Flush()
	}
	if c.Criteria != nil {
		b.WriteString("\n")
		w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, strings.Join(c.verdictHeader(), "\t"))
		for _, row := range c.verdictRows() {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		w.Flush()
	}
	b.WriteString("\n" + c.legend() + "\n")
	for _, s := range c.Warnings {
		b.WriteString("warning: " + s + "\n")
	}
	return visible(b.String())
}

// rows writes a table of differences; more names a column for the slice.
func (c *Comparison) rows(w *tabwriter.Writer, differences []Difference, more []string) {
	fmt.Fprintln(w, strings.Join(append([]string{"subset"}, append(more, c.header()...)...), "\t"))
	for _, d := range differences {
		cells := []string{d.Scope}
		if more != nil {
			cells = append(cells, d.Dimension+": "+d.Label)
		}
		fmt.Fprintln(w, strings.Join(append(cells, d.cells()...), "\t"))
	}
}

// title says what is compared.
func (c *Comparison) title() string {
	if !c.Paired {
		return fmt.Sprintf("%s: %s against %s, unpaired", c.Benchmark, c.A.Name, c.B.Name)
	}
	return fmt.Sprintf("%s: %s against %s, %d of %s compared", c.Benchmark, c.A.Name, c.B.Name, c.Pairs.Compared,
		plural(c.Pairs.Shared, "shared sample", "shared samples"))
}

// legend explains the tables.
func (c *Comparison) legend() string {
	s := fmt.Sprintf("Differences are %s minus %s, means before clipping. ~ is no difference shown: p adj. %.2f or more, or fewer than six pairs", c.A.Name, c.B.Name, c.Alpha)
	s += " (Holm; of slices Benjamini-Hochberg). "
	return s + fmt.Sprintf("Detectable is the smallest true difference that is found with a power of %.0f %%. Sign flips have seed %d.", 100*c.Power, c.Seed)
}

// header names the cells of a difference.
func (c *Comparison) header() []string {
	return []string{"metric", c.A.Name, c.B.Name, "difference", "95 % interval", "p", "p adj.", "p flip", "detectable", "n", "missing allow"}
}

// cells are the numbers of a difference.
func (d Difference) cells() []string {
	t := d.Test
	return []string{
		d.Metric, number(d.A.Value), number(d.B.Value), mark(t, d.Different()), signedInterval(t), pValue(t.P), pValue(d.Adjusted), flipped(d.SignFlip),
		number(t.Detectable), units(t), signedBounds(t),
	}
}

var correctedHeader = []string{"subset", "metric", "judged difference", "95 % interval", "corrected for the judge's errors", "95 % interval", "p", "detectable", "n"}

// correctedRows are the corrected differences.
func (c *Comparison) correctedRows() (rows [][]string) {
	for _, d := range c.Corrected {
		rows = append(rows, []string{
			d.Scope, d.Metric, mark(d.Judged, d.Judged.Different()), signedInterval(d.Judged),
			mark(d.Corrected, d.Corrected.Different()), signedInterval(d.Corrected), pValue(d.Corrected.P), number(d.Corrected.Detectable), units(d.Judged),
		})
	}
	return rows
}

// verdictHeader names the cells of verdictRows.
func (c *Comparison) verdictHeader() []string {
	return []string{"criteria", "both meet", "only " + c.A.Name, "only " + c.B.Name, "neither", "not compared", "rate difference", "95 % interval", "p", "p flip", "p McNemar"}
}

// verdictRows are the comparisons of verdicts by sign of the weight.
func (c *Comparison) verdictRows() (rows [][]string) {
	for _, r := range []struct {
		name string
		VerdictComparison
	}{{"all", c.Criteria.All}, {"positive weight", c.Criteria.Positive}, {"negative weight", c.Criteria.Negative}} {
		if r.Both+r.OnlyA+r.OnlyB+r.Neither+r.Missing+r.Changed == 0 {
			continue
		}
		rows = append(rows, []string{
			r.name, fmt.Sprint(r.Both), fmt.Sprint(r.OnlyA), fmt.Sprint(r.OnlyB), fmt.Sprint(r.Neither), fmt.Sprint(r.Missing + r.Changed),
			mark(r.Rate, r.Different()), signedInterval(r.Rate), pValue(r.Rate.P), flipped(r.SignFlip), pValue(r.McNemar.Exact),
		})
	}
	return rows
}

// mark writes a difference, with "~" before one that is not shown to be there.
func mark(t compare.Test, different bool) string {
	x := t.Difference.Value
	switch {
	case math.IsNaN(x):
		return "–"
	case different:
		return signed(x)
	}
	return "~ " + signed(x)
}

// signed is number with a plus sign. What rounds to 0 has no sign.
func signed(x float64) string {
	text := number(x)
	switch {
	case math.Abs(x) < 0.00005:
		return number(0)
	case x > 0:
		return "+" + text
	}
	return text
}

func signedInterval(t compare.Test) string {
	e := t.Difference
	if math.IsNaN(e.Value) {
		return "–"
	}
	return "[" + signed(e.Lo) + ", " + signed(e.Hi) + "]"
}

// signedBounds writes what the missing verdicts allow; a dash when none is missing.
func signedBounds(t compare.Test) string {
	e := t.Difference
	if e.Worst == e.Best || math.IsNaN(e.Worst) {
		return "–"
	}
	return signed(e.Worst) + " … " + signed(e.Best)
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

// pValue writes a p-value. One below the level does not read as the level.
func pValue(p float64) string {
	text := fmt.Sprintf("%.3f", p)
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.0005:
		return "<0.001"
	case p < alpha && text == fmt.Sprintf("%.3f", alpha):
		return "<" + text
	}
	return text
}
