package report

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
)

// BootstrapIntervals are intervals of a report's means by resampling its scored samples, or whole clusters where
// samples share one; see [metrics.Bootstrap]. They make no assumption about how scores are distributed,
// and are too short for few samples, of which their warnings speak.
type BootstrapIntervals struct {
	// Resamples and Seed are how they were made.
	Resamples int    `json:"resamples"`
	Seed      uint64 `json:"seed"`
	// Metrics are the means over the whole run where subsets are pooled, by metric, and Subsets those of
	// each subset. A mean that the report clips is clipped in each resample.
	Metrics map[string]Intervals            `json:"metrics"`
	Subsets map[string]map[string]Intervals `json:"subsets"`
}

// Intervals are two intervals of one mean, from the same resamples.
type Intervals struct {
	Percentile metrics.Resampled `json:"percentile"`
	BCa        metrics.Resampled `json:"bca"`
}

// Resample returns bootstrap intervals of the report's means, by percentile and BCa, with the resamples
// and the seed of b; its method and clusters are ignored, since both methods are given and clusters are
// the samples' own. Numbers over subsets are not resampled. It is an error when the report is nil or has
// no samples, as one of [RunSeq] has none (ask for Config.Bootstrap), and when b.Resamples is not valid.
func (r *Report) Resample(b metrics.Bootstrap) (*BootstrapIntervals, error) {
	switch {
	case r == nil || len(r.Samples) == 0:
		return nil, errors.New("report: a bootstrap needs samples")
	case b.Resamples != 0 && b.Resamples < 1000:
		return nil, fmt.Errorf("report: a bootstrap of %d resamples; it must be 0 or at least 1000", b.Resamples)
	}
	var own []Metric
	for _, d := range r.Definitions {
		if d.Of == "" {
			own = append(own, d)
		}
	}
	bySubset := map[string][]result{}
	var all []result
	var names packed.Lists
	for _, s := range r.Samples {
		if s.Status == Scored {
			x := result{cluster: clusterOf(s), scored: true, values: names.Pack(s.Scores)}
			bySubset[s.Subset], all = append(bySubset[s.Subset], x), append(all, x)
		}
	}
	return resample(b, own, bySubset, all, r.pooled()), nil
}

// resample makes the intervals of valid settings.
func resample(b metrics.Bootstrap, of []Metric, bySubset map[string][]result, all []result, pooled bool) *BootstrapIntervals {
	out := &BootstrapIntervals{Seed: b.Seed, Resamples: b.Resamples, Metrics: map[string]Intervals{}, Subsets: map[string]map[string]Intervals{}}
	if out.Resamples == 0 {
		out.Resamples = metrics.DefaultResamples
	}
	for _, m := range of {
		for _, subset := range slices.Sorted(maps.Keys(bySubset)) {
			if x, ok := resampledMean(b, m, bySubset[subset]); ok {
				if out.Subsets[subset] == nil {
					out.Subsets[subset] = map[string]Intervals{}
				}
				out.Subsets[subset][m.Name] = x
			}
		}
		if x, ok := resampledMean(b, m, all); ok && pooled {
			out.Metrics[m.Name] = x
		}
	}
	return out
}

// resampledMean resamples one mean; false where no scored sample has the metric, or its sum is not finite.
func resampledMean(b metrics.Bootstrap, m Metric, results []result) (Intervals, bool) {
	var values []float64
	var clusters []string
	for _, r := range results {
		if v, ok := r.values.Get(m.Name); ok && r.scored {
			values, clusters = append(values, v), append(clusters, r.cluster)
		}
	}
	if b.Clusters = nil; clustered.Shared(clusters) {
		b.Clusters = clusters
	}
	mean := metrics.Bootstrap.Mean
	if m.ClipMean {
		mean = metrics.Bootstrap.ClippedMean
	}
	var out Intervals
	for _, f := range []struct {
		method metrics.Method
		to     *metrics.Resampled
	}{{metrics.Percentile, &out.Percentile}, {metrics.BCa, &out.BCa}} {
		b.Method = f.method
		r, err := mean(b, values)
		if err != nil {
			return out, false
		}
		*f.to = r
	}
	return out, true
}
