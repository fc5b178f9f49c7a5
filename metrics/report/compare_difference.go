package report

import (
	"errors"
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/internal/wire"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// Difference is how two runs differ in one metric on one set of samples. In JSON a number that is not
// defined is null.
type Difference struct {
	// Scope is the subset, or "all" for the whole run. In a slice it is the subset that the slice lies
	// in, or "all".
	Scope string `json:"scope"`
	// Dimension and Label name the slice; empty for a scope as a whole.
	Dimension string `json:"dimension"`
	Label     string `json:"label"`
	// Metric is the metric's name.
	Metric string `json:"metric"`
	// A and B are the runs' means over the samples that are compared, before clipping. They are not
	// those of the reports where samples are dropped or means clipped.
	A metrics.Estimate `json:"a"`
	B metrics.Estimate `json:"b"`
	// Test is the t-test of the mean difference A − B: paired, clustered where samples share a cluster,
	// or Welch's in an unpaired comparison. Its Difference has the bounds for missing verdicts, and its
	// Detectable is the smallest true difference that as many such samples find.
	Test compare.Test `json:"test"`
	// SignFlip is the sign-flip test; nil without pairs and in an unpaired comparison.
	SignFlip *compare.Permutation `json:"sign_flip"`
	// Adjusted is the p-value of Test adjusted for all differences of its list. Where Test has none
	// because all pairs differ by the same, that of SignFlip takes its place.
	Adjusted float64 `json:"adjusted"`
	// Needed is the number of such pairs, not rounded, at which a true difference as large as the one
	// seen is found at the comparison's level and power. It is not defined for a difference of 0, for
	// numbers over the subsets, and in an unpaired comparison.
	Needed float64 `json:"needed"`
	// Dropped counts the samples of the set that are not compared although one run has the metric
	// for them, or, where a verdict is missing, its bounds.
	Dropped int `json:"dropped"`
}

// Design returns the design that a comparison of judges asked repeatedly has measured, to plan another:
// a and b are the runs' [Report.Repeats] of this metric and scope, whose variance within samples is taken
// off that of the differences. Between is 0 where nothing is left of it. It has the comparison's level and
// power. The scores compared are taken for means over the repeats, as those of a panel that averages are;
// where a majority decides, Between is only near. It is an error when the comparison is unpaired or has no
// standard error, and when a or b has no repeats. Source: Miller 2024, section 5.
func (d Difference) Design(a, b metrics.Repeated) (compare.Design, error) {
	e := d.Test.Difference
	switch {
	case d.SignFlip == nil || math.IsNaN(e.SE):
		return compare.Design{}, errors.New("report: a design needs a paired comparison with a standard error")
	case !(a.Within >= 0 && a.Repeats >= 1 && b.Within >= 0 && b.Repeats >= 1):
		return compare.Design{}, errors.New("report: a design needs the variance between repeats of both runs")
	}
	between := e.SE*e.SE*float64(e.N) - a.Within/a.Repeats - b.Within/b.Repeats
	return compare.Design{
		Between: max(0, between), WithinA: a.Within, WithinB: b.Within,
		RepeatsA: int(math.Round(a.Repeats)), RepeatsB: int(math.Round(b.Repeats)), Alpha: alpha, Power: power,
	}, nil
}

// fewestUnits is the least number of pairs, or of clusters of them, with which sign flips reach the 5 %
// level: 2 of 2⁶ patterns are 3.1 %, and 2 of 2⁵ are 6.3 %.
const fewestUnits = 6

// Different says whether the adjusted p-value shows a difference at the 5 % level. Fewer than six pairs, or
// clusters of them, show none: their t-test rests on the scores being normal, which so few cannot show, and
// no pattern of their signs is that rare by chance.
func (d Difference) Different() bool { return shown(d.Adjusted, d.Test, d.SignFlip != nil) }

// shown says whether a p-value shows a difference over the pairs of a test, or over two samples that are not
// paired.
func shown(p float64, t compare.Test, paired bool) bool {
	units := t.Difference.N
	if t.Clusters > 0 {
		units = t.Clusters
	}
	return p < alpha && (!paired || units >= fewestUnits)
}

// pOf returns the p-value of a test, or that of the sign flips where there is no spread to test
// against.
func pOf(t compare.Test, flips *compare.Permutation) float64 {
	if t.Difference.SE == 0 && flips != nil {
		return flips.P
	}
	return t.P
}

// MarshalJSON writes numbers that are not finite as null.
func (d Difference) MarshalJSON() ([]byte, error) { return wire.Marshal(d) }

// UnmarshalJSON reads null as NaN.
func (d *Difference) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }

// scoresOf returns the values of a sample that are compared: those of its whole rubric or of a
// category.
type scoresOf func(*Sample) CategoryScores

func wholeScores(s *Sample) CategoryScores { return CategoryScores{s.Scores, s.Worst, s.Best} }

// series are the values of one metric in a cell.
type series struct {
	a, b               []float64
	clusterA, clusterB []string
	// lowest and highest are what the missing verdicts allow for the differences of pairs, in a paired
	// comparison, or for the values.
	lowestA, highestA, lowestB, highestB []float64
	missing                              bool
	dropped                              int
	// any says that a sample of either run has the metric.
	any bool
}

// bounds returns what the missing verdicts allow for a metric; not ok where none is missing.
func bounds(v CategoryScores, metric string) (low, high float64, ok bool) {
	return allowed(func(name string) (float64, bool) { x, ok := v.Worst[name]; return x, ok },
		func(name string) (float64, bool) { x, ok := v.Best[name]; return x, ok }, metric)
}

// values returns the values of a metric in a cell.
func (c *comparer) values(in cell, metric string, of scoresOf) (s series) {
	one := func(x *Sample) (value float64, scored bool, low, high float64, bounded bool) {
		v := of(x)
		value, scored = v.Scores[metric]
		low, high, bounded = value, value, scored
		if l, h, ok := bounds(v, metric); ok {
			s.missing = true
			low, high, bounded = l, h, true
		}
		s.any = s.any || bounded
		return value, scored, low, high, bounded
	}
	if c.out.Paired {
		for i, x := range in.a {
			va, okA, lowA, highA, inA := one(x)
			vb, okB, lowB, highB, inB := one(in.b[i])
			if okA && okB {
				s.a, s.b, s.clusterA = append(s.a, va), append(s.b, vb), append(s.clusterA, c.cluster[x])
			} else if inA || inB {
				s.dropped++
			}
			if inA && inB {
				s.lowestA, s.highestA = append(s.lowestA, lowA), append(s.highestA, highA)
				s.lowestB, s.highestB = append(s.lowestB, lowB), append(s.highestB, highB)
			}
		}
		s.clusterB = s.clusterA
		return s
	}
	for _, run := range []struct {
		samples         []*Sample
		values          *[]float64
		lowest, highest *[]float64
		clusters        *[]string
	}{{in.a, &s.a, &s.lowestA, &s.highestA, &s.clusterA}, {in.b, &s.b, &s.lowestB, &s.highestB, &s.clusterB}} {
		for _, x := range run.samples {
			v, scored, low, high, bounded := one(x)
			if scored {
				*run.values, *run.clusters = append(*run.values, v), append(*run.clusters, clusterOf(*x))
			} else if bounded {
				s.dropped++
			}
			if bounded {
				*run.lowest, *run.highest = append(*run.lowest, low), append(*run.highest, high)
			}
		}
	}
	return s
}

// difference compares one metric on one cell. It returns false where neither run has the metric.
func (c *comparer) difference(metric string, in cell, of scoresOf) (Difference, bool, error) {
	s := c.values(in, metric, of)
	if !s.any {
		return Difference{}, false, nil
	}
	d := Difference{
		Metric: metric, Dropped: s.dropped, Adjusted: math.NaN(), Needed: math.NaN(),
		A: clustered.Mean(s.a, s.clusterA), B: clustered.Mean(s.b, s.clusterB),
	}
	err := c.test(&d, s)
	if err != nil {
		return d, false, fmt.Errorf("report: %s: %w", metric, err)
	}
	if s.missing {
		d.A, d.B = d.A.Within(s.lowestA, s.highestA), d.B.Within(s.lowestB, s.highestB)
		e := &d.Test.Difference
		e.Worst, e.Best = d.A.Worst-d.B.Best, d.A.Best-d.B.Worst
	}
	return d, true, nil
}

// flips is the sign-flip test that the options ask for.
func (c *comparer) flips() compare.SignFlip {
	return compare.SignFlip{Flips: c.opts.Flips, Seed: c.opts.Seed}
}

// test fills in the tests of a difference.
func (c *comparer) test(d *Difference, s series) (err error) {
	if !c.out.Paired {
		d.Test = unpairedTest(d.A, d.B)
		return nil
	}
	flips := c.flips()
	if clustered.Shared(s.clusterA) {
		flips.Clusters = s.clusterA
		d.Test, err = compare.PairedClusters(s.a, s.b, s.clusterA)
	} else {
		d.Test, err = compare.Paired(s.a, s.b)
	}
	if err != nil {
		return err
	}
	if len(s.a) > 0 {
		p, err := flips.Test(s.a, s.b)
		if err != nil {
			return err
		}
		d.SignFlip = &p
	}
	n := float64(len(s.a))
	design := compare.Design{Between: d.Test.Difference.SE * d.Test.Difference.SE * n, RepeatsA: 1, RepeatsB: 1, Alpha: alpha, Power: power}
	if needed, err := design.Samples(d.Test.Difference.Value); err == nil {
		d.Needed = needed
	}
	return nil
}
