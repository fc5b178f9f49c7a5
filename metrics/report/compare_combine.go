package report

import (
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
)

// sumOfMeans returns the weighted sum of the means of parts, which may share clusters, with the bounds of
// the same sum of means that have them.
func sumOfMeans(parts []metrics.Part, bounded []metrics.Estimate) (metrics.Estimate, error) {
	weights := make([]float64, len(parts))
	for i, p := range parts {
		weights[i] = p.Weight
	}
	e, err := metrics.SumOfMeans(parts)
	bounds := metrics.Combine(weights, bounded)
	e.Worst, e.Best = bounds.Worst, bounds.Best
	return e, err
}

// unpairedTest is Welch's test of two means, clustered where they are.
func unpairedTest(a, b metrics.Estimate) compare.Test {
	t := compare.FromEstimate(metrics.Combine([]float64{1, -1}, []metrics.Estimate{a, b}), math.Abs(a.Value)+math.Abs(b.Value))
	t.UnpairedSE = t.Difference.SE
	return t
}
