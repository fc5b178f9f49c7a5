package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// scale maps values to places along an axis.
type scale struct {
	lo, hi float64
	step   float64
}

// unitScale is the scale of shares.
var unitScale = scale{0, 1, 0.25}

// scaleOf returns a scale on which the estimates can be compared, in about so many steps. Values and
// bounds always lie on it. It is narrow enough for their differences to be seen, and wide enough for
// an interval to look like one. An end of an interval lies on it unless it is far outside of what
// the values suggest: a slice of two samples must not press all others flat.
func scaleOf(estimates []metrics.Estimate, parts int) scale {
	lo, hi := math.Inf(1), math.Inf(-1)
	take := func(x float64) {
		if isFinite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	for _, e := range estimates {
		take(e.Value)
		take(e.Worst)
		take(e.Best)
	}
	if lo > hi {
		return unitScale
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
		if w := e.Hi - e.Lo; isFinite(w) && w <= ceiling-floor {
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

// roundScale returns a scale from a round number at or below lo to one at or above hi, with at most
// parts steps, or two more for the rounding.
func roundScale(lo, hi float64, parts int) scale {
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	step := roundStep((hi - lo) / float64(parts))
	s := scale{math.Floor(lo/step+1e-9) * step, math.Ceil(hi/step-1e-9) * step, step}
	if !isFinite(s.lo) || !isFinite(s.hi) || !isFinite(s.hi-s.lo) || !(s.hi > s.lo) {
		return unitScale
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

// at returns the place of x from 0 to 1; places outside the scale are moved to its ends.
func (s scale) at(x float64) float64 {
	return min(max((x-s.lo)/(s.hi-s.lo), 0), 1)
}

// tick is a mark on an axis.
type tick struct{ X, Label string }

// ticks returns the marks of the axis, at the multiples of its step, from left to right.
func (s scale) ticks() []tick {
	decimals := 0
	for decimals < 9 && math.Abs(math.Round(s.step*math.Pow10(decimals))-s.step*math.Pow10(decimals)) > 1e-6 {
		decimals++
	}
	var out []tick
	first, last := math.Ceil(s.lo/s.step-1e-9), math.Floor(s.hi/s.step+1e-9)
	for i := first; i <= last && len(out) < maxTicks; i++ {
		x := i * s.step
		label := strconv.FormatFloat(x, 'f', decimals, 64)
		switch {
		case i == 0:
			label = "0"
		case math.Abs(x) >= 1e7:
			label = strconv.FormatFloat(x, 'g', 3, 64)
		}
		out = append(out, tick{percent(s.at(x)), numeral.Typeset(label)})
	}
	return out
}

// maxTicks bounds the marks of an axis.
const maxTicks = 12

// steps returns the number of steps from one end to the other.
func (s scale) steps() int {
	return int(math.Round((s.hi - s.lo) / s.step))
}

// percent writes a place or a length as SVG takes it.
func percent(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/100, 'f', -1, 64) + "%"
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
