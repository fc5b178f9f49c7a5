package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Scatter is the values of a metric over the lengths of the responses: a dot for each sample.
type Scatter struct {
	// Metric and Scope say of what.
	Metric, Scope string
	// Title puts the picture into words.
	Title string
	// Path draws the dots in a box of 1000 by 400.
	Path string
	X, Y []Tick
	// Every says that only every n-th sample is drawn; 1 for all.
	Every int
}

// Point is a sample in a scatter.
type Point struct {
	// Length is that of the response in characters.
	Length int
	Value  float64
}

// The box of the path of a scatter, the number of dots that it has at most, and the steps of its axes.
const (
	scatterWidth, scatterHeight = 1000, 400
	maxScatter                  = 2500
	stepsX, stepsY              = 5, 4
)

// NewScatter draws points; there must be one at least, their values finite.
func NewScatter(metric, scope string, points []Point) *Scatter {
	out := &Scatter{Metric: metric, Scope: scope, Every: 1 + (len(points)-1)/maxScatter}
	length, value := func(a, b Point) int { return cmp.Compare(a.Length, b.Length) }, func(a, b Point) int { return cmp.Compare(a.Value, b.Value) }
	longest := slices.MaxFunc(points, length).Length
	lo, hi := slices.MinFunc(points, value).Value, slices.MaxFunc(points, value).Value
	if lo >= 0 && hi <= 1 {
		lo, hi = 0, 1
	}
	// Lengths are never below 0, also where all are 0.
	x, y := roundScale(0, float64(max(longest, 1)), stepsX), roundScale(lo, hi, stepsY)
	out.X, out.Y = x.Ticks(), y.ticks(fromTop)
	var b strings.Builder
	for i := 0; i < len(points); i += out.Every {
		p := points[i]
		fmt.Fprintf(&b, "M%d %dh0", int(math.Round(x.at(float64(p.Length))*scatterWidth)), int(math.Round(fromTop(y.at(p.Value))*scatterHeight)))
	}
	out.Path = b.String()
	out.Title = numeral.Typeset(fmt.Sprintf("%s over the length of the response in characters, %s, %s to %s characters", metric, numeral.Plural(len(points), "sample", "samples"),
		numeral.Count(slices.MinFunc(points, length).Length), numeral.Count(longest)))
	return out
}

// fromTop returns a place from the other end.
func fromTop(at float64) float64 { return 1 - at }
