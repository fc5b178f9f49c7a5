package metrics

import (
	"fmt"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics/internal/dist"
)

// finish makes the standard deviation, the interval and the warnings from the resampled values.
func (r *Resampled) finish(values []float64, groups int, without func(int) float64) {
	warn := func(format string, args ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...)) }
	if groups < 20 {
		what := "samples"
		if r.Clusters > 0 {
			what = "clusters"
		}
		warn("%d %s: the bootstrap's standard error is short by about %.0f %%; give the t-interval as well",
			groups, what, 100*(1-math.Sqrt(float64(groups-1)/float64(groups))))
	}
	if r.Undefined > 0 {
		warn("the statistic is not defined on %d of %d resamples", r.Undefined, r.Resamples)
	}
	if !allFinite(r.Value) || groups < 2 || r.Undefined*100 > r.Resamples {
		return
	}
	m := average(values)
	r.SD = norm(deviations(values, m)) / math.Sqrt(float64(len(values)))
	slices.Sort(values)
	lo, hi := (1-level)/2, (1+level)/2
	if r.Method == BCa {
		z0 := dist.NormalQuantile(below(values, r.Value))
		a := acceleration(groups, without)
		if !allFinite(z0, a) {
			warn("the BCa interval is not defined: bias %v, acceleration %v", z0, a)
			return
		}
		lo, hi = shifted(lo, z0, a), shifted(hi, z0, a)
	}
	r.Lo, r.Hi = quantile(values, lo), quantile(values, hi)
}

// below returns the share of sorted values that are below x, those equal to it but for rounding
// counting half.
func below(values []float64, x float64) float64 {
	rounding := 1e-12 * max(-values[0], values[len(values)-1])
	less, _ := slices.BinarySearch(values, x-rounding)
	greater, _ := slices.BinarySearchFunc(values, x+rounding, func(v, to float64) int {
		if v <= to {
			return -1
		}
		return 1
	})
	return float64(less+greater) / 2 / float64(len(values))
}

// acceleration returns the a of BCa by the jackknife over groups; 0 when leaving one out changes
// nothing, NaN when the statistic is not defined without one.
func acceleration(groups int, without func(int) float64) float64 {
	values := make([]float64, groups)
	for g := range values {
		values[g] = without(g)
	}
	ds := deviations(values, average(values))
	size := norm(ds)
	if size == 0 {
		return 0
	}
	cubes := 0.0
	for _, d := range ds {
		u := -d / size
		cubes += u * u * u
	}
	return cubes / 6
}

// shifted returns the point that BCa takes in place of p.
func shifted(p, z0, a float64) float64 {
	z := z0 + dist.NormalQuantile(p)
	return 1 - dist.NormalUpper(z0+z/(1-a*z))
}

// quantile returns the p-quantile of sorted values, linear between order statistics.
func quantile(values []float64, p float64) float64 {
	h := p * float64(len(values)-1)
	i := int(h)
	if i >= len(values)-1 {
		return values[len(values)-1]
	}
	return values[i] + (h-float64(i))*(values[i+1]-values[i])
}
