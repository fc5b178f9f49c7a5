package report

import (
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// scope is a set of samples with its name.
type scope struct {
	name string
	VerdictDiagnostics
}

// scopes returns the subsets by name, and the whole where it is more than the one of them.
func (d *Diagnostics) scopes() []scope {
	var out []scope
	for _, name := range slices.Sorted(maps.Keys(d.Subsets)) {
		out = append(out, scope{scopeName(name, len(d.Subsets)), d.Subsets[name]})
	}
	if d.Whole != nil && len(out) != 1 {
		out = append(out, scope{allScope, *d.Whole})
	}
	return out
}

// signs are those of weights, as diagnostics name them.
var signs = []string{"positive", "negative"}

// inPoints says whether the run is graded in points.
func (d *Diagnostics) inPoints() bool {
	return slices.ContainsFunc(d.scopes(), func(s scope) bool { return s.Points != nil })
}

// rateLines are the rates at which criteria are met, or the shares of their points where they are graded in
// points, by scope and sign of the weight.
func (d *Diagnostics) rateLines() (out []line) {
	for _, s := range d.scopes() {
		for i, rate := range []MetRate{s.Positive, s.Negative} {
			if rate.Rate.N == 0 && rate.Missing == 0 {
				continue
			}
			e := rate.Rate
			if s.Points != nil {
				e = []metrics.Estimate{s.Points.Positive, s.Points.Negative}[i]
			}
			out = append(out, line{s.name, signs[i], e})
		}
	}
	return out
}

// lengthLines are the correlations with the length of the responses: those of the metrics, then those of the
// criteria: of those that are met, or of their shares of points.
func (r *Report) lengthLines() (out []line) {
	scopes := r.Diagnostics.scopes()
	for _, s := range scopes {
		out = append(out, r.ordered(s.name, s.Length)...)
	}
	for _, s := range scopes {
		for _, sign := range signs {
			name, of := "criteria of "+sign+" weight met", s.MetLength
			if s.Points != nil {
				name, of = "points of criteria of "+sign+" weight", s.Points.Length
			}
			if e, ok := of[sign]; ok {
				out = append(out, line{s.name, name, e})
			}
		}
	}
	return out
}

// repeatLine says how a metric varies between the repeats of a judge.
type repeatLine struct {
	member string
	// line has the mean.
	line
	metrics.Repeated
}

// repeatLines say how scores vary between repeats; none where no judge was asked repeatedly.
func (r *Report) repeatLines() (out []repeatLine) {
	for _, member := range slices.Sorted(maps.Keys(r.Repeats)) {
		for _, subset := range slices.Sorted(maps.Keys(r.Repeats[member])) {
			own := r.Repeats[member][subset]
			means := map[string]metrics.Estimate{}
			for name, x := range own {
				means[name] = x.Mean
			}
			for _, l := range r.ordered(scopeName(subset, len(r.Repeats[member])), means) {
				out = append(out, repeatLine{member, l, own[l.metric]})
			}
		}
	}
	return out
}

// repeats writes how many there are of a sample, which can differ.
func (l repeatLine) repeats() string { return numeral.Plain(math.Round(100*l.Repeats) / 100) }

// spread writes the standard deviations between samples and between repeats, and the standard error with one
// repeat.
func (l repeatLine) spread() (between, within, once string) {
	return numeral.Of(math.Sqrt(l.Between)), numeral.Of(math.Sqrt(l.Within)), numeral.Of(l.Repeated.SE(l.N, 1))
}

// bootstrapLine is a mean with its resampled intervals: that by percentile, and that by BCa.
type bootstrapLine struct {
	line
	bca metrics.Estimate
}

// bootstrapLines are the resampled intervals; none where there are none.
func (r *Report) bootstrapLines() (out []bootstrapLine) {
	if r.Bootstrap == nil {
		return nil
	}
	add := func(scope string, of map[string]Intervals) {
		values := map[string]metrics.Estimate{}
		for name, x := range of {
			values[name] = x.Percentile.Estimate()
		}
		for _, l := range r.ordered(scope, values) {
			out = append(out, bootstrapLine{l, of[l.metric].BCa.Estimate()})
		}
	}
	for _, subset := range slices.Sorted(maps.Keys(r.Bootstrap.Subsets)) {
		add(scopeName(subset, len(r.Bootstrap.Subsets)), r.Bootstrap.Subsets[subset])
	}
	if len(r.Bootstrap.Subsets) > 1 {
		add(allScope, r.Bootstrap.Metrics)
	}
	return out
}
