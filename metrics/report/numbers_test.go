package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

func TestNumbers(t *testing.T) {
	var names nameLists
	two := metrics.Values{"b": 2, "a": -1}
	n := names.pack(two)
	if v, ok := n.get("b"); v != 2 || !ok {
		t.Errorf("b is %v, %v", v, ok)
	}
	if v, ok := n.get("c"); ok {
		t.Errorf("c, which is not there, is %v", v)
	}
	if diff := cmp.Diff(two, n.values()); diff != "" {
		t.Error(diff)
	}
	if other := names.pack(metrics.Values{"a": 3, "b": 4}); other.names != n.names {
		t.Error("equal names have two lists")
	}
	if other := names.pack(metrics.Values{"a": 3}); other.names == n.names || len(names) != 2 {
		t.Errorf("other names have the same list; there are %d", len(names))
	}
	none := names.pack(nil)
	if _, ok := none.get("a"); ok || none.values() != nil {
		t.Errorf("no values are %v", none)
	}
}

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
