package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// estimate has its bounds at its value.
func estimate(value, lo, hi float64) metrics.Estimate {
	return metrics.Estimate{Value: value, Lo: lo, Hi: hi, Worst: value, Best: value, N: 20}
}

func labels(s Scale) string {
	var out []string
	for _, t := range s.Ticks() {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

// many has estimates with intervals of 0.04, and one more.
func many(a, b, c, d float64, other metrics.Estimate) []metrics.Estimate {
	out := []metrics.Estimate{other}
	for _, x := range []float64{a, b, c, d} {
		out = append(out, estimate(x, x-0.02, x+0.02))
	}
	return out
}

func TestScaleOf(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tt := range []struct {
		why  string
		in   []metrics.Estimate
		want string
	}{
		{"nothing to show: shares are usual", nil, "0 0.25 0.50 0.75 1.00"},
		{"nothing defined", []metrics.Estimate{metrics.Undefined(0)}, "0 0.25 0.50 0.75 1.00"},
		{"narrow intervals are seen", []metrics.Estimate{estimate(0.42, 0.40, 0.44), estimate(0.39, 0.37, 0.41)}, "0.325 0.350 0.375 0.400 0.425 0.450 0.475"},
		{"one interval does not fill the plot", []metrics.Estimate{estimate(0.5, 0.45, 0.55)}, "0.3 0.4 0.5 0.6 0.7"},
		{"no width at all", []metrics.Estimate{estimate(0.5, 0.5, 0.5)}, "0.47 0.48 0.49 0.50 0.51 0.52 0.53"},
		{"shares do not exceed 1", []metrics.Estimate{estimate(1, 1, 1)}, "0.975 0.980 0.985 0.990 0.995 1.000"},
		{"wide intervals of few samples do not press the rest flat", []metrics.Estimate{estimate(0.4, 0.35, 0.45), estimate(0.6, 0.55, 0.65), estimate(0.5, -6, 7)}, "0.3 0.4 0.5 0.6 0.7"},
		{"an end a little below 0 is shown", []metrics.Estimate{estimate(0.1, -0.05, 0.25)}, "−0.2 0 0.2 0.4 0.6"},
		{"points", []metrics.Estimate{estimate(60, 55, 65), estimate(72, 70, 74)}, "40 50 60 70 80"},
		{"infinite ends count for nothing", []metrics.Estimate{estimate(0.2, -inf, inf), estimate(0.8, nan, nan)}, "0.2 0.4 0.6 0.8"},
		{"bounds lie on the scale", []metrics.Estimate{{Value: 0.5, Lo: 0.45, Hi: 0.55, Worst: 0.1, Best: 0.9}}, "0 0.2 0.4 0.6 0.8 1.0"},
		{"a slice of two samples with a huge interval", many(0.40, 0.42, 0.44, 0.46, estimate(0.43, -0.2, 1)), "0.350 0.375 0.400 0.425 0.450 0.475 0.500"},
		{"one with an extreme value", many(0.40, 0.42, 0.44, 0.46, estimate(0.95, -1, 1)), "0.350 0.375 0.400 0.425 0.450 0.475 0.500"},
		{"one with a value a little outside", many(0.40, 0.42, 0.44, 0.46, estimate(0.51, -1, 1)), "0.35 0.40 0.45 0.50 0.55"},
		{"one without an interval among those that have one", many(0.40, 0.42, 0.44, 0.46, estimate(0.99, -inf, inf)), "0.350 0.375 0.400 0.425 0.450 0.475 0.500"},
		{"the bounds of a loose one", many(0.40, 0.42, 0.44, 0.46, metrics.Estimate{Value: 0.43, Lo: -0.2, Hi: 1, Worst: 0, Best: 1}), "0.350 0.375 0.400 0.425 0.450 0.475 0.500"},
		{"firm values that differ much are all on it", []metrics.Estimate{estimate(0.1, 0.08, 0.12), estimate(0.5, 0.48, 0.52), estimate(0.9, 0.85, 0.95)}, "0 0.2 0.4 0.6 0.8 1.0"},
		{"the span is no number", []metrics.Estimate{estimate(math.MaxFloat64, 0, 0), estimate(-math.MaxFloat64, 0, 0)}, "0 0.25 0.50 0.75 1.00"},
	} {
		if got := labels(ScaleOf(tt.in, 5)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

// TestCentered checks that zero is in the middle, whatever is drawn.
func TestCentered(t *testing.T) {
	for _, values := range [][]float64{{0.3, 0.2}, {-5, -4}, {0.001}, {0}, {math.NaN()}, {-0.02, 0.7}} {
		var list []metrics.Estimate
		for _, x := range values {
			list = append(list, estimate(x, x-0.01, x+0.01))
		}
		s := Centered(list, 4)
		if s.at(0) != 0.5 && s != Unit() || !finite(s.lo) {
			t.Errorf("%v: zero is at %v of %+v", values, s.at(0), s)
		}
		for _, x := range values {
			if x < s.lo || x > s.hi {
				t.Errorf("%v is not on the scale from %v to %v", x, s.lo, s.hi)
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	s := Scale{-1, 1, 0.5}
	for _, tt := range []struct {
		why         string
		x           float64
		place, mark string
	}{
		{"in the middle", 0, "50%", "50%"},
		{"at the end", 1, "100%", "100%"},
		{"beyond the end", 1.5, "100%", ""},
		{"not defined", math.NaN(), "", ""},
	} {
		if got := s.Mark(tt.x); got != tt.mark {
			t.Errorf("%s: mark %q, want %q", tt.why, got, tt.mark)
		}
		if got := s.Place(tt.x); tt.place != "" && got != tt.place {
			t.Errorf("%s: place %q, want %q", tt.why, got, tt.place)
		}
	}
}

func TestSuits(t *testing.T) {
	for _, tt := range []struct {
		why  string
		in   []metrics.Estimate
		want bool
	}{
		{"shares", []metrics.Estimate{estimate(0.01, 0, 0.02), estimate(0.9, 0.5, 1)}, true},
		{"points beside a share", []metrics.Estimate{estimate(0.5, 0.4, 0.6), estimate(60, 50, 70)}, false},
		{"points of like size", []metrics.Estimate{estimate(60, 50, 70), estimate(40, 30, 50)}, true},
	} {
		if got := Suits(tt.in, 5); got != tt.want {
			t.Errorf("%s: %v", tt.why, got)
		}
	}
}
