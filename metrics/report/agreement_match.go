package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// refMark is what a reference says of a criterion: points, or met or not met.
type refMark struct {
	agreement.Key
	points float64
	met    bool
}

// marked is a criterion on which both the report and a reference have a say.
type marked struct {
	sample   *Sample
	category string
	weight   float64
	// judged and reference are points.
	judged, reference float64
}

// matched are the marks of a reference with the grades of the same criteria.
type matched struct {
	out     *Agreement
	pairs   []marked
	keys    []agreement.Key
	samples []dataset.Sample
	// points says that points in part were given.
	points bool
}

// match finds the grades that marks are about. Where they are not inPoints they are verdicts, and a
// grade with a part of its points is an error.
func (r *Report) match(marks []refMark, inPoints bool) (*matched, error) {
	g := &matched{out: &Agreement{
		Benchmark: r.Benchmark, Labels: len(marks), Strangers: []agreement.Key{}, Corrected: []CorrectedScores{},
	}}
	bySample, twice := map[string]*Sample{}, map[string]bool{}
	for i := range r.Samples {
		s := &r.Samples[i]
		twice[s.ID] = bySample[s.ID] != nil || twice[s.ID]
		bySample[s.ID] = s
	}
	seen := map[agreement.Key]bool{}
	known := map[string]map[string]*Grade{}
	for _, m := range marks {
		switch {
		case seen[m.Key]:
			return nil, fmt.Errorf("report: sample %s, criterion %s is labeled twice", m.Sample, m.Criterion)
		case twice[m.Sample]:
			return nil, fmt.Errorf("report: a label is of sample %q, which is in several subsets", m.Sample)
		}
		seen[m.Key] = true
		s := bySample[m.Sample]
		if s != nil && known[m.Sample] == nil {
			known[m.Sample] = map[string]*Grade{}
			for i := range s.Grades {
				known[m.Sample][s.Grades[i].Criterion] = &s.Grades[i]
			}
			g.samples = append(g.samples, graded{s})
		}
		grade := known[m.Sample][m.Criterion]
		switch {
		case grade != nil && grade.Status == judge.Graded:
			p, err := newMarked(s, grade, m, inPoints)
			if err != nil {
				return nil, err
			}
			g.out.Compared++
			g.pairs, g.keys = append(g.pairs, p), append(g.keys, m.Key)
			g.points = g.points || inPart(p.judged, p.weight) || inPart(p.reference, p.weight)
		case grade != nil, s != nil && s.Status == Unanswered:
			g.out.Missing++
		default:
			g.out.Unknown++
			g.out.Strangers = append(g.out.Strangers, m.Key)
		}
	}
	slices.SortFunc(g.out.Strangers, func(x, y agreement.Key) int {
		return cmp.Or(cmp.Compare(x.Sample, y.Sample), cmp.Compare(x.Criterion, y.Criterion))
	})
	g.out.Strangers = g.out.Strangers[:min(len(g.out.Strangers), MaxListed)]
	return g, nil
}

// newMarked puts a refMark beside the grade of the same criterion.
func newMarked(s *Sample, grade *Grade, m refMark, inPoints bool) (marked, error) {
	// A report can hold points as the judge gave them, beyond what the criterion can give.
	p := marked{s, grade.Category, grade.Weight, clamp(grade.Points, grade.Weight), m.points}
	if !inPoints {
		if inPart(p.judged, p.weight) {
			return p, fmt.Errorf("report: sample %s, criterion %s: %v points of %v are no verdict of met or not met", s.ID, m.Criterion, p.judged, p.weight)
		}
		p.reference = 0
		if m.met {
			p.reference = p.weight
		}
	} else if clamp(p.reference, p.weight) != p.reference {
		return p, fmt.Errorf("report: sample %s, criterion %s is labeled with %v points of %v", s.ID, m.Criterion, p.reference, p.weight)
	}
	return p, nil
}

// clamp bounds points to what a criterion can give.
func clamp(points, weight float64) float64 { return rubric.Criterion{Weight: weight}.Clamp(points) }

// inPart says whether points are neither none nor all of a weight.
func inPart(points, weight float64) bool { return points != 0 && points != weight }

// labels returns what both say as verdicts.
func (g *matched) labels() (judged, reference []agreement.Label) {
	for i, p := range g.pairs {
		k := g.keys[i]
		judged = append(judged, agreement.Label{Sample: k.Sample, Criterion: k.Criterion, Met: p.judged == p.weight})
		reference = append(reference, agreement.Label{Sample: k.Sample, Criterion: k.Criterion, Met: p.reference == p.weight})
	}
	return judged, reference
}

// clusters names the clusters of the samples that share one with others, by ID.
func (g *matched) clusters() map[string]string {
	out := map[string]string{}
	for _, s := range g.samples {
		if own := s.(graded).Sample; own.Cluster != "" {
			out[own.ID] = own.Cluster
		}
	}
	return out
}

// warn says what limits the numbers.
func (g *matched) warn() {
	out, w := g.out, []string{}
	if out.Unknown > 0 {
		w = append(w, fmt.Sprintf("%d of %d labels are of criteria that the report does not have", out.Unknown, out.Labels))
	}
	if out.Missing > 0 {
		w = append(w, fmt.Sprintf("%d of %d labels are of criteria without a verdict", out.Missing, out.Labels))
	}
	w = append(w, out.Verdicts.Overall.Warnings...)
	if out.Points != nil {
		w = append(w, out.Points.Overall.Warnings...)
	}
	for _, s := range out.Corrected {
		if s.Note != "" {
			w = append(w, fmt.Sprintf("%s: %s", s.Scope, s.Note))
		}
		for _, m := range s.Metrics {
			if m.Note != "" {
				w = append(w, fmt.Sprintf("%s, %s: %s", s.Scope, m.Metric, m.Note))
			}
		}
	}
	out.Warnings = w
}
