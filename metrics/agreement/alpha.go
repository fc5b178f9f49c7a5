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
// proportion to the ratings, and BCa takes as many more as there are units or clusters. Where no two
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
	a := &alpha{panel: p, distance: d}
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

// alpha computes α on resamples of the units that have two ratings or more, by one goroutine.
type alpha struct {
	panel    Panel
	distance Distance
	units    []int
	// totals, places and all are those of the categories in the resample at hand.
	totals, places []float64
	all            []cell
}

// of returns α on the units with the given indexes.
func (a *alpha) of(index []int) float64 {
	n := a.count(index)
	observed := 0.0
	for _, j := range index {
		i := a.units[j]
		observed += a.apart(a.panel.unit(i), a.panel.ratings[i]) / (a.panel.ratings[i] - 1)
	}
	return 1 - (observed/n)/(a.expected(n)/(n*(n-1))) // 0/0 where all ratings are equal
}

// count sets totals, how often each category occurs in the units with the given indexes, and places. It
// returns the number of their ratings.
func (a *alpha) count(index []int) (n float64) {
	q := len(a.panel.values)
	if a.totals == nil {
		a.totals, a.places = make([]float64, q), make([]float64, q)
	}
	clear(a.totals)
	for _, j := range index {
		n += a.panel.ratings[a.units[j]]
		for _, c := range a.panel.unit(a.units[j]) {
			a.totals[c.category] += c.count
		}
	}
	a.place()
	return n
}

// place sets places: the distance of two categories is the square of that of their places, and of
// nominal ones 1. Intervals are in units of the span of the ratings, which α does not depend on, so
// that no square is out of range.
func (a *alpha) place() {
	switch a.distance {
	case Ordinal:
		before := 0.0
		for k, t := range a.totals {
			a.places[k] = before + t/2
			before += t
		}
	case Interval:
		values := a.panel.values
		least, last := a.ends()
		span := values[last]/2 - values[least]/2
		for k := least; k <= last; k++ {
			a.places[k] = (values[k]/2 - values[least]/2) / span
		}
	}
}

// ends returns the lowest and the highest category that occur, of which there is at least one.
func (a *alpha) ends() (least, last int) {
	for k, t := range a.totals {
		if t > 0 {
			last = k
		}
	}
	for a.totals[least] == 0 {
		least++
	}
	return least, last
}

// expected returns the sum of the distances of all pairs of n ratings.
func (a *alpha) expected(n float64) float64 {
	a.all = a.all[:0]
	for k, t := range a.totals {
		if t > 0 {
			a.all = append(a.all, cell{k, t})
		}
	}
	return a.apart(a.all, n)
}

// apart returns the sum of the distances of all pairs of n ratings, each pair counted twice:
//
//	Σ_k n_k·(n−n_k) nominal, else 2n·Σ_k n_k·(x_k−x̄)² with x the places
//
// It is exactly 0 for ratings that are all equal.
func (a *alpha) apart(cells []cell, n float64) float64 {
	sum := 0.0
	if a.distance == Nominal {
		for _, c := range cells {
			sum += c.count * (n - c.count)
		}
		return sum
	}
	first, mean := a.places[cells[0].category], 0.0
	for _, c := range cells {
		mean += c.count * (a.places[c.category] - first) / n
	}
	for _, c := range cells {
		d := a.places[c.category] - first - mean
		sum += c.count * d * d
	}
	return 2 * n * sum
}

// reach returns the lower end of the interval where no two ratings of a unit differ.
func (a *alpha) reach(units int) float64 {
	all := make([]int, len(a.units))
	for j := range all {
		all[j] = j
	}
	n := a.count(all)
	expected := a.expected(n) / (n * (n - 1))
	most := 1.0
	if a.distance != Nominal {
		least, last := a.ends()
		most = (a.places[last] - a.places[least]) * (a.places[last] - a.places[least])
	}
	u := 1 - math.Pow(0.025, 1/float64(units))
	return 1 - u*most/expected
}
