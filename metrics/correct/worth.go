package correct

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// worth returns the number of independent verdicts that xs, zeros and ones in clusters, are worth: their
// effective number by Korn and Graubard,
//
//	n* = p(1−p)/CR1²·(z/t)², t with C−1 degrees of freedom
//
// and not more than there are. Where all are equal there is no spread to see and n* is the number of
// clusters, which is what they are worth at the least.
func worth(xs []float64, clusters []string) (float64, error) {
	c, err := metrics.ClusterMean(xs, clusters)
	if err != nil {
		return 0, fmt.Errorf("correct: %w", err)
	}
	n := float64(len(xs))
	if c.Clusters == len(xs) {
		return n, nil
	}
	p := c.Mean.Value
	if spread := p * (1 - p); spread > 0 && c.CR1 > 0 {
		shrink := metrics.NormalQuantile(0.975) / metrics.TQuantile(0.975, float64(c.Clusters-1))
		return min(n, spread/(c.CR1*c.CR1)*shrink*shrink), nil
	}
	if p > 0 && p < 1 && c.Clusters > 1 {
		return n, nil // clusters that are all alike vary less than independent verdicts
	}
	return float64(c.Clusters), nil
}

// wilson returns the share right of count with Wilson's interval on so many independent verdicts as they
// are worth, all of them where worth is 0.
func wilson(right, count int, worth float64) metrics.Estimate {
	e := metrics.Wilson(right, count)
	if math.IsNaN(e.Value) || worth == 0 {
		return e
	}
	n, p, z := worth, e.Value, metrics.NormalQuantile(0.975)
	center, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	e.SE = math.Sqrt(p * (1 - p) / n)
	e.Lo, e.Hi = unit((center-half)/(1+z*z/n)), unit((center+half)/(1+z*z/n))
	return e
}
