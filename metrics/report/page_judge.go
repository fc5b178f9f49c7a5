package report

import (
	"cmp"
	"slices"

	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// qualityView says how far the judge can be believed.
type qualityView struct {
	// Met are the rates at which criteria are met, by sign of their weight, or where they are InPoints their
	// shares of points.
	Met      intervals
	InPoints bool
	// Length are the correlations of the scores with the length of the responses, around zero.
	Length  intervals
	Scatter *plot.Scatter
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
	q := &qualityView{Met: r.tabulateIn("Subset", met, sliceSteps), InPoints: d.inPoints(), Length: aroundZero(r.lengthLines()), Votes: r.votes()}
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
	for _, own := range linesByMetric(lines) {
		s := plot.Centered(estimates(own), 2)
		g := intervalGroup{Name: own[0].metric, Ticks: s.Ticks()}
		for _, l := range own {
			row := newRow(l, s)
			row.Plot.Zero = s.Place(0)
			g.Rows = append(g.Rows, row)
			out.Bounds = out.Bounds || row.Plot.Band != nil
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// scatter draws a metric over the lengths of responses: over all samples where the run has a mean over
// all of them, else over the subset with the most; nil where there are fewer than three.
func (r *Report) scatter(metric string) *plot.Scatter {
	bySubset := map[string][]plot.Point{}
	var all []plot.Point
	for i := range r.Samples {
		s := &r.Samples[i]
		if x := s.score(metric); isFinite(x) {
			p := plot.Point{Length: s.ResponseLength, Value: x}
			bySubset[s.Subset], all = append(bySubset[s.Subset], p), append(all, p)
		}
	}
	scope := ""
	if _, pooled := r.Metrics[metric]; !pooled && len(bySubset) > 1 {
		scope = slices.MaxFunc(r.subsets(), func(x, y string) int {
			return cmp.Or(cmp.Compare(len(bySubset[x]), len(bySubset[y])), cmp.Compare(y, x))
		})
		all = bySubset[scope]
	}
	if len(all) < 3 {
		return nil
	}
	return plot.NewScatter(metric, scope, all)
}
