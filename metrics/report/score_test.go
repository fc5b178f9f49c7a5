package report_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/rubric"
)

func TestCriteriaWithoutACategoryMakeNone(t *testing.T) {
	rules := rubric.List{{ID: "a", Category: "Law", Weight: 4}, {ID: "b", Weight: 6}, {ID: "c", Category: "Law", Weight: 2}}
	s := sample{"1", "answer", rules}
	items := []report.Item{{Sample: s, Tasks: []judge.Task{{Sample: s, Criteria: rules}}}}
	grades := []judge.Grade{judge.Binary(rules[0], true, ""), judge.Binary(rules[1], false, ""), judge.Binary(rules[2], false, "")}
	rep := build(t, config(), items, []judge.Outcome{{Verdict: judge.Verdict{Grades: grades}}})
	got := rep.Samples[0].Categories
	if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, []string{"Law"}) {
		t.Fatalf("categories %q, want Law alone", names)
	}
	near(t, "points of Law", got["Law"].Scores[metrics.NormalizedScore], 4./6)
	if _, clipped := got["Law"].Scores[metrics.ClippedScore]; clipped {
		t.Error("a metric that is not given by category")
	}
}
