package plot

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHistogram(t *testing.T) {
	many := make([]float64, 200)
	for i := range many {
		many[i] = float64(i) / 199
	}
	sixteenths := make([]float64, 320)
	for i := range sixteenths {
		sixteenths[i] = float64(i%17) / 16
	}
	for _, tt := range []struct {
		why        string
		in         []float64
		bars, dots int
		mean, top  string
	}{
		{"bars of 0.05 for many shares", many, 20, 0, "50%", "10"},
		{"wider bars where fractions would leave gaps", sixteenths, 10, 0, "49.59%", "38"},
		{"dots for few samples", []float64{0.1, 0.1, 0.9}, 0, 3, "36.67%", ""},
		{"one sample", []float64{1}, 0, 1, "100%", ""},
	} {
		h := NewHistogram("m", "", tt.in)
		if len(h.Bars) != tt.bars || len(h.Dots) != tt.dots || h.Mean != tt.mean || h.Top != tt.top {
			t.Errorf("%s: %d bars, %d dots, mean at %s, top %q", tt.why, len(h.Bars), len(h.Dots), h.Mean, h.Top)
		}
	}
	h := NewHistogram("m", "", []float64{0, 0.5, 0.5, 1})
	want := []Dot{{"0%", "95%"}, {"50%", "95%"}, {"50%", "85%"}, {"100%", "95%"}}
	if diff := cmp.Diff(want, h.Dots); diff != "" {
		t.Errorf("dots (-want +got):\n%s", diff)
	}
	if want := "median 0.5000, middle half 0.3750 to 0.6250, lowest 0.0000, highest 1.0000"; h.Desc != want {
		t.Errorf("described as %q, want %q", h.Desc, want)
	}
	apart := NewHistogram("m", "", append(make([]float64, 60), 1, 1, 1))
	wantBars := []Bar{{"0%", "5%", "0%", "100%", "0.0000 to 0.0500: 60 samples"}, {"95%", "5%", "95%", "5%", "0.9500 to 1.0000: 3 samples"}}
	if diff := cmp.Diff(wantBars, apart.Bars); diff != "" {
		t.Errorf("bars (-want +got):\n%s", diff)
	}
	edges := NewHistogram("m", "", append(slices.Repeat([]float64{-1}, 61), -.9, 1))
	wantBars = []Bar{{"0%", "5%", "0%", "100%", "−1.0000 to −0.9000: 61 samples"}, {"5%", "5%", "98.36%", "1.64%", "−0.9000 to −0.8000: 1 sample"},
		{"95%", "5%", "98.36%", "1.64%", "0.9000 to 1.0000: 1 sample"}}
	if diff := cmp.Diff(wantBars, edges.Bars); diff != "" {
		t.Errorf("a value at the lower end of its bin (-want +got):\n%s", diff)
	}
	rounded := NewHistogram("m", "", []float64{-.12, -.08, .47, .47, 1})
	want = []Dot{{"8.33%", "95%"}, {"8.33%", "85%"}, {"58.33%", "95%"}, {"58.33%", "85%"}, {"100%", "95%"}}
	if diff := cmp.Diff(want, rounded.Dots); diff != "" {
		t.Errorf("dots at the nearest step (-want +got):\n%s", diff)
	}
	below := NewHistogram("m", "", append([]float64{-0.3}, many...))
	if first := below.Ticks[0].Label; first != "−0.2" {
		t.Errorf("the first tick is %s", first)
	}
}

func TestBinsCountEverySample(t *testing.T) {
	for _, xs := range [][]float64{{0, 1}, {-5, 3, 3, 100}, {0.3, 0.3, 0.3}, {1e-9, 2e-9}, {-math.MaxFloat64, math.MaxFloat64}} {
		_, counts := bins(xs)
		sum := 0
		for _, c := range counts {
			sum += c
		}
		if sum != len(xs) {
			t.Errorf("%v: %d of %d are counted", xs, sum, len(xs))
		}
	}
}

func TestHistogramInWords(t *testing.T) {
	for _, tt := range []struct {
		why, title, anchor string
		in                 []float64
	}{
		{"the mean in the middle", "Distribution of m over 2 samples, mean 0.5000", "", []float64{.25, .75}},
		{"at the lower end", "Distribution of m over 3 samples, mean 0.1000", "start", []float64{0, .1, .2}},
		{"at the upper end", "Distribution of m over 1 sample, mean 0.9000", "end", []float64{.9}},
		{"points below 0", "Distribution of m over 2 samples, mean −2.0000", "", []float64{-4, 0}},
	} {
		h := NewHistogram("m", "all", tt.in)
		if h.Title != tt.title || h.Anchor != tt.anchor || h.Metric != "m" || h.Scope != "all" {
			t.Errorf("%s: %q, anchor %q", tt.why, h.Title, h.Anchor)
		}
	}
}
