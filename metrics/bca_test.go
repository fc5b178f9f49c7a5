package metrics

import (
	"math"
	"slices"
	"testing"
)

func TestBootstrapCountsTiesHalf(t *testing.T) {
	// Of a fair coin half of the resamples lie on either side, whatever share hits the mean itself.
	xs := slices.Repeat([]float64{0, 1}, 15)
	p := mustBootstrap(t, Bootstrap{Method: Percentile}, xs)
	r := mustBootstrap(t, Bootstrap{}, xs)
	if r.Lo != p.Lo || r.Hi != p.Hi {
		t.Errorf("BCa [%v, %v], percentile [%v, %v]", r.Lo, r.Hi, p.Lo, p.Hi)
	}
	values := []float64{1, 2, 2, 2, 3, 4}
	if got := below(values, 2); got != (1+1.5)/6 {
		t.Errorf("below = %v", got)
	}
	for _, tt := range []struct {
		values  []float64
		x, want float64
		why     string
	}{
		{[]float64{1e6 - 1e-7, 1e6, 2e6}, 1e6 + 1e-7, 1. / 3, "1e-7 of two million is rounding"},
		{[]float64{-1e6, 0, 1e-7}, 0, 2. / 3, "and of minus a million"},
		{[]float64{0, 1e-7, 1e6}, 0, 1. / 3, "the largest is the last"},
		{[]float64{1e-20, 2e-20, 4e-20}, 3e-20, 2. / 3, "small values are not rounding"},
		{[]float64{0, 0}, 0, .5, "zeros"},
	} {
		if got := below(tt.values, tt.x); !near(got, tt.want, 1e-15) {
			t.Errorf("below %v are %v, want %v: %s", tt.x, got, tt.want, tt.why)
		}
	}
	if got := below(values, 2.5); got != 4./6 {
		t.Errorf("below = %v", got)
	}
	if got := below([]float64{-4, -3, -2, -2, -2, 0}, -2*(1+1e-15)); got != (2+1.5)/6 {
		t.Errorf("a tie but for rounding, below 0: %v", got)
	}
	if got := below([]float64{0, 2, 2, 2, 3, 4}, 2*(1+1e-15)); got != (1+1.5)/6 {
		t.Errorf("a tie but for rounding, the least being 0: %v", got)
	}
	if got := below(values, 2*(1+1e-15)); got != (1+1.5)/6 {
		t.Errorf("a tie but for rounding: below = %v", got)
	}
}

func TestBCaParts(t *testing.T) {
	for _, tt := range []struct{ p, z0, a, want float64 }{
		{.025, .1, .05, .0546100768983595}, {.975, .1, .05, .991723736868884},
		{.025, -.2, .02, .0115880543098608}, {.975, -.2, .02, .947830616158218},
		{.025, 0, 0, .025}, {.975, 0, 0, .975},
	} {
		if got := shifted(tt.p, tt.z0, tt.a); !near(got, tt.want, 1e-12) {
			t.Errorf("shifted(%v, %v, %v) = %.15g, want %v", tt.p, tt.z0, tt.a, got, tt.want)
		}
	}
	// Leaving out x_i moves a mean by −(x_i−x̄)/(n−1), so a is Σ(x−x̄)³/(6·(Σ(x−x̄)²)^1.5).
	xs := []float64{1, 2, 3, 10}
	if got := acceleration(4, func(i int) float64 { return (16 - xs[i]) / 3 }); !near(got, .0848528137423857, 1e-12) {
		t.Errorf("acceleration = %.15g", got)
	}
	if got := acceleration(3, func(int) float64 { return 1 }); got != 0 {
		t.Errorf("acceleration = %v where nothing changes", got)
	}
	if got := acceleration(3, func(i int) float64 { return []float64{1, nan, 2}[i] }); !math.IsNaN(got) {
		t.Errorf("acceleration = %v where the statistic is not defined", got)
	}
	for _, tt := range []struct{ p, want float64 }{{0, 1}, {.5, 2.5}, {.25, 1.75}, {.75, 4.75}, {1, 10}} {
		if got := quantile(xs, tt.p); !near(got, tt.want, 1e-15) {
			t.Errorf("quantile(%v) = %v, want %v", tt.p, got, tt.want)
		}
	}
}
