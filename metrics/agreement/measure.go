package agreement

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// shares is a table as shares of all units, with its margins.
type shares struct {
	p    [][]float64
	rows []float64
	cols []float64
}

// newShares returns the shares of a table with n > 0 units.
func newShares(cells [][]float64, n float64) shares {
	s := shares{square(len(cells)), make([]float64, len(cells)), make([]float64, len(cells))}
	for k, row := range cells {
		for l, c := range row {
			s.p[k][l] = c / n
			s.rows[k] += c / n
			s.cols[l] += c / n
		}
	}
	return s
}

// both returns the mean of the raters' shares of category k.
func (s shares) both(k int) float64 { return (s.rows[k] + s.cols[k]) / 2 }

// measure is a number on a table: its value, NaN where it is not defined, and the derivative of the
// value by the share of cell k, l. Derivatives may be off by a constant that is the same for all
// cells, since shares sum to 1.
type measure func(s shares) (value float64, slope func(k, l int) float64)

// estimate returns the measure on t with its interval on the given scale.
//
// The standard error is that of the delta method: with z_i the derivative at the cell of unit i,
// less the mean of all, SE = √(Σz²)/n. With clusters it is (1/n)·√(Σ_c(Σ_{i∈c} z_i)²·C/(C−1)). The
// interval is normal, with clusters by t with C−1 degrees of freedom. It is infinite where the
// standard error is 0 although the raters disagree somewhere.
func (t Table) estimate(m measure, on scale) metrics.Estimate {
	e := metrics.Undefined(int(t.n))
	if t.n == 0 {
		return e
	}
	s := newShares(t.cells, t.n)
	value, slope := m(s)
	if math.IsNaN(value) {
		return e
	}
	e.Value, e.Worst, e.Best = value, value, value
	units, df := t.units(), math.Inf(1)
	if t.clusters != nil {
		df = units - 1
	}
	if units < 2 {
		return e
	}
	e.SE = t.standardError(s, slope)
	switch {
	case t.agrees():
		e.Lo, e.Hi = t.unseen(m, units), value
	case e.SE > 1e-12:
		e.Lo, e.Hi = on(value, e.SE, df)
	}
	return e
}

// standardError returns the standard error of a measure with the given slope.
func (t Table) standardError(s shares, slope func(k, l int) float64) float64 {
	mean := 0.0
	for k, row := range s.p {
		for l, p := range row {
			mean += p * slope(k, l)
		}
	}
	if t.clusters == nil {
		sum := 0.0
		for k, row := range s.p {
			for l, p := range row {
				z := slope(k, l) - mean
				sum += p * z * z
			}
		}
		return math.Sqrt(sum / t.n)
	}
	sum, c := 0.0, float64(len(t.clusters))
	for _, cells := range t.clusters {
		z := 0.0
		for k, row := range cells {
			for l, count := range row {
				z += count * (slope(k, l) - mean)
			}
		}
		sum += z * z
	}
	return math.Sqrt(sum*c/(c-1)) / t.n
}

// agrees says whether the raters agree on every unit.
func (t Table) agrees() bool {
	for k, row := range t.cells {
		for l, c := range row {
			if k != l && c > 0 {
				return false
			}
		}
	}
	return true
}

// units returns the number of units that count as independent.
func (t Table) units() float64 {
	if t.clusters != nil {
		return float64(len(t.clusters))
	}
	return t.n
}

// unseen returns the lower end of the interval of a measure on a table without disagreement, where the
// standard error is 0 and says nothing, and the value is the highest that there is. In n units without
// one, the share of disagreements can be up to u = 1−0.025^{1/n} (exact, 97.5 %): the end is the lowest
// value with the share u of each category moved to either side of the diagonal, or half to each, evenly
// over the other categories.
func (t Table) unseen(m measure, units float64) float64 {
	u := 1 - math.Pow(0.025, 1/units)
	q := len(t.cells)
	lo := math.Inf(1)
	for _, side := range []float64{0, 0.5, 1} {
		moved := square(q)
		for k := range q {
			moved[k][k] = t.cells[k][k] * (1 - u)
			for l := range q {
				if l != k {
					share := t.cells[k][k] * u / float64(q-1)
					moved[k][l] += share * side
					moved[l][k] += share * (1 - side)
				}
			}
		}
		value, _ := m(newShares(moved, t.n))
		lo = min(lo, value)
	}
	return lo
}
