package agreement

import (
	"errors"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// AC1 returns Gwet's AC1 for any number of raters with gaps. With r_i ratings of unit i, r_ik of them
// in category k, n units with a rating and n′ with two or more,
//
//	π_k = mean_i(r_ik/r_i)    p_e = Σ π_k(1−π_k)/(q−1)    p_a = mean over n′ of Σ_k r_ik(r_ik−1)/(r_i(r_i−1))
//	AC1 = (p_a−p_e)/(1−p_e)
//
// and the standard error is √(Σ(a_i−AC1)²/(n(n−1))) over Gwet's values a_i of the units. It is not
// defined without a unit that has two ratings. Source: Gwet 2008.
func (p Panel) AC1() metrics.Estimate {
	q := float64(len(p.values))
	pi := p.shares()
	pe := 0.0
	for _, x := range pi {
		pe += x * (1 - x) / (q - 1)
	}
	return p.coefficient(pe, func(i int) float64 {
		own := 0.0
		for _, c := range p.unit(i) {
			own += c.count * (1 - pi[c.category]) / (p.ratings[i] * (q - 1))
		}
		return own
	})
}

// FleissKappa returns Fleiss' κ for units that all have the same number of raters: chance agreement
// is p_e = Σ π_k². The standard error is Gwet's, as in [Panel.AC1], and not Fleiss' own, which holds
// only where the true κ is 0. It is not defined when all ratings are in one category. It is an error
// when the numbers of ratings differ or are below 2: use [Panel.Alpha]. Source: Fleiss 1971, Gwet
// 2014.
func (p Panel) FleissKappa() (metrics.Estimate, error) {
	for _, r := range p.ratings {
		if r < 2 || r != p.ratings[0] {
			return metrics.Estimate{}, errors.New("agreement: Fleiss' kappa needs the same number of raters, at least 2, on every unit")
		}
	}
	pi := p.shares()
	pe := 0.0
	for _, x := range pi {
		pe += x * x
	}
	return p.coefficient(pe, func(i int) float64 {
		own := 0.0
		for _, c := range p.unit(i) {
			own += c.count * pi[c.category] / p.ratings[i]
		}
		return own
	}), nil
}

// coefficient returns (p_a−p_e)/(1−p_e) with Gwet's standard error; own returns the part of unit i in
// chance agreement, whose mean over units is p_e.
func (p Panel) coefficient(pe float64, own func(i int) float64) metrics.Estimate {
	e := metrics.Undefined(len(p.ratings))
	agreements, clusters := p.paired(p.agree)
	n, paired := float64(len(p.ratings)), float64(len(agreements))
	pa := metrics.Mean(agreements).Value
	value := beyond(pa, pe)
	if math.IsNaN(value) {
		return e
	}
	units := make([]float64, len(p.ratings))
	for i := range units {
		here := 0.0
		if p.ratings[i] >= 2 {
			here = p.agree(i) - pe
		}
		units[i] = n/paired*here/(1-pe) - 2*(1-value)*(own(i)-pe)/(1-pe)
	}
	e = metrics.Mean(units)
	df := n - 1
	reach := paired
	if p.clusters != nil {
		c, err := metrics.ClusterMean(units, p.clusters)
		if err != nil {
			return metrics.Undefined(len(p.ratings))
		}
		e, df = c.Mean, float64(c.Clusters-1)
		// Where a cluster has no unit with two ratings nobody could have differed.
		slices.Sort(clusters)
		reach = float64(len(slices.Compact(clusters)))
	}
	e.Value, e.Worst, e.Best = value, value, value
	switch {
	case math.IsNaN(e.SE):
	case pa == 1:
		e.Lo, e.Hi = max(-1, (math.Pow(0.025, 1/reach)-pe)/(1-pe)), 1
	case e.SE < 1e-12:
		e.Lo, e.Hi = math.Inf(-1), math.Inf(1)
	default:
		e.Lo, e.Hi = fisher(value, e.SE, df)
	}
	return e
}
