package plot

import (
	"strings"
	"testing"
)

// TestScatter has places by hand: x of a length on the scale times 1000, y from the top times 400.
func TestScatter(t *testing.T) {
	for _, tt := range []struct {
		why        string
		points     []Point
		path, x, y string
		title      string
	}{
		{"shares have a scale from 0 to 1", []Point{{700, 1}, {1, .25}, {3, .999}, {400, .998}},
			"M875 0h0M1 300h0M4 0h0M500 1h0", "0 0%, 200 25%, 400 50%, 600 75%, 800 100%", "0 100%, 0.25 75%, 0.50 50%, 0.75 25%, 1.00 0%",
			"m over the length of the response in characters, 4 samples, 1 to 700 characters"},
		{"a share of 0", []Point{{100, 0}, {50, .5}},
			"M1000 400h0M500 200h0", "0 0%, 20 20%, 40 40%, 60 60%, 80 80%, 100 100%", "0 100%, 0.25 75%, 0.50 50%, 0.75 25%, 1.00 0%",
			"m over the length of the response in characters, 2 samples, 50 to 100 characters"},
		{"points have a scale of their own", []Point{{100, 10}, {100, -5}, {20, 0}},
			"M1000 0h0M1000 400h0M200 267h0", "0 0%, 20 20%, 40 40%, 60 60%, 80 80%, 100 100%", "−5 100%, 0 66.67%, 5 33.33%, 10 0%",
			"m over the length of the response in characters, 3 samples, 20 to 100 characters"},
		{"above 1 is no share", []Point{{1000, .5}, {1000, 2.5}},
			"M1000 400h0M1000 0h0", "0 0%, 200 20%, 400 40%, 600 60%, 800 80%, 1000 100%", "0.5 100%, 1.0 75%, 1.5 50%, 2.0 25%, 2.5 0%",
			"m over the length of the response in characters, 2 samples, 1,000 to 1,000 characters"},
		{"empty responses stand at 0", []Point{{0, .5}, {0, 1}}, "M0 200h0M0 0h0", "0 0%, 0.2 20%, 0.4 40%, 0.6 60%, 0.8 80%, 1.0 100%", "0 100%, 0.25 75%, 0.50 50%, 0.75 25%, 1.00 0%",
			"m over the length of the response in characters, 2 samples, 0 to 0 characters"},
		{"one sample", []Point{{10, .5}}, "M1000 200h0", "0 0%, 2 20%, 4 40%, 6 60%, 8 80%, 10 100%", "0 100%, 0.25 75%, 0.50 50%, 0.75 25%, 1.00 0%",
			"m over the length of the response in characters, 1 sample, 10 to 10 characters"},
	} {
		s := NewScatter("m", "all", tt.points)
		if s.Path != tt.path || s.Title != tt.title || s.Every != 1 || s.Metric != "m" || s.Scope != "all" {
			t.Errorf("%s: %q, %q, every %d", tt.why, s.Path, s.Title, s.Every)
		}
		if x, y := marks(s.X), marks(s.Y); x != tt.x || y != tt.y {
			t.Errorf("%s: marks at\n%s and\n%s, want\n%s and\n%s", tt.why, x, y, tt.x, tt.y)
		}
	}
}

func TestScatterOfMany(t *testing.T) {
	for _, tt := range []struct{ samples, every, dots int }{{2500, 1, 2500}, {2501, 2, 1251}, {5000, 2, 2500}, {5001, 3, 1667}} {
		points := make([]Point, tt.samples)
		for i := range points {
			points[i] = Point{Length: i + 1, Value: .5}
		}
		s := NewScatter("m", "", points)
		if dots := strings.Count(s.Path, "h0"); s.Every != tt.every || dots != tt.dots {
			t.Errorf("%d samples: every %d, %d dots, want every %d, %d", tt.samples, s.Every, dots, tt.every, tt.dots)
		}
	}
}

// marks writes ticks with their places.
func marks(ticks []Tick) string {
	out := make([]string, len(ticks))
	for i, t := range ticks {
		out[i] = t.Label + " " + t.X
	}
	return strings.Join(out, ", ")
}
