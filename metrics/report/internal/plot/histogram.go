package plot

import (
	"fmt"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Histogram is a distribution over samples: bars, or for few samples a dot for each.
type Histogram struct {
	// Metric and Scope say of what.
	Metric, Scope string
	// Title and Desc put the picture into words.
	Title, Desc string
	Bars        []Bar
	Dots        []Dot
	Ticks       []Tick
	// Mean is the place of the mean, MeanText its value, and Anchor the end of the text that stands
	// there.
	Mean, MeanText, Anchor string
	// Top is the number of samples that the full height stands for.
	Top string
}

// Bar is one bin. Places are percentages of the width and of the height, from the top.
type Bar struct{ X, Width, Y, Height, Title string }

// Dot is one sample.
type Dot struct{ X, Y string }

// maxDots is the number of samples up to which each is drawn as a dot.
const maxDots = 60

// NewHistogram draws the distribution of values; there must be one at least, all finite.
func NewHistogram(metric, scope string, values []float64) Histogram {
	xs := slices.Sorted(slices.Values(values))
	n := len(xs)
	sum := 0.0
	for _, x := range xs {
		sum += x / float64(n)
	}
	s, counts := bins(xs)
	top := slices.Max(counts)
	h := Histogram{
		Metric: metric, Scope: scope,
		Title: fmt.Sprintf("Distribution of %s over %s, mean %s", metric, numeral.Plural(n, "sample", "samples"), numeral.Typeset(numeral.Of(sum))),
		Desc: fmt.Sprintf("median %s, middle half %s to %s, lowest %s, highest %s", numeral.Of(quantile(xs, 0.5)),
			numeral.Of(quantile(xs, 0.25)), numeral.Of(quantile(xs, 0.75)), numeral.Of(xs[0]), numeral.Of(xs[n-1])),
		Ticks: Scale{s.lo, s.hi, roundStep((s.hi - s.lo) / 7)}.Ticks(), Mean: s.Place(sum), MeanText: numeral.Of(sum), Top: numeral.Count(top),
	}
	switch at := s.at(sum); {
	case at < 0.15:
		h.Anchor = "start"
	case at > 0.85:
		h.Anchor = "end"
	}
	if n <= maxDots {
		h.Top, h.Dots = "", dots(xs, s)
	} else {
		h.Bars = bars(counts, s)
	}
	h.Desc, h.MeanText = numeral.Typeset(h.Desc), numeral.Typeset(h.MeanText)
	return h
}

// bars draws the bins that are not empty.
func bars(counts []int, s Scale) []Bar {
	var out []Bar
	top, width := slices.Max(counts), 1/float64(len(counts))
	for i, c := range counts {
		if c == 0 {
			continue
		}
		height, from := float64(c)/float64(top), s.lo+float64(i)*s.step
		out = append(out, Bar{
			percent(float64(i) * width), percent(width), percent(1 - height), percent(height),
			numeral.Typeset(fmt.Sprintf("%s to %s: %s", numeral.Of(from), numeral.Of(from+s.step), numeral.Plural(c, "sample", "samples"))),
		})
	}
	return out
}

// dots draws each sample, rounded to the steps of the scale and stacked.
func dots(xs []float64, s Scale) []Dot {
	stacks := make([]int, s.steps()+1)
	places := make([]int, len(xs))
	for i, x := range xs {
		places[i] = int(math.Round(s.at(x) * float64(s.steps())))
		stacks[places[i]]++
	}
	// At least ten places high, so that few samples do not look like many.
	high := float64(max(slices.Max(stacks), 10))
	clear(stacks)
	var out []Dot
	for _, p := range places {
		out = append(out, Dot{percent(float64(p) / float64(s.steps())), percent(1 - (float64(stacks[p])+0.5)/high)})
		stacks[p]++
	}
	return out
}

// bins counts sorted values in bins of a round width: about 20, or fewer where values that can only
// be certain fractions would leave every few bins empty.
func bins(xs []float64) (Scale, []int) {
	lo, hi := xs[0], xs[len(xs)-1]
	if lo >= 0 && hi <= 1 {
		lo, hi = 0, 1
	}
	for parts := 20; ; parts /= 2 {
		s := roundScale(lo, hi, parts)
		counts := make([]int, s.steps())
		for _, x := range xs {
			counts[bin(x, s)]++
		}
		if parts <= 10 || len(xs) <= maxDots || !combed(counts) {
			return s, counts
		}
	}
}

// combed says whether there are several single empty bins between others.
func combed(counts []int) bool {
	gaps := 0
	for i := 1; i+1 < len(counts); i++ {
		if counts[i] == 0 && counts[i-1] > 0 && counts[i+1] > 0 {
			gaps++
		}
	}
	return gaps > 1
}

// bin returns the index of the bin of x; the upper end of the scale belongs to the last one.
func bin(x float64, s Scale) int {
	return min(int(s.at(x)*float64(s.steps())+1e-9), s.steps()-1)
}

// quantile returns a quantile of sorted values, between neighbors by proportion.
func quantile(xs []float64, q float64) float64 {
	at := q * float64(len(xs)-1)
	i := int(at)
	if i+1 >= len(xs) {
		return xs[len(xs)-1]
	}
	return xs[i] + (at-float64(i))*(xs[i+1]-xs[i])
}
