package agreement

import (
	"errors"
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Distance is how far apart two ratings are, for [Panel.Alpha].
type Distance string

// The distances.
const (
	// Nominal: 0 for equal ratings, else 1.
	Nominal Distance = "nominal"
	// Ordinal: the squared number of ratings between the two in rank order,
	// (Σ_{g from x to y} n_g − (n_x+n_y)/2)².
	Ordinal Distance = "ordinal"
	// Interval: (x−y)².
	Interval Distance = "interval"
)

// Alpha returns Krippendorff's α = 1 − D_o/D_e for any number of raters with gaps, with D_o the mean
// distance of ratings of the same unit and D_e that of all ratings that have a partner on their unit:
//
//	D_o = Σ_i Σ_{k,l} n_ik·n_il·δ_kl/(r_i−1) / n    D_e = Σ_{k,l} n_k·n_l·δ_kl / (n(n−1))
//
// over the units with r_i ≥ 2 ratings, n ratings in all. N counts those units. α is not defined
// without them and when all their ratings are equal.
//
// The interval is a bootstrap over units, or over clusters, as b says; each resample takes time in
// proportion to the units, and BCa takes as many more as there are units or clusters. Where no two
// ratings of a unit differ it reaches instead from 1 down to 1 − u·δ_max/D_e, with δ_max the largest
// distance of two ratings that occur and u = 1−0.025^{1/n} the exact bound on the share of units that
// could differ. It is an error when the distance is unknown or b is not valid; b.Clusters must be
// nil, see [Panel.Clustered]. Source: Krippendorff 2011.
func (p Panel) Alpha(d Distance, b metrics.Bootstrap) (metrics.Resampled, error) {
	switch {
	case d != Nominal && d != Ordinal && d != Interval:
		return metrics.Resampled{}, fmt.Errorf("agreement: unknown distance %q; there are %q, %q and %q", d, Nominal, Ordinal, Interval)
	case b.Clusters != nil:
		return metrics.Resampled{}, errors.New("agreement: clusters belong to the panel")
	}
	a := alpha{panel: p, distance: d}
	for i, r := range p.ratings {
		if r >= 2 {
			a.units = append(a.units, i)
			if p.clusters != nil {
				b.Clusters = append(b.Clusters, p.clusters[i])
			}
		}
	}
	if len(a.units) == 0 {
		nan := math.NaN()
		return metrics.Resampled{Value: nan, SD: nan, Lo: math.Inf(-1), Hi: math.Inf(1), Seed: b.Seed}, nil
	}
	r, err := b.Statistic(len(a.units), a.of)
	if err != nil {
		return metrics.Resampled{}, fmt.Errorf("agreement: %w", err)
	}
	units := len(a.units)
	if b.Clusters != nil {
		units = r.Clusters
	}
	if r.Value == 1 && units > 1 {
		r.Lo, r.Hi = a.reach(units), 1
	}
	return r, nil
}

// alpha computes α on resamples of the units that have two ratings or more.
type alpha struct {
	panel    Panel
	distance Distance
	units    []int
}

// of returns α on the units with the given indexes.
func (a alpha) of(index []int) float64 {
	q := len(a.panel.values)
	totals := make([]float64, q)
	// together[k*q+l] is the weight of the pairs of ratings k and l on one unit.
	together := make([]float64, q*q)
	n := 0.0
	for _, j := range index {
		i := a.units[j]
		unit, r := a.panel.counts[i], a.panel.ratings[i]
		n += r
		for k, c := range unit {
			if c == 0 {
				continue
			}
			totals[k] += c
			for l, other := range unit[:k] {
				together[k*q+l] += c * other / (r - 1)
			}
		}
	}
	distance := a.distances(totals)
	observed, expected := 0.0, 0.0
	for k := range q {
		for l := range k {
			observed += 2 * together[k*q+l] * distance(k, l)
			expected += 2 * totals[k] * totals[l] * distance(k, l)
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - (observed/n)/(expected/(n*(n-1)))
}

// distances returns δ for categories k > l, given how often each occurs.
func (a alpha) distances(totals []float64) func(k, l int) float64 {
	switch a.distance {
	case Ordinal:
		// before[k] is the number of ratings below category k.
		before := make([]float64, len(totals)+1)
		for k, t := range totals {
			before[k+1] = before[k] + t
		}
		return func(k, l int) float64 {
			d := before[k+1] - before[l] - (totals[k]+totals[l])/2
			return d * d
		}
	case Interval:
		values := a.panel.values
		return func(k, l int) float64 { return (values[k] - values[l]) * (values[k] - values[l]) }
	}
	return func(_, _ int) float64 { return 1 }
}

// reach returns the lower end of the interval where no two ratings of a unit differ.
func (a alpha) reach(units int) float64 {
	totals, n := make([]float64, len(a.panel.values)), 0.0
	for _, i := range a.units {
		n += a.panel.ratings[i]
		for k, c := range a.panel.counts[i] {
			totals[k] += c
		}
	}
	distance := a.distances(totals)
	expected, most := 0.0, 0.0
	for k := range totals {
		for l := range k {
			expected += 2 * totals[k] * totals[l] * distance(k, l) / (n * (n - 1))
			if totals[k] > 0 && totals[l] > 0 {
				most = max(most, distance(k, l))
			}
		}
	}
	u := 1 - math.Pow(0.025, 1/float64(units))
	return 1 - u*most/expected
}
