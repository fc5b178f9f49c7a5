package report

import (
	"cmp"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// graded is a sample of a report as a sample of a dataset: with its rubric, and without conversation
// and response, which a report does not keep.
type graded struct{ *Sample }

func (g graded) ID() string { return g.Sample.ID }

func (g graded) Conversation() []dataset.Message { return nil }

func (g graded) Response() string { return "" }

func (g graded) Rubric() rubric.Rubric {
	list := make(rubric.List, len(g.Grades))
	for i, c := range g.Grades {
		list[i] = rubric.Criterion{ID: c.Criterion, Text: c.Text, Category: c.Category, Weight: c.Weight}
	}
	return list
}

// grades returns the grades without what the report keeps beside them.
func (g graded) grades() []judge.Grade {
	out := make([]judge.Grade, len(g.Grades))
	for i, grade := range g.Grades {
		out[i] = grade.Grade
	}
	return out
}

// sampleScope is a set of samples that has means of its own.
type sampleScope struct {
	name    string
	samples []*Sample
}

// scopes returns the subsets by name, and the whole run where subsets are pooled and more than one.
func (r *Report) scopes() []sampleScope {
	bySubset := map[string]int{}
	var out []sampleScope
	whole := sampleScope{name: allScope}
	for i := range r.Samples {
		s := &r.Samples[i]
		at, ok := bySubset[s.Subset]
		if !ok {
			at = len(out)
			bySubset[s.Subset] = at
			out = append(out, sampleScope{name: s.Subset})
		}
		out[at].samples = append(out[at].samples, s)
		whole.samples = append(whole.samples, s)
	}
	slices.SortFunc(out, func(x, y sampleScope) int { return cmp.Compare(x.name, y.name) })
	for i := range out {
		out[i].name = scopeName(out[i].name, len(out))
	}
	if len(out) > 1 && r.pooled() {
		out = append(out, whole)
	}
	return out
}
