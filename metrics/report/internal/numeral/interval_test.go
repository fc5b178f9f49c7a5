package numeral

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestEstimatesReadAsWhatTheyAre(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	e := metrics.Estimate{Value: 0.25, Lo: -0.5, Hi: 1, Worst: 0.125, Best: 0.375}
	whole := metrics.Estimate{Value: 0.25, Lo: -inf, Hi: inf, Worst: 0.25, Best: 0.25}
	none := metrics.Estimate{Value: nan, Lo: -inf, Hi: inf, Worst: nan, Best: nan}
	for _, tt := range []struct{ why, got, want string }{
		{"an interval", Interval(e), "[-0.5000, 1.0000]"},
		{"an interval of a difference", SignedInterval(e), "[-0.5000, +1.0000]"},
		{"an interval about which nothing is known", Interval(whole), "[−∞, ∞]"},
		{"no value, no interval", Interval(none), "–"},
		{"no difference, no interval", SignedInterval(none), "–"},
		{"a value with its interval", WithInterval(e), "0.2500 [-0.5000, 1.0000]"},
		{"no value", WithInterval(none), "–"},
		{"bounds", Allowance(e), "0.1250 … 0.3750"},
		{"bounds of a difference", SignedAllowance(e), "+0.1250 … +0.3750"},
		{"nothing is missing", Allowance(whole), "–"},
		{"bounds that are not defined", SignedAllowance(none), "–"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, tt.got, tt.want)
		}
	}
}
