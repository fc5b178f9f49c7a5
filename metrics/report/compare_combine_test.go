package report

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestUnpairedTestTakesRoundingForNoSpread(t *testing.T) {
	mean := func(value, se float64) metrics.Estimate { return metrics.Estimate{Value: value, SE: se, N: 3} }
	for _, tt := range []struct {
		a, b metrics.Estimate
		flat bool
		why  string
	}{
		{mean(.3, 1e-14), mean(0, 0), true, "1e-14 of .3"},
		{mean(0, 0), mean(.3, 1e-14), true, "the second is the larger one"},
		{mean(-.3, 1e-14), mean(0, 0), true, "below 0"},
		{mean(.3, 1e-14), mean(.3, 1e-14), true, "equal means"},
		{mean(.3, 1e-11), mean(.3, 0), false, "1e-11 of .6"},
		{mean(.3, .1), mean(.2, .1), false, "a spread"},
	} {
		got := unpairedTest(tt.a, tt.b)
		want := math.Hypot(tt.a.SE, tt.b.SE)
		if tt.flat {
			want = 0
		}
		if math.IsNaN(got.P) != tt.flat || !(math.Abs(got.Difference.SE-want) <= 1e-12*want) || got.UnpairedSE != got.Difference.SE {
			t.Errorf("%s: %+v, want the standard error %v", tt.why, got, want)
		}
	}
	if got := unpairedTest(mean(.3, .1), metrics.Undefined(0)); !math.IsNaN(got.Difference.Value) || !math.IsNaN(got.UnpairedSE) {
		t.Errorf("a run without the metric: %+v", got)
	}
}
