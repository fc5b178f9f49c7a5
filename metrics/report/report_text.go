package report

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// String returns the report as a plain table: the metrics with their standard errors, 95 %
// intervals, bounds and numbers of samples, then coverage and warnings. The first line names the benchmark
// and, where it is known, the model.
func (r *Report) String() string {
	if r == nil {
		return "no report\n"
	}
	var b strings.Builder
	b.WriteString(r.Benchmark)
	if m := r.Provenance.Model; m != "" {
		b.WriteString(": " + strings.Join(strings.Fields(m), " "))
	}
	b.WriteString("\n")
	t := estimateTable("", r.lines())
	t.Columns = table.Names("subset", "metric", "value", "SE", "95 % interval", "n", "missing allow")
	b.WriteString(t.Text())
	b.WriteString(r.Coverage.String() + "\n")
	return plainText(&b, r.Warnings)
}

// plainText ends a text with warnings and returns it fit for a terminal.
func plainText(b *strings.Builder, warnings []string) string {
	for _, s := range warnings {
		b.WriteString("warning: " + s + "\n")
	}
	return outside.Visible(b.String())
}

// String returns the coverage in one line.
func (c Coverage) String() string {
	s := fmt.Sprintf("samples: %d scored, %d excluded, %d unanswered; verdicts: %d graded, %d missing",
		c.Scored, c.Excluded, c.Unanswered, c.Graded, c.Missing)
	if c.Missing > 0 {
		s += " (" + codes(c.Codes) + ")"
	}
	return s
}
