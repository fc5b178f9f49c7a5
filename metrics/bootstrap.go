package metrics

import (
	"errors"
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics/internal/draw"
	"github.com/assize-eval/assize/metrics/internal/wire"
)

// DefaultResamples is the number of resamples of a [Bootstrap] that does not say.
const DefaultResamples = 10000

// Method is how an interval is made from the resampled values.
type Method string

// The methods. The empty Method is [BCa].
const (
	// Percentile takes the 2.5 % and 97.5 % points of the resampled values (linear between order
	// statistics).
	Percentile Method = "percentile"
	// BCa shifts those points for bias, z0 = Φ⁻¹(share of resampled values below the estimate), and
	// for skewness, a = Σd³/(6·(Σd²)^1.5) with d the jackknife's deviations θ̄−θ₍ᵢ₎:
	// α' = Φ(z0 + (z0±z)/(1−a(z0±z))).
	BCa Method = "bca"
)

// Bootstrap says how to resample. The zero Bootstrap draws [DefaultResamples] times by sample, with
// seed 0, and makes [BCa] intervals.
//
// Draws come from math/rand/v2's PCG with the seed (Seed, 0), one after the other, so the same
// Bootstrap gives the same bytes on every machine and at any GOMAXPROCS. A Bootstrap is not changed
// by its methods, which may be called from several goroutines. Source: Efron & Tibshirani 1993
// (percentile), Efron 1987 (BCa).
type Bootstrap struct {
	// Resamples is how often to resample: 0 for [DefaultResamples], else at least 1000.
	Resamples int
	// Seed is the seed. Every value is one, 0 too.
	Seed uint64
	// Method is how the interval is made.
	Method Method
	// Clusters, when it is not nil, names the cluster of each sample; whole clusters are drawn.
	Clusters []string
}

// Resampled is a statistic with its bootstrap interval. In JSON a number that is not defined is null.
type Resampled struct {
	// Value is the statistic on the samples as they are.
	Value float64 `json:"value"`
	// SD is the standard deviation of the resampled values (ddof 0), the bootstrap's standard error.
	// HealthBench's "bootstrap_std" is this figure of [Bootstrap.ClippedMean] with 1000 resamples.
	SD float64 `json:"sd"`
	// Lo and Hi are the ends of the 95 % interval; infinite, in JSON null, when it is not defined.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// Method, Resamples and Seed are how it was made.
	Method    Method `json:"method"`
	Resamples int    `json:"resamples"`
	Seed      uint64 `json:"seed"`
	// N counts samples, and Clusters the clusters they were drawn by; 0 when drawn one by one.
	N        int `json:"n"`
	Clusters int `json:"clusters"`
	// Undefined counts the resamples on which the statistic is not defined. They are left out; when
	// they are more than one in a hundred the interval is infinite.
	Undefined int `json:"undefined"`
	// Warnings say what limits the interval.
	Warnings []string `json:"warnings"`
}

// Statistic resamples any statistic of n samples. f gets the indexes of the drawn samples, in drawn
// order and with repetition, and returns the statistic on them, NaN where it is not defined. It must
// not keep or change the slice.
//
// It is an error when n is below 1, when the settings are not valid, and when Clusters does not name
// one cluster for each sample.
func (b Bootstrap) Statistic(n int, f func(index []int) float64) (Resampled, error) {
	groups, err := b.units(n)
	if err != nil {
		return Resampled{}, err
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	index := make([]int, 0, n)
	return b.run(n, groups, f(all), func(drawn []int) float64 {
		index = index[:0]
		for _, g := range drawn {
			index = append(index, groups[g]...)
		}
		return f(index)
	}, func(out int) float64 {
		index = index[:0]
		for g, members := range groups {
			if g != out {
				index = append(index, members...)
			}
		}
		return f(index)
	})
}

// units returns the indexes of n samples by what is drawn as one.
func (b Bootstrap) units(n int) ([][]int, error) {
	switch {
	case n < 1:
		return nil, errors.New("metrics: a bootstrap needs samples")
	case b.Resamples != 0 && b.Resamples < 1000:
		return nil, fmt.Errorf("metrics: a bootstrap of %d resamples; at least 1000 are needed", b.Resamples)
	case b.Method != "" && b.Method != Percentile && b.Method != BCa:
		return nil, fmt.Errorf("metrics: unknown bootstrap method %q; there are %q and %q", b.Method, Percentile, BCa)
	case b.Clusters != nil && len(b.Clusters) != n:
		return nil, fmt.Errorf("metrics: %d clusters for %d samples", len(b.Clusters), n)
	case b.Clusters != nil:
		return members(b.Clusters), nil
	}
	all, groups := make([]int, n), make([][]int, n)
	for i := range all {
		all[i] = i
		groups[i] = all[i : i+1]
	}
	return groups, nil
}

// run resamples: value is the statistic itself, resample returns the statistic on drawn groups, and without returns the
// statistic with one group left out.
func (b Bootstrap) run(n int, groups [][]int, value float64, resample func(drawn []int) float64, without func(int) float64) (Resampled, error) {
	out := Resampled{
		Value: value, SD: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1),
		Method: b.Method, Resamples: b.Resamples, Seed: b.Seed, N: n,
	}
	if out.Method == "" {
		out.Method = BCa
	}
	if out.Resamples == 0 {
		out.Resamples = DefaultResamples
	}
	if b.Clusters != nil {
		out.Clusters = len(groups)
	}
	source := draw.New(b.Seed)
	drawn, values := make([]int, len(groups)), make([]float64, 0, out.Resamples)
	for range out.Resamples {
		source.Indexes(drawn, len(groups))
		if v := resample(drawn); allFinite(v) {
			values = append(values, v)
		}
	}
	out.Undefined = out.Resamples - len(values)
	out.finish(values, len(groups), without)
	return out, nil
}

// ClippedMean resamples the mean of xs clipped to [0, 1] after averaging, as HealthBench and PRBench
// publish it. Errors are those of [Bootstrap.Mean].
func (b Bootstrap) ClippedMean(xs []float64) (Resampled, error) {
	return b.mean(xs, func(m float64) float64 { return min(max(m, 0), 1) })
}

// Mean resamples the mean of xs. Beside the errors of [Bootstrap.Statistic] it is an error when a
// score is NaN or infinite or the sum overflows.
func (b Bootstrap) Mean(xs []float64) (Resampled, error) {
	return b.mean(xs, func(m float64) float64 { return m })
}

// mean resamples a function of the mean. It draws as Statistic does, and works on sums.
func (b Bootstrap) mean(xs []float64, of func(float64) float64) (Resampled, error) {
	groups, err := b.units(len(xs))
	if err != nil {
		return Resampled{}, err
	}
	if err := checkFinite("score", xs); err != nil {
		return Resampled{}, err
	}
	// Sums are of deviations from the mean, so that scores without spread give no spread.
	m := average(xs)
	sums, sizes := make([]float64, len(groups)), make([]float64, len(groups))
	large := 0.0
	for g, members := range groups {
		for _, i := range members {
			sums[g] += xs[i] - m
			large += math.Abs(xs[i] - m)
		}
		sizes[g] = float64(len(members))
	}
	if !allFinite(large * float64(len(groups))) {
		return Resampled{}, errors.New("metrics: the sum of the scores is not finite")
	}
	n := float64(len(xs))
	resample := func(drawn []int) float64 {
		total, size := 0.0, 0.0
		for _, g := range drawn {
			total += sums[g]
			size += sizes[g]
		}
		return of(m + total/size)
	}
	if b.Clusters == nil {
		resample = func(drawn []int) float64 {
			total := 0.0
			for _, g := range drawn {
				total += sums[g]
			}
			return of(m + total/n)
		}
	}
	return b.run(len(xs), groups, of(m), resample, func(g int) float64 {
		return of(m - sums[g]/(n-sizes[g])) // all sums together are 0
	})
}

// Estimate returns the value, with SD as its standard error, and the interval.
func (r Resampled) Estimate() Estimate {
	return Estimate{Value: r.Value, SE: r.SD, Lo: r.Lo, Hi: r.Hi, N: r.N, Worst: r.Value, Best: r.Value}
}

// MarshalJSON writes numbers that are not finite as null.
func (r Resampled) MarshalJSON() ([]byte, error) { return wire.Marshal(r) }

// UnmarshalJSON reads null as what is not defined: an infinite end of an interval, else NaN.
func (r *Resampled) UnmarshalJSON(data []byte) error {
	if err := wire.Unmarshal(data, r); err != nil {
		return err
	}
	if math.IsNaN(r.Lo) {
		r.Lo = math.Inf(-1)
	}
	if math.IsNaN(r.Hi) {
		r.Hi = math.Inf(1)
	}
	return nil
}
