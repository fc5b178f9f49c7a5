package clustered

import (
	"github.com/assize-eval/assize/metrics"
)

// Mean returns the mean of values, of which clusters[i] names the cluster of the i-th.
func Mean(values []float64, clusters []string) metrics.Estimate {
	if !Shared(clusters) {
		return metrics.Mean(values)
	}
	c, err := metrics.ClusterMean(values, clusters)
	if err != nil {
		return metrics.Undefined(len(values))
	}
	return c.Mean
}

// Share returns the share of what is so, with an interval within 0 and 1 that has a width where all or none
// are.
func Share(so []bool, clusters []string) metrics.Estimate {
	// A rating stands beside a 1, so that the share of units on which the two agree is the share.
	yes, no := []float64{1, 1}, []float64{0, 1}
	ratings := make([][]float64, len(so))
	for i, is := range so {
		ratings[i] = no
		if is {
			ratings[i] = yes
		}
	}
	p, err := panel(ratings, []float64{0, 1}, clusters)
	if err != nil || len(so) == 0 {
		return metrics.Undefined(len(so))
	}
	return p.Unanimous()
}
