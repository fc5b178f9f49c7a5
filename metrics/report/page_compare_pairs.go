package report

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// samplePair is a sample as two runs graded it.
type samplePair struct{ a, b *Sample }

// pairs returns the samples that both runs have, those with the largest difference in the metric first
// and those without one last; none in an unpaired comparison and in one without its reports.
func (c *Comparison) pairs(metric string) []samplePair {
	if !c.Paired || c.A.Report == nil || c.B.Report == nil {
		return nil
	}
	inB := map[sampleKey]*Sample{}
	for i := range c.B.Report.Samples {
		s := &c.B.Report.Samples[i]
		inB[sampleKey{s.Subset, s.ID}] = s
	}
	var out []samplePair
	for i := range c.A.Report.Samples {
		s := &c.A.Report.Samples[i]
		if other := inB[sampleKey{s.Subset, s.ID}]; other != nil {
			out = append(out, samplePair{s, other})
		}
	}
	size := func(p samplePair) float64 { return math.Abs(p.difference(metric)) }
	slices.SortStableFunc(out, func(x, y samplePair) int {
		// NaN is the lowest to cmp.Compare.
		return cmp.Or(cmp.Compare(size(y), size(x)), cmp.Compare(x.a.Subset, y.a.Subset), cmp.Compare(x.a.ID, y.a.ID))
	})
	return out
}

// difference returns A's value minus B's, NaN where either is not scored.
func (p samplePair) difference(metric string) float64 { return p.a.score(metric) - p.b.score(metric) }

// differing counts the criteria on which both runs have a verdict, and those with other points in one
// than in the other.
func (p samplePair) differing() (differ, compared int) {
	for _, g := range align(p.a, p.b) {
		if g.comparable() {
			compared++
			if g.a.Points != g.b.Points {
				differ++
			}
		}
	}
	return differ, compared
}

// comparable says whether both runs have a verdict on the same criterion.
func (p gradePair) comparable() bool {
	return p.a != nil && p.b != nil && sameCriterion(*p.a, *p.b) && p.a.Status == judge.Graded && p.b.Status == judge.Graded
}

// pairDetail is a sample of a comparison without what its row shows.
type pairDetail struct {
	// NoteA and NoteB are the notes of the runs.
	NoteA  string      `json:"noteA,omitempty"`
	NoteB  string      `json:"noteB,omitempty"`
	Labels [][2]int    `json:"labels,omitempty"`
	Values []pairValue `json:"values,omitempty"`
	criterionColumns
	// WeightsB are the weights in B, where a criterion has another one there.
	WeightsB []*float64     `json:"weightsB,omitempty"`
	A        verdictColumns `json:"a"`
	B        verdictColumns `json:"b"`
	// RepliesA and RepliesB are the raw replies of the runs.
	RepliesA replyColumns `json:"repliesA,omitzero"`
	RepliesB replyColumns `json:"repliesB,omitzero"`
}

// pairValue is a value of both runs by its word.
type pairValue struct {
	Name int      `json:"name"`
	A    *float64 `json:"a"`
	B    *float64 `json:"b"`
}

func newPairChunk(pairs []samplePair, limit document.Limit) *detailChunk {
	c := &detailChunk{index: map[string]int{}, Words: []string{}, limit: limit}
	for _, p := range pairs {
		c.Pairs = append(c.Pairs, c.pair(p))
	}
	return c
}

func (c *detailChunk) pair(p samplePair) pairDetail {
	d := pairDetail{NoteA: outside.Visible(p.a.Note), NoteB: outside.Visible(p.b.Note), Labels: c.labels(*p.a)}
	names := map[string]bool{}
	for _, m := range []map[string]float64{p.a.Scores, p.b.Scores} {
		for name := range m {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.Values = append(d.Values, pairValue{c.word(name), lookup(p.a.Scores, name), lookup(p.b.Scores, name)})
	}
	reweighted := false
	var weights []*float64
	var gradesA, gradesB []Grade
	for _, g := range align(p.a, p.b) {
		a, b := c.sides(p, g)
		// Where the runs agree there is less to read.
		text, why := c.limit.Text, c.limit.Why
		if g.comparable() && a.Points == b.Points && why < math.MaxInt {
			text, why = text/2, 0
		}
		of := cmp.Or(g.a, g.b)
		c.criterion(&d.criterionColumns, *of, text)
		c.verdict(&d.A, a, why)
		c.verdict(&d.B, b, why)
		gradesA, gradesB = append(gradesA, a), append(gradesB, b)
		weights = append(weights, finitePointer(b.Weight))
		reweighted = reweighted || b.Weight != of.Weight
	}
	d.RepliesA, d.RepliesB = c.replies(p.a.Replies, gradesA), c.replies(p.b.Replies, gradesB)
	if reweighted {
		d.WeightsB = weights
	}
	return d
}

// sides returns the grades of a pair; for a run without one, a missing grade that says why.
func (c *detailChunk) sides(p samplePair, g gradePair) (a, b Grade) {
	side := func(g, other *Grade, s *Sample) Grade {
		if g != nil {
			return *g
		}
		out := Grade{Weight: other.Weight}
		out.Status, out.Reason = judge.Missing, "no such criterion"
		if s.Status == Unanswered {
			out.Reason = "no answer"
		}
		return out
	}
	a, b = side(g.a, g.b, p.a), side(g.b, g.a, p.b)
	if g.a != nil && g.b != nil && !sameCriterion(*g.a, *g.b) {
		b.Flags = append(slices.Clip(b.Flags), "not compared: another criterion under the same ID: "+g.b.Text)
	}
	return a, b
}
