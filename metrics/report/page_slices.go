package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// dimension is one way of slicing the run, with a table of each metric; the first is shown at once.
type dimension struct {
	Name   string
	Tables []sliceTable
}

// sliceTable is one metric over the slices of a dimension.
type sliceTable struct {
	Metric string
	// Whole is the value over the run or the subset that the slices are of; "" when there is none.
	Whole string
	Ticks []plot.Tick
	Rows  []intervalRow
}

// dimensions returns the slices of the run. Tables of one metric share a scale, so that they can be
// compared across the page.
func (r *Report) dimensions() []dimension {
	scales := map[string]plot.Scale{}
	for name, es := range r.sliced() {
		scales[name] = plot.ScaleOf(es, sliceSteps)
	}
	var out []dimension
	for _, name := range slices.Sorted(maps.Keys(r.Groups)) {
		d := dimension{Name: name}
		of := map[string][]line{}
		var order []string
		for _, label := range slices.Sorted(maps.Keys(r.Groups[name])) {
			for _, l := range r.ordered(label, r.Groups[name][label]) {
				of[l.metric] = append(of[l.metric], l)
			}
		}
		for _, l := range r.ordered("", union(r.Groups[name])) {
			order = append(order, l.metric)
		}
		for _, metric := range order {
			d.Tables = append(d.Tables, r.sliceTable(name, metric, of[metric], scales[metric]))
		}
		out = append(out, d)
	}
	return out
}

// sliceTable returns the table of one metric over the slices of a dimension.
func (r *Report) sliceTable(dimension, metric string, lines []line, s plot.Scale) sliceTable {
	sortByLabel(lines, func(l line) (string, float64) { return l.scope, l.Value })
	t := sliceTable{Metric: metric, Ticks: s.Ticks()}
	mark := ""
	if e, ok := r.whole(dimension)[metric]; ok && isFinite(e.Value) {
		t.Whole, mark = numeral.Typeset(numeral.Of(e.Value)), s.Mark(e.Value)
	}
	for _, l := range lines {
		row := newRow(l, s)
		row.Plot.Mark = mark
		t.Rows = append(t.Rows, row)
	}
	return t
}

// whole returns the numbers that the slices of a dimension are parts of: those of the subset that
// the dimension is named after, else those of the run, else those of its only subset.
func (r *Report) whole(dimension string) map[string]metrics.Estimate {
	for name, m := range r.Subsets {
		if strings.HasPrefix(dimension, name+"/") || len(r.Subsets) == 1 {
			return m
		}
	}
	return r.Metrics
}

// sliced returns the estimates of all slices by metric.
func (r *Report) sliced() map[string][]metrics.Estimate {
	out := map[string][]metrics.Estimate{}
	for _, labels := range r.Groups {
		for _, m := range labels {
			for name, e := range m {
				out[name] = append(out[name], e)
			}
		}
	}
	return out
}

// union returns a map with the keys of all.
func union(labels map[string]map[string]metrics.Estimate) map[string]metrics.Estimate {
	out := map[string]metrics.Estimate{}
	for _, m := range labels {
		maps.Copy(out, m)
	}
	return out
}

// sortByLabel puts things with numbered labels into the order of their numbers and others into that of
// their values, the highest first and those without one last.
func sortByLabel[T any](things []T, of func(T) (label string, value float64)) {
	numbered := true
	for _, x := range things {
		label, _ := of(x)
		if _, ok := leadingNumber(label); !ok {
			numbered = false
		}
	}
	slices.SortStableFunc(things, func(a, b T) int {
		labelA, x := of(a)
		labelB, y := of(b)
		if numbered {
			m, _ := leadingNumber(labelA)
			n, _ := leadingNumber(labelB)
			return cmp.Compare(m, n)
		}
		return cmp.Compare(y, x) // NaN is the lowest
	})
}

// leadingNumber returns the number that a label starts with.
func leadingNumber(label string) (float64, bool) {
	end := strings.IndexFunc(label, func(c rune) bool { return (c < '0' || c > '9') && c != '.' })
	if end < 0 {
		end = len(label)
	}
	x, err := strconv.ParseFloat(label[:end], 64)
	return x, err == nil
}
