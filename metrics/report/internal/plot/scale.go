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

// ScaleOf returns a scale on which the estimates can be compared, in about so many steps. Values and
// bounds always lie on it. It is narrow enough for their differences to be seen, and wide enough for
// an interval to look like one. An end of an interval lies on it unless it is far outside of what
// the values suggest: a slice of two samples must not press all others flat.
func ScaleOf(estimates []metrics.Estimate, parts int) Scale {
	lo, hi := math.Inf(1), math.Inf(-1)
	take := func(x float64) {
		if finite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	for _, e := range estimates {
		take(e.Value)
		take(e.Worst)
		take(e.Best)
	}
	if lo > hi {
		return Unit()
	}
	// What values like these can be: shares from 0 to 1, or points from 0 on.
	floor, ceiling, most := min(lo, 0), hi, math.Inf(1)
	if shares := lo >= -1 && hi <= 1; shares {
		ceiling, most = 1, 1
	}
	slack := (ceiling - floor) / 4
	var widths []float64
	for _, e := range estimates {
		for _, end := range []float64{e.Lo, e.Hi} {
			if end >= floor-slack && end <= ceiling+slack {
				take(end)
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
	if more := least - (hi - lo); more > 0 {
		lo, hi = max(lo-more/2, min(lo, floor)), min(hi+more/2, max(hi, most))
	}
	return roundScale(lo, hi, parts)
}

// Centered returns a scale for the estimates with zero in its middle.
func Centered(estimates []metrics.Estimate, parts int) Scale {
	s := ScaleOf(estimates, parts)
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
