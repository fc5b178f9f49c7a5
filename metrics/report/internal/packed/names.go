package packed

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// Names is a list of names that is there once.
type Names []string

// Lists are the lists of names of a run. They make [Values]. The zero Lists are none.
type Lists []*Names

// Pack returns values in little room.
func (l *Lists) Pack(values metrics.Values) Values {
	if len(values) == 0 {
		return Values{}
	}
	v := Values{l.List(slices.Sorted(maps.Keys(values))), make([]float64, 0, len(values))}
	for _, name := range *v.names {
		v.x = append(v.x, values[name])
	}
	return v
}

// List returns the one list of these names.
func (l *Lists) List(names Names) *Names {
	for _, have := range *l {
		if slices.Equal(*have, names) {
			return have
		}
	}
	*l = append(*l, &names)
	return &names
}
