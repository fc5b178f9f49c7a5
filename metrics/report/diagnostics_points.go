package report

import (
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// PointShares are the shares of their points that criteria get: points over the weight, from 0 to 1 unless
// points are not bounded. Of a criterion with negative weight a larger share is a larger penalty.
type PointShares struct {
	// Positive and Negative are the means over the graded criteria with weights of that sign, each of which
	// counts as much as any other. They are clustered and bounded as [MetRate.Rate], whose place they take.
	Positive metrics.Estimate `json:"positive"`
	Negative metrics.Estimate `json:"negative"`
	// Length has the correlations of a sample's mean share with the length of its response, as MetLength,
	// whose place it takes.
	Length map[string]metrics.Estimate `json:"length"`
}

// pointShare returns the mean share of points of the criteria of one sign, of which of returns the shares in a
// sample and the number without a verdict.
func pointShare(samples []tally, of func(tally) (shares []float64, missing int)) metrics.Estimate {
	var values []float64
	var clusters []string
	missing, sum := 0, 0.0
	for _, t := range samples {
		shares, lost := of(t)
		missing += lost
		for _, x := range shares {
			values, clusters, sum = append(values, x), append(clusters, t.cluster), sum+x
		}
	}
	e := clustered.Mean(values, clusters)
	if missing > 0 {
		all := float64(len(values) + missing)
		e.Worst, e.Best = sum/all, (sum+float64(missing))/all
	}
	return e
}

// meanShare returns the mean of shares; false where there are none.
func meanShare(xs []float64) (float64, bool) {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(max(len(xs), 1)), len(xs) > 0
}
