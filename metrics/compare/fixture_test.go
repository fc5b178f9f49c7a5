package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// Ten samples in four clusters of unequal size, scored for two models. What is wanted of them was
// computed apart, with 30 digits.
var (
	first    = []float64{.62, .55, .71, .30, .24, .45, .38, -.15, .05, .90}
	second   = []float64{.5, .6, .9, .2, .5, .3, .1, .2, -.1, .7}
	clusters = []string{"p", "p", "p", "q", "q", "q", "q", "r", "r", "s"}

	nan, inf = math.NaN(), math.Inf(1)
)

func near(got, want float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))
}

func check(t *testing.T, got, want Test) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"Value", got.Difference.Value, want.Difference.Value}, {"SE", got.Difference.SE, want.Difference.SE},
		{"Lo", got.Difference.Lo, want.Difference.Lo}, {"Hi", got.Difference.Hi, want.Difference.Hi},
		{"T", got.T, want.T}, {"DF", got.DF, want.DF}, {"P", got.P, want.P}, {"Detectable", got.Detectable, want.Detectable},
		{"Correlation", got.Correlation, want.Correlation}, {"UnpairedSE", got.UnpairedSE, want.UnpairedSE},
	} {
		if !near(f.got, f.want) {
			t.Errorf("%s = %.15g, want %.15g", f.name, f.got, f.want)
		}
	}
	if got.Difference.N != want.Difference.N || got.Clusters != want.Clusters {
		t.Errorf("N %d, clusters %d, want %d, %d", got.Difference.N, got.Clusters, want.Difference.N, want.Clusters)
	}
	if strings.Join(got.Warnings, "; ") != strings.Join(want.Warnings, "; ") {
		t.Errorf("warnings %q, want %q", got.Warnings, want.Warnings)
	}
}

func estimate(value, se, lo, hi float64, n int) metrics.Estimate {
	return metrics.Estimate{Value: value, SE: se, Lo: lo, Hi: hi, N: n}
}
