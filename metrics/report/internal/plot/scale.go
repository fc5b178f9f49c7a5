package plot

import (
	"math"
	"slices"
	"strconv"

	"github.com/assize-eval/assize/metrics"
)

// Scale maps values to places along an axis. Scales can be compared. The zero value is not valid.
type Scale struct {
	lo, hi float64
	step   float64
}

// Unit returns the scale of shares, from 0 to 1.
func Unit() Scale { return Scale{0, 1, 0.25} }

// ScaleOf returns a scale on which the estimates can be compared, in about so many steps. It is narrow enough
// for their differences to be seen, and wide enough for an interval to look like one. The values and bounds of
// firm estimates lie on it, and the ends of their intervals unless they are far outside of what the values
// suggest. An estimate that is much looser than most, such as that of a slice of two samples, must not press
// all others flat: it may lie beyond.
func ScaleOf(estimates []metrics.Estimate, parts int) Scale {
	firm, loose := apart(estimates)
	var r span
	for _, e := range firm {
		r.take(e.Value, e.Worst, e.Best)
	}
	if !r.any {
		return Unit()
	}
	// What values like these can be: shares from 0 to 1, or points from 0 on.
	floor, ceiling, most := min(r.lo, 0), r.hi, math.Inf(1)
	if shares := r.lo >= -1 && r.hi <= 1; shares {
		ceiling, most = 1, 1
	}
	slack := (ceiling - floor) / 4
	var widths []float64
	for _, e := range firm {
		for _, end := range []float64{e.Lo, e.Hi} {
			if end >= floor-slack && end <= ceiling+slack {
				r.take(end)
			}
		}
		if w := e.Hi - e.Lo; finite(w) && w <= ceiling-floor {
			widths = append(widths, w)
		}
	}
	least := (ceiling - floor) / 20
	if len(widths) > 0 {
		slices.Sort(widths)
		least = max(least, 3*widths[len(widths)/2])
	}
	if more := least - (r.hi - r.lo); more > 0 {
		r.lo, r.hi = max(r.lo-more/2, min(r.lo, floor)), min(r.hi+more/2, max(r.hi, most))
	}
	near := r.wider((r.hi - r.lo) / 2)
	for _, e := range loose {
		if e.Value >= near.lo && e.Value <= near.hi {
			r.take(e.Value)
		}
	}
	return roundScale(r.lo, r.hi, parts)
}

// span is the stretch of numbers that were taken.
type span struct {
	lo, hi float64
	any    bool
}

// take widens the stretch to numbers; those that are not finite count for nothing.
func (r *span) take(xs ...float64) {
	for _, x := range xs {
		switch {
		case !finite(x):
		case !r.any:
			*r = span{x, x, true}
		default:
			r.lo, r.hi = min(r.lo, x), max(r.hi, x)
		}
	}
}

// wider returns the stretch with so much more on both sides.
func (r span) wider(by float64) span { return span{r.lo - by, r.hi + by, r.any} }

// much is how many times as wide as most an interval is that says little.
const much = 4

// apart splits estimates into firm ones and those whose intervals are much wider than the median of three or
// more, or endless beside such.
func apart(estimates []metrics.Estimate) (firm, loose []metrics.Estimate) {
	var widths []float64
	for _, e := range estimates {
		if w := e.Hi - e.Lo; finite(w) && finite(e.Value) {
			widths = append(widths, w)
		}
	}
	if len(widths) < 3 {
		return estimates, nil
	}
	slices.Sort(widths)
	limit := much * widths[len(widths)/2]
	for _, e := range estimates {
		if w := e.Hi - e.Lo; w > limit && limit > 0 {
			loose = append(loose, e)
		} else {
			firm = append(firm, e)
		}
	}
	return firm, loose
}

// Centered returns a scale for the estimates with zero in its middle.
func Centered(estimates []metrics.Estimate, parts int) Scale {
	zero := metrics.Estimate{Lo: math.NaN(), Hi: math.NaN()}
	s := ScaleOf(append([]metrics.Estimate{zero}, estimates...), parts)
	most := max(math.Abs(s.lo), math.Abs(s.hi))
	return roundScale(-most, most, parts)
}

// Suits says whether one scale, in about so many steps, serves all estimates: they are shares, or each would
// fill at least a quarter of it if it had one of its own.
func Suits(estimates []metrics.Estimate, parts int) bool {
	all := ScaleOf(estimates, parts)
	for _, e := range estimates {
		own := ScaleOf([]metrics.Estimate{e}, parts)
		if (own.hi-own.lo)*4 < all.hi-all.lo && (all.lo < 0 || all.hi > 1) {
			return false
		}
	}
	return true
}

// roundScale returns a scale from a round number at or below lo to one at or above hi, with at most
// parts steps, or two more for the rounding.
func roundScale(lo, hi float64, parts int) Scale {
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	step := roundStep((hi - lo) / float64(parts))
	s := Scale{math.Floor(lo/step+1e-9) * step, math.Ceil(hi/step-1e-9) * step, step}
	if !finite(s.lo) || !finite(s.hi) || !finite(s.hi-s.lo) || !(s.hi > s.lo) {
		return Unit()
	}
	return s
}

// roundStep returns the smallest of 1, 2, 2.5 and 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// Place returns the place of x on the axis; those outside of the scale are moved to its ends.
func (s Scale) Place(x float64) string { return percent(s.at(x)) }

// Mark returns the place of x on the axis; "" where the scale does not have it.
func (s Scale) Mark(x float64) string {
	if !(x >= s.lo && x <= s.hi) {
		return ""
	}
	return s.Place(x)
}

// has says whether the scale has x, but for rounding.
func (s Scale) has(x float64) bool {
	tolerance := (s.hi - s.lo) / 1e6
	return x >= s.lo-tolerance && x <= s.hi+tolerance
}

// at returns the place of x from 0 to 1; places outside the scale are moved to its ends.
func (s Scale) at(x float64) float64 {
	return min(max((x-s.lo)/(s.hi-s.lo), 0), 1)
}

// steps returns the number of steps from one end to the other.
func (s Scale) steps() int {
	return int(math.Round((s.hi - s.lo) / s.step))
}

// percent writes a place or a length as SVG takes it.
func percent(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/100, 'f', -1, 64) + "%"
}

// finite says whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
