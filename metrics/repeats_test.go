package metrics

import (
	"encoding/json"
	"math"
	"testing"
)

func TestRepeats(t *testing.T) {
	r, err := Repeats([][]float64{{.2, .3, .4}, {.5}, {.9, .7}, {.1, .1, .4, .2}, {}})
	if err != nil {
		t.Fatal(err)
	}
	checkEstimate(t, r.Mean, Mean([]float64{.3, .5, .8, .2}), 1e-14)
	if !near(r.Mean.SE, .132287565553230, 1e-12) || r.Mean.N != 4 || r.Empty != 1 {
		t.Errorf("got %+v", r)
	}
	if !near(r.Repeats, 1.92, 1e-12) || !near(r.Within, 1./60, 1e-12) || !near(r.Between, .0613194444444444, 1e-12) {
		t.Errorf("K %v, σ² %v, ω² %v", r.Repeats, r.Within, r.Between)
	}
	if got := r.SE(10, 5); !near(got, .0804069510538596, 1e-12) {
		t.Errorf("SE(10, 5) = %v", got)
	}
	if !math.IsNaN(r.SE(0, 5)) || !math.IsNaN(r.SE(10, 0)) {
		t.Error("no samples or repeats have a standard error")
	}
	if got := r.SE(1, 1); !near(got, math.Sqrt(.0613194444444444+1./60), 1e-12) {
		t.Errorf("SE(1, 1) = %v", got)
	}
}

func TestRepeatsUndefined(t *testing.T) {
	for _, tt := range []struct {
		scores          [][]float64
		n               int
		within, between float64
		why             string
	}{
		{nil, 0, nan, nan, "nothing"},
		{[][]float64{{}, {}}, 0, nan, nan, "nothing but gaps"},
		{[][]float64{{.2}, {.4}}, 2, nan, nan, "one repeat says nothing about repeats"},
		{[][]float64{{.2, .4}}, 1, .02, nan, "one sample says nothing about samples"},
		{[][]float64{{0, 1}, {1, 0}}, 2, .5, 0, "noise alone: the variance between samples is not below 0"},
	} {
		r, err := Repeats(tt.scores)
		if err != nil {
			t.Fatal(err)
		}
		if tt.n == 0 && !math.IsNaN(r.Repeats) {
			t.Errorf("%s: %v repeats", tt.why, r.Repeats)
		}
		if r.Mean.N != tt.n || !near(r.Within, tt.within, 1e-14) || !near(r.Between, tt.between, 1e-14) {
			t.Errorf("%s: got %+v", tt.why, r)
		}
		text, err := json.Marshal(r)
		var back Repeated
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || !near(back.Within, r.Within, 0) || !near(back.Between, r.Between, 0) {
			t.Errorf("%s: JSON %s read back as %+v, %v", tt.why, text, back, err)
		}
	}
	if _, err := Repeats([][]float64{{.2}, {nan}}); err == nil {
		t.Error("no error for NaN")
	}
}

// TestAsManyRepeatsOfEach takes numbers of samples and repeats for which n / (1/K + … + 1/K) is not K.
func TestAsManyRepeatsOfEach(t *testing.T) {
	for n := 1; n < 40; n++ {
		for k := 1; k < 12; k++ {
			scores := make([][]float64, n)
			for i := range scores {
				scores[i] = make([]float64, k)
			}
			if r, err := Repeats(scores); err != nil || r.Repeats != float64(k) {
				t.Errorf("%d samples of %d repeats: %v repeats, %v", n, k, r.Repeats, err)
			}
		}
	}
}
