package report

import (
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// plot is one estimate drawn on a scale: a dot at the value, a line over the 95 % interval, and
// behind them a band over what the missing verdicts allow. Places and lengths are percentages.
type plot struct {
	// Title says in words what is drawn.
	Title string
	// Dot is the place of the value; "" when it is not defined.
	Dot string
	// Line is the interval; Left and Right say that it goes on beyond the scale.
	Line        *span
	Left, Right bool
	// Band is what the missing verdicts allow; nil when none is missing.
	Band *span
	// Mark is the place of a value to compare with; "" without one.
	Mark string
	// Zero is the place of zero in the plot of a difference, Reach the places on both sides of it from which
	// on a difference would be found, and Hollow says that none is shown.
	Zero   string
	Reach  []string
	Hollow bool
}

// span is a stretch of the axis.
type span struct{ X, Width string }

// draw draws an estimate on the scale s.
func draw(e metrics.Estimate, s scale) plot {
	p := plot{Title: describe(e)}
	if isFinite(e.Value) {
		p.Dot = percent(s.at(e.Value))
		if !math.IsNaN(e.Lo) && !math.IsNaN(e.Hi) {
			p.Line = spanOf(e.Lo, e.Hi, s)
			tolerance := (s.hi - s.lo) / 1e6
			p.Left, p.Right = e.Lo < s.lo-tolerance, e.Hi > s.hi+tolerance
		}
	}
	if isFinite(e.Worst) && isFinite(e.Best) && e.Worst != e.Best {
		p.Band = spanOf(e.Worst, e.Best, s)
	}
	return p
}

// spanOf returns the stretch between two values.
func spanOf(lo, hi float64, s scale) *span {
	return &span{percent(s.at(lo)), percent(max(0, s.at(hi)-s.at(lo)))}
}

// describe puts an estimate into words.
func describe(e metrics.Estimate) string {
	text := "not defined"
	if isFinite(e.Value) {
		text = numeral.Of(e.Value)
		switch {
		case isFinite(e.Lo) && isFinite(e.Hi):
			text += ", 95 % interval " + numeral.Of(e.Lo) + " to " + numeral.Of(e.Hi)
		default:
			text += ", interval unknown"
		}
	}
	if isFinite(e.Worst) && isFinite(e.Best) && e.Worst != e.Best {
		text += "; missing verdicts allow " + numeral.Of(e.Worst) + " to " + numeral.Of(e.Best)
	}
	return numeral.Typeset(text + "; n = " + numeral.Count(e.N))
}
