package report

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// String returns the comparison as a plain table: the differences with "~" before those that are not
// shown to be there, the slices that differ, the verdicts, and warnings.
func (c *Comparison) String() string {
	if c == nil {
		return "no comparison\n"
	}
	var b strings.Builder
	b.WriteString(c.title() + "\n")
	b.WriteString(c.differenceTable(c.Differences, false).Text())
	if n := len(c.Slices); n > 0 {
		var differ []Difference
		for _, d := range c.Slices {
			if d.Different() {
				differ = append(differ, d)
			}
		}
		fmt.Fprintf(&b, "\n%d of %d differences over slices stand after adjusting\n", len(differ), n)
		if len(differ) > 0 {
			b.WriteString(c.differenceTable(differ, true).Text())
		}
	}
	for _, t := range c.tables() {
		b.WriteString("\n" + t.Text())
	}
	b.WriteString("\n" + c.legend() + "\n")
	return plainText(&b, c.Warnings)
}

// title says what is compared.
func (c *Comparison) title() string {
	if !c.Paired {
		return fmt.Sprintf("%s: %s against %s, unpaired", c.Benchmark, c.A.Name, c.B.Name)
	}
	return fmt.Sprintf("%s: %s against %s, %d of %s compared", c.Benchmark, c.A.Name, c.B.Name, c.Pairs.Compared,
		numeral.Plural(c.Pairs.Shared, "shared sample", "shared samples"))
}

// legend explains the tables.
func (c *Comparison) legend() string {
	return fmt.Sprintf("Differences are %s minus %s, means before clipping. ~ is no difference shown: p adj. %.2f or more, or fewer than six pairs (Holm; of slices Benjamini-Hochberg). "+
		"Detectable is the smallest true difference that is found with a power of %.0f %%. Sign flips have seed %d.", c.A.Name, c.B.Name, c.Alpha, 100*c.Power, c.Seed)
}
