package report

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// numbers are values by name in little room: a run keeps those of each sample, of its categories and of its
// repeats. The zero numbers are none.
type numbers struct {
	names *nameList
	x     []float64
}

// nameList is a sorted list of names, which all numbers of the same names share.
type nameList []string

// nameLists are the lists of a run. They make numbers.
type nameLists []*nameList

// pack returns values as numbers.
func (l *nameLists) pack(values metrics.Values) numbers {
	if len(values) == 0 {
		return numbers{}
	}
	n := numbers{l.list(slices.Sorted(maps.Keys(values))), make([]float64, 0, len(values))}
	for _, name := range *n.names {
		n.x = append(n.x, values[name])
	}
	return n
}

// list returns the one list of these names.
func (l *nameLists) list(names nameList) *nameList {
	for _, have := range *l {
		if slices.Equal(*have, names) {
			return have
		}
	}
	*l = append(*l, &names)
	return &names
}

// get returns the value of that name; false where there is none.
func (n numbers) get(name string) (float64, bool) {
	if n.names == nil {
		return 0, false
	}
	i, ok := slices.BinarySearch(*n.names, name)
	if !ok {
		return 0, false
	}
	return n.x[i], true
}

// values returns the numbers by name; nil for none.
func (n numbers) values() metrics.Values {
	if n.names == nil {
		return nil
	}
	v := make(metrics.Values, len(n.x))
	for i, name := range *n.names {
		v[name] = n.x[i]
	}
	return v
}
