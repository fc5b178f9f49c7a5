package report

import (
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// qualityView says how far the judge can be believed.
type qualityView struct {
	// Met are the rates at which criteria are met, by sign of their weight.
	Met intervals
	// Length are the correlations of the scores with the length of the responses, around zero.
	Length  intervals
	Scatter *scatter
	Votes   *votesView
}

// empty says that there is nothing to show.
func (q qualityView) empty() bool {
	return len(q.Met.Groups)+len(q.Length.Groups) == 0 && q.Votes == nil && q.Scatter == nil
}

func (r *Report) quality(scores []string) *qualityView {
	d := r.Diagnostics
	if d == nil {
		return nil
	}
	met := d.rateLines()
	for i := range met {
		met[i].metric += " weight"
	}
	q := &qualityView{Met: r.tabulateIn("Subset", met, sliceSteps), Length: aroundZero(r.lengthLines()), Votes: r.votes()}
	if len(scores) > 0 {
		q.Scatter = r.scatter(scores[0])
	}
	if q.empty() {
		return nil
	}
	return q
}

// aroundZero returns a table of numbers that can have either sign, by metric.
func aroundZero(lines []line) intervals {
	out := intervals{Head: "Subset"}
	var names []string
	for _, l := range lines {
		if !slices.Contains(names, l.metric) {
			names = append(names, l.metric)
		}
	}
	for _, name := range names {
		var own []line
		es := []metrics.Estimate{{}}
		for _, l := range lines {
			if l.metric == name {
				own, es = append(own, l), append(es, l.Estimate)
			}
		}
		s := centered(es, 2)
		g := intervalGroup{Name: name, Ticks: s.ticks()}
		for _, l := range own {
			row := newRow(l, s)
			row.Plot.Zero = percent(s.at(0))
			g.Rows = append(g.Rows, row)
			out.Bounds = out.Bounds || row.Plot.Band != nil
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}
