package report

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
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
	b.WriteString(markdown.Opening(c.title(), c.Warnings))
	b.WriteString(c.neededTable("Subset", c.Differences, func(d Difference) string { return d.Scope }).Markdown())
	fmt.Fprintf(&b, "\n%s n needed is the number of such samples that would show a true difference as large as one that is not shown.\n", markdown.Escape(c.legend()))
	if len(c.Slices) > 0 {
		fmt.Fprintf(&b, "\n## Slices\n\n%s", c.neededTable("Slice", c.Slices, func(d Difference) string {
			if d.Scope != allScope {
				return d.Scope + ", " + d.slice()
			}
			return d.slice()
		}).Markdown())
	}
	for _, t := range c.tables() {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.Title, t.Markdown())
	}
	switch {
	case c.Criteria == nil:
	case c.Criteria.Points != nil:
		c.writePoints(&b)
	default:
		c.writeCriteria(&b)
	}
	return b.String()
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
		fmt.Fprintf(b, "\n%s, the heaviest %d of %d:\n\n", markdown.Escape(list.title), len(shown), list.count)
		for _, n := range shown {
			fmt.Fprintf(b, "- %s (%s, %s, weight %s)\n", markdown.Escape(outside.Ellipsis(n.Text, shownText)), markdown.Escape(sampleName(n.Subset, n.Sample)), markdown.Escape(n.Criterion), numeral.Plain(n.Weight))
		}
	}
}

// writePoints names the criteria on which the runs are the most points apart.
func (c *Comparison) writePoints(b *strings.Builder) {
	p := c.Criteria.Points
	for _, list := range []struct {
		name     string
		count    int
		criteria []CriterionPoints
	}{{c.A.Name, p.All.MoreA, p.MoreA}, {c.B.Name, p.All.MoreB, p.MoreB}} {
		if list.count == 0 {
			continue
		}
		shown := list.criteria[:min(len(list.criteria), shownCriteria)]
		fmt.Fprintf(b, "\nA larger share in %s, the %d of %d that are the most points apart:\n\n", markdown.Escape(list.name), len(shown), list.count)
		for _, n := range shown {
			fmt.Fprintf(b, "- %s (%s, %s, %s and %s of %s points)\n", markdown.Escape(outside.Ellipsis(n.Text, shownText)), markdown.Escape(sampleName(n.Subset, n.Sample)),
				markdown.Escape(n.Criterion), numeral.Plain(n.A), numeral.Plain(n.B), numeral.Plain(n.Weight))
		}
	}
}
