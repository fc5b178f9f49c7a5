package report

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// categoryDimension is the dimension of the slices by criterion category.
const categoryDimension = "category"

// aggregate takes the means over the run, over its subsets and over its slices.
func (b *builder) aggregate() {
	rep := b.rep
	rep.Metrics = map[string]metrics.Estimate{}
	rep.Subsets = map[string]map[string]metrics.Estimate{}
	rep.Groups = map[string]map[string]map[string]metrics.Estimate{}

	bySubset := map[string][]result{}
	var all []result
	for _, r := range b.rows {
		bySubset[r.subset] = append(bySubset[r.subset], r.whole)
		all = append(all, r.whole)
	}
	for name := range b.subsets {
		rep.Subsets[name] = b.means(bySubset[name], false)
	}
	pooled := b.means(all, false)
	if b.Pool {
		rep.Metrics = pooled
	}
	for _, o := range b.Overall {
		rep.Metrics[o.Name] = b.linked(o, o.Of(rep.Subsets, pooled), bySubset)
	}
	b.slices()
	b.memberMeans()
	if b.Config.Bootstrap != nil {
		rep.Bootstrap = resample(*b.Config.Bootstrap, b.Metrics, bySubset, all, b.Pool)
	}
}

// linked returns a number over the subsets with the error of subsets that share clusters, where it says
// how it is made of them; [Overall.Of] sees the subsets' means alone and takes them for independent.
func (b *builder) linked(o Overall, e metrics.Estimate, bySubset map[string][]result) metrics.Estimate {
	if math.IsNaN(e.SE) {
		return e
	}
	var parts []metrics.Part
	var all []string
	apart := 0
	for _, subset := range slices.Sorted(maps.Keys(bySubset)) {
		w, used := o.Weights[subset]
		if !used && o.Metric != "" {
			continue // all of them where it has no weights: a mean of all samples is clustered already
		}
		p := metrics.Part{Weight: w}
		for _, r := range bySubset[subset] {
			v, ok := r.values.Get(o.Metric)
			if r.scored && (ok || o.Metric == "") {
				p.Scores, p.Clusters = append(p.Scores, v), append(p.Clusters, r.cluster)
			}
		}
		parts, all, apart = append(parts, p), append(all, p.Clusters...), apart+clustered.Distinct(p.Clusters)
	}
	if clustered.Distinct(all) == apart {
		return e
	}
	sum, err := metrics.SumOfMeans(parts)
	if err != nil || o.Metric == "" || !(math.Abs(sum.Value-e.Value) <= 1e-9*(1+math.Abs(e.Value))) {
		b.Warnings = append(slices.Clip(b.Warnings), fmt.Sprintf("the error of %s takes subsets for independent, which share clusters of samples", o.Name))
		return e
	}
	sum.Worst, sum.Best = e.Worst, e.Best
	return sum
}

// slices takes the means of each slice. Where subsets are not pooled a slice lies within its subset.
func (b *builder) slices() {
	type key struct{ dimension, label string }
	whole, parts := map[key][]result{}, map[key][]result{}
	for _, r := range b.rows {
		prefix := ""
		if !b.Pool {
			prefix = r.subset + "/"
		}
		for _, l := range r.labels {
			k := key{prefix + l.Dimension, l.Value}
			whole[k] = append(whole[k], r.whole)
		}
		for _, c := range r.categories {
			k := key{prefix + categoryDimension, c.category}
			parts[k] = append(parts[k], c.result)
		}
	}
	put := func(k key, m map[string]metrics.Estimate) {
		if b.rep.Groups[k.dimension] == nil {
			b.rep.Groups[k.dimension] = map[string]map[string]metrics.Estimate{}
		}
		b.rep.Groups[k.dimension][k.label] = m
	}
	for k, results := range whole {
		put(k, b.means(results, false))
	}
	for k, results := range parts {
		put(k, b.means(results, true))
	}
}

// means returns the mean of each metric that some of the results have.
func (b *builder) means(results []result, categories bool) map[string]metrics.Estimate {
	out := map[string]metrics.Estimate{}
	for _, m := range b.Metrics {
		if categories && !m.InCategories {
			continue
		}
		if e, ok := mean(m, results); ok {
			out[m.Name] = e
		}
	}
	return out
}

// mean returns the mean of one metric over the scored results, and between which values the mean
// over all results lies, whatever the missing verdicts would have been. It returns false for a
// metric that the results do not have.
func mean(m Metric, results []result) (metrics.Estimate, bool) {
	var values, worst, best []float64
	var clusters []string
	missing := false
	for _, r := range results {
		low, high, ok := allowed(r.worst.Get, r.best.Get, m.Name)
		if !ok {
			continue
		}
		missing = missing || r.missingCount > 0
		worst, best = append(worst, low), append(best, high)
		if v, ok := r.values.Get(m.Name); ok && r.scored {
			values, clusters = append(values, v), append(clusters, r.cluster)
		}
	}
	if len(worst) == 0 {
		return metrics.Estimate{}, false
	}
	e := clustered.Mean(values, clusters)
	if missing {
		e = e.Within(worst, best)
	}
	if m.ClipMean {
		e = e.Clip()
	}
	return e, true
}

// allowed returns what the missing verdicts of a sample allow for a metric. A value that is defined at one
// end alone, such as a share of nothing at the other, has no limit there: NaN.
func allowed(worst, best func(string) (float64, bool), metric string) (low, high float64, ok bool) {
	low, atWorst := worst(metric)
	high, atBest := best(metric)
	if !atWorst {
		low = math.NaN()
	}
	if !atBest {
		high = math.NaN()
	}
	return low, high, atWorst || atBest
}
