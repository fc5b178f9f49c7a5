package packed

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
)

func TestValues(t *testing.T) {
	var names Lists
	two := metrics.Values{"b": 2, "a": -1}
	n := names.Pack(two)
	if v, ok := n.Get("b"); v != 2 || !ok {
		t.Errorf("b is %v, %v", v, ok)
	}
	if v, ok := n.Get("c"); ok {
		t.Errorf("c, which is not there, is %v", v)
	}
	if diff := cmp.Diff(two, n.Map()); diff != "" {
		t.Error(diff)
	}
	if other := names.Pack(metrics.Values{"a": 3, "b": 4}); other.names != n.names {
		t.Error("equal names have two lists")
	}
	if other := names.Pack(metrics.Values{"a": 3}); other.names == n.names || len(names) != 2 {
		t.Errorf("other names have the same list; there are %d", len(names))
	}
	none := names.Pack(nil)
	if _, ok := none.Get("a"); ok || none.Map() != nil {
		t.Errorf("no values are %v", none)
	}
}
