package report

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/compare"
)

// gradePair is what two runs say about a criterion; nil where a run does not have it.
type gradePair struct{ a, b *Grade }

// align pairs the grades of a sample, in the order of A's rubric, then of what B has beside it.
func align(a, b *Sample) []gradePair {
	at := make(map[string]int, len(a.Grades))
	pairs := make([]gradePair, len(a.Grades))
	for i := range a.Grades {
		at[a.Grades[i].Criterion] = i
		pairs[i].a = &a.Grades[i]
	}
	for i := range b.Grades {
		g := &b.Grades[i]
		if j, ok := at[g.Criterion]; ok {
			pairs[j].b = g
		} else {
			pairs = append(pairs, gradePair{b: g})
		}
	}
	return pairs
}

// negative says whether the weight of the criterion is negative, in A where it is there.
func (p gradePair) negative() bool {
	if p.a != nil {
		return p.a.Weight < 0
	}
	return p.b.Weight < 0
}

// criterionPairs are numbers of two runs on the same criteria.
type criterionPairs struct {
	a, b     []float64
	clusters []string
	// lowest and highest bound the differences, those with a missing verdict among them.
	lowest, highest []float64
	// missing and changed count the criteria that are not compared: those without a verdict in one run or
	// both, and those that are not the same in both.
	missing, changed int
}

// add adds the numbers, usually from 0 to 1, that runs have on a criterion. It returns false where it is not
// compared.
func (p *criterionPairs) add(g gradePair, cluster string, of func(*Grade) float64) (a, b float64, compared bool) {
	if g.a == nil || g.b == nil || !sameCriterion(*g.a, *g.b) {
		p.changed++
		return 0, 0, false
	}
	between := func(g *Grade) (low, high float64) {
		if g.Status != judge.Graded {
			return 0, 1
		}
		x := of(g)
		return x, x
	}
	lowA, highA := between(g.a)
	lowB, highB := between(g.b)
	p.lowest, p.highest = append(p.lowest, lowA-highB), append(p.highest, highA-lowB)
	if g.a.Status != judge.Graded || g.b.Status != judge.Graded {
		p.missing++
		return 0, 0, false
	}
	p.a, p.b, p.clusters = append(p.a, lowA), append(p.b, lowB), append(p.clusters, cluster)
	return lowA, lowB, true
}

// test tests the mean difference, clustered, by t and by flipping signs; the latter is nil without pairs.
func (p *criterionPairs) test(flips compare.SignFlip) (compare.Test, *compare.Permutation, error) {
	t, err := compare.PairedClusters(p.a, p.b, p.clusters)
	if err != nil {
		return t, nil, err
	}
	if p.missing > 0 {
		t.Difference = t.Difference.Within(p.lowest, p.highest)
	}
	if len(p.a) == 0 {
		return t, nil, nil
	}
	flips.Clusters = p.clusters
	flipped, err := flips.Test(p.a, p.b)
	return t, &flipped, err
}
