package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Holm returns Holm's adjusted p-values, by the same index: reject those below α and the chance of
// any false rejection is at most α. It needs no independence. A p that is NaN was not tested: it
// stays NaN and does not count. It is an error when a p is outside [0, 1].
func Holm(p []float64) ([]float64, error) {
	return adjust(p, func(sorted []float64) {
		m, most := float64(len(sorted)), 0.0
		for j, x := range sorted {
			most = max(most, min(1, (m-float64(j))*x))
			sorted[j] = most
		}
	})
}

// BenjaminiHochberg returns the adjusted p-values of Benjamini and Hochberg, by the same index:
// reject those below α and the expected share of false rejections among the rejections is at most α,
// for independent tests and those that depend positively. NaN and errors are as in [Holm].
func BenjaminiHochberg(p []float64) ([]float64, error) {
	return adjust(p, func(sorted []float64) {
		m, least := float64(len(sorted)), 1.0
		for j := len(sorted) - 1; j >= 0; j-- {
			least = min(least, m*sorted[j]/float64(j+1))
			sorted[j] = least
		}
	})
}

// adjust applies f to the p-values in rising order and returns the results by index.
func adjust(p []float64, f func(sorted []float64)) ([]float64, error) {
	out := make([]float64, len(p))
	var order []int
	for i, x := range p {
		switch {
		case math.IsNaN(x):
			out[i] = x
		case x < 0 || x > 1:
			return nil, fmt.Errorf("compare: p-value %d is %v", i, x)
		default:
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	sorted := make([]float64, len(order))
	for j, i := range order {
		sorted[j] = p[i]
	}
	f(sorted)
	for j, i := range order {
		out[i] = sorted[j]
	}
	return out, nil
}
