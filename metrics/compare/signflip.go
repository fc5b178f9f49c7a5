package compare

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/assize-eval/assize/metrics/internal/draw"
)

const (
	// ExactUnits is the number of samples or clusters with a difference up to which a sign-flip test
	// goes through all sign patterns.
	ExactUnits = 20
	// DefaultFlips is the number of drawn sign patterns of a [SignFlip] that does not say.
	DefaultFlips = 10000
)

// SignFlip is the sign-flip permutation test. The zero SignFlip flips samples, and draws
// [DefaultFlips] patterns with seed 0 where there are too many to go through all. Draws come from
// math/rand/v2's PCG with the seed (Seed, 0), so the same SignFlip gives the same p everywhere.
type SignFlip struct {
	// Flips is how many patterns to draw: 0 for [DefaultFlips], else at least 1000.
	Flips int
	// Seed is the seed. Every value is one, 0 too.
	Seed uint64
	// Clusters, when it is not nil, names the cluster of each sample; whole clusters flip.
	Clusters []string
}

// Permutation is the result of a [SignFlip].
type Permutation struct {
	// P is the two-sided p-value. It is at least 2/2^Units, however large the difference.
	P float64 `json:"p"`
	// Exact says that all patterns were gone through.
	Exact bool `json:"exact"`
	// Flips is the number of patterns, and Seed the seed of those drawn; 0 when Exact.
	Flips int    `json:"flips"`
	Seed  uint64 `json:"seed"`
	// Units is the number of samples or clusters that flip; those whose difference is 0, or rounding
	// alone (1e-12 of their scores), do not.
	Units int `json:"units"`
	// Warnings say what limits the test.
	Warnings []string `json:"warnings"`
}

// Test tests whether two runs on the same samples differ; a[i] and b[i] are the scores of sample i.
// When no sample differs P is 1: every pattern gives the same sum. It is an error when there are no
// samples, when the numbers of scores or clusters differ, when a score is NaN or infinite, and when
// the settings are not valid.
func (s SignFlip) Test(a, b []float64) (Permutation, error) {
	d, err := differences(a, b)
	switch {
	case err != nil:
		return Permutation{}, err
	case len(d) == 0:
		return Permutation{}, fmt.Errorf("compare: a sign-flip test needs samples")
	case s.Flips != 0 && s.Flips < 1000:
		return Permutation{}, fmt.Errorf("compare: a sign-flip test of %d patterns; at least 1000 are needed", s.Flips)
	case s.Clusters != nil && len(s.Clusters) != len(d):
		return Permutation{}, fmt.Errorf("compare: %d clusters for %d samples", len(s.Clusters), len(d))
	}
	units, slack := s.units(a, b)
	sum, size := 0.0, 0.0
	for _, u := range units {
		sum += u
		size += math.Abs(u)
	}
	if math.IsInf(size, 0) {
		return Permutation{}, fmt.Errorf("compare: the sum of the differences overflows")
	}
	// Patterns that give the same sum must count as such in spite of rounding.
	atLeast := math.Abs(sum) - 1e-11*size - slack
	p := Permutation{Units: len(units)}
	if len(units) <= ExactUnits {
		p.Exact, p.Flips = true, 1<<len(units)
		p.P = float64(exactHits(units, atLeast)) / float64(p.Flips)
	} else {
		p.Flips, p.Seed = s.Flips, s.Seed
		if p.Flips == 0 {
			p.Flips = DefaultFlips
		}
		hits := drawnHits(units, atLeast, p.Flips, draw.New(s.Seed))
		p.P = float64(1+hits) / float64(1+p.Flips)
	}
	if least := math.Ldexp(2, -len(units)); least >= alpha {
		p.Warnings = append(p.Warnings, fmt.Sprintf("with %d units p cannot be below %.3g", len(units), min(1, least)))
	}
	return p, nil
}

// units returns the differences by what flips as one, without those that are 0 or rounding alone, and
// what rounding can add to their sum.
func (s SignFlip) units(a, b []float64) (units []float64, slack float64) {
	largest := 0.0
	for i := range a {
		largest = max(largest, math.Abs(a[i]), math.Abs(b[i]))
	}
	var sums, errs []float64
	at := map[string]int{}
	for i := range a {
		u := len(sums)
		if s.Clusters != nil {
			seen, ok := at[s.Clusters[i]]
			if ok {
				u = seen
			}
			at[s.Clusters[i]] = u
		}
		if u == len(sums) {
			sums, errs = append(sums, 0), append(errs, 0)
		}
		sums[u] += a[i] - b[i]
		// A score that is 0 on paper has the rounding of what it was made of: a little of the largest.
		errs[u] += rounding*max(math.Abs(a[i]), math.Abs(b[i])) + rounding/1000*largest
	}
	for u, x := range sums {
		if math.Abs(x) > errs[u] {
			units, slack = append(units, x), slack+errs[u]
		}
	}
	return units, slack
}

// exactHits counts the sign patterns whose sum is at least so large. It walks them in Gray code
// order, one flip a step.
func exactHits(units []float64, atLeast float64) int {
	sum := 0.0
	for _, u := range units {
		sum += u
	}
	signs := make([]float64, len(units))
	for i := range signs {
		signs[i] = 1
	}
	hits := 0
	for step := 1; ; step++ {
		if math.Abs(sum) >= atLeast {
			hits++
		}
		i := bits.TrailingZeros(uint(step))
		if i >= len(units) {
			return hits
		}
		signs[i] = -signs[i]
		sum += 2 * signs[i] * units[i]
	}
}

// drawnHits counts the drawn sign patterns whose sum is at least so large.
func drawnHits(units []float64, atLeast float64, flips int, source *draw.Source) int {
	hits := 0
	for range flips {
		sum := 0.0
		var signs uint64
		for i, u := range units {
			if i%64 == 0 {
				signs = source.Bits()
			}
			// The sign bit of u, flipped by the next random bit.
			sum += math.Float64frombits(math.Float64bits(u) ^ signs<<63)
			signs >>= 1
		}
		if math.Abs(sum) >= atLeast {
			hits++
		}
	}
	return hits
}
