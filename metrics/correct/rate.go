package correct

import (
	"errors"
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Rate returns the share of criteria that an expert would call met where a judge calls met of n met,
// by the estimator of Rogan and Gladen,
//
//	θ̂ = (p+q₀−1)/(q₀+q₁−1), within [0, 1]
//
// with the 95 % interval of Lee et al., which counts that q₀ and q₁ are themselves estimates. With
// p̃ = (np+z²/2)/(n+z²), ñ = n+z², q̃ = (mq+1)/(m+2), m̃ = m+2, and θ̃ from these,
//
//	dθ = 2z²·(−(1−θ̃)·q̃₀(1−q̃₀)/m̃₀ + θ̃·q̃₁(1−q̃₁)/m̃₁)
//	SE = √(p̃(1−p̃)/ñ + (1−θ̃)²·q̃₀(1−q̃₀)/m̃₀ + θ̃²·q̃₁(1−q̃₁)/m̃₁) / (q̃₀+q̃₁−1)
//	θ̃ + dθ ± z·SE, within [0, 1]
//
// An interval that lies outside [0, 1] altogether says that the judge's rate contradicts its labels;
// it is then infinite. The usual interval of p alone is about the judge's verdicts, not the expert's, and misses θ. The
// labels must be of criteria like those that are counted, so one sign of weight at a time. The n
// criteria count as independent: for those of samples see [RateClusters]. Labels count as what they are
// worth, m* in place of m.
//
// The error wraps [ErrUndefined] when labels of a kind are lacking and when q₀+q₁ ≤ 1. Other errors
// are counts that are not valid, n below 1 among them. Source: Rogan & Gladen 1978, Lee et al., arXiv
// 2511.21140.
func Rate(met, n int, c Calibration) (metrics.Estimate, error) {
	if n < 1 || met < 0 || met > n {
		return metrics.Estimate{}, fmt.Errorf("correct: %d of %d criteria met", met, n)
	}
	return rate(float64(met)/float64(n), n, float64(n), c)
}

// RateClusters is [Rate] for the verdicts of a judge on criteria that come in clusters: met[i] is the
// verdict on criterion i, which belongs to clusters[i], such as its sample. The n verdicts count as the n*
// independent ones that they are worth, as labels do in [Calibrate], which also says where the formula
// is from. N of the result counts criteria, and its Clusters are set.
//
// It is an error when there are not as many clusters as verdicts, and one that wraps [ErrUndefined]
// when all are of one cluster. Other errors are those of Rate.
func RateClusters(met []bool, clusters []string, c Calibration) (metrics.Estimate, error) {
	xs := make([]float64, len(met))
	for i, m := range met {
		if m {
			xs[i] = 1
		}
	}
	m, err := metrics.ClusterMean(xs, clusters)
	switch {
	case err != nil:
		return metrics.Estimate{}, fmt.Errorf("correct: %w", err)
	case len(met) == 0:
		return metrics.Estimate{}, errors.New("correct: 0 of 0 criteria met")
	case m.Clusters < 2:
		return metrics.Estimate{}, fmt.Errorf("correct: %w: all criteria are of one cluster", ErrUndefined)
	}
	e, err := rate(m.Mean.Value, len(met), worth(m), c)
	if err == nil && m.Clusters < len(met) {
		e.Clusters = m.Clusters
	}
	return e, err
}

// rate corrects the share p of n criteria, worth size independent ones.
func rate(share float64, n int, size float64, c Calibration) (metrics.Estimate, error) {
	if err := c.check(); err != nil {
		return metrics.Estimate{}, err
	}
	e := metrics.Undefined(n)
	e.Value = unit(c.plain().of(share))
	e.Worst, e.Best = e.Value, e.Value

	z := metrics.NormalQuantile(0.975)
	p := (share*size + z*z/2) / (size + z*z)
	q := c.added()
	theta := q.of(p)
	v1, v0 := q.spread()
	shift := 2 * z * z * (theta*v1 - (1-theta)*v0)
	e.SE = math.Sqrt(p*(1-p)/(size+z*z)+(1-theta)*(1-theta)*v0+theta*theta*v1) / q.youden()
	e.Lo, e.Hi = within(theta+shift-z*e.SE, theta+shift+z*e.SE, 0, 1)
	return e, nil
}

// within returns the part of the interval from lo to hi that is within the limits, and the infinite
// interval where there is none.
func within(lo, hi, least, most float64) (float64, float64) {
	if hi < least || lo > most {
		return math.Inf(-1), math.Inf(1)
	}
	return max(lo, least), min(hi, most)
}

// unit returns x within [0, 1].
func unit(x float64) float64 { return min(max(x, 0), 1) }
