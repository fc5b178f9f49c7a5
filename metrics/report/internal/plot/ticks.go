package plot

import (
	"math"
	"strconv"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Tick is a mark on an axis.
type Tick struct{ X, Label string }

// Ticks returns the marks of the axis, at the multiples of its step, from left to right.
func (s Scale) Ticks() []Tick { return s.ticks(func(at float64) float64 { return at }) }

// ticks returns the marks at the places that those from 0 to 1 become.
func (s Scale) ticks(place func(at float64) float64) []Tick {
	decimals := 0
	for decimals < 9 && math.Abs(math.Round(s.step*math.Pow10(decimals))-s.step*math.Pow10(decimals)) > 1e-6 {
		decimals++
	}
	var out []Tick
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
		out = append(out, Tick{percent(place(s.at(x))), numeral.Typeset(label)})
	}
	return out
}

// maxTicks bounds the marks of an axis.
const maxTicks = 12
