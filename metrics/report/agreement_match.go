package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/agreement"
)

// matched are the labels of a reference with the verdicts on the same criteria.
type matched struct {
	out              *Agreement
	judge, reference []agreement.Label
	samples          []dataset.Sample
}

// match finds the verdicts that belong to labels.
func (r *Report) match(labels []agreement.Label) (*matched, error) {
	g := &matched{out: &Agreement{
		Benchmark: r.Benchmark, Labels: len(labels), Strangers: []agreement.Key{}, Corrected: []CorrectedScores{},
	}}
	bySample := map[string]*Sample{}
	twice := map[string]bool{}
	for i := range r.Samples {
		s := &r.Samples[i]
		twice[s.ID] = bySample[s.ID] != nil || twice[s.ID]
		bySample[s.ID] = s
	}
	wanted := map[agreement.Key]bool{}
	have := map[agreement.Key]judge.Status{}
	known := map[string]bool{}
	for _, l := range labels {
		wanted[l.Key()] = true
		s := bySample[l.Sample]
		if s == nil || known[l.Sample] {
			continue
		}
		if twice[l.Sample] {
			return nil, fmt.Errorf("report: a label is of sample %q, which is in several subsets", l.Sample)
		}
		known[l.Sample] = true
		g.samples = append(g.samples, graded{s})
		for _, grade := range s.Grades {
			have[agreement.Key{Sample: s.ID, Criterion: grade.Criterion}] = grade.Status
		}
	}
	for _, s := range g.samples {
		var grades []judge.Grade
		for _, grade := range s.(graded).grades() {
			if wanted[agreement.Key{Sample: s.ID(), Criterion: grade.Criterion}] {
				grades = append(grades, grade)
			}
		}
		own, err := agreement.FromGrades(s, grades)
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		g.judge = append(g.judge, own...)
	}
	for _, l := range labels {
		status, s := have[l.Key()], bySample[l.Sample]
		switch {
		case status == judge.Graded:
			g.out.Compared++
			g.reference = append(g.reference, l)
		case status == judge.Missing, s != nil && s.Status == Unanswered:
			g.out.Missing++
		default:
			g.out.Unknown++
			g.out.Strangers = append(g.out.Strangers, l.Key())
		}
	}
	slices.SortFunc(g.out.Strangers, func(x, y agreement.Key) int {
		return cmp.Or(cmp.Compare(x.Sample, y.Sample), cmp.Compare(x.Criterion, y.Criterion))
	})
	g.out.Strangers = g.out.Strangers[:min(len(g.out.Strangers), MaxListed)]
	return g, nil
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
