package report

import (
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/internal/dist"
)

// meanTest returns a mean as a part of a combined test, with its degrees of freedom.
func meanTest(e metrics.Estimate, clusters []string) compare.Test {
	t := compare.Test{Difference: e, DF: float64(len(clusters) - 1)}
	if shared(clusters) {
		t.Clusters = distinct(clusters)
		t.DF = float64(t.Clusters - 1)
	}
	return t
}

// combined returns the t-test of a weighted sum of independent parts:
//
//	Σ w·value    SE = √Σ w²·SE²    ν = (Σ w²SE²)² / Σ (w⁴SE⁴/ν_i)
//
// with ν_i the degrees of freedom of a part, those of its clusters where it has them, which
// [metrics.Combine] does not know. It is not defined when a part is not.
func combined(weights []float64, parts []compare.Test) compare.Test {
	nan := math.NaN()
	estimates := make([]metrics.Estimate, len(parts))
	clusters, clustered := 0, false
	for i, p := range parts {
		estimates[i] = p.Difference
		clustered = clustered || p.Clusters > 0
		if p.Clusters > 0 {
			clusters += p.Clusters
		} else {
			clusters += p.Difference.N
		}
	}
	e := metrics.Combine(weights, estimates)
	t := compare.Test{Difference: e, T: nan, DF: nan, P: nan, Detectable: nan, Correlation: nan, UnpairedSE: nan}
	if clustered {
		t.Clusters = clusters
	}
	switch {
	case math.IsNaN(e.SE):
		return t
	case e.SE == 0:
		t.Warnings = append(t.Warnings, noSpread)
		return t
	}
	sum := 0.0
	for i, p := range parts {
		if r := weights[i] * p.Difference.SE / e.SE; r != 0 {
			sum += r * r * r * r / p.DF
		}
	}
	t.T, t.DF = e.Value/e.SE, 1/sum
	t.P = dist.TTwoSided(t.T, t.DF)
	t.Detectable = (metrics.NormalQuantile(1-alpha/2) + metrics.NormalQuantile(power)) * e.SE
	half := metrics.TQuantile(1-alpha/2, t.DF) * e.SE
	t.Difference.Lo, t.Difference.Hi = e.Value-half, e.Value+half
	return t
}
