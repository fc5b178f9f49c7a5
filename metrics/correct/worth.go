package correct

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// worth returns the number of independent verdicts that zeros and ones in clusters, with the mean c, are
// worth: their effective number by Korn and Graubard,
//
//	n* = p(1−p)/CR1²·(z/t)², t with C−1 degrees of freedom
//
// and not more than there are. Where all are equal there is no spread to see and n* is the number of
// clusters, which is what they are worth at the least.
func worth(c metrics.Clustered) float64 {
	n, p := float64(c.Mean.N), c.Mean.Value
	switch {
	case c.Clusters == c.Mean.N:
		return n
	case p > 0 && p < 1 && c.Clusters > 1:
		shrink := metrics.NormalQuantile(0.975) / metrics.TQuantile(0.975, float64(c.Clusters-1))
		// Clusters that are all alike vary less than independent verdicts: CR1 is 0 then.
		return min(n, p*(1-p)/(c.CR1*c.CR1)*shrink*shrink)
	}
	return float64(c.Clusters)
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
