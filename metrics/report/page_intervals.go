package report

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// intervals is a table of estimates with each drawn: one group of rows after another.
type intervals struct {
	// Head heads the column of row labels.
	Head   string
	Groups []intervalGroup
	// Bounds says that missing verdicts leave a value open in some row.
	Bounds bool
}

// intervalGroup is a run of rows on one scale: a metric with its scopes, or a scope with its metrics.
type intervalGroup struct {
	Name, About string
	Ticks       []plot.Tick
	Rows        []intervalRow
}

// intervalRow is one estimate.
type intervalRow struct {
	Label, About                   string
	Value, SE, Interval, Bounds, N string
	Plot                           plot.Interval
}

// headlineSteps and sliceSteps are the steps of an axis for which their plots have room.
const headlineSteps, sliceSteps = 5, 3

// tabulate returns a table of the lines; kind names their scopes. A metric has a group of its own
// with its scopes under one another, since those are what can be compared. Successive metrics of one
// and the same scope stand in one group, where a scale suits them all.
func (r *Report) tabulate(kind string, lines []line) intervals {
	return r.tabulateIn(kind, lines, headlineSteps)
}

// tabulateIn is tabulate with axes of about so many steps, for narrow tables.
func (r *Report) tabulateIn(kind string, lines []line, parts int) intervals {
	about := map[string]string{}
	for _, d := range r.Definitions {
		about[d.Name] = d.About
	}
	var out intervals
	heads := map[string]bool{}
	for _, run := range runs(lines) {
		s := plot.ScaleOf(estimates(run), parts)
		g := intervalGroup{Ticks: s.Ticks()}
		if run[0].metric != run[len(run)-1].metric {
			g.Name = run[0].scope
			heads["Metric"] = true
		} else {
			g.Name, g.About = run[0].metric, about[run[0].metric]
			heads[kind] = true
		}
		for _, l := range run {
			row := newRow(l, s)
			if g.Name == l.scope && g.Name != l.metric {
				row.Label, row.About = l.metric, about[l.metric]
			}
			g.Rows = append(g.Rows, row)
			out.Bounds = out.Bounds || row.Plot.Band != nil
		}
		out.Groups = append(out.Groups, g)
	}
	if len(heads) == 1 {
		out.Head = slices.Sorted(maps.Keys(heads))[0]
	}
	return out
}

// runs splits lines into those that stand in one group.
func runs(lines []line) [][]line {
	var out [][]line
	for _, own := range linesByMetric(lines) {
		if n := len(out); n > 0 && len(own) == 1 {
			if both := slices.Concat(out[n-1], own); oneScope(both) && plot.Suits(estimates(both), headlineSteps) {
				out[n-1] = both
				continue
			}
		}
		out = append(out, own)
	}
	return out
}

// oneScope says whether all lines have the same scope, and each another metric.
func oneScope(lines []line) bool {
	seen := map[string]bool{}
	for _, l := range lines {
		if l.scope != lines[0].scope || seen[l.metric] {
			return false
		}
		seen[l.metric] = true
	}
	return true
}

func newRow(l line, s plot.Scale) intervalRow {
	return intervalRow{
		Label: l.scope, Value: numeral.Typeset(numeral.Of(l.Value)), SE: numeral.Typeset(numeral.Of(l.SE)),
		Interval: numeral.Typeset(numeral.Interval(l.Estimate)), Bounds: numeral.Typeset(numeral.Allowance(l.Estimate)), N: numeral.Count(l.N), Plot: plot.Draw(l.Estimate, s),
	}
}

// linesByMetric splits lines by their metrics.
func linesByMetric(lines []line) [][]line {
	return split(lines, func(l line) string { return l.metric })
}

func estimates(lines []line) []metrics.Estimate {
	out := make([]metrics.Estimate, len(lines))
	for i, l := range lines {
		out[i] = l.Estimate
	}
	return out
}
