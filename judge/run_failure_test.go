package judge_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// hostileError is an error of a user's own whose methods panic.
type hostileError struct{ in string }

func (e hostileError) Error() string {
	if e.in == "Error" {
		panic("no text")
	}
	return "hostile"
}

func (e hostileError) Unwrap() error {
	if e.in == "Unwrap" {
		panic("no cause")
	}
	return nil
}

func (e hostileError) As(any) bool {
	if e.in == "As" {
		panic("no target")
	}
	return false
}

// nilError is an error whose methods need a value.
type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

// noID is a sample that cannot name itself.
type noID struct{ sample }

func (noID) ID() string { panic("no id") }

func TestRunKeepsFailuresApart(t *testing.T) {
	plain := errors.New("out of paper")
	returns := func(err error) func(judge.Task) (judge.Verdict, error) {
		return func(judge.Task) (judge.Verdict, error) { return judge.Verdict{}, err }
	}
	rows := []struct {
		name  string
		grade func(judge.Task) (judge.Verdict, error)
		code  judge.Code
		text  string
		why   string
	}{
		{"plain error", returns(plain), judge.Unknown, "out of paper", "an author's error need not have a code"},
		{"coded error", returns(judge.Errorf(judge.Filtered, "policy %d", 4)), judge.Filtered, "policy 4", "the judge's code counts"},
		{"wrapped coded error", returns(fmt.Errorf("third try: %w", judge.Errorf(judge.Empty, "no text"))), judge.Empty, "third try", "the wrapping text is kept"},
		{"context error of its own", returns(fmt.Errorf("ask: %w", context.DeadlineExceeded)), judge.Canceled, "deadline", "a judge's own deadline"},
		{"panic", func(judge.Task) (judge.Verdict, error) { panic("index out of range") }, judge.Panic, "index out of range", "user code may panic"},
		{"panic with an error", func(judge.Task) (judge.Verdict, error) { panic(io.ErrUnexpectedEOF) }, judge.Panic, "unexpected EOF", "any value"},
		{"panic with nil", func(judge.Task) (judge.Verdict, error) { panic(nil) }, judge.Panic, "nil", "recover alone would not see it in old Go"},
		{"Goexit", func(judge.Task) (judge.Verdict, error) { runtime.Goexit(); return judge.Verdict{}, nil }, judge.Panic, "ended its goroutine", "as testing.T.FailNow in a judge does"},
		{"typed nil *Error", returns((*judge.Error)(nil)), judge.Unknown, "", "a nil pointer in an error is the oldest slip in Go"},
		{"typed nil of another type", returns((*nilError)(nil)), judge.Unknown, "", "its Error method panics"},
		{"Error panics", returns(hostileError{"Error"}), judge.Unknown, "", "an error without a text is an error still"},
		{"Unwrap panics", returns(hostileError{"Unwrap"}), judge.Panic, "no cause", "code of the user's, outside the judge's own call"},
		{"As panics", returns(hostileError{"As"}), judge.Panic, "no target", "code of the user's, outside the judge's own call"},
		{"coded error with a panicking cause", returns(&judge.Error{Code: judge.Refused, Err: hostileError{"Error"}}), judge.Refused, "", "the code is known all the same"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			tasks := oneTaskEach(9)
			j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				if task.Sample.ID() == "s4" {
					return r.grade(task)
				}
				return echo(ctx, task)
			})
			out, err := judge.Run(t.Context(), j, tasks)
			if err != nil {
				t.Fatalf("Run: %v", err)
			}
			e := wantMissing(t, out[4], tasks[4], r.code)
			if !strings.Contains(e.Error(), r.text) {
				t.Errorf("error %q does not say %q: %s", e, r.text, r.why)
			}
			if e.Sample != "s4" || e.Criterion != "c4" {
				t.Errorf("the error names %q, %q; want s4, c4", e.Sample, e.Criterion)
			}
			for i, o := range out {
				if i != 4 && (o.Err != nil || o.Verdict.Grades[0].Status != judge.Graded) {
					t.Errorf("task %d was touched by task 4: %+v", i, o)
				}
			}
		})
	}
}

func TestRunKeepsTheCause(t *testing.T) {
	cause := fmt.Errorf("dial: %w", io.ErrUnexpectedEOF)
	o := runOne(t, failing(cause), oneTaskEach(1)[0])
	if !errors.Is(o.Err, io.ErrUnexpectedEOF) {
		t.Errorf("%v does not unwrap to the judge's cause", o.Err)
	}
}

func TestRunReportsTasksThatCannotBeAsked(t *testing.T) {
	good := oneTaskEach(1)[0]
	rows := []struct {
		name string
		edit func(*judge.Task)
		code judge.Code
		why  string
	}{
		{"no sample", func(t *judge.Task) { t.Sample = nil }, judge.BadRequest, "nothing to grade"},
		{"no criteria", func(t *judge.Task) { t.Criteria = nil }, judge.BadRequest, "nothing to ask"},
		{"zero task", func(t *judge.Task) { *t = judge.Task{} }, judge.BadRequest, "the zero task is not useful"},
		{"Render panics", func(t *judge.Task) { t.Render = func() judge.Prompt { panic("no template") } }, judge.Panic, "user code"},
		{"Render ends its goroutine", func(t *judge.Task) { t.Render = func() judge.Prompt { runtime.Goexit(); return judge.Prompt{} } }, judge.Panic, "user code"},
		{"ID panics", func(t *judge.Task) { t.Sample = noID{} }, judge.Panic, "the judge asks for the id, and so does the error"},
		{"nil pointer in Sample", func(t *judge.Task) { t.Sample = dataset.Sample((*sample)(nil)) }, judge.Panic, "not a nil interface, useless all the same"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			task := good
			r.edit(&task)
			out, err := judge.Run(t.Context(), echo, []judge.Task{task, good})
			if err != nil {
				t.Fatalf("Run: %v", err)
			}
			wantMissing(t, out[0], task, r.code)
			if out[1].Err != nil {
				t.Errorf("the next task failed too: %v", out[1].Err)
			}
		})
	}
}

func TestRunNamesOnlyTheSampleOfATaskWithSeveralCriteria(t *testing.T) {
	task := wholeRubric()
	e := wantMissing(t, runOne(t, failing(judge.Errorf(judge.Truncated, "cut")), task), task, judge.Truncated)
	if e.Sample != "s" || e.Criterion != "" {
		t.Errorf("the error names %q, %q; want the sample alone", e.Sample, e.Criterion)
	}
	if g := runOne(t, failing(e), task).Verdict.Grades[0]; g.Explanation != "cut" {
		t.Errorf("the missing grade explains itself with %q, want the cause", g.Explanation)
	}
}

func TestRunCopiesAnErrorThatServesManyTasks(t *testing.T) {
	shared := judge.Errorf(judge.Refused, "never")
	out, err := judge.Run(t.Context(), failing(shared), oneTaskEach(40))
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range out {
		if e := o.Err.(*judge.Error); e.Sample != fmt.Sprintf("s%d", i) {
			t.Fatalf("outcome %d names sample %q", i, e.Sample)
		}
	}
	if shared.Sample != "" {
		t.Errorf("Run wrote %q into the judge's own error", shared.Sample)
	}
}

func TestRunKeepsNamesThatTheJudgeGave(t *testing.T) {
	e := wantMissing(t, runOne(t, failing(&judge.Error{Code: judge.Empty, Sample: "mine", Criterion: "own", Attempts: 3, Status: 200}), oneTaskEach(1)[0]), oneTaskEach(1)[0], judge.Empty)
	if e.Sample != "mine" || e.Criterion != "own" || e.Attempts != 3 || e.Status != 200 {
		t.Errorf("Run changed the judge's error: %+v", *e)
	}
}

func TestRunSurvivesAWrongVerdict(t *testing.T) {
	task := wholeRubric()
	g := func(id string, status judge.Status, points float64) judge.Grade {
		return judge.Grade{Criterion: id, Status: status, Points: points}
	}
	full := []judge.Grade{g("a", judge.Graded, 4), g("b", judge.Graded, 0), g("c", judge.Graded, -3)}
	with := func(i int, grade judge.Grade) []judge.Grade {
		grades := append([]judge.Grade(nil), full...)
		grades[i] = grade
		return grades
	}
	statedNaN := g("b", judge.Graded, 1)
	statedNaN.Max = nan
	rows := []struct {
		name   string
		grades []judge.Grade
		text   string
		why    string
	}{
		{"none", nil, "0 grades for 3 criteria", "a forgotten verdict is not a zero"},
		{"too few", full[:2], "2 grades for 3", "one criterion has no answer"},
		{"too many", append(with(0, full[0]), g("d", judge.Graded, 1)), "4 grades for 3", "one answers nothing"},
		{"twice the same", with(1, full[0]), `criterion "a" twice`, "one must be wrong"},
		{"another criterion", with(1, g("z", judge.Graded, 1)), `not grade criterion "b"`, "an answer to another question"},
		{"no criterion", with(1, g("", judge.Graded, 1)), `not grade criterion "b"`, "an answer to no question"},
		{"no status", with(1, g("b", "", 1)), `status ""`, "nobody filled it in"},
		{"unknown status", with(1, g("b", "maybe", 1)), `status "maybe"`, "not a status"},
		{"NaN", with(1, g("b", judge.Graded, nan)), "NaN points", "no number"},
		{"infinite", with(1, g("b", judge.Graded, inf)), "+Inf points", "no number that can be summed"},
		{"minus infinite", with(1, g("b", judge.Graded, -inf)), "-Inf points", "no number that can be summed"},
		{"stated maximum NaN", with(1, statedNaN), "maximum NaN", "no report could be written as JSON"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
				return judge.Verdict{Grades: r.grades, Raw: "raw", Usage: judge.Usage{Calls: 2}}, nil
			})
			o := runOne(t, j, task)
			e := wantMissing(t, o, task, judge.Malformed)
			if !strings.Contains(e.Error(), r.text) {
				t.Errorf("error %q does not say %q: %s", e, r.text, r.why)
			}
			if o.Verdict.Usage.Calls != 2 || o.Verdict.Raw != "raw" {
				t.Errorf("usage %+v and raw %q were lost with the verdict", o.Verdict.Usage, o.Verdict.Raw)
			}
		})
	}
}

func TestRunSettlesAVerdict(t *testing.T) {
	task := wholeRubric()
	grades := []judge.Grade{
		{Criterion: "c", Status: judge.Missing, Points: nan},
		{Criterion: "a", Status: judge.Graded, Points: 9, Flags: []string{"points above the maximum"}},
		{Criterion: "b", Status: judge.Missing, Reason: judge.Conflict, Explanation: "two answers"},
	}
	j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
		return judge.Verdict{Grades: grades, How: "strict", Source: judge.Source{Judge: "own"}}, nil
	})
	o := runOne(t, j, task)
	if o.Err != nil {
		t.Fatal(o.Err)
	}
	a, b, c := o.Verdict.Grades[0], o.Verdict.Grades[1], o.Verdict.Grades[2]
	if a.Criterion != "a" || b.Criterion != "b" || c.Criterion != "c" {
		t.Errorf("the grades are not in the order of the criteria: %+v", o.Verdict.Grades)
	}
	if a.Points != 9 || len(a.Flags) != 1 {
		t.Errorf("points out of range are a scorer's to clamp: %+v", a)
	}
	if b.Reason != judge.Conflict || b.Explanation != "two answers" {
		t.Errorf("the judge's reason was lost: %+v", b)
	}
	if c.Reason != judge.Unknown {
		t.Errorf("a missing grade without a reason has %q, want %q", c.Reason, judge.Unknown)
	}
	if c.Points != 0 {
		t.Errorf("a missing grade keeps %v points, which mean nothing", c.Points)
	}
	if o.Verdict.How != "strict" || o.Verdict.Source.Judge != "own" {
		t.Errorf("the rest of the verdict was lost: %+v", o.Verdict)
	}
	if grades[0].Criterion != "c" || grades[0].Reason != "" {
		t.Errorf("Run changed the judge's own grades: %+v", grades[0])
	}
}

func TestRunRefusesATaskThatNamesACriterionTwice(t *testing.T) {
	task := wholeRubric()
	task.Criteria = []rubric.Criterion{task.Criteria[0], task.Criteria[0]}
	wantMissing(t, runOne(t, echo, task), task, judge.Malformed)
}
