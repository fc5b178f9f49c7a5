package correct

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/rubric"
)

// What is wanted in these tests was computed apart, with 30 digits.

var nan, inf = math.NaN(), math.Inf(1)

func near(got, want float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	}
	return math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))
}

func checkEstimate(t *testing.T, got, want metrics.Estimate) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"Value", got.Value, want.Value}, {"SE", got.SE, want.SE}, {"Lo", got.Lo, want.Lo},
		{"Hi", got.Hi, want.Hi}, {"Worst", got.Worst, want.Value}, {"Best", got.Best, want.Value},
	} {
		if !near(f.got, f.want) {
			t.Errorf("%s = %.15g, want %.15g", f.name, f.got, f.want)
		}
	}
	if got.N != want.N {
		t.Errorf("N = %d, want %d", got.N, want.N)
	}
}

func estimate(value, se, lo, hi float64, n int) metrics.Estimate {
	return metrics.Estimate{Value: value, SE: se, Lo: lo, Hi: hi, N: n}
}

var usual = Calibration{Met: 40, MetRight: 36, Unmet: 60, UnmetRight: 45}

// item is a sample that has only a name and a rubric.
type item struct {
	id       string
	criteria rubric.List
}

func (i item) ID() string { return i.id }

func (item) Conversation() []dataset.Message { return nil }

func (item) Response() string { return "" }

func (i item) Rubric() rubric.Rubric { return i.criteria }
