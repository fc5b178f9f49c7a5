package report

import (
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
)

// RepeatedDifference says what the repeats of a judge gain in a comparison of runs that were judged by one
// judge repeatedly: the smallest true difference that as many pairs find, at the comparison's level and
// power.
type RepeatedDifference struct {
	// Scope is the subset, and Metric the metric's name.
	Scope  string `json:"scope"`
	Metric string `json:"metric"`
	// Design is what [Difference.Design] says of the comparison.
	Design compare.Design `json:"design"`
	// Once is for answers that are judged once, Now for the repeats that there are, and Noiseless for so
	// many that the judge's noise is gone: what is left are the samples. 0 says that the noise is all.
	Once      float64 `json:"once"`
	Now       float64 `json:"now"`
	Noiseless float64 `json:"noiseless"`
}

// repeats says what repeats gain, where both runs have those of one judge.
func (c *comparer) repeats() {
	for _, d := range c.out.Differences {
		e := d.Test.Difference
		design, err := d.Design(c.a.noise(d.Scope, d.Metric), c.b.noise(d.Scope, d.Metric))
		if err != nil || !(e.SE > 0) {
			continue
		}
		once := design
		once.RepeatsA, once.RepeatsB = 1, 1
		r := RepeatedDifference{Scope: d.Scope, Metric: d.Metric, Design: design, Now: d.Test.Detectable}
		if r.Once, err = once.Detectable(e.N); err != nil {
			continue
		}
		r.Noiseless = d.Test.Detectable / e.SE * math.Sqrt(design.Between/float64(e.N))
		c.out.Repeats = append(c.out.Repeats, r)
	}
}

// noise returns how a metric varies between the repeats of the only judge that was asked repeatedly; of no
// repeats where there is none.
func (r *Report) noise(scope, metric string) metrics.Repeated {
	if len(r.Repeats) != 1 {
		return metrics.Repeated{}
	}
	for _, bySubset := range r.Repeats {
		for subset, of := range bySubset {
			if scopeName(subset, len(r.Subsets)) == scope {
				return of[metric]
			}
		}
	}
	return metrics.Repeated{}
}
