package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// PointsComparison compares the points of two runs criterion by criterion, over the samples that both graded,
// whether scored or not.
type PointsComparison struct {
	// All covers all criteria, Positive and Negative those with weights of that sign.
	All      PointsDifference `json:"all"`
	Positive PointsDifference `json:"positive"`
	Negative PointsDifference `json:"negative"`
	// MoreA and MoreB are the criteria of which one run has a larger share than the other: those that are the
	// most points apart first, at most [MaxListed] of each.
	MoreA []CriterionPoints `json:"more_a"`
	MoreB []CriterionPoints `json:"more_b"`
}

// PointsDifference is how two runs differ in the points on criteria. A run's share of a criterion is its points
// over the weight: from 0 to 1, unless points are not bounded. Of a criterion with negative weight a larger
// share is a larger penalty.
type PointsDifference struct {
	// MoreA and MoreB count the criteria of which one run has the larger share, and Equal those of which both
	// have the same.
	MoreA int `json:"more_a"`
	MoreB int `json:"more_b"`
	Equal int `json:"equal"`
	// Missing counts criteria without a verdict in one run or both, and Changed those that are not the
	// same in both. They are not compared.
	Missing int `json:"missing"`
	Changed int `json:"changed"`
	// A and B are the mean shares, and Share is their difference, all clustered by sample or by the samples'
	// clusters. Each criterion counts as much as any other. P is not adjusted.
	A     metrics.Estimate `json:"a"`
	B     metrics.Estimate `json:"b"`
	Share compare.Test     `json:"share"`
	// SignFlip flips the signs of the same differences by the same clusters; nil without verdicts.
	SignFlip *compare.Permutation `json:"sign_flip"`
}

// Different says whether the mean shares differ at the 5 % level, as [VerdictComparison.Different] does of the
// rates met.
func (p PointsDifference) Different() bool {
	return shown(pOf(p.Share, p.SignFlip), p.Share, p.SignFlip != nil)
}

// CriterionPoints is a criterion with the points that two runs got on it.
type CriterionPoints struct {
	CriterionName
	A float64 `json:"a"`
	B float64 `json:"b"`
}

// namedPoints are the points on a part of the criteria.
type namedPoints struct {
	name string
	PointsDifference
}

// parts returns the points on all criteria and, where some have a negative weight, by its sign.
func (p *PointsComparison) parts() (out []namedPoints) {
	if p == nil {
		return nil
	}
	out = []namedPoints{{"all", p.All}}
	if n := p.Negative; n.MoreA+n.MoreB+n.Equal+n.Missing+n.Changed > 0 {
		out = append(out, namedPoints{"positive weight", p.Positive}, namedPoints{"negative weight", n})
	}
	return out
}

// pointPairs collects the points on criteria.
type pointPairs struct {
	all, positive, negative pointPart
	moreA, moreB            []CriterionPoints
	// inPoints counts the compared criteria that are graded in points in one run or both.
	inPoints int
}

// pointPart collects the points on a part of the criteria.
type pointPart struct {
	PointsDifference
	pairs criterionPairs
}

// add adds a criterion of a sample.
func (p *pointPairs) add(s *Sample, g gradePair, cluster string) {
	signed := &p.positive
	if g.negative() {
		signed = &p.negative
	}
	signed.add(g, cluster)
	a, b, compared := p.all.add(g, cluster)
	if !compared {
		return
	}
	if inPoints(g.a) || inPoints(g.b) {
		p.inPoints++
	}
	named := CriterionPoints{CriterionName{s.Subset, s.ID, g.a.Criterion, g.a.Weight, g.a.Text}, g.a.Points, g.b.Points}
	switch {
	case a > b:
		p.moreA = append(p.moreA, named)
	case b > a:
		p.moreB = append(p.moreB, named)
	}
}

func (p *pointPart) add(g gradePair, cluster string) (a, b float64, compared bool) {
	a, b, compared = p.pairs.add(g, cluster, (*Grade).share)
	switch {
	case !compared:
	case a > b:
		p.MoreA++
	case b > a:
		p.MoreB++
	default:
		p.Equal++
	}
	return a, b, compared
}

// inPoints says whether a verdict gave a part of a criterion's points, or, where it is a panel's, a vote.
func inPoints(g *Grade) bool {
	if len(g.Votes) == 0 {
		return partial(g)
	}
	return slices.ContainsFunc(g.Votes, func(v judge.Vote) bool {
		share := v.Points / g.Weight
		return v.Status == judge.Graded && share > 0 && share < 1
	})
}

// mostlyPoints says whether so many of all criteria are graded in points that who meets them says little: a
// tenth. A few odd verdicts do not make a rubric one of points.
func mostlyPoints(n, all int) bool { return n > 0 && 10*n >= all }

// compare compares what was added; nil where criteria are not graded in points.
func (p *pointPairs) compare(flips compare.SignFlip) (*PointsComparison, error) {
	if !mostlyPoints(p.inPoints, len(p.all.pairs.a)) {
		return nil, nil
	}
	for _, part := range []*pointPart{&p.all, &p.positive, &p.negative} {
		pairs := &part.pairs
		part.Missing, part.Changed = pairs.missing, pairs.changed
		part.A, part.B = clustered.Mean(pairs.a, pairs.clusters), clustered.Mean(pairs.b, pairs.clusters)
		var err error
		if part.Share, part.SignFlip, err = pairs.test(flips); err != nil {
			return nil, err
		}
	}
	return &PointsComparison{p.all.PointsDifference, p.positive.PointsDifference, p.negative.PointsDifference, farthest(p.moreA), farthest(p.moreB)}, nil
}

// farthest returns the criteria that are the most points apart, as many as a list holds.
func farthest(list []CriterionPoints) []CriterionPoints {
	slices.SortStableFunc(list, func(x, y CriterionPoints) int { return cmp.Compare(math.Abs(y.A-y.B), math.Abs(x.A-x.B)) })
	return append([]CriterionPoints{}, list[:min(len(list), MaxListed)]...)
}
