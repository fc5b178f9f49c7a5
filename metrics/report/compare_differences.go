package report

import (
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// differences compares the whole run, the subsets and the numbers over the subsets.
func (c *comparer) differences() error {
	bySubset := map[string]map[string]Difference{}
	subsets, cells := c.group(func(s *Sample) []string { return []string{s.Subset} })
	for _, subset := range subsets {
		bySubset[subset] = map[string]Difference{}
		for _, metric := range c.metrics() {
			d, ok, err := c.difference(metric, cells[subset], wholeScores)
			if err != nil {
				return err
			}
			if ok {
				d.Scope = scopeName(subset, len(subsets))
				bySubset[subset][metric] = d
				c.out.Differences = append(c.out.Differences, d)
			}
		}
	}
	if c.pooled() && len(subsets) > 1 {
		for _, metric := range c.metrics() {
			d, ok, err := c.difference(metric, c.all, wholeScores)
			if err != nil {
				return err
			}
			if ok {
				d.Scope = allScope
				c.out.Differences = append(c.out.Differences, d)
			}
		}
	}
	if err := c.overall(bySubset, cells); err != nil {
		return err
	}
	return adjust(c.out.Differences, compare.Holm)
}

// overall compares the numbers over the subsets that both reports have and say how to compute.
func (c *comparer) overall(bySubset map[string]map[string]Difference, cells map[string]cell) error {
	for _, m := range c.a.Definitions {
		if m.Of == "" || math.IsNaN(c.a.metric(m.Name)) || math.IsNaN(c.b.metric(m.Name)) {
			continue
		}
		var d Difference
		var err error
		if len(m.Weights) == 0 {
			d, _, err = c.difference(m.Of, c.all, wholeScores)
		} else {
			d, err = c.weighted(m, bySubset, cells)
		}
		if err != nil {
			return err
		}
		d.Scope, d.Metric = allScope, m.Name
		c.out.Differences = append(c.out.Differences, d)
	}
	return nil
}

// metric returns a number over the whole run, NaN where it is not defined.
func (r *Report) metric(name string) float64 {
	if e, ok := r.Metrics[name]; ok {
		return e.Value
	}
	return math.NaN()
}

// weighted compares a weighted sum of the means of subsets.
func (c *comparer) weighted(m Metric, bySubset map[string]map[string]Difference, cells map[string]cell) (Difference, error) {
	d := Difference{Adjusted: math.NaN(), Needed: math.NaN()}
	var partsA, partsB, pairs []metrics.Part
	var a, b, bounded []metrics.Estimate
	flips := c.flips()
	var flipA, flipB []float64
	for _, subset := range slices.Sorted(maps.Keys(m.Weights)) {
		w := m.Weights[subset]
		part, ok := bySubset[subset][m.Of]
		if !ok {
			part = Difference{A: metrics.Undefined(0), B: metrics.Undefined(0), Test: compare.Test{Difference: metrics.Undefined(0)}}
		}
		s := c.values(cells[subset], m.Of, wholeScores)
		partsA, a = append(partsA, metrics.Part{Weight: w, Scores: s.a, Clusters: s.clusterA}), append(a, part.A)
		partsB, b = append(partsB, metrics.Part{Weight: w, Scores: s.b, Clusters: s.clusterB}), append(b, part.B)
		d.Dropped += part.Dropped
		if c.out.Paired {
			p := metrics.Part{Weight: w, Clusters: s.clusterA}
			for i := range s.a {
				p.Scores = append(p.Scores, s.a[i]-s.b[i])
			}
			pairs, bounded = append(pairs, p), append(bounded, part.Test.Difference)
		}
		// The weighted sum of means is a sum over samples, whose signs can be flipped as they are.
		for i := range s.a {
			if c.out.Paired {
				n := float64(len(s.a))
				flipA, flipB = append(flipA, w*s.a[i]/n), append(flipB, w*s.b[i]/n)
			}
		}
		flips.Clusters = append(flips.Clusters, s.clusterA...)
	}
	var err error
	if d.A, err = sumOfMeans(partsA, a); err != nil {
		return d, err
	}
	if d.B, err = sumOfMeans(partsB, b); err != nil {
		return d, err
	}
	if c.out.Paired {
		e, err := sumOfMeans(pairs, bounded)
		if err != nil {
			return d, err
		}
		d.Test = compare.FromEstimate(e, math.Abs(d.A.Value)+math.Abs(d.B.Value))
	} else {
		d.Test = unpairedTest(d.A, d.B)
	}
	if !c.out.Paired || len(flipA) == 0 || math.IsNaN(d.Test.Difference.Value) {
		return d, nil
	}
	if !clustered.Shared(flips.Clusters) {
		flips.Clusters = nil
	}
	p, err := flips.Test(flipA, flipB)
	d.SignFlip = &p
	return d, err
}

// group splits the samples that are compared by what key says of them; a pair is where it says so of
// both.
func (c *comparer) group(key func(*Sample) []string) ([]string, map[string]cell) {
	cells := map[string]cell{}
	if c.out.Paired {
		for i, x := range c.all.a {
			y := c.all.b[i]
			of := key(y)
			for _, k := range key(x) {
				if slices.Contains(of, k) {
					cells[k] = cell{append(cells[k].a, x), append(cells[k].b, y)}
				}
			}
		}
	} else {
		for _, x := range c.all.a {
			for _, k := range key(x) {
				cells[k] = cell{append(cells[k].a, x), cells[k].b}
			}
		}
		for _, y := range c.all.b {
			for _, k := range key(y) {
				cells[k] = cell{cells[k].a, append(cells[k].b, y)}
			}
		}
	}
	return slices.Sorted(maps.Keys(cells)), cells
}

// metrics returns the names of the values that samples have, in the order of A's definitions.
func (c *comparer) metrics() []string {
	if c.names == nil {
		have := map[string]bool{}
		for _, r := range []*Report{c.a, c.b} {
			for _, s := range r.Samples {
				for _, values := range []metrics.Values{s.Scores, s.Worst} {
					for name := range values {
						have[name] = true
					}
				}
			}
		}
		c.names = []string{}
		for _, d := range append(slices.Clone(c.a.Definitions), c.b.Definitions...) {
			if have[d.Name] {
				c.names = append(c.names, d.Name)
				delete(have, d.Name)
			}
		}
	}
	return c.names
}

// pooled says whether both reports average the samples of all subsets together.
func (c *comparer) pooled() bool { return c.a.pooled() && c.b.pooled() }

// pooled says whether a mean over the whole run is one over samples.
func (r *Report) pooled() bool {
	for _, s := range r.Samples {
		for _, values := range []metrics.Values{s.Scores, s.Worst} {
			for name := range values {
				if _, ok := r.Metrics[name]; ok {
					return true
				}
			}
		}
	}
	return false
}

// adjust sets the adjusted p-values of all differences.
func adjust(differences []Difference, by func([]float64) ([]float64, error)) error {
	p := make([]float64, len(differences))
	for i, d := range differences {
		p[i] = pOf(d.Test, d.SignFlip)
	}
	adjusted, err := by(p)
	if err != nil {
		return err
	}
	for i := range differences {
		differences[i].Adjusted = adjusted[i]
	}
	return nil
}

// scopeName names a subset among as many: one that has no name and is the only one is all there is.
func scopeName(subset string, of int) string {
	if subset == "" && of == 1 {
		return allScope
	}
	return subset
}
