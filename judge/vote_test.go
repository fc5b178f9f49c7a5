package judge_test

import (
	"context"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestVotesKeepTheRepliesOfFailures shows that what a member said stays with a vote that was not cast, and
// with a panel that a member ends.
func TestVotesKeepTheRepliesOfFailures(t *testing.T) {
	fails := func(code judge.Code, stop bool) judge.Judge {
		return judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
			v := judge.Verdict{Raw: "no idea", Source: judge.Source{Model: "m"}, Usage: judge.Usage{Calls: 3}}
			return v, &judge.Error{Code: code, Stop: stop}
		})
	}
	casts := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Points(t, 10)
		v.Raw = `{"points": 10}`
		return v, nil
	})
	j := mustPanel(t, judge.Panel{Quorum: 1, Members: []judge.Member{{Name: "a", Judge: fails(judge.Malformed, false)}, {Name: "b", Judge: casts}}})
	v, err := j.Grade(t.Context(), tenPoints())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := v.Grades[0].Votes[0], v.Grades[0].Votes[1]; a.Raw != "no idea" || a.Source.Model != "m" || b.Raw != `{"points": 10}` {
		t.Errorf("votes %+v and %+v, want the reply of the one that failed", a, b)
	}
	j = mustPanel(t, judge.Panel{Members: []judge.Member{{Name: "a", Judge: fails(judge.Quota, true)}}})
	if v, err := j.Grade(t.Context(), tenPoints()); judge.CodeOf(err) != judge.Quota || v.Raw != "no idea" || v.Usage.Calls != 3 {
		t.Errorf("verdict %+v with %v, want the reply of the member that ended the run", v, err)
	}
}
