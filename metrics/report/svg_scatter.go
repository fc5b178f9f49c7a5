package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// scatter is the values of a metric over the lengths of the responses: a dot for each sample.
type scatter struct {
	// Metric and Scope say of what.
	Metric, Scope string
	// Title puts the picture into words.
	Title string
	// Path draws the dots in a box of scatterWidth by scatterHeight.
	Path string
	X, Y []tick
	// Every says that only every n-th sample is drawn; 1 for all.
	Every int
}

// The box of the path of a scatter, and the number of dots that it has at most.
const (
	scatterWidth, scatterHeight = 1000, 400
	maxScatter                  = 2500
)

// scatter draws a metric over the lengths of responses: over all samples where the run has a mean over
// all of them, else over the subset with the most; nil where there are fewer than three.
func (r *Report) scatter(metric string) *scatter {
	bySubset := map[string][]*Sample{}
	var all []*Sample
	for i := range r.Samples {
		s := &r.Samples[i]
		if x := s.score(metric); isFinite(x) && s.ResponseLength > 0 {
			bySubset[s.Subset], all = append(bySubset[s.Subset], s), append(all, s)
		}
	}
	out := &scatter{Metric: metric, Every: 1}
	if _, pooled := r.Metrics[metric]; !pooled && len(bySubset) > 1 {
		names := r.subsets()
		out.Scope = slices.MaxFunc(names, func(x, y string) int {
			return cmp.Or(cmp.Compare(len(bySubset[x]), len(bySubset[y])), cmp.Compare(y, x))
		})
		all = bySubset[out.Scope]
	}
	if len(all) < 3 {
		return nil
	}
	longest, lo, hi := 0, math.Inf(1), math.Inf(-1)
	for _, s := range all {
		longest, lo, hi = max(longest, s.ResponseLength), min(lo, s.Scores[metric]), max(hi, s.Scores[metric])
	}
	if lo >= 0 && hi <= 1 {
		lo, hi = 0, 1
	}
	x, y := roundScale(0, float64(longest), headlineSteps), roundScale(lo, hi, 4)
	out.X = x.ticks()
	for _, t := range y.ticks() {
		// From the top.
		out.Y = append(out.Y, tick{flip(t.X), t.Label})
	}
	out.Every = 1 + (len(all)-1)/maxScatter
	var b strings.Builder
	for i := 0; i < len(all); i += out.Every {
		s := all[i]
		fmt.Fprintf(&b, "M%d %dh0", int(math.Round(x.at(float64(s.ResponseLength))*scatterWidth)), int(math.Round((1-y.at(s.Scores[metric]))*scatterHeight)))
	}
	out.Path = b.String()
	out.Title = numeral.Typeset(fmt.Sprintf("%s over the length of the response in characters, %s, %s to %s characters", metric, numeral.Plural(len(all), "sample", "samples"),
		numeral.Count(slices.MinFunc(all, byLength).ResponseLength), numeral.Count(longest)))
	return out
}

func byLength(x, y *Sample) int { return cmp.Compare(x.ResponseLength, y.ResponseLength) }

// flip returns the place from the other end.
func flip(place string) string {
	x, err := strconv.ParseFloat(strings.TrimSuffix(place, "%"), 64)
	if err != nil {
		return place
	}
	return percent(1 - x/100)
}
