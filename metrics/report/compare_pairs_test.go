package report

import (
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestSameRubric(t *testing.T) {
	one := Grade{Grade: judge.Grade{Criterion: "a", Status: judge.Graded}, Text: "cites", Category: "law", Weight: 3}
	changed := func(f func(*Grade)) []Grade { g := one; f(&g); return []Grade{g} }
	for _, tt := range []struct {
		a, b []Grade
		want bool
		why  string
	}{
		{[]Grade{one}, []Grade{one}, true, "the same"},
		{[]Grade{one}, changed(func(g *Grade) { g.Points, g.Status = 3, judge.Missing }), true, "grades are no part of the rubric"},
		{[]Grade{one}, nil, true, "one that was not graded does not say"},
		{nil, []Grade{one}, true, "one that was not graded does not say"},
		{[]Grade{one}, []Grade{one, one}, false, "one criterion more"},
		{[]Grade{one}, changed(func(g *Grade) { g.Criterion = "b" }), false, "another name"},
		{[]Grade{one}, changed(func(g *Grade) { g.Text = "invents" }), false, "another text"},
		{[]Grade{one}, changed(func(g *Grade) { g.Category = "facts" }), false, "another category"},
		{[]Grade{one}, changed(func(g *Grade) { g.Weight = -3 }), false, "another weight"},
	} {
		if got := sameRubric(&Sample{Grades: tt.a}, &Sample{Grades: tt.b}); got != tt.want {
			t.Errorf("%s: %v", tt.why, got)
		}
	}
}
