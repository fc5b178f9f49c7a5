package agreement

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestEqualClustersHaveNoInterval(t *testing.T) {
	// The raters disagree, and every cluster says the same: there is no spread to see.
	same := [][]int{{2, 1}, {1, 2}}
	for name, e := range measuresOf(clusteredTable(t, same, same, same)) {
		if !(e.SE < 1e-12) || !math.IsInf(e.Lo, -1) || !math.IsInf(e.Hi, 1) {
			t.Errorf("%s = %+v", name, e)
		}
	}
}

func TestMCCIsNotRounded(t *testing.T) {
	for _, tt := range []struct {
		counts [][]int
		want   float64
		why    string
	}{
		{[][]int{{0, 0, 0}, {1, 4, 1}, {0, 0, 0}}, nan, "one row, whose shares do not sum to 1 exactly"},
		{[][]int{{0, 1, 0}, {0, 4, 0}, {0, 1, 0}}, nan, "one column"},
		{[][]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1, "not 1+2e-16"},
		{[][]int{{0, 1}, {4, 0}}, -1, "not −1−7e-16"},
	} {
		if e := table(t, tt.counts).MCC(); e.Value != tt.want && !(math.IsNaN(e.Value) && math.IsNaN(tt.want)) {
			t.Errorf("%v: %.17g, want %v: %s", tt.counts, e.Value, tt.want, tt.why)
		}
	}
}

func TestScales(t *testing.T) {
	q := metrics.TQuantile(.975, 9)
	for _, tt := range []struct {
		name       string
		on         scale
		value, se  float64
		wantLo, hi float64
	}{
		{"plain", plain, .2, .1, .2 - q*.1, .2 + q*.1},
		{"plain, ends", plain, .9, .5, .9 - q*.5, 1},
		{"plain, other end", plain, -.9, .5, -1, -.9 + q*.5},
		{"fisher", fisher, .6, .1, math.Tanh(math.Atanh(.6) - q*.1/.64), math.Tanh(math.Atanh(.6) + q*.1/.64)},
		{"fisher at the end", fisher, 1, .1, -inf, inf},
		{"fisher without spread at the end", fisher, -1, 0, -inf, inf},
		{"logit", logit, .75, .05, 1 / (1 + math.Exp(-math.Log(3)+q*.05/.1875)), 1 / (1 + math.Exp(-math.Log(3)-q*.05/.1875))},
	} {
		if lo, hi := tt.on(tt.value, tt.se, 9); !near(lo, tt.wantLo, 1e-12) || !near(hi, tt.hi, 1e-12) {
			t.Errorf("%s: [%v, %v], want [%v, %v]", tt.name, lo, hi, tt.wantLo, tt.hi)
		}
	}
}
