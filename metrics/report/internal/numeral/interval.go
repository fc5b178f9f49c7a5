package numeral

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Interval writes the ends of the confidence interval; a dash when there is no value to be
// uncertain about.
func Interval(e metrics.Estimate) string { return interval(e, Of) }

// SignedInterval is [Interval] with signs.
func SignedInterval(e metrics.Estimate) string { return interval(e, Signed) }

func interval(e metrics.Estimate, write func(float64) string) string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	return "[" + write(e.Lo) + ", " + write(e.Hi) + "]"
}

// WithInterval writes an estimate with its interval.
func WithInterval(e metrics.Estimate) string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	return Of(e.Value) + " " + Interval(e)
}

// Allowance writes what the missing verdicts allow; a dash when none is missing.
func Allowance(e metrics.Estimate) string { return allowance(e, Of) }

// SignedAllowance is [Allowance] with signs.
func SignedAllowance(e metrics.Estimate) string { return allowance(e, Signed) }

func allowance(e metrics.Estimate, write func(float64) string) string {
	if e.Worst == e.Best || math.IsNaN(e.Worst) {
		return "–"
	}
	return write(e.Worst) + " … " + write(e.Best)
}
