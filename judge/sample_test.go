package judge_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// sample is a dataset.Sample made of plain fields.
type sample struct {
	id, answer string
	criteria   rubric.List
}

func (s sample) ID() string { return s.id }
func (s sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "What must the notice say?"}}
}
func (s sample) Response() string      { return s.answer }
func (s sample) Rubric() rubric.Rubric { return s.criteria }

// oneTaskEach returns n tasks of one criterion each, of samples s0, s1, …, with weights of both
// signs.
func oneTaskEach(n int) []judge.Task {
	tasks := make([]judge.Task, n)
	for i := range tasks {
		weight := float64(i%10 + 1)
		if i%3 == 0 {
			weight = -weight
		}
		s := sample{
			id:       fmt.Sprintf("s%d", i),
			answer:   fmt.Sprintf("Answer %d.", i),
			criteria: rubric.List{{ID: fmt.Sprintf("c%d", i), Text: "Names the period of notice.", Weight: weight}},
		}
		tasks[i] = judge.Task{Sample: s, Criteria: s.criteria}
	}
	return tasks
}

// wholeRubric returns one task with criteria a, b and c.
func wholeRubric() judge.Task {
	s := sample{id: "s", criteria: rubric.List{
		{ID: "a", Weight: 4}, {ID: "b", Weight: 2}, {ID: "c", Weight: -3},
	}}
	return judge.Task{Sample: s, Criteria: s.criteria}
}

// echo grades a task with an explanation that names it, so that a mix-up of tasks shows.
var echo = judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
	v := judge.Met(t, len(t.Sample.ID())%2 == 0, t.Sample.ID())
	v.Usage = judge.Usage{Calls: 1}
	return v, nil
})

// failing returns a judge that always fails with err.
func failing(err error) judge.Judge {
	return judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { return judge.Verdict{}, err })
}

// runOne runs j on one task and returns its outcome; Run itself must not fail.
func runOne(t *testing.T, j judge.Judge, task judge.Task, opts ...judge.Option) judge.Outcome {
	t.Helper()
	out, err := judge.Run(t.Context(), j, []judge.Task{task}, opts...)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	if len(out) != 1 {
		t.Fatalf("Run gave %d outcomes for 1 task", len(out))
	}
	return out[0]
}

// wantMissing checks that o failed with code and has a missing grade for each criterion of task.
func wantMissing(t *testing.T, o judge.Outcome, task judge.Task, code judge.Code) *judge.Error {
	t.Helper()
	e, ok := o.Err.(*judge.Error)
	if !ok {
		t.Fatalf("the outcome's error is %T (%v), want a *judge.Error", o.Err, o.Err)
	}
	if e.Code != code {
		t.Errorf("code %q, want %q (%v)", e.Code, code, e)
	}
	if len(o.Verdict.Grades) != len(task.Criteria) {
		t.Fatalf("%d grades for %d criteria", len(o.Verdict.Grades), len(task.Criteria))
	}
	for i, g := range o.Verdict.Grades {
		if g.Criterion != task.Criteria[i].ID || g.Status != judge.Missing || g.Reason != code || g.Points != 0 {
			t.Errorf("grade %d is %+v, want %q missing with reason %q", i, g, task.Criteria[i].ID, code)
		}
	}
	return e
}
