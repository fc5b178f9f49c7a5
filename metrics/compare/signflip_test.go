package compare

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
)

func TestSignFlipExact(t *testing.T) {
	for _, tt := range []struct {
		name     string
		a, b     []float64
		clusters []string
		want     Permutation
	}{
		// Of 1024 patterns of the ten differences 856 have a sum that is at least as large.
		{"ten", first, second, nil, Permutation{P: 856. / 1024, Exact: true, Flips: 1024, Units: 10}},
		{"clusters", first, second, clusters, Permutation{P: 14. / 16, Exact: true, Flips: 16, Units: 4, Warnings: []string{"with 4 units p cannot be below 0.125"}}},
		{"same sign", []float64{.1, .2, .3, .4, .5, .6}, make([]float64, 6), nil, Permutation{P: 2. / 64, Exact: true, Flips: 64, Units: 6}},
		{"five", []float64{.1, .2, .3, .4, .5}, make([]float64, 5), nil, Permutation{P: 2. / 32, Exact: true, Flips: 32, Units: 5, Warnings: []string{"with 5 units p cannot be below 0.0625"}}},
		{"ties count", []float64{.1, .1, .1, .1, -.1}, make([]float64, 5), nil, Permutation{P: 12. / 32, Exact: true, Flips: 32, Units: 5, Warnings: []string{"with 5 units p cannot be below 0.0625"}}},
		{"no difference", []float64{.3, .4}, []float64{.3, .4}, nil, Permutation{P: 1, Exact: true, Flips: 1, Warnings: []string{"with 0 units p cannot be below 1"}}},
		{"zeros do not flip", []float64{.1, 0, .2, 0}, make([]float64, 4), nil, Permutation{P: .5, Exact: true, Flips: 4, Units: 2, Warnings: []string{"with 2 units p cannot be below 0.5"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SignFlip{Clusters: tt.clusters}.Test(tt.a, tt.b)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

// TestSignFlipCountsRoundedTies uses tenths, whose sums round differently in every order.
func TestSignFlipCountsRoundedTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 41 {
		n, most := 3+rng.IntN(9), 4
		if i == 40 {
			// A million steps add up to more rounding than the scores have.
			rng, n, most = rand.New(rand.NewPCG(0, 2)), ExactUnits, 49
		}
		d, whole := make([]float64, n), make([]int, n)
		total := 0
		for i := range d {
			whole[i] = rng.IntN(2*most+1) - most
			d[i] = float64(whole[i]) / 10
			total += whole[i]
		}
		patterns := map[int]int{0: 1} // by their sum
		for _, x := range whole {
			next := map[int]int{}
			for sum, count := range patterns {
				next[sum+x] += count
				next[sum-x] += count
			}
			patterns = next
		}
		hits := 0
		for sum, count := range patterns {
			if max(sum, -sum) >= max(total, -total) {
				hits += count
			}
		}
		got, err := SignFlip{}.Test(d, make([]float64, n))
		if want := float64(hits) / float64(int(1)<<n); err != nil || got.P != want {
			t.Errorf("%v: p = %v, want %v, %v", whole, got.P, want, err)
		}
	}
}

func TestSignFlipDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	a, b := make([]float64, 150), make([]float64, 150)
	for i := range a {
		a[i], b[i] = rng.NormFloat64()+.08, rng.NormFloat64()
	}
	s := SignFlip{Flips: 20000, Seed: 5}
	got, err := s.Test(a, b)
	if err != nil {
		t.Fatal(err)
	}
	byT, err := Paired(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Exact || got.Flips != 20000 || got.Seed != 5 || got.Units != 150 || got.Warnings != nil {
		t.Errorf("got %+v", got)
	}
	if byT.P < .05 || byT.P > .6 || !(math.Abs(got.P-byT.P) <= .015) {
		t.Errorf("p = %v, by t %v", got.P, byT.P)
	}
	// Written down once, so that a change of the generator or of the draws is seen.
	if got.P != 0.09364531773411329 {
		t.Errorf("p = %.17g", got.P)
	}
	again, err := s.Test(a, b)
	if err != nil || again.P != got.P {
		t.Errorf("the same seed gives %v and %v", got.P, again.P)
	}
	s.Flips = 1000
	if fewest, err := s.Test(a, b); err != nil || fewest.Flips != 1000 {
		t.Errorf("1000 patterns: %+v, %v", fewest, err)
	}
	s.Flips, s.Seed = 20000, 6
	if other, err := s.Test(a, b); err != nil || other.P == got.P {
		t.Errorf("another seed gives the same %v, %v", other.P, err)
	}
	// No drawn pattern reaches a sum like this: p counts the observed one.
	for i := range a {
		a[i] = b[i] + 1
	}
	if got, err = (SignFlip{}).Test(a, b); err != nil || got.P != 1./10001 || got.Flips != DefaultFlips {
		t.Errorf("all alike: %+v, %v", got, err)
	}
	// With 21 units patterns are drawn, with 20 not.
	for _, n := range []int{20, 21} {
		got, err := SignFlip{}.Test(first21[:n], make([]float64, n))
		if err != nil || got.Exact != (n == 20) {
			t.Errorf("%d units: %+v, %v", n, got, err)
		}
		exact := float64(exactHits(first21[:n], math.Abs(sum(first21[:n]))-1e-9)) / float64(int(1)<<n)
		if !(math.Abs(got.P-exact) <= .02) {
			t.Errorf("%d units: p = %v, exact %v", n, got.P, exact)
		}
	}
}

// first21 are 21 differences.
var first21 = []float64{.3, -.2, .5, .1, .4, -.3, .2, .6, -.1, .25, .15, -.35, .45, .05, -.25, .55, .35, -.15, .65, -.45, .12}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}

func BenchmarkSignFlip(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 1100), make([]float64, 1100)
	names := make([]string, 1100)
	for i := range x {
		x[i], y[i], names[i] = rng.Float64(), rng.Float64(), strconv.Itoa(i)
	}
	for b.Loop() {
		if _, err := (SignFlip{}).Test(x, y); err != nil {
			b.Fatal(err)
		}
	}
}
