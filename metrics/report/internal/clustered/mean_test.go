package clustered

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

// TestMean has standard errors by the formula of CR1 and quantiles of t by scipy.
func TestMean(t *testing.T) {
	for _, tt := range []struct {
		clusters   string
		se, lo, hi float64
		count      int
		why        string
	}{
		{"abcde", .12083045973594572, .20452086150733445, .8754791384926657, 0, "no two share a cluster: s/√n, four degrees of freedom"},
		{"aabbc", .17362027531368565, -.20702775151828268, 1.2870277515182829, 3, "by cluster, two degrees of freedom"},
	} {
		e := Mean([]float64{.2, .4, .9, .7, .5}, strings.Split(tt.clusters, ""))
		near(t, tt.why, e, .54, tt.se, tt.lo, tt.hi)
		if e.N != 5 || e.Clusters != tt.count {
			t.Errorf("%s: %d values in %d clusters", tt.why, e.N, e.Clusters)
		}
	}
}

// TestShare has standard errors by the formula of CR1, ends by t on the scale of log odds with quantiles of scipy,
// and those of none and all by the exact bound 0.025^{1/C}.
func TestShare(t *testing.T) {
	for _, tt := range []struct {
		so                string
		value, se, lo, hi float64
		why               string
	}{
		{"111001", 2. / 3, 1. / 6, .07351949691081447, .9805475235612092, "some"},
		{"111111", 1, 0, .2924017738212866, 1, "all, in three clusters"},
		{"000000", 0, 0, 0, 1 - .2924017738212866, "none"},
	} {
		so := make([]bool, len(tt.so))
		for i, c := range tt.so {
			so[i] = c == '1'
		}
		e := Share(so, strings.Split("aabbcc", ""))
		near(t, tt.why, e, tt.value, tt.se, tt.lo, tt.hi)
		if e.N != 6 || e.Clusters != 3 {
			t.Errorf("%s: %d of %d clusters", tt.why, e.N, e.Clusters)
		}
	}
	if e := Share(nil, nil); !math.IsNaN(e.Value) || e.N != 0 || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
		t.Errorf("of nothing %+v", e)
	}
}

func near(t *testing.T, why string, e metrics.Estimate, value, se, lo, hi float64) {
	t.Helper()
	for _, f := range [][2]float64{{e.Value, value}, {e.SE, se}, {e.Lo, lo}, {e.Hi, hi}} {
		if !(math.Abs(f[0]-f[1]) <= 1e-12) {
			t.Errorf("%s: %.16g, want %.16g", why, f[0], f[1])
		}
	}
}
