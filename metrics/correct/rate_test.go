package correct

import (
	"errors"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestRate(t *testing.T) {
	for _, tt := range []struct {
		name   string
		met, n int
		c      Calibration
		want   metrics.Estimate
	}{
		{"usual", 130, 200, usual, estimate(.615384615384615, .0807452284203878, .46950666845352, .78602214770836, 200)},
		{"below what a judge without any met would say", 20, 200, usual, estimate(0, .117730888911158, -inf, inf, 200)},
		{"a little below", 45, 200, usual, estimate(0, .104601040889011, 0, .134604685728354, 200)},
		{"above what a judge with all met would say", 195, 200, usual, estimate(1, .0942213902861545, .976991637613011, 1, 200)},
		{"above what labels allow", 200, 200, usual, estimate(1, .096255204079638, -inf, inf, 200)},
		{"one criterion, not met, one label of each kind", 0, 1, Calibration{Met: 1, MetRight: 1, Unmet: 1, UnmetRight: 1}, estimate(0, .951961288751767, 0, 1, 1)},
		{"one criterion, met, one label of each kind", 1, 1, Calibration{Met: 1, MetRight: 1, Unmet: 1, UnmetRight: 1}, estimate(1, .951961288751767, 0, 1, 1)},
		{"no error seen", 130, 200, Calibration{Met: 40, MetRight: 40, Unmet: 60, UnmetRight: 60}, estimate(.65, .0388243416688693, .583322007638891, .735510630427814, 200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Rate(tt.met, tt.n, tt.c)
			if err != nil {
				t.Fatal(err)
			}
			checkEstimate(t, got, tt.want)
		})
	}
}

func TestRateErrors(t *testing.T) {
	for _, tt := range []struct {
		met, n    int
		c         Calibration
		undefined bool
		why       string
	}{
		{1, 2, Calibration{Met: 0, MetRight: 0, Unmet: 10, UnmetRight: 8}, true, "no label says met"},
		{1, 2, Calibration{Met: 10, MetRight: 8, Unmet: 0, UnmetRight: 0}, true, "no label says unmet"},
		{1, 2, Calibration{Met: 10, MetRight: 5, Unmet: 10, UnmetRight: 5}, true, "a judge that guesses"},
		{1, 2, Calibration{Met: 10, MetRight: 2, Unmet: 10, UnmetRight: 3}, true, "a judge that is worse"},
		{1, 2, Calibration{Met: 1, MetRight: 1, Unmet: 1000, UnmetRight: 10}, true, "one lucky label"},
		{1, 2, Calibration{Met: 5, MetRight: 1, Unmet: 10, UnmetRight: 8}, true, "a judge that guesses, with labels that say so only as they are"},
		{1, 2, Calibration{Met: 1, MetRight: 1, Unmet: 4, UnmetRight: 1}, true, "a judge that guesses once a label is added"},
		{0, 0, usual, false, "no criteria"},
		{-1, 5, usual, false, "negative"},
		{6, 5, usual, false, "more than all"},
		{1, 2, Calibration{Met: 5, MetRight: 6, Unmet: 10, UnmetRight: 8}, false, "more right than labels"},
		{1, 2, Calibration{Met: 5, MetRight: 4, Unmet: 10, UnmetRight: -1}, false, "negative count"},
		{1, 2, Calibration{Met: -5, MetRight: -6, Unmet: 10, UnmetRight: 8}, false, "negative labels"},
	} {
		e, err := Rate(tt.met, tt.n, tt.c)
		if err == nil || errors.Is(err, ErrUndefined) != tt.undefined || e != (metrics.Estimate{}) {
			t.Errorf("%s: %+v, %v", tt.why, e, err)
		}
	}
}
