package correct

import (
	"errors"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestCalibration(t *testing.T) {
	if got, want := usual.Sensitivity(), metrics.Wilson(36, 40); got != want {
		t.Errorf("Sensitivity %+v, want %+v", got, want)
	}
	if got, want := usual.Specificity(), metrics.Wilson(45, 60); got != want {
		t.Errorf("Specificity %+v, want %+v", got, want)
	}
}

func TestAllocate(t *testing.T) {
	for _, tt := range []struct {
		m         int
		p, q0, q1 float64
		m1, m0    int
		why       string
	}{
		// κ = 0.3/0.1, so m₁ = 100/(1+(1/0.4−1)·√3) = 27.8.
		{100, .4, .7, .9, 28, 72, "usual"},
		{1000000, .4, .7, .9, 277926, 722074, "many"},
		{10, .5, 0, .8, 3, 7, "always wrong on what is unmet"},
		{10, .5, .8, 0, 7, 3, "always wrong on what is met"},
		{100, .5, .8, .8, 50, 50, "even"},
		{100, .5, .8, 1, 1, 99, "no error on what is met: one label all the same"},
		{100, .5, 1, .8, 99, 1, "no error on what is unmet"},
		{2, .01, .5, .9, 1, 1, "two labels"},
	} {
		if m1, m0, err := Allocate(tt.m, tt.p, tt.q0, tt.q1); err != nil || m1 != tt.m1 || m0 != tt.m0 {
			t.Errorf("%s: %d and %d, %v; want %d and %d", tt.why, m1, m0, err, tt.m1, tt.m0)
		}
	}
	for _, tt := range []struct {
		m         int
		p, q0, q1 float64
		undefined bool
		why       string
	}{
		{1, .5, .8, .8, false, "one label"},
		{10, 0, .8, .8, false, "a rate of 0"},
		{10, 1, .8, .8, false, "a rate of 1"},
		{10, nan, .8, .8, false, "NaN"},
		{10, .5, 1.001, .8, false, "no share"},
		{10, .5, -.1, .8, false, "no share"},
		{10, .5, .8, 1.001, false, "no share"},
		{10, .5, .8, -.1, false, "no share"},
		{10, .5, 1, 1, true, "no error at all"},
	} {
		m1, m0, err := Allocate(tt.m, tt.p, tt.q0, tt.q1)
		if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || m1 != 0 || m0 != 0 {
			t.Errorf("%s: %d and %d, error %v", tt.why, m1, m0, err)
		}
	}
}
