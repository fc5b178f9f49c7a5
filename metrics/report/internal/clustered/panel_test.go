package clustered

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestWide(t *testing.T) {
	for _, tt := range []struct {
		clusters int
		lo, hi   float64
		why      string
	}{
		{19, math.Inf(-1), math.Inf(1), "fewer than twenty clusters"},
		{20, .25, .75, "twenty"},
	} {
		r := Wide(metrics.Resampled{Value: .5, SD: .125, Lo: .25, Hi: .75, Clusters: tt.clusters})
		if r.Lo != tt.lo || r.Hi != tt.hi || r.Value != .5 || r.SD != .125 {
			t.Errorf("%s: %+v", tt.why, r)
		}
	}
	if b := Resample([]string{"a"}); b.Resamples != 1000 || b.Method != metrics.Percentile || len(b.Clusters) != 1 {
		t.Errorf("resampled by %+v", b)
	}
}

// TestPanel has categories for raters that never differ: 0 and 1 can be given though they were not.
func TestPanel(t *testing.T) {
	for _, tt := range []struct {
		ratings [][]float64
		want    float64
		why     string
	}{
		{[][]float64{{0, 0}, {0, 0}}, 1, "nothing but 0"},
		{[][]float64{{1, 1}, {1, 1}}, 1, "nothing but 1"},
		{[][]float64{{.5, .5}, {.5, 0}}, .5, "parts of the points"},
		{[][]float64{{math.Inf(1), 0}}, math.NaN(), "no share"},
	} {
		clusters := make([]string, len(tt.ratings))
		got := Panel(tt.ratings, clusters).Raw().Value
		if got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) {
			t.Errorf("%s: raw agreement %v, want %v", tt.why, got, tt.want)
		}
	}
}
