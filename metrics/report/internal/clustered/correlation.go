package clustered

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Correlation returns [metrics.Correlation] of xs and ys, of which clusters[i] names the cluster
// of the i-th pair. Where clusters are shared its standard error is that of the linearized r by cluster,
// and its interval by t on Fisher's scale:
//
//	z_i = u_i·v_i − r(u_i²+v_i²)/2    SE = (1/n)·√(C/(C−1)·Σ_c (Σ_{i∈c} z_i)²)    tanh(artanh r ± t·SE/(1−r²))
//
// with u and v the numbers less their mean, over their standard deviation, and C−1 degrees of freedom. On
// few pairs that falls short, so neither SE nor interval is narrower than for independent pairs.
func Correlation(xs, ys []float64, clusters []string) (metrics.Estimate, error) {
	e, err := metrics.Correlation(xs, ys)
	if err != nil || math.IsNaN(e.Value) || !Shared(clusters) {
		return e, err
	}
	r := e.Value
	u, v := standardized(xs), standardized(ys)
	z := make([]float64, len(xs))
	for i := range z {
		z[i] = u[i]*v[i] - r*(u[i]*u[i]+v[i]*v[i])/2
	}
	independent := e
	e.SE, e.Lo, e.Hi, e.Clusters = math.NaN(), math.Inf(-1), math.Inf(1), Distinct(clusters)
	// The sums of clusters are n times those of a mean of z, which is 0.
	mean, err := metrics.ClusterMean(z, clusters)
	if err != nil || !(mean.CR1 > 1e-12) {
		return e, err
	}
	e.SE = max(mean.CR1, independent.SE)
	half := metrics.TQuantile(0.975, float64(mean.Clusters-1)) * mean.CR1 / (1 - r*r)
	e.Lo, e.Hi = min(math.Tanh(math.Atanh(r)-half), independent.Lo), max(math.Tanh(math.Atanh(r)+half), independent.Hi)
	return e, nil
}

// standardized returns numbers, which have a spread, less their mean and over their standard deviation
// (ddof 0).
func standardized(xs []float64) []float64 {
	m := metrics.Mean(xs)
	n := float64(len(xs))
	sd := m.SE * math.Sqrt(n-1)
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = (x - m.Value) / sd
	}
	return out
}
