package draw

import (
	"math"
	"slices"
	"testing"
)

func TestIndexesAreUniform(t *testing.T) {
	for _, n := range []int{1, 2, 7, 1100} {
		counts := make([]float64, n)
		dst := make([]int, 997)
		s := New(3)
		draws := 0
		for draws < 500*n {
			s.Indexes(dst, n)
			for _, i := range dst {
				counts[i]++
			}
			draws += len(dst)
		}
		// χ² with n−1 degrees of freedom has mean n−1 and standard deviation √(2(n−1)).
		want, chi := float64(draws)/float64(n), 0.0
		for _, c := range counts {
			chi += (c - want) * (c - want) / want
		}
		if df := float64(n - 1); !(math.Abs(chi-df) <= 5*math.Sqrt(2*df)+1e-9) {
			t.Errorf("n = %d: χ² is %v", n, chi)
		}
	}
}

// TestIndexesRejectsWhatIsTooMuch uses a size that 2³² is far from a multiple of.
func TestIndexesRejectsWhatIsTooMuch(t *testing.T) {
	n := 1<<31 - 1<<29
	dst := make([]int, 30000)
	New(1).Indexes(dst, n)
	// Without rejection eight of the 2³² inputs fall on every three indexes, so that i mod 3 is uneven.
	var counts [3]float64
	for _, i := range dst {
		if i < 0 || i >= n {
			t.Fatalf("index %d of %d", i, n)
		}
		counts[i%3]++
	}
	for r, c := range counts {
		if !(math.Abs(c-10000) <= 5*math.Sqrt(30000*2./9)) {
			t.Errorf("%v draws are %d modulo 3", c, r)
		}
	}
}

func TestSeeds(t *testing.T) {
	draws := func(seed uint64) []int {
		dst := make([]int, 5)
		New(seed).Indexes(dst, 1000)
		return dst
	}
	// Written down once, so that a change of the generator or of the draws is seen.
	if got, want := draws(7), []int{215, 269, 905, 299, 196}; !slices.Equal(got, want) {
		t.Errorf("seed 7 draws %v, want %v", got, want)
	}
	if slices.Equal(draws(7), draws(8)) {
		t.Error("two seeds draw the same")
	}
	if New(7).Bits() == New(8).Bits() {
		t.Error("two seeds give the same bits")
	}
}
