package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assize-eval/assize/metrics/compare"
)

// CriteriaComparison compares the verdicts of two runs criterion by criterion, over the samples that
// both graded, whether scored or not.
type CriteriaComparison struct {
	// All covers all criteria, Positive and Negative those with weights of that sign.
	All      VerdictComparison `json:"all"`
	Positive VerdictComparison `json:"positive"`
	Negative VerdictComparison `json:"negative"`
	// Both and Neither are the criteria that both runs meet and that neither does, OnlyA and OnlyB
	// those that one alone meets: the heaviest first, at most [MaxListed] of each.
	Both    []CriterionName `json:"both"`
	Neither []CriterionName `json:"neither"`
	OnlyA   []CriterionName `json:"only_a"`
	OnlyB   []CriterionName `json:"only_b"`
	// Points compares the points where criteria are graded in points, so that who meets them says little: where
	// a verdict, or a vote of a panel, gave a tenth of the criteria or more a part of their points in one run or
	// both. Else it is nil.
	Points *PointsComparison `json:"points,omitempty"`
}

// VerdictComparison counts the criteria on which both runs have a verdict. A criterion is met when it got
// all of its points.
type VerdictComparison struct {
	// Both, OnlyA, OnlyB and Neither count them by who meets them.
	Both    int `json:"both"`
	OnlyA   int `json:"only_a"`
	OnlyB   int `json:"only_b"`
	Neither int `json:"neither"`
	// Partial counts those of them that got a part of their points in one run or both, and are not met
	// there: with many of them the metrics say more than these counts.
	Partial int `json:"partial"`
	// Missing counts criteria without a verdict in one run or both, and Changed those that are not the
	// same in both. They are not compared.
	Missing int `json:"missing"`
	Changed int `json:"changed"`
	// McNemar is McNemar's test on OnlyA and OnlyB. It takes verdicts for independent, which those on
	// one response are not: where it and Rate differ, Rate is right.
	McNemar compare.Discordance `json:"mcnemar"`
	// Rate is the difference of the rates met, clustered by sample or by the samples' clusters. Its
	// p-value is not adjusted.
	Rate compare.Test `json:"rate"`
	// SignFlip flips the signs of the same differences by the same clusters; nil without verdicts.
	SignFlip *compare.Permutation `json:"sign_flip"`
}

// Different says whether the rates met differ at the 5 % level: by Rate, or by SignFlip where all
// clusters differ by the same and Rate has no p-value. Fewer than six clusters show none, as in
// [Difference.Different].
func (v VerdictComparison) Different() bool {
	return shown(pOf(v.Rate, v.SignFlip), v.Rate, v.SignFlip != nil)
}

// namedVerdicts are the verdicts on a part of the criteria.
type namedVerdicts struct {
	name string
	VerdictComparison
}

// parts returns the verdicts on all criteria and by sign of the weight, without parts that no criterion is in.
func (c *CriteriaComparison) parts() (out []namedVerdicts) {
	if c == nil {
		return nil
	}
	for _, v := range []namedVerdicts{{"all", c.All}, {"positive weight", c.Positive}, {"negative weight", c.Negative}} {
		if v.Both+v.OnlyA+v.OnlyB+v.Neither+v.Missing+v.Changed > 0 {
			out = append(out, v)
		}
	}
	return out
}

// CriterionName names a criterion of a sample.
type CriterionName struct {
	Subset    string  `json:"subset"`
	Sample    string  `json:"sample"`
	Criterion string  `json:"criterion"`
	Weight    float64 `json:"weight"`
	Text      string  `json:"text"`
}

// verdictPairs collects the verdicts on criteria.
type verdictPairs struct {
	VerdictComparison
	pairs criterionPairs
}

// criteria compares the verdicts.
func (c *comparer) criteria() error {
	var all, positive, negative verdictPairs
	var points pointPairs
	out := &CriteriaComparison{}
	for i, x := range c.all.a {
		y := c.all.b[i]
		if x.Status == Unanswered || y.Status == Unanswered {
			continue
		}
		for _, p := range align(x, y) {
			signed := &positive
			if p.negative() {
				signed = &negative
			}
			signed.add(p, c.cluster[x])
			if a, b, ok := all.add(p, c.cluster[x]); ok {
				list := out.list(a, b)
				*list = append(*list, CriterionName{x.Subset, x.ID, p.a.Criterion, p.a.Weight, p.a.Text})
			}
			points.add(x, p, c.cluster[x])
		}
	}
	for _, p := range []struct {
		from *verdictPairs
		to   *VerdictComparison
	}{{&all, &out.All}, {&positive, &out.Positive}, {&negative, &out.Negative}} {
		if err := p.from.test(c.flips()); err != nil {
			return fmt.Errorf("report: criteria: %w", err)
		}
		*p.to = p.from.VerdictComparison
	}
	var err error
	if out.Points, err = points.compare(c.flips()); err != nil {
		return fmt.Errorf("report: points: %w", err)
	}
	for _, list := range []*[]CriterionName{&out.Both, &out.Neither, &out.OnlyA, &out.OnlyB} {
		*list = heaviest(*list)
	}
	c.out.Criteria = out
	return nil
}

// heaviest returns the criteria by weight, the heaviest first, as many as a list holds.
func heaviest(names []CriterionName) []CriterionName {
	slices.SortStableFunc(names, func(x, y CriterionName) int { return cmp.Compare(math.Abs(y.Weight), math.Abs(x.Weight)) })
	return append([]CriterionName{}, names[:min(len(names), MaxListed)]...)
}

// list returns the list that a criterion belongs to.
func (c *CriteriaComparison) list(a, b bool) *[]CriterionName {
	switch {
	case a && b:
		return &c.Both
	case a:
		return &c.OnlyA
	case b:
		return &c.OnlyB
	}
	return &c.Neither
}

// add counts a criterion. It returns who meets it, and whether it is compared.
func (p *verdictPairs) add(g gradePair, cluster string) (a, b, compared bool) {
	metA, metB, compared := p.pairs.add(g, cluster, met)
	if !compared {
		return false, false, false
	}
	if partial(g.a) || partial(g.b) {
		p.Partial++
	}
	switch a, b = metA == 1, metB == 1; {
	case a && b:
		p.Both++
	case a:
		p.OnlyA++
	case b:
		p.OnlyB++
	default:
		p.Neither++
	}
	return a, b, true
}

// met is 1 for a criterion that is met, and 0 for one that is not.
func met(g *Grade) float64 {
	if g.share() >= 1 {
		return 1
	}
	return 0
}

// partial says whether a criterion got a part of its points.
func partial(g *Grade) bool { return g.share() > 0 && g.share() < 1 }

// test tests what was counted.
func (p *verdictPairs) test(flips compare.SignFlip) (err error) {
	p.Missing, p.Changed = p.pairs.missing, p.pairs.changed
	if p.McNemar, err = compare.McNemar(p.OnlyA, p.OnlyB); err != nil {
		return err
	}
	p.Rate, p.SignFlip, err = p.pairs.test(flips)
	return err
}
