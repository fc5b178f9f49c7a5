package metrics

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics/internal/wire"
)

// Clustered is a mean of samples that come in clusters, such as samples that share a source text or
// duplicate prompts. In JSON a number that is not defined is null.
type Clustered struct {
	// Mean is the mean with the standard error CR1 and the 95 % interval by t with Clusters−1 degrees
	// of freedom. Its N counts samples, and its Clusters are those below.
	Mean Estimate `json:"mean"`
	// Clusters is the number of clusters, C. It bounds what the data can say, whatever N is.
	Clusters int `json:"clusters"`
	// CR0 is the standard error without, and CR1 with the correction for few clusters.
	CR0 float64 `json:"cr0"`
	CR1 float64 `json:"cr1"`
}

// ClusterMean returns the mean of xs with a standard error that holds when samples of the same
// cluster resemble each other; clusters[i] names the cluster of xs[i].
//
//	CR0 = (1/n)·√ Σ_c (Σ_{i∈c} (x_i−x̄))²    CR1 = CR0·√(C/(C−1))    x̄ ± t·CR1, t with C−1 degrees of freedom
//
// With clusters of one sample each it is [Mean]. With fewer than two clusters the standard errors
// are not defined and the interval is infinite. It is an error when the numbers of scores and
// clusters differ, and when a score is NaN or infinite. Source: Miller 2024, arXiv 2411.00640 (CR0);
// CR1 is the correction of Liang & Zeger's estimator for few clusters.
func ClusterMean(xs []float64, clusters []string) (Clustered, error) {
	groups, err := groupBy(xs, clusters)
	if err != nil {
		return Clustered{}, err
	}
	out := Clustered{Mean: Undefined(len(xs)), Clusters: len(groups), CR0: math.NaN(), CR1: math.NaN()}
	if len(xs) == 0 {
		return out, nil
	}
	m, c := average(xs), float64(len(groups))
	if c > 1 {
		sums := make([]float64, len(groups))
		for g, members := range groups {
			for _, i := range members {
				sums[g] += xs[i] - m
			}
		}
		out.CR0 = norm(sums) / float64(len(xs))
		out.CR1 = out.CR0 * math.Sqrt(c/(c-1))
	}
	out.Mean = interval(m, out.CR1, c-1, len(xs))
	out.Mean.Clusters = len(groups)
	return out, nil
}

// MarshalJSON writes numbers that are not finite as null.
func (c Clustered) MarshalJSON() ([]byte, error) { return wire.Marshal(c) }

// UnmarshalJSON reads null as NaN.
func (c *Clustered) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, c) }

// groupBy returns the indexes of xs by cluster, in the order in which the clusters first appear, or
// an error when the lengths differ or a number is not finite.
func groupBy(xs []float64, clusters []string) ([][]int, error) {
	if len(xs) != len(clusters) {
		return nil, fmt.Errorf("metrics: %d clusters for %d scores", len(clusters), len(xs))
	}
	if err := checkFinite("score", xs); err != nil {
		return nil, err
	}
	return members(clusters), nil
}

// members returns the indexes of the labels by label, in the order in which labels first appear.
func members(labels []string) [][]int {
	at := map[string]int{}
	var groups [][]int
	for i, l := range labels {
		g, ok := at[l]
		if !ok {
			g = len(groups)
			at[l] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// checkFinite returns an error that names the first x that is NaN or infinite.
func checkFinite(what string, xs []float64) error {
	for i, x := range xs {
		if !allFinite(x) {
			return fmt.Errorf("metrics: %s %d is %v", what, i, x)
		}
	}
	return nil
}
