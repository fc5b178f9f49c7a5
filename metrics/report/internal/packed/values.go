package packed

import (
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// Values are numbers by name. [Lists.Pack] makes them. The zero Values are none.
type Values struct {
	// names is sorted.
	names *Names
	x     []float64
}

// Get returns the number of that name; false where there is none.
func (v Values) Get(name string) (float64, bool) {
	if v.names == nil {
		return 0, false
	}
	i, ok := slices.BinarySearch(*v.names, name)
	if !ok {
		return 0, false
	}
	return v.x[i], true
}

// Map returns the numbers by name; nil for none.
func (v Values) Map() metrics.Values {
	if v.names == nil {
		return nil
	}
	m := make(metrics.Values, len(v.x))
	for i, name := range *v.names {
		m[name] = v.x[i]
	}
	return m
}
