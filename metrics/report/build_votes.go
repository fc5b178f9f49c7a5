package report

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/rubric"
)

// addVotes scores the sample of a row by the votes of each member of a panel alone.
func (b *builder) addVotes(s dataset.Sample, from row, criteria []rubric.Criterion, grades []judge.Grade) {
	var members []string
	own := map[string][]judge.Grade{}
	for i, g := range grades {
		for _, v := range g.Votes {
			if own[v.Member] == nil {
				members = append(members, v.Member)
				own[v.Member] = absent(criteria)
			}
			if v.Status == judge.Graded {
				b.heard(v.Member, v.Source)
			}
		}
		for _, m := range members {
			own[m][i] = ownGrade(g, m)
		}
	}
	for _, m := range members {
		r, err := b.score(s, own[m])
		if err == nil {
			r.cluster = from.whole.cluster
			b.members[m] = append(b.members[m], row{at: b.at, subset: from.subset, whole: r, repeats: b.scoreRepeats(s, grades, m)})
		}
	}
}

// absent returns a missing grade for each criterion.
func absent(criteria []rubric.Criterion) []judge.Grade {
	grades := make([]judge.Grade, len(criteria))
	for i, c := range criteria {
		grades[i] = judge.Ungraded(c, judge.Unknown, "")
	}
	return grades
}

// ownGrade returns the grade that the votes of one member make: the mean of those that were cast.
func ownGrade(g judge.Grade, member string) judge.Grade {
	out := judge.Grade{Criterion: g.Criterion, Status: judge.Missing, Reason: judge.Unknown}
	sum, n := 0.0, 0
	for _, v := range g.Votes {
		switch {
		case v.Member != member:
		case v.Status == judge.Graded:
			sum += v.Points
			n++
		default:
			out.Reason = v.Reason
		}
	}
	if n > 0 {
		out.Status, out.Points, out.Reason = judge.Graded, sum/float64(n), ""
	}
	return out
}

// memberMeans takes the means of each member of a panel over each subset.
func (b *builder) memberMeans() {
	if len(b.members) == 0 {
		return
	}
	b.repeats()
	b.rep.Members = map[string]map[string]map[string]metrics.Estimate{}
	for name, rows := range b.members {
		scopes := map[string][]result{}
		for _, r := range rows {
			scopes[r.subset] = append(scopes[r.subset], r.whole)
		}
		b.rep.Members[name] = map[string]map[string]metrics.Estimate{}
		for scope, results := range scopes {
			b.rep.Members[name][scope] = b.means(results, false)
		}
	}
}
