package agreement

import "fmt"

// Table counts how two raters put the same units into categories: cell k, l holds the units that the
// first rater put into category k and the second into l. Where the two are not equals, the first is
// the judge and the second the reference, such as an expert.
//
// Its methods return estimates with a 95 % interval whose N counts units. What is not defined on a
// table is [metrics.Undefined], so everything on the zero Table. A Table does not change and may be
// used by several goroutines.
type Table struct {
	cells    [][]float64
	n        float64
	clusters [][][]float64
}

// NewTable returns the table with the given counts, for units that are independent. It is an error
// when counts is not square with two categories or more, and when a count is negative.
func NewTable(counts [][]int) (Table, error) {
	if len(counts) < 2 {
		return Table{}, fmt.Errorf("agreement: a table of %d categories; at least 2 are needed", len(counts))
	}
	t := Table{cells: square(len(counts))}
	for k, row := range counts {
		if len(row) != len(counts) {
			return Table{}, fmt.Errorf("agreement: row %d of the table has %d columns and not %d", k, len(row), len(counts))
		}
		for l, c := range row {
			if c < 0 {
				return Table{}, fmt.Errorf("agreement: cell %d, %d of the table is %d", k, l, c)
			}
			t.cells[k][l] = float64(c)
			t.n += float64(c)
		}
	}
	return t, nil
}

// Tabulate returns the table of the units on which the first rater said a[i] and the second b[i],
// categories from 0 to categories−1. clusters, when it is not nil, names the cluster of each unit,
// such as its sample: then standard errors are clustered. It is an error when the lengths differ,
// when there are fewer than two categories, and when a value is none of them.
func Tabulate(a, b []int, categories int, clusters []string) (Table, error) {
	switch {
	case categories < 2:
		return Table{}, fmt.Errorf("agreement: a table of %d categories; at least 2 are needed", categories)
	case len(a) != len(b):
		return Table{}, fmt.Errorf("agreement: %d ratings against %d", len(a), len(b))
	case clusters != nil && len(clusters) != len(a):
		return Table{}, fmt.Errorf("agreement: %d clusters for %d units", len(clusters), len(a))
	}
	t := Table{cells: square(categories), n: float64(len(a))}
	at := map[string]int{}
	if clusters != nil {
		t.clusters = [][][]float64{}
	}
	for i := range a {
		if a[i] < 0 || a[i] >= categories || b[i] < 0 || b[i] >= categories {
			return Table{}, fmt.Errorf("agreement: unit %d has the categories %d and %d of %d", i, a[i], b[i], categories)
		}
		t.cells[a[i]][b[i]]++
		if clusters == nil {
			continue
		}
		c, ok := at[clusters[i]]
		if !ok {
			c = len(t.clusters)
			at[clusters[i]] = c
			t.clusters = append(t.clusters, square(categories))
		}
		t.clusters[c][a[i]][b[i]]++
	}
	return t, nil
}

// Counts returns the counts of the table.
func (t Table) Counts() [][]int {
	out := make([][]int, len(t.cells))
	for k, row := range t.cells {
		out[k] = make([]int, len(row))
		for l, c := range row {
			out[k][l] = int(c)
		}
	}
	return out
}

// square returns a q by q matrix of zeros.
func square(q int) [][]float64 {
	m := make([][]float64, q)
	for k := range m {
		m[k] = make([]float64, q)
	}
	return m
}
