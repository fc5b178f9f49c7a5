package agreement

import (
	"fmt"
	"math"
	"strconv"
)

// LeaveOneOut returns the human baseline: one table for each rater, of that rater against all the
// others. ratings[i][r] is what rater r said about unit i, NaN where the rater said nothing. Each
// pair of ratings of a unit, the rater's own and another's, counts once, and standard errors are
// clustered by unit, or by clusters[i], the cluster of unit i, when clusters is not nil.
//
// A judge whose agreement with experts reaches that of the experts with each other is as good as
// one of them. It is an error when a row has another number of raters than the first, when there are
// fewer than two raters, when a rating is no whole number from 0 to categories−1, and on the errors
// of [Tabulate]. Source: the meta-evaluation of HealthBench, arXiv 2505.08775.
func LeaveOneOut(ratings [][]float64, categories int, clusters []string) ([]Table, error) {
	if len(ratings) == 0 || len(ratings[0]) < 2 {
		return nil, fmt.Errorf("agreement: a baseline needs units and two raters")
	}
	if clusters != nil && len(clusters) != len(ratings) {
		return nil, fmt.Errorf("agreement: %d clusters for %d units", len(clusters), len(ratings))
	}
	for i, row := range ratings {
		if len(row) != len(ratings[0]) {
			return nil, fmt.Errorf("agreement: unit %d has %d raters and not %d", i, len(row), len(ratings[0]))
		}
		for r, x := range row {
			if !math.IsNaN(x) && !(x >= 0 && x < float64(categories) && x == math.Trunc(x)) {
				return nil, fmt.Errorf("agreement: unit %d: rating %d is %v, which is no category", i, r, x)
			}
		}
	}
	tables := make([]Table, len(ratings[0]))
	for r := range tables {
		var own, others []int
		names := []string{}
		for i, row := range ratings {
			if math.IsNaN(row[r]) {
				continue
			}
			name := strconv.Itoa(i)
			if clusters != nil {
				name = clusters[i]
			}
			for s, x := range row {
				if s != r && !math.IsNaN(x) {
					own, others, names = append(own, int(row[r])), append(others, int(x)), append(names, name)
				}
			}
		}
		t, err := Tabulate(own, others, categories, names)
		if err != nil {
			return nil, err
		}
		tables[r] = t
	}
	return tables, nil
}
