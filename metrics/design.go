package metrics

import (
	"errors"
	"math"

	"github.com/assize-eval/assize/metrics/internal/wire"
)

// DesignEffect says how much clusters cost: how alike the samples of a cluster are, and by what
// factor the variance of the mean is larger than that of as many independent samples. In JSON a
// number that is not defined is null.
type DesignEffect struct {
	// ICC is the intraclass correlation ρ: 1 when the samples of a cluster are equal, about 0 when
	// clusters do not matter, at least −1/(Size−1).
	ICC float64 `json:"icc"`
	// MSB and MSW are the mean squares between and within clusters.
	MSB float64 `json:"msb"`
	MSW float64 `json:"msw"`
	// Size is the size m of a cluster. For clusters of unequal size it is (n − Σm²/n)/(C−1), which
	// is a little below their mean.
	Size float64 `json:"size"`
	// Effect is the design effect 1+(m−1)ρ. The effective number of samples is n/Effect.
	Effect float64 `json:"effect"`
	// Observed is (CR0/SE)², the ratio of the clustered to the plain variance in these data.
	Observed float64 `json:"observed"`
}

// MeasureDesign returns the design effect of the clusters of xs; clusters[i] names the cluster of
// xs[i].
//
//	ρ = (MSB−MSW)/(MSB+(m−1)·MSW)    effect = 1+(m−1)ρ
//
// It is an error when there are fewer than two clusters or no cluster of two samples, since then ρ
// is not defined, and on the errors of [ClusterMean]. Where all scores are equal the numbers are
// NaN. Source: the one-way analysis of variance, Kish 1965.
func MeasureDesign(xs []float64, clusters []string) (DesignEffect, error) {
	groups, err := groupBy(xs, clusters)
	if err != nil {
		return DesignEffect{}, err
	}
	n, c := float64(len(xs)), float64(len(groups))
	if len(groups) < 2 || len(groups) == len(xs) {
		return DesignEffect{}, errors.New("metrics: a design effect needs two clusters, and one of two samples")
	}
	m, s := sd(xs)
	between, within, squares := 0.0, 0.0, 0.0
	for _, group := range groups {
		part := make([]float64, len(group))
		for i, j := range group {
			part[i] = xs[j]
		}
		size, mean := float64(len(group)), average(part)
		off, spread := mean-m, norm(deviations(part, mean))
		between += size * off * off
		within += spread * spread
		squares += size * size
	}
	d := DesignEffect{MSB: between / (c - 1), MSW: within / (n - c), Size: (n - squares/n) / (c - 1)}
	d.ICC = (d.MSB - d.MSW) / (d.MSB + (d.Size-1)*d.MSW)
	d.Effect = 1 + (d.Size-1)*d.ICC
	mean, err := ClusterMean(xs, clusters)
	if err != nil {
		return DesignEffect{}, err
	}
	ratio := mean.CR0 / (s / math.Sqrt(n))
	d.Observed = ratio * ratio
	return d, nil
}

// MarshalJSON writes numbers that are not finite as null.
func (d DesignEffect) MarshalJSON() ([]byte, error) { return wire.Marshal(d) }

// UnmarshalJSON reads null as NaN.
func (d *DesignEffect) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }
