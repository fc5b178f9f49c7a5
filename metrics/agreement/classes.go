package agreement

import (
	"math"

	"github.com/assize-eval/assize/metrics"
)

// Raw returns the raw agreement p_a = Σ p_kk, with Wilson's interval, or a clustered one.
func (t Table) Raw() metrics.Estimate {
	agree := 0.0
	for k := range t.cells {
		agree += t.cells[k][k]
	}
	if t.clusters == nil {
		return metrics.Wilson(int(agree), int(t.n))
	}
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		pa := 0.0
		for k := range s.p {
			pa += s.p[k][k]
		}
		return pa, identity
	}, logit)
}

// MCC returns the Matthews correlation coefficient, in [−1, 1]: for two categories the correlation φ
// of the two raters' verdicts, and for more its extension R_K,
//
//	(p_a − Σ p_k·p_·k) / √((1−Σ p_k·²)(1−Σ p_·k²))
//
// It is not defined when a rater puts all units into one category. Its standard error is that of the
// delta method. Source: Matthews 1975, Gorodkin 2004.
func (t Table) MCC() metrics.Estimate {
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		above, rows, cols := 0.0, 1.0, 1.0
		for k := range s.p {
			above += s.p[k][k] - s.rows[k]*s.cols[k]
			rows -= s.rows[k] * s.rows[k]
			cols -= s.cols[k] * s.cols[k]
		}
		if rows < 1e-12 || cols < 1e-12 {
			return math.NaN(), nil
		}
		root := math.Sqrt(rows * cols)
		mcc := min(max(above/root, -1), 1)
		return mcc, func(k, l int) float64 {
			return (identity(k, l)-s.cols[k]-s.rows[l])/root + mcc*(s.rows[k]/rows+s.cols[l]/cols)
		}
	}, fisher)
}

// F1 returns the F1 of category k, 2p_kk/(p_k·+p_·k), in [0, 1]: the harmonic mean of precision and
// recall. It is not defined when neither rater uses the category, and for no category of the table.
// Its standard error is that of the delta method.
func (t Table) F1(k int) metrics.Estimate {
	if !t.has(k) {
		return metrics.Undefined(int(t.n))
	}
	return t.estimate(func(s shares) (float64, func(k, l int) float64) { return f1(s, k) }, logit)
}

// MacroF1 returns the mean of the F1 of all categories, the figure by which HealthBench and PRBench
// compare a judge with experts: for verdicts (F1_met + F1_unmet)/2. It is not defined when one of
// them is not. Its standard error is that of the delta method.
func (t Table) MacroF1() metrics.Estimate {
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		q := len(s.p)
		mean, slopes := 0.0, make([]func(k, l int) float64, q)
		for c := range q {
			var value float64
			value, slopes[c] = f1(s, c)
			mean += value / float64(q)
		}
		return mean, func(k, l int) float64 {
			sum := 0.0
			for _, slope := range slopes {
				sum += slope(k, l)
			}
			return sum / float64(q)
		}
	}, logit)
}

// f1 is the measure F1 of category c.
func f1(s shares, c int) (float64, func(k, l int) float64) {
	used := s.rows[c] + s.cols[c]
	value := 2 * s.p[c][c] / used // 0/0 where neither rater uses it
	return value, func(k, l int) float64 {
		d := 0.0
		if k == c {
			d -= value
		}
		if l == c {
			d -= value
		}
		if k == c && l == c {
			d += 2
		}
		return d / used
	}
}

// Precision returns the share of the units that the first rater put into category k which the second
// did too, with Wilson's interval over them, or a clustered one. It is not defined when there are
// none. N counts all units of the table.
func (t Table) Precision(k int) metrics.Estimate {
	return t.part(k, func(i, _ int) bool { return i == k })
}

// Recall returns the share of the units that the second rater put into category k which the first
// did too: sensitivity for the category of what is met, specificity for the other of two. Interval,
// N and where it is not defined are as for [Table.Precision].
func (t Table) Recall(k int) metrics.Estimate {
	return t.part(k, func(_, j int) bool { return j == k })
}

// part returns the share of cell k, k in the units for which of holds.
func (t Table) part(k int, of func(i, j int) bool) metrics.Estimate {
	if !t.has(k) {
		return metrics.Undefined(int(t.n))
	}
	if t.clusters == nil {
		whole := 0.0
		for i, row := range t.cells {
			for j, c := range row {
				if of(i, j) {
					whole += c
				}
			}
		}
		e := metrics.Wilson(int(t.cells[k][k]), int(whole))
		e.N = int(t.n)
		return e
	}
	return t.estimate(func(s shares) (float64, func(k, l int) float64) {
		whole := 0.0
		for i, row := range s.p {
			for j, p := range row {
				if of(i, j) {
					whole += p
				}
			}
		}
		value := s.p[k][k] / whole // 0/0 where there are none
		return value, func(i, j int) float64 {
			switch {
			case i == k && j == k:
				return (1 - value) / whole
			case of(i, j):
				return -value / whole
			}
			return 0
		}
	}, logit)
}

// Bias returns the first rater's share of category k minus the second's, in [−1, 1]: above 0 when the
// first says k more often. It is not defined for no category of the table. Its standard error is
// that of the paired difference. Where the two always agree the interval reaches to the exact bound on so
// many units, ±(1−0.025^{1/n}), since all disagreements could be of one kind.
func (t Table) Bias(k int) metrics.Estimate {
	if !t.has(k) {
		return metrics.Undefined(int(t.n))
	}
	e := t.estimate(func(s shares) (float64, func(k, l int) float64) {
		return s.rows[k] - s.cols[k], func(i, j int) float64 {
			d := 0.0
			if i == k {
				d++
			}
			if j == k {
				d--
			}
			return d
		}
	}, plain)
	if units := t.units(); units >= 2 && t.agrees() {
		// Disagreements that are not seen could all be of one kind.
		e.Hi = 1 - math.Pow(0.025, 1/units)
		e.Lo = -e.Hi
	}
	return e
}

// has says whether k is a category of the table.
func (t Table) has(k int) bool { return k >= 0 && k < len(t.cells) }
