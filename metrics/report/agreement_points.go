package report

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// PointBreakdown says how far the points of a report are those of a reference, overall and by parts.
type PointBreakdown struct {
	// Overall covers all criteria that both graded.
	Overall PointSummary `json:"overall"`
	// Categories are the parts by category of the criterion, of those that have one.
	Categories map[string]PointSummary `json:"categories"`
	// Positive and Negative are the parts by sign of the weight.
	Positive PointSummary `json:"positive"`
	Negative PointSummary `json:"negative"`
}

// PointSummary says how far points agree, all of them as shares of the weight of their criterion, from
// 0 to 1. Standard errors and intervals are clustered by sample, or by the samples' clusters. The N of
// every estimate is the number of criteria. Where no two points differ the intervals of Bias, Distance and
// Equal reach as far as the exact bound on so many clusters.
type PointSummary struct {
	// N counts criteria, and Clusters the clusters that they come in.
	N        int `json:"n"`
	Clusters int `json:"clusters"`
	// Judged and Reference are the mean shares that the report and the reference give, and Bias is the
	// mean of the first minus the second.
	Judged    metrics.Estimate `json:"judged"`
	Reference metrics.Estimate `json:"reference"`
	Bias      metrics.Estimate `json:"bias"`
	// Distance is the mean of their absolute difference, and Equal the share of criteria on which they
	// do not differ.
	Distance metrics.Estimate `json:"distance"`
	Equal    metrics.Estimate `json:"equal"`
	// Correlation is Pearson's, and Alpha Krippendorff's α (interval), which is lower where one gives
	// more than the other; see [agreement.Panel.Alpha]. Their intervals are percentiles of 1000 resamples
	// of clusters, and infinite where there are fewer than 20.
	Correlation metrics.Resampled `json:"correlation"`
	Alpha       metrics.Resampled `json:"alpha"`
	// Warnings say what limits the numbers.
	Warnings []string `json:"warnings"`
}

// breakdown summarizes points overall and by parts.
func (g *matched) breakdown() *PointBreakdown {
	part := func(holds func(marked) bool) PointSummary {
		var of []marked
		for _, p := range g.pairs {
			if holds(p) {
				of = append(of, p)
			}
		}
		return summarizePoints(of)
	}
	out := &PointBreakdown{
		Overall:    part(func(marked) bool { return true }),
		Positive:   part(func(p marked) bool { return p.weight > 0 }),
		Negative:   part(func(p marked) bool { return p.weight < 0 }),
		Categories: map[string]PointSummary{},
	}
	for _, p := range g.pairs {
		if _, done := out.Categories[p.category]; p.category != "" && !done {
			out.Categories[p.category] = part(func(q marked) bool { return q.category == p.category })
		}
	}
	if n := out.Overall.Clusters; n > 0 && n < smallN {
		out.Overall.Warnings = append(out.Overall.Warnings, fmt.Sprintf("only %s labeled", numeral.Plural(n, "sample or cluster of samples is", "samples or clusters of samples are")))
	}
	return out
}

// summarizePoints summarizes what was given on criteria.
func summarizePoints(pairs []marked) PointSummary {
	n := len(pairs)
	judged, reference, ratings := make([]float64, n), make([]float64, n), make([][]float64, n)
	bias, distance, equal := make([]float64, n), make([]float64, n), make([]bool, n)
	clusters := make([]string, n)
	for i, p := range pairs {
		judged[i], reference[i], clusters[i] = p.judged/p.weight, p.reference/p.weight, clusterOf(*p.sample)
		bias[i] = judged[i] - reference[i]
		distance[i] = math.Abs(bias[i])
		equal[i] = distance[i] < 1e-9
		ratings[i] = []float64{judged[i], reference[i]}
	}
	s := PointSummary{
		N: n, Clusters: clustered.Distinct(clusters), Warnings: []string{},
		Judged: clustered.Mean(judged, clusters), Reference: clustered.Mean(reference, clusters), Bias: clustered.Mean(bias, clusters),
		Distance: clustered.Mean(distance, clusters), Equal: clustered.Share(equal, clusters),
		Correlation: undefinedResampled(n), Alpha: undefinedResampled(n),
	}
	if n == 0 {
		return s
	}
	if s.Equal.Value == 1 && s.Clusters > 1 {
		// Differences that are not seen could all be of one sign, and as large as they can be.
		unseen := 1 - s.Equal.Lo
		s.Bias.Lo, s.Bias.Hi, s.Distance.Lo, s.Distance.Hi = -unseen, unseen, 0, unseen
	}
	x, y := make([]float64, 0, n), make([]float64, 0, n)
	correlation, err := clustered.Resample(clusters).Statistic(n, func(index []int) float64 {
		x, y = x[:0], y[:0]
		for _, i := range index {
			x, y = append(x, judged[i]), append(y, reference[i])
		}
		e, err := metrics.Correlation(x, y)
		if err != nil {
			return math.NaN()
		}
		return e.Value
	})
	if err == nil {
		s.Correlation = clustered.Wide(correlation)
	}
	s.Alpha = clustered.Alpha(clustered.Panel(ratings, clusters))
	return s
}

func undefinedResampled(n int) metrics.Resampled {
	return metrics.Resampled{Value: math.NaN(), SD: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1), N: n}
}
