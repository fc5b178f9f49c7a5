package agreement

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// Panel holds how any number of raters judged the same units, with gaps: judges, experts, or the
// repeats of one judge.
//
// Its methods return estimates with a 95 % interval whose N counts the units that were used. What is
// not defined is [metrics.Undefined], so everything on the zero Panel. A Panel does not change and
// may be used by several goroutines.
type Panel struct {
	// cells hold how many raters put a unit into a category, those that none did left out: unit after
	// unit, that of unit i ending before ends[i]. Units without a rating are left out.
	cells []cell
	ends  []int
	// ratings[i] is the number of ratings of unit i.
	ratings []float64
	// values are the categories, in rising order.
	values []float64
	// given is the number of units with those left out, and at[i] the place of unit i among them.
	given int
	at    []int
	// clusters, when not nil, names the cluster of each unit.
	clusters []string
}

// cell is how many raters, more than none, put a unit into a category.
type cell struct {
	category int
	count    float64
}

// NewPanel returns the panel with the given ratings: ratings[i][r] is what rater r said about unit i,
// NaN where the rater said nothing. categories are all values that a rating can have, whether seen
// or not, for verdicts 0 and 1: the number of them enters AC1. It is an error when there are fewer
// than two categories or one twice, and when a rating is none of them.
func NewPanel(ratings [][]float64, categories []float64) (Panel, error) {
	values, err := sortedCategories(categories)
	if err != nil {
		return Panel{}, err
	}
	total := 0
	for _, row := range ratings {
		total += len(row)
	}
	out := Panel{values: values, cells: make([]cell, 0, total)}
	var own []int
	for i, row := range ratings {
		own = own[:0]
		for r, x := range row {
			if math.IsNaN(x) {
				continue
			}
			k, ok := slices.BinarySearch(values, x)
			if !ok {
				return Panel{}, fmt.Errorf("agreement: unit %d: rating %d is %v, which is no category", i, r, x)
			}
			own = append(own, k)
		}
		slices.Sort(own)
		begin := len(out.cells)
		for _, k := range own {
			if last := len(out.cells) - 1; last >= begin && out.cells[last].category == k {
				out.cells[last].count++
			} else {
				out.cells = append(out.cells, cell{k, 1})
			}
		}
		out.end(begin)
	}
	return out, nil
}

// NewCounts returns the panel with the given counts: counts[i][k] is how many raters put unit i into
// category k. The categories count as 0, 1, 2 and so on where their distance matters. It is an error
// when there are fewer than two categories, when a row has another number of them than the first,
// and when a count is negative.
func NewCounts(counts [][]int) (Panel, error) {
	if len(counts) == 0 {
		return Panel{}, errors.New("agreement: counts without units")
	}
	categories := make([]float64, len(counts[0]))
	for k := range categories {
		categories[k] = float64(k)
	}
	values, err := sortedCategories(categories)
	if err != nil {
		return Panel{}, err
	}
	for i, row := range counts {
		if len(row) != len(values) {
			return Panel{}, fmt.Errorf("agreement: unit %d has counts of %d categories and not %d", i, len(row), len(values))
		}
		for k, c := range row {
			if c < 0 {
				return Panel{}, fmt.Errorf("agreement: unit %d, category %d: count %d", i, k, c)
			}
		}
	}
	out := Panel{values: values}
	for _, row := range counts {
		begin := len(out.cells)
		for k, c := range row {
			if c > 0 {
				out.cells = append(out.cells, cell{k, float64(c)})
			}
		}
		out.end(begin)
	}
	return out, nil
}

// Categories returns the values that occur in ratings, in rising order: the categories of a scale on
// which every value that raters can give was given. NaN is left out.
func Categories(ratings [][]float64) []float64 {
	var values []float64
	for _, row := range ratings {
		for _, x := range row {
			if !math.IsNaN(x) {
				values = append(values, x)
			}
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// Clustered returns the panel with the cluster of each unit that it was made of, such as the sample
// of each criterion: its standard errors are then clustered and its bootstraps draw whole clusters.
// It is an error when there is not one for each unit.
func (p Panel) Clustered(clusters []string) (Panel, error) {
	if len(clusters) != p.given {
		return Panel{}, fmt.Errorf("agreement: %d clusters for %d units", len(clusters), p.given)
	}
	p.clusters = make([]string, len(p.at))
	for i, at := range p.at {
		p.clusters[i] = clusters[at]
	}
	return p, nil
}

// sortedCategories returns categories in rising order.
func sortedCategories(categories []float64) ([]float64, error) {
	values := slices.Clone(categories)
	slices.Sort(values)
	if len(values) < 2 {
		return nil, fmt.Errorf("agreement: %d categories; at least 2 are needed", len(values))
	}
	for i, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("agreement: a category is %v", x)
		}
		if i > 0 && x == values[i-1] {
			return nil, fmt.Errorf("agreement: category %v occurs twice", x)
		}
	}
	return values, nil
}

// end ends the unit whose cells are the last, from begin on.
func (p *Panel) end(begin int) {
	sum := 0.0
	for _, c := range p.cells[begin:] {
		sum += c.count
	}
	if sum > 0 {
		p.ends, p.ratings, p.at = append(p.ends, len(p.cells)), append(p.ratings, sum), append(p.at, p.given)
	}
	p.given++
}

// unit returns the cells of unit i, in the order of the categories.
func (p Panel) unit(i int) []cell {
	begin := 0
	if i > 0 {
		begin = p.ends[i-1]
	}
	return p.cells[begin:p.ends[i]]
}

// shares returns π_k, the mean over units of the share of ratings in category k.
func (p Panel) shares() []float64 {
	pi := make([]float64, len(p.values))
	for i, r := range p.ratings {
		for _, c := range p.unit(i) {
			pi[c.category] += c.count / r / float64(len(p.ratings))
		}
	}
	return pi
}

// agree returns the share of pairs of raters of unit i that agree, for two raters or more.
func (p Panel) agree(i int) float64 {
	r, sum := p.ratings[i], 0.0
	for _, c := range p.unit(i) {
		sum += c.count * (c.count - 1)
	}
	return sum / (r * (r - 1))
}

// paired returns what f says of the units with two ratings or more, and their clusters.
func (p Panel) paired(f func(i int) float64) (xs []float64, clusters []string) {
	xs = make([]float64, 0, len(p.ratings))
	if p.clusters != nil {
		clusters = make([]string, 0, len(p.ratings))
	}
	for i, r := range p.ratings {
		if r >= 2 {
			xs = append(xs, f(i))
			if p.clusters != nil {
				clusters = append(clusters, p.clusters[i])
			}
		}
	}
	return xs, clusters
}

// Raw returns the raw agreement: the mean, over units with two ratings or more, of the share of
// pairs of raters that agree. Its interval is that of a mean of shares; where all agree it reaches
// down to 0.025^{1/n}, the exact bound on n units.
func (p Panel) Raw() metrics.Estimate { return shareOf(p.paired(p.agree)) }

// FlipRate returns 1 − [Panel.Raw]: how often two ratings of a unit differ. Where the raters are
// repeats of one judge it is the chance that asking again flips the verdict.
func (p Panel) FlipRate() metrics.Estimate {
	return shareOf(p.paired(func(i int) float64 { return 1 - p.agree(i) }))
}

// Unanimous returns the share of units with two ratings or more on which all ratings agree. Where
// the raters are repeats of one judge it is the judge's self-consistency. It falls with the number
// of ratings; [Panel.FlipRate] does not.
func (p Panel) Unanimous() metrics.Estimate {
	return shareOf(p.paired(func(i int) float64 {
		if p.agree(i) == 1 {
			return 1
		}
		return 0
	}))
}
