package plot

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
)

func TestDraw(t *testing.T) {
	inf := math.Inf(1)
	s := Scale{0, 1, 0.2}
	for _, tt := range []struct {
		why  string
		in   metrics.Estimate
		want Interval
	}{
		{"all on the scale", metrics.Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75, Worst: 0.4, Best: 0.8, N: 1200},
			Interval{Title: "0.5000, 95 % interval 0.2500 to 0.7500; missing verdicts allow 0.4000 to 0.8000; n = 1,200", Dot: "50%", Line: &Span{"25%", "50%"}, Band: &Span{"40%", "40%"}}},
		{"nothing missing", estimate(0.5, 0.25, 0.75), Interval{Title: "0.5000, 95 % interval 0.2500 to 0.7500; n = 20", Dot: "50%", Line: &Span{"25%", "50%"}}},
		{"goes on beyond both ends", estimate(0.5, -3, 4), Interval{Title: "0.5000, 95 % interval −3.0000 to 4.0000; n = 20", Dot: "50%", Line: &Span{"0%", "100%"}, Left: true, Right: true}},
		{"an interval about which nothing is known", estimate(0.5, -inf, inf), Interval{Title: "0.5000, interval unknown; n = 20", Dot: "50%", Line: &Span{"0%", "100%"}, Left: true, Right: true}},
		{"a value beyond the scale", estimate(1.5, 0.75, 2.25), Interval{Title: "1.5000, 95 % interval 0.7500 to 2.2500; n = 20", Line: &Span{"75%", "25%"}, Right: true}},
		{"all beyond the scale", estimate(-2, -3, -1), Interval{Title: "−2.0000, 95 % interval −3.0000 to −1.0000; n = 20", Left: true}},
		{"all beyond the other end", estimate(3, 2, 4), Interval{Title: "3.0000, 95 % interval 2.0000 to 4.0000; n = 20", Right: true}},
		{"ends that are outside by rounding alone", estimate(0.5, -1e-9, 1+1e-9), Interval{Title: "0.5000, 95 % interval 0.0000 to 1.0000; n = 20", Dot: "50%", Line: &Span{"0%", "100%"}}},
		{"an interval at an end of the scale by rounding", estimate(1+2e-9, 1+1e-9, 1+3e-9), Interval{Title: "1.0000, 95 % interval 1.0000 to 1.0000; n = 20", Dot: "100%", Line: &Span{"100%", "0%"}}},
		{"and at the other", estimate(-2e-8, -3e-8, -1e-8), Interval{Title: "0.0000, 95 % interval 0.0000 to 0.0000; n = 20", Dot: "0%", Line: &Span{"0%", "0%"}}},
		{"one end is not known", estimate(0.5, 0.25, inf), Interval{Title: "0.5000, interval unknown; n = 20", Dot: "50%", Line: &Span{"25%", "75%"}, Right: true}},
		{"the other", estimate(0.5, -inf, 0.75), Interval{Title: "0.5000, interval unknown; n = 20", Dot: "50%", Line: &Span{"0%", "75%"}, Left: true}},
		{"a value beyond the scale without an interval", estimate(2, math.NaN(), math.NaN()), Interval{Title: "2.0000, interval unknown; n = 20", Right: true}},
		{"bounds beyond the scale", metrics.Estimate{Value: 0.5, Lo: 0.4, Hi: 0.6, Worst: -1, Best: 3, N: 20},
			Interval{Title: "0.5000, 95 % interval 0.4000 to 0.6000; missing verdicts allow −1.0000 to 3.0000; n = 20", Dot: "50%", Line: &Span{"40%", "20%"}, Band: &Span{"0%", "100%"}}},
		{"no interval", estimate(0.5, math.NaN(), math.NaN()), Interval{Title: "0.5000, interval unknown; n = 20", Dot: "50%"}},
		{"not defined", metrics.Undefined(0), Interval{Title: "not defined; n = 0"}},
		{"only the bounds are defined", metrics.Estimate{Value: math.NaN(), Lo: -inf, Hi: inf, Worst: 0.2, Best: 0.6},
			Interval{Title: "not defined; missing verdicts allow 0.2000 to 0.6000; n = 0", Band: &Span{"20%", "40%"}}},
	} {
		if diff := cmp.Diff(tt.want, Draw(tt.in, s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestDrawDifference(t *testing.T) {
	s := Scale{-0.1, 0.1, 0.05}
	e := metrics.Estimate{Value: -0.05, SE: 0.01, Lo: -0.075, Hi: -0.025, Worst: -0.08, Best: -0.02, N: 1234}
	want := Interval{Title: "−0.0500, 95 % interval −0.0750 to −0.0250, p 0.010; missing verdicts allow −0.0800 to −0.0200; n = 1,234",
		Dot: "25%", Line: &Span{"12.5%", "25%"}, Band: &Span{"10%", "30%"}, Zero: "50%"}
	if diff := cmp.Diff(want, DrawDifference(e, "0.010", true, s)); diff != "" {
		t.Errorf("a difference (-want +got):\n%s", diff)
	}
	e = metrics.Estimate{Value: 0.05, Lo: math.Inf(-1), Hi: math.Inf(1), Worst: math.NaN(), Best: math.NaN(), N: 1}
	want = Interval{Title: "+0.0500, interval unknown: no difference shown; n = 1", Dot: "75%", Line: &Span{"0%", "100%"}, Left: true, Right: true, Zero: "50%", Hollow: true}
	if diff := cmp.Diff(want, DrawDifference(e, "", false, s)); diff != "" {
		t.Errorf("none (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		why  string
		size float64
		want []string
	}{{"on the scale", 0.025, []string{"37.5%", "62.5%"}}, {"at its ends", 0.1, []string{"0%", "100%"}}, {"beyond it", 0.2, nil}, {"not defined", math.NaN(), nil}} {
		if diff := cmp.Diff(tt.want, Reach(tt.size, s)); diff != "" {
			t.Errorf("reach %s (-want +got):\n%s", tt.why, diff)
		}
	}
}
