package report

import (
	"fmt"
	"strings"
	"text/tabwriter"
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
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "subset\tmetric\tvalue\tSE\t95 % interval\tn\tmissing allow")
	for _, l := range r.lines() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", l.scope, l.metric, number(l.Value), number(l.SE), l.interval(), l.N, l.bounds())
	}
	w.Flush()
	b.WriteString(r.Coverage.String() + "\n")
	for _, s := range r.Warnings {
		b.WriteString("warning: " + s + "\n")
	}
	return visible(b.String())
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
