package metrics

import (
	"fmt"
	"math"
	"slices"
)

// Part is a set of samples in a [SumOfMeans].
type Part struct {
	// Weight is the weight of the part's mean in the sum.
	Weight float64
	// Scores are the scores of its samples.
	Scores []float64
	// Clusters, when it is not nil, names the cluster of each sample. Samples of different parts that
	// have a name in common resemble each other too.
	Clusters []string
}

// SumOfMeans returns the weighted sum of the means of parts that may share clusters, such as subsets
// that look at the same cases from two sides. With u_pc = w_p·Σ_{i∈c}(x_i−x̄_p)/n_p·√(C_p/(C_p−1)) for the
// samples of part p in cluster c,
//
//	Σ w·x̄    SE² = Σ_c (Σ_p u_pc)²
//
// which is that of [Combine] and, for parts that share clusters, twice their covariance. Parts that
// are linked by clusters have as many degrees of freedom as the part of them with the fewest; those of
// the sum are by Welch and Satterthwaite over what is not linked. Without shared clusters it is
// [Combine] of the means.
//
// The result is [Undefined] where [Combine] says so. It is an error when a weight or score is NaN or
// infinite, and when clusters are not as many as scores. Source: the linearization of Liang & Zeger
// 1986, as in [ClusterMean]; Satterthwaite 1946.
func SumOfMeans(parts []Part) (Estimate, error) {
	weights, means := make([]float64, len(parts)), make([]Estimate, len(parts))
	first := map[string]int{}
	link := make([]int, len(parts))
	for p, part := range parts {
		if !allFinite(part.Weight) {
			return Estimate{}, fmt.Errorf("metrics: weight %d is %v", p, part.Weight)
		}
		mean, err := part.mean()
		if err != nil {
			return Estimate{}, fmt.Errorf("part %d: %w", p, err)
		}
		weights[p], means[p], link[p] = part.Weight, mean, p
		for _, c := range part.Clusters {
			if q, ok := first[c]; ok {
				// The lower part stands for all that are linked to it.
				from, to := max(link[p], link[q]), min(link[p], link[q])
				for i := range link[:p+1] {
					if link[i] == from {
						link[i] = to
					}
				}
			} else {
				first[c] = p
			}
		}
	}
	var ones []float64
	var sums []Estimate
	for p := range parts {
		var linked []int
		for q := range parts {
			if link[q] == p {
				linked = append(linked, q)
			}
		}
		switch {
		case len(linked) == 1:
			ones, sums = append(ones, weights[p]), append(sums, means[p])
		case len(linked) > 1:
			ones, sums = append(ones, 1), append(sums, linkedSum(parts, weights, means, linked))
		}
	}
	return Combine(ones, sums), nil
}

// mean returns the mean of the part's scores, clustered where two samples have one cluster.
func (p Part) mean() (Estimate, error) {
	if p.Clusters == nil {
		return Mean(p.Scores), checkFinite("score", p.Scores)
	}
	c, err := ClusterMean(p.Scores, p.Clusters)
	if err != nil {
		return Estimate{}, err
	}
	if c.Clusters == len(p.Scores) {
		return Mean(p.Scores), nil
	}
	return c.Mean, nil
}

// linkedSum returns the weighted sum of the means of the linked parts.
func linkedSum(parts []Part, weights []float64, means []Estimate, linked []int) Estimate {
	some, own := make([]float64, len(linked)), make([]Estimate, len(linked))
	at := map[string]int{}
	var sums []float64
	df := math.Inf(1)
	for i, p := range linked {
		some[i], own[i] = weights[p], means[p]
		if weights[p] == 0 || means[p].SE == 0 {
			continue
		}
		df = min(df, means[p].Freedom())
		c := means[p].Freedom() + 1
		scale := weights[p] / float64(len(parts[p].Scores)) * math.Sqrt(c/(c-1))
		for j, x := range parts[p].Scores {
			name := parts[p].Clusters[j]
			k, ok := at[name]
			if !ok {
				k = len(sums)
				at[name] = k
				sums = append(sums, 0)
			}
			sums[k] += scale * (x - means[p].Value)
		}
	}
	e := Combine(some, own)
	if !math.IsNaN(e.SE) {
		worst, best := e.Worst, e.Best
		e = interval(e.Value, norm(sums), df, e.N)
		e.Worst, e.Best, e.DF = worst, best, df
	}
	e.Clusters = clusterCount(parts, linked)
	return e
}

// clusterCount counts the different clusters of the linked parts.
func clusterCount(parts []Part, linked []int) int {
	var names []string
	for _, p := range linked {
		names = append(names, parts[p].Clusters...)
	}
	slices.Sort(names)
	return len(slices.Compact(names))
}
