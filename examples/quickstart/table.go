package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
)

// table prints the metrics of several reports below each other, and then what is missing in them.
type table struct {
	text  strings.Builder
	w     *tabwriter.Writer
	notes string
}

func newTable() *table {
	t := &table{}
	t.w = tabwriter.NewWriter(&t.text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t.w, "benchmark\tanswers\tmetric\tvalue\t95 % interval\tn\tcoverage")
	return t
}

// add adds the numbers over a whole report, in the order of its definitions, and acc of each subset
// of PLawBench.
func (t *table) add(answers string, rep *report.Report) {
	row := func(metric string, e metrics.Estimate) {
		coverage := fmt.Sprintf("%d of %d samples", rep.Coverage.Scored, rep.Coverage.Samples)
		fmt.Fprintf(t.w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", rep.Benchmark, answers, metric, number(e.Value), interval(e), e.N, coverage)
	}
	for _, d := range rep.Definitions {
		if e, ok := rep.Metrics[d.Name]; ok {
			row(d.Name, e)
		}
	}
	if rep.Coverage.Missing > 0 {
		t.notes += fmt.Sprintf("%s, %s answers: %v\n", rep.Benchmark, answers, rep.Coverage)
	}
	for _, subset := range slices.Sorted(maps.Keys(rep.Subsets)) {
		if e, ok := rep.Subsets[subset][plawbench.Acc]; ok {
			row(subset+" "+plawbench.Acc, e)
		}
	}
}

// String returns the table so far.
func (t *table) String() string {
	t.w.Flush()
	return t.text.String() + t.notes
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "unknown"
	}
	return fmt.Sprintf("%.3f", x)
}

// interval writes the confidence interval of an estimate. One sample alone does not have any.
func interval(e metrics.Estimate) string {
	if math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
		return "unknown"
	}
	return number(e.Lo) + " to " + number(e.Hi)
}
