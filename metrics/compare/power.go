package compare

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics/internal/dist"
)

// Design is a planned paired comparison of two runs. Its zero value is not valid: Alpha, Power and
// the repeats must be set.
type Design struct {
	// Between is ω²_d, the variance over samples of the true difference of the two models.
	Between float64 `json:"between"`
	// WithinA and WithinB are σ², the variances between repeats of one sample; 0 for a model and
	// judge that always give the same score. [metrics.Repeats] measures them.
	WithinA float64 `json:"within_a"`
	WithinB float64 `json:"within_b"`
	// RepeatsA and RepeatsB are the repeats K of each sample, at least 1.
	RepeatsA int `json:"repeats_a"`
	RepeatsB int `json:"repeats_b"`
	// Alpha is the level of the two-sided test, usually 0.05; Power the chance to find the
	// difference, usually 0.8. Both are between 0 and 1.
	Alpha float64 `json:"alpha"`
	Power float64 `json:"power"`
}

// Samples returns the number of samples needed to find a true difference, not rounded: round it up.
// The difference is in units of the score and not 0. It is an error when the design or the
// difference is not valid.
func (d Design) Samples(difference float64) (float64, error) {
	v, z, err := d.check()
	if err != nil {
		return 0, err
	}
	if difference == 0 || math.IsNaN(difference) || math.IsInf(difference, 0) {
		return 0, fmt.Errorf("compare: no number of samples finds a difference of %v", difference)
	}
	r := z / difference
	return r * r * v, nil
}

// Detectable returns the smallest true difference that n samples find. It is an error when the
// design is not valid or n is below 1.
func (d Design) Detectable(n int) (float64, error) {
	v, z, err := d.check()
	if err != nil {
		return 0, err
	}
	if n < 1 {
		return 0, fmt.Errorf("compare: a design with %d samples", n)
	}
	return z * math.Sqrt(v/float64(n)), nil
}

// check returns the variance of one sample's difference and the sum of the two normal quantiles.
func (d Design) check() (v, z float64, err error) {
	for _, f := range []struct {
		name string
		x    float64
	}{{"Between", d.Between}, {"WithinA", d.WithinA}, {"WithinB", d.WithinB}} {
		if !(f.x >= 0) || math.IsInf(f.x, 1) {
			return 0, 0, fmt.Errorf("compare: design with %s %v", f.name, f.x)
		}
	}
	switch {
	case d.RepeatsA < 1 || d.RepeatsB < 1:
		return 0, 0, fmt.Errorf("compare: design with %d and %d repeats", d.RepeatsA, d.RepeatsB)
	case !(d.Alpha > 0 && d.Alpha < 1):
		return 0, 0, fmt.Errorf("compare: design with Alpha %v", d.Alpha)
	case !(d.Power > d.Alpha/2 && d.Power < 1):
		return 0, 0, fmt.Errorf("compare: design with Power %v", d.Power)
	}
	v = d.Between + d.WithinA/float64(d.RepeatsA) + d.WithinB/float64(d.RepeatsB)
	if !(v > 0) {
		return 0, 0, fmt.Errorf("compare: design without any variance")
	}
	return v, dist.NormalQuantile(1-d.Alpha/2) + dist.NormalQuantile(d.Power), nil
}
