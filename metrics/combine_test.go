package metrics

import (
	"math"
	"testing"
)

func TestCombine(t *testing.T) {
	part := func(value, se float64, n int, worst, best float64) Estimate {
		return est(value, se, value-se, value+se, n, worst, best)
	}
	known := part(.3, .05, 12, .25, .4)
	for _, tt := range []struct {
		name    string
		weights []float64
		parts   []Estimate
		want    Estimate
		why     string
	}{
		{"three", []float64{.5, .3, -.2}, []Estimate{known, part(.6, .02, 40, .6, .6), part(.1, .08, 6, .05, .2)},
			est(.31, .0302820078594534, .246190374833375, .373809625166625, 58, .265, .37), "a negative weight takes the other bound"},
		{"one", []float64{1}, []Estimate{Mean(scores)}, Mean(scores), "the t-interval of the part itself"},
		{"a negative weight alone", []float64{-1}, []Estimate{known}, est(-.3, .05, -.3-2.2009851600916398*.05, -.3+2.2009851600916398*.05, 12, -.4, -.25), "the standard error has no sign"},
		{"no spread", []float64{.5, .5}, []Estimate{part(.2, 0, 3, .2, .2), part(.4, 0, 3, .4, .4)},
			est(.3, 0, .3, .3, 6, .3, .3), "as for a mean without spread"},
		{"no spread in one", []float64{1, 1}, []Estimate{part(.2, 0, 1, .2, .2), known},
			est(.5, .05, .5-2.2009851600916398*.05, .5+2.2009851600916398*.05, 13, .45, .6), "a constant adds no degrees of freedom"},
		{"one sample", []float64{.5, .5}, []Estimate{known, Mean([]float64{.5})}, est(.4, nan, -inf, inf, 13, .375, .45), "no standard error, no interval"},
		{"undefined part", []float64{.5, .5}, []Estimate{known, Undefined(2)}, Undefined(14), "a missing task is not 0"},
		{"undefined part of weight 0", []float64{1, 0}, []Estimate{known, Undefined(2)}, Undefined(14), "whatever its weight"},
		{"undefined bound", []float64{1}, []Estimate{part(.3, .05, 12, nan, nan)}, est(.3, .05, .3-2.2009851600916398*.05, .3+2.2009851600916398*.05, 12, nan, nan), "bounds that are not known stay so"},
		{"undefined part with bounds", []float64{1}, []Estimate{part(nan, nan, 2, .1, .9)}, Undefined(2), "bounds alone make no sum"},
		{"overflow of a bound", []float64{2}, []Estimate{part(.3, .05, 12, -1.7e308, 1.7e308)},
			est(.6, .1, .6-2.2009851600916398*.1, .6+2.2009851600916398*.1, 12, nan, nan), "bounds beyond all numbers are not known"},
		{"no freedom", []float64{1}, []Estimate{part(.3, .05, 1, .3, .3)}, est(.3, nan, -inf, inf, 1, .3, .3), "one sample has a spread of no degree of freedom"},
		{"weight infinite", []float64{inf}, []Estimate{known}, Undefined(12), "no weight"},
		{"weight infinite of 0", []float64{-inf, 1}, []Estimate{part(0, .1, 3, 0, 0), known}, Undefined(15), "no weight"},
		{"none", nil, nil, Undefined(0), "nothing"},
		{"lengths", []float64{1, 1}, []Estimate{known}, Undefined(12), "a weight without a part"},
		{"weight NaN", []float64{nan}, []Estimate{known}, Undefined(12), "no weight"},
		{"overflow", []float64{1e308, 1e308}, []Estimate{part(9, .1, 3, 9, 9), part(9, .1, 3, 9, 9)}, Undefined(6), "a sum beyond all numbers"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := Combine(tt.weights, tt.parts)
			checkEstimate(t, e, tt.want, 1e-12)
			if e.Clusters != 0 {
				t.Errorf("%d clusters of independent samples", e.Clusters)
			}
			if math.IsNaN(e.DF) || math.IsInf(e.DF, 0) || (e.DF > 0) != (e.SE > 0) {
				t.Errorf("%v degrees of freedom with the standard error %v", e.DF, e.SE)
			}
		})
	}
}

func TestCombineCountsOneCluster(t *testing.T) {
	one := Estimate{Value: .5, SE: nan, Lo: -inf, Hi: inf, N: 3, Clusters: 1, Worst: .5, Best: .5}
	if e := Combine([]float64{1, 1}, []Estimate{one, Mean([]float64{1, 2, 3, 4})}); e.Clusters != 5 {
		t.Errorf("%d clusters, want one and four samples", e.Clusters)
	}
}

func TestCombineKeepsTheScaleOfTinyErrors(t *testing.T) {
	e := Combine([]float64{1, 1}, []Estimate{est(1, 3e-200, 1, 1, 5, 1, 1), est(1, 4e-200, 1, 1, 5, 1, 1)})
	if !near(e.SE/1e-200, 5, 1e-12) || math.IsInf(e.Hi, 0) {
		t.Errorf("got %+v", e)
	}
}
