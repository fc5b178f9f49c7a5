package report

import (
	"fmt"
	"math"
	"strings"
)

// shownCriteria is the number of criteria of a list that the Markdown names, and shownText the length
// in characters to which it cuts their texts.
const (
	shownCriteria = 5
	shownText     = 160
)

// Markdown returns the comparison as Markdown for a pull request or a notebook: the differences, the
// slices, the verdicts and warnings. Text from outside is escaped.
func (c *Comparison) Markdown() string {
	if c == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escapeMarkdown(c.title()))
	for _, s := range c.Warnings {
		fmt.Fprintf(&b, "> **Warning:** %s\n>\n", escapeMarkdown(s))
	}
	if len(c.Warnings) > 0 {
		b.WriteString("\n")
	}
	header := append(append([]string{"Subset"}, c.header()...), "n needed")
	markdownTable(&b, header, 2, func(row func(...string)) {
		for _, d := range c.Differences {
			row(append([]string{escapeMarkdown(d.Scope)}, d.markdownCells()...)...)
		}
	})
	fmt.Fprintf(&b, "\n%s n needed is the number of such samples that would show a true difference as large as one that is not shown.\n", escapeMarkdown(c.legend()))
	if len(c.Slices) > 0 {
		b.WriteString("\n## Slices\n\n")
		header[0] = "Slice"
		markdownTable(&b, header, 2, func(row func(...string)) {
			for _, d := range c.Slices {
				name := d.Dimension + ": " + d.Label
				if d.Scope != allScope {
					name = d.Scope + ", " + name
				}
				row(append([]string{escapeMarkdown(name)}, d.markdownCells()...)...)
			}
		})
	}
	for _, t := range []struct {
		title  string
		header []string
		rows   [][]string
	}{{"Repeats", repeatsHeader, c.repeatsRows()}, {"Corrected for the judge's errors", correctedHeader, c.correctedRows()}} {
		if len(t.rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", t.title)
		markdownTable(&b, t.header, 2, func(row func(...string)) {
			for _, cells := range t.rows {
				cells[0], cells[1] = escapeMarkdown(cells[0]), escapeMarkdown(cells[1])
				row(cells...)
			}
		})
	}
	if c.Criteria != nil {
		b.WriteString("\n## Criteria\n\n")
		markdownTable(&b, c.verdictHeader(), 1, func(row func(...string)) {
			for _, cells := range c.verdictRows() {
				row(cells...)
			}
		})
		c.writeCriteria(&b)
	}
	return b.String()
}

// markdownCells are the numbers of a difference.
func (d Difference) markdownCells() []string {
	more := "–"
	if !d.Different() {
		more = needed(d.Needed)
	}
	cells := append(d.cells(), more)
	cells[0] = escapeMarkdown(cells[0])
	return cells
}

// writeCriteria names the heaviest criteria of each list.
func (c *Comparison) writeCriteria(b *strings.Builder) {
	for _, list := range []struct {
		title    string
		count    int
		criteria []CriterionName
	}{
		{"Met by " + c.A.Name + " alone", c.Criteria.All.OnlyA, c.Criteria.OnlyA},
		{"Met by " + c.B.Name + " alone", c.Criteria.All.OnlyB, c.Criteria.OnlyB},
		{"Met by both", c.Criteria.All.Both, c.Criteria.Both},
		{"Met by neither", c.Criteria.All.Neither, c.Criteria.Neither},
	} {
		if list.count == 0 {
			continue
		}
		shown := list.criteria[:min(len(list.criteria), shownCriteria)]
		fmt.Fprintf(b, "\n%s, the heaviest %d of %d:\n\n", escapeMarkdown(list.title), len(shown), list.count)
		for _, n := range shown {
			text, _, cut := strings.Cut(shorten(n.Text, shownText), "\x1f")
			if cut {
				text += "…"
			}
			fmt.Fprintf(b, "- %s (%s, %s, weight %s)\n", escapeMarkdown(text), escapeMarkdown(sampleName(n.Subset, n.Sample)), escapeMarkdown(n.Criterion), plainNumber(n.Weight))
		}
	}
}

// markdownTable writes a table whose first columns, left in number, are text. The header is escaped and
// the cells are not.
func markdownTable(b *strings.Builder, header []string, left int, fill func(row func(...string))) {
	row := func(cells ...string) {
		for _, c := range cells {
			b.WriteString("| " + c + " ")
		}
		b.WriteString("|\n")
	}
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = escapeMarkdown(name)
	}
	row(names...)
	for i := range header {
		if i < left {
			b.WriteString("|---")
		} else {
			b.WriteString("|---:")
		}
	}
	b.WriteString("|\n")
	fill(row)
}

// needed writes a number of samples, rounded up.
func needed(n float64) string {
	if !(n > 0 && n < 1e9) {
		return "–"
	}
	return fmt.Sprintf("%.0f", math.Ceil(n))
}
