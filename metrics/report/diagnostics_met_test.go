package report

import (
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestMetBeyondTheWeight counts points that a scorer does not bound.
func TestMetBeyondTheWeight(t *testing.T) {
	for _, c := range []struct {
		points, weight float64
		want           MetRate
		why            string
	}{
		{7, 5, MetRate{Met: 1}, "more than all points"},
		{-7, -5, MetRate{Met: 1}, "more than the penalty"},
		{-1, 5, MetRate{Unmet: 1}, "points taken off where none can be"},
		{2, -5, MetRate{Unmet: 1}, "points for a fault"},
		{5, 5, MetRate{Met: 1}, "all points"},
		{2, 5, MetRate{Partial: 1}, "a part"},
	} {
		var got MetRate
		got.count(Grade{Grade: judge.Grade{Status: judge.Graded, Points: c.points}, Weight: c.weight})
		if got != c.want {
			t.Errorf("%s: %v of %v counts as %+v", c.why, c.points, c.weight, got)
		}
	}
}
