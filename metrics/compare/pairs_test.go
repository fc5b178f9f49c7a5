package compare

import (
	"reflect"
	"strings"
	"testing"
)

func TestJoin(t *testing.T) {
	p, err := Join(map[string]float64{"c": 1, "a": 2, "x": 3}, map[string]float64{"a": 4, "c": 5, "z": 6, "y": 7})
	want := Pairs{[]string{"a", "c"}, []float64{2, 1}, []float64{4, 5}, []string{"x"}, []string{"y", "z"}}
	if err != nil || !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v, %v; want %+v", p, err, want)
	}
	for _, bad := range []float64{nan, inf, -inf} {
		if _, err := Join(map[string]float64{"a": bad}, nil); err == nil || !strings.Contains(err.Error(), "sample a of the first run") {
			t.Errorf("first run with %v: %v", bad, err)
		}
		if _, err := Join(nil, map[string]float64{"b": bad}); err == nil || !strings.Contains(err.Error(), "sample b of the second run") {
			t.Errorf("second run with %v: %v", bad, err)
		}
	}
}
