package agreement

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// shareOf returns the mean of numbers in [0, 1], clustered when clusters is not nil, with its
// interval on the scale of log odds. Where the mean is 0 or 1 the interval reaches as far as the
// exact bound on so many units or clusters.
func shareOf(xs []float64, clusters []string) metrics.Estimate {
	e, units := metrics.Mean(xs), len(xs)
	if clusters != nil {
		c, err := metrics.ClusterMean(xs, clusters)
		if err != nil {
			return metrics.Undefined(len(xs))
		}
		e, units = c.Mean, c.Clusters
	}
	if units < 2 {
		return e
	}
	reach := 1 - math.Pow(0.025, 1/float64(units))
	switch {
	case e.Value == 0:
		e.Lo, e.Hi = 0, reach
	case e.Value == 1:
		e.Lo, e.Hi = 1-reach, 1
	case e.SE == 0:
		e.Lo, e.Hi = math.Inf(-1), math.Inf(1)
	default:
		e.Lo, e.Hi = logit(e.Value, e.SE, float64(units-1))
	}
	return e
}
