package report

import (
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestLink(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want []int
		why  string
	}{
		{[]string{"a", "b", "c"}, []int{0, 1, 2}, "nothing in common"},
		{[]string{"a", "b", "a"}, []int{0, 1, 0}, "the first stands for both"},
		{[]string{"a", "b", "c", "ab"}, []int{0, 0, 2, 0}, "through the last"},
		{[]string{"a", "b", "c", "ba"}, []int{0, 0, 2, 0}, "in the other order"},
		{[]string{"a", "b", "b", "ab"}, []int{0, 0, 0, 0}, "one that was linked before"},
		{[]string{"a", "b", "c", "bc", "ca"}, []int{0, 0, 0, 0, 0}, "two parts that were linked before"},
	} {
		got := link(len(tt.keys), func(i int) (keys []string) {
			for _, k := range tt.keys[i] {
				keys = append(keys, string(k))
			}
			return keys
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v: %s", tt.keys, got, tt.want, tt.why)
		}
	}
}

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
