package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics/internal/wire"
)

// Repeated is the mean over samples that were each scored several times, with the variance split
// into what differs between samples and what differs between repeats of one sample. In JSON a number
// that is not defined is null.
type Repeated struct {
	// Mean is the mean of the samples' own means, with the standard error and interval of [Mean]
	// over them: repeats of a sample are not more samples.
	Mean Estimate `json:"mean"`
	// Repeats is the number K of repeats of a sample; the harmonic mean where it varies.
	Repeats float64 `json:"repeats"`
	// Within is σ², the variance between repeats of one sample. It is NaN without a sample that has
	// two repeats.
	Within float64 `json:"within"`
	// Between is ω², the variance between samples once the noise of their repeats is taken off.
	Between float64 `json:"between"`
	// Empty counts the samples without any repeat. They are left out.
	Empty int `json:"empty"`
}

// Repeats returns the mean over samples; scores[i] holds the scores of the repeats of sample i, which
// need not be equally many.
//
//	σ² = Σ_i Σ_k (x_ik−x̄_i)² / Σ_i (K_i−1)    ω² = max(0, Var(x̄_i) − σ²/K)
//
// The variance of the mean score of one sample over K repeats is ω²+σ²/K. It is an error when a score
// is NaN or infinite: leave a repeat without a verdict out. Source: Miller 2024, arXiv 2411.00640.
func Repeats(scores [][]float64) (Repeated, error) {
	var out Repeated
	var means, errs []float64
	counts := map[int]int{} // samples by their number of repeats
	freedom := 0
	for i, xs := range scores {
		if err := checkFinite(fmt.Sprintf("sample %d: score", i), xs); err != nil {
			return Repeated{}, err
		}
		if len(xs) == 0 {
			out.Empty++
			continue
		}
		m := average(xs)
		means = append(means, m)
		errs = append(errs, deviations(xs, m)...)
		counts[len(xs)]++
		freedom += len(xs) - 1
	}
	out.Mean = Mean(means)
	n := float64(len(means))
	inverse, ks := 0.0, slices.Sorted(maps.Keys(counts))
	for _, k := range ks {
		inverse += float64(counts[k]) / float64(k)
	}
	out.Repeats = n / inverse
	if len(ks) == 1 {
		out.Repeats = float64(ks[0]) // not 3.0000000000000004
	}
	d := norm(errs)
	out.Within = d * d / float64(freedom) // 0/0 without a repeat
	_, s := sd(means)
	out.Between = max(0, s*s-out.Within/out.Repeats)
	return out, nil
}

// SE returns the standard error that the mean would have on n samples of k repeats each:
// √((ω²+σ²/k)/n). It is NaN where the variances are not defined and for n or k below 1.
func (r Repeated) SE(n, k int) float64 {
	if n < 1 || k < 1 {
		return math.NaN()
	}
	return math.Sqrt((r.Between + r.Within/float64(k)) / float64(n))
}

// MarshalJSON writes numbers that are not finite as null.
func (r Repeated) MarshalJSON() ([]byte, error) { return wire.Marshal(r) }

// UnmarshalJSON reads null as NaN.
func (r *Repeated) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, r) }
