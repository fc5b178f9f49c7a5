package agreement

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Kappa returns Cohen's κ = (p_a−p_e)/(1−p_e), chance agreement p_e = Σ p_k·p_·k from each rater's
// own margins. It is not defined when both raters put all units into one and the same category. Its
// standard error is that of Fleiss, Cohen & Everitt 1969.
func (t Table) Kappa() metrics.Estimate { return t.weighted(identity) }

// QuadraticKappa returns Cohen's κ with the weights 1 − ((k−l)/(q−1))² for ordered categories, by
// which near misses count less than far ones. Standard error and where it is not defined are as for
// [Table.Kappa]. Source: Cohen 1968.
func (t Table) QuadraticKappa() metrics.Estimate {
	span := float64(len(t.cells) - 1)
	return t.weighted(func(k, l int) float64 {
		r := float64(k-l) / span
		return 1 - r*r
	})
}

// WeightedKappa returns Cohen's κ with the given weights of agreement, 1 for full agreement and 0 for
// none; weights[k][l] is that of cell k, l. It is an error when weights has not the table's size or
// one is outside [0, 1].
func (t Table) WeightedKappa(weights [][]float64) (metrics.Estimate, error) {
	if len(weights) != len(t.cells) {
		return metrics.Estimate{}, fmt.Errorf("agreement: %d rows of weights for %d categories", len(weights), len(t.cells))
	}
	for k, row := range weights {
		if len(row) != len(t.cells) {
			return metrics.Estimate{}, fmt.Errorf("agreement: row %d has %d weights for %d categories", k, len(row), len(t.cells))
		}
		for l, w := range row {
			if !(w >= 0 && w <= 1) {
				return metrics.Estimate{}, fmt.Errorf("agreement: weight %d, %d is %v", k, l, w)
			}
		}
	}
	return t.weighted(func(k, l int) float64 { return weights[k][l] }), nil
}

// weighted returns κ with the weights w.
func (t Table) weighted(w func(k, l int) float64) metrics.Estimate {
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		q := len(s.p)
		pa, pe := 0.0, 0.0
		rowMean, colMean := make([]float64, q), make([]float64, q)
		for k := range q {
			for l := range q {
				pa += s.p[k][l] * w(k, l)
				pe += s.rows[k] * s.cols[l] * w(k, l)
				rowMean[k] += s.cols[l] * w(k, l)
				colMean[l] += s.rows[k] * w(k, l)
			}
		}
		kappa := beyond(pa, pe)
		return kappa, func(k, l int) float64 {
			return (w(k, l) - (1-kappa)*(rowMean[k]+colMean[l])) / (1 - pe)
		}
	}, fisher)
}

// Pi returns Scott's π: as κ, with chance agreement p_e = Σ π_k² from the margins of both raters
// together, π_k = (p_k·+p_·k)/2. It is not defined when all units are in one category. Its standard
// error is that of the delta method. Source: Scott 1955.
func (t Table) Pi() metrics.Estimate {
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		pa, pe := 0.0, 0.0
		for k := range s.p {
			pa += s.p[k][k]
			pe += s.both(k) * s.both(k)
		}
		pi := beyond(pa, pe)
		return pi, func(k, l int) float64 {
			return (identity(k, l) - (1-pi)*(s.both(k)+s.both(l))) / (1 - pe)
		}
	}, fisher)
}

// Alpha returns Krippendorff's α for two raters without gaps and nominal categories,
// 1 − (1−π)(2n−1)/(2n), with π Scott's and its interval moved likewise. For more raters, gaps and other
// distances see [Panel.Alpha]. It is not defined where π is not. Source: Krippendorff 2011.
func (t Table) Alpha() metrics.Estimate {
	e := t.Pi()
	if t.n == 0 {
		return e
	}
	factor := 1 - 1/(2*t.n)
	e.Value = 1 - (1-e.Value)*factor
	e.SE *= factor
	e.Lo, e.Hi = 1-(1-e.Lo)*factor, 1-(1-e.Hi)*factor
	e.Worst, e.Best = e.Value, e.Value
	return e
}

// AC1 returns Gwet's AC1: as κ, with chance agreement p_e = Σ π_k(1−π_k)/(q−1), which stays small when
// nearly all units are in one category. There κ falls to 0 however well raters agree, and rubric
// verdicts are like that: read the two together with [Table.Raw]. It is always defined on a table
// with units. Its standard error is Gwet's. Source: Gwet 2008.
func (t Table) AC1() metrics.Estimate {
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		pa, pe, other := 0.0, 0.0, float64(len(s.p)-1)
		for k := range s.p {
			pa += s.p[k][k]
			pe += s.both(k) * (1 - s.both(k)) / other
		}
		ac1 := beyond(pa, pe)
		return ac1, func(k, l int) float64 {
			return (identity(k, l) - (1-ac1)*(1-s.both(k)-s.both(l))/other) / (1 - pe)
		}
	}, fisher)
}

// beyond returns agreement beyond chance, NaN where chance alone gives full agreement.
func beyond(pa, pe float64) float64 {
	if 1-pe < 1e-12 {
		return math.NaN()
	}
	return (pa - pe) / (1 - pe)
}

// identity is the weight of plain agreement.
func identity(k, l int) float64 {
	if k == l {
		return 1
	}
	return 0
}
