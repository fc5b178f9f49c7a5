package judge_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func TestMetGivesTheWeightOrNothing(t *testing.T) {
	task := wholeRubric()
	want := []judge.Grade{
		{Criterion: "a", Status: judge.Graded, Points: 4, Explanation: "all there"},
		{Criterion: "b", Status: judge.Graded, Points: 2, Explanation: "all there"},
		{Criterion: "c", Status: judge.Graded, Points: -3, Explanation: "all there"},
	}
	if diff := cmp.Diff(want, judge.Met(task, true, "all there").Grades); diff != "" {
		t.Errorf("a met penalty costs its weight (-want +got):\n%s", diff)
	}
	for i, g := range judge.Met(task, false, "").Grades {
		if g.Status != judge.Graded || g.Points != 0 || g.Criterion != want[i].Criterion {
			t.Errorf("grade %d of an unmet criterion is %+v", i, g)
		}
	}
}

func TestPointsKeepsTheOrderAndTheNumber(t *testing.T) {
	task := wholeRubric()
	rows := []struct {
		points []float64
		want   []judge.Grade
		why    string
	}{
		{[]float64{1.5, 0, -3}, []judge.Grade{
			{Criterion: "a", Status: judge.Graded, Points: 1.5},
			{Criterion: "b", Status: judge.Graded},
			{Criterion: "c", Status: judge.Graded, Points: -3},
		}, "index by index"},
		{[]float64{1}, []judge.Grade{{Criterion: "a", Status: judge.Graded, Points: 1}}, "too few are not filled up"},
		{[]float64{1, 2, 3, 4}, []judge.Grade{
			{Criterion: "a", Status: judge.Graded, Points: 1},
			{Criterion: "b", Status: judge.Graded, Points: 2},
			{Criterion: "c", Status: judge.Graded, Points: 3},
			{Status: judge.Graded, Points: 4},
		}, "too many are not dropped"},
	}
	for _, r := range rows {
		if diff := cmp.Diff(r.want, judge.Points(task, r.points...).Grades); diff != "" {
			t.Errorf("%s (-want +got):\n%s", r.why, diff)
		}
	}
}

func TestPointsOfTheWrongNumberFailTheTask(t *testing.T) {
	task := wholeRubric()
	for _, points := range [][]float64{nil, {1}, {1, 2}, {1, 2, -3, 4}} {
		j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { return judge.Points(task, points...), nil })
		if code := judge.CodeOf(runOne(t, j, task).Err); code != judge.Malformed {
			t.Errorf("%d points for 3 criteria have code %q", len(points), code)
		}
	}
}

func TestBinaryAndUngraded(t *testing.T) {
	penalty := rubric.Criterion{ID: "p", Weight: -7}
	if g := judge.Binary(penalty, true, "there"); g.Points != -7 || g.Status != judge.Graded || g.Explanation != "there" || g.Reason != "" {
		t.Errorf("a met penalty is %+v", g)
	}
	if g := judge.Ungraded(penalty, judge.Truncated, "cut"); g.Points != 0 || g.Status != judge.Missing || g.Reason != judge.Truncated || g.Explanation != "cut" || g.Criterion != "p" {
		t.Errorf("an ungraded criterion is %+v", g)
	}
	if (judge.Grade{}).Status == judge.Graded || (judge.Grade{}).Status == judge.Missing {
		t.Error("the zero Grade passes for a verdict")
	}
}

func TestGradeAsJSON(t *testing.T) {
	rows := []struct {
		grade judge.Grade
		want  string
		why   string
	}{
		{judge.Grade{Criterion: "a", Status: judge.Graded}, `{"criterion":"a","status":"graded","points":0}`, "a zero that was given is written"},
		{judge.Grade{Criterion: "a", Status: judge.Missing, Reason: judge.Empty}, `{"criterion":"a","status":"missing","points":0,"reason":"empty"}`, "the status says that the zero is none"},
		{judge.Grade{Criterion: "a", Status: judge.Graded, Points: 2, Max: 4, Explanation: "x", Flags: []string{"f"}}, `{"criterion":"a","status":"graded","points":2,"max":4,"explanation":"x","flags":["f"]}`, "everything"},
	}
	for _, r := range rows {
		got, err := json.Marshal(r.grade)
		if err != nil || string(got) != r.want {
			t.Errorf("%s: %s, %v; want %s", r.why, got, err, r.want)
		}
		var back judge.Grade
		if err := json.Unmarshal(got, &back); err != nil || !cmp.Equal(back, r.grade) {
			t.Errorf("%s: reads back as %+v, %v", r.why, back, err)
		}
	}
}
