package plot

import (
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Interval is one estimate drawn on a scale: a dot at the value, a line over the 95 % interval, and
// behind them a band over what the missing verdicts allow. Places and lengths are percentages.
type Interval struct {
	// Title says in words what is drawn.
	Title string
	// Dot is the place of the value; "" when it is not defined and when the scale does not have it.
	Dot string
	// Line is the interval; Left and Right say that it goes on beyond the scale, or that the value lies there.
	Line        *Span
	Left, Right bool
	// Band is what the missing verdicts allow; nil when none is missing.
	Band *Span
	// Mark is the place of a value to compare with; "" without one.
	Mark string
	// Zero is the place of zero in the plot of a difference, Reach the places on both sides of it from which
	// on a difference would be found, and Hollow says that none is shown.
	Zero   string
	Reach  []string
	Hollow bool
}

// Span is a stretch of the axis.
type Span struct{ X, Width string }

// Draw draws an estimate on the scale s.
func Draw(e metrics.Estimate, s Scale) Interval {
	p := Interval{Title: describe(e, numeral.Of, "")}
	if finite(e.Value) {
		lo, hi := e.Value, e.Value
		if !math.IsNaN(e.Lo) && !math.IsNaN(e.Hi) {
			lo, hi = e.Lo, e.Hi
			p.Line = stretch(lo, hi, s)
		}
		p.Left, p.Right = lo < s.lo && !s.has(lo), hi > s.hi && !s.has(hi)
		if s.has(e.Value) {
			p.Dot = s.Place(e.Value)
		}
	}
	if open(e) {
		p.Band = stretch(e.Worst, e.Best, s)
	}
	return p
}

// DrawDifference draws a difference on a scale around zero. P is its p-value as it is written, "" for none,
// and shown says whether the difference is shown to be there.
func DrawDifference(e metrics.Estimate, p string, shown bool, s Scale) Interval {
	notes := ""
	if p != "" {
		notes = ", p " + p
	}
	if !shown {
		notes += ": no difference shown"
	}
	d := Draw(e, s)
	d.Title, d.Zero, d.Hollow = describe(e, numeral.Signed, notes), s.Place(0), !shown
	return d
}

// Reach returns the places of a size on both sides of zero, where the scale has them.
func Reach(size float64, s Scale) []string {
	if !finite(size) || size > s.hi {
		return nil
	}
	return []string{s.Place(-size), s.Place(size)}
}

// stretch returns the stretch between two values; nil where the scale has nothing of it.
func stretch(lo, hi float64, s Scale) *Span {
	if hi < s.lo && !s.has(hi) || lo > s.hi && !s.has(lo) {
		return nil
	}
	return &Span{s.Place(lo), percent(max(0, s.at(hi)-s.at(lo)))}
}

// open says whether missing verdicts leave a value open.
func open(e metrics.Estimate) bool { return finite(e.Worst) && finite(e.Best) && e.Worst != e.Best }

// describe puts an estimate into words, with notes on a value that is defined.
func describe(e metrics.Estimate, write func(float64) string, notes string) string {
	text := "not defined"
	if finite(e.Value) {
		text = write(e.Value) + ", interval unknown"
		if finite(e.Lo) && finite(e.Hi) {
			text = write(e.Value) + ", 95 % interval " + write(e.Lo) + " to " + write(e.Hi)
		}
		text += notes
	}
	if open(e) {
		text += "; missing verdicts allow " + write(e.Worst) + " to " + write(e.Best)
	}
	return numeral.Typeset(text + "; n = " + numeral.Count(e.N))
}
