package judge

import (
	"context"
	"errors"
	"fmt"
)

// Outcome is what became of one task.
type Outcome struct {
	// Verdict has one grade for each criterion of the task, in their order, also when Err is set:
	// then their status is [Missing], and Raw, Source and Usage are what the judge returned with its
	// error.
	Verdict Verdict
	// Err is nil or an *[Error] that says why there is no verdict.
	Err error
}

// failed returns the outcome of a task without a verdict.
func failed(task Task, v Verdict, err error) Outcome {
	var e *Error
	if p := safely(func() { e = asError(err, task) }); p != nil {
		e = asError(p, task) // a method of err panicked
	}
	return Outcome{Verdict: missing(task, v, e), Err: e}
}

// safely calls f and turns a panic into an error, so that code of a user's can fail its own task
// alone.
func safely(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Errorf(Panic, "%v", p)
		}
	}()
	f()
	return nil
}

// sampleID returns the ID of the task's sample, or "" when asking for it panics.
func sampleID(t Task) (id string) {
	_ = safely(func() { id = t.Sample.ID() })
	return id
}

// check returns the error of a task that no judge can answer.
func check(t Task) error {
	switch {
	case t.Sample == nil:
		return Errorf(BadRequest, "the task has no sample")
	case len(t.Criteria) == 0:
		return Errorf(BadRequest, "the task has no criteria")
	}
	return nil
}

// faultOf returns why a criterion of the outcome has no verdict, and in words; "" when all have one.
func faultOf(o Outcome) (code Code, why string) {
	if e, ok := o.Err.(*Error); ok {
		return e.Code, e.Error()
	}
	for _, g := range o.Verdict.Grades {
		if g.Status == Missing {
			return g.Reason, fmt.Sprintf("criterion %s has no verdict: %s", g.Criterion, g.Explanation)
		}
	}
	return "", ""
}

// stopOf returns the error that ends the run by o, else nil: of a task that was not asked, since another's
// error had ended the run, that error.
func stopOf(o Outcome) *Error {
	e, ok := o.Err.(*Error)
	if !ok || !e.Stop {
		return nil
	}
	var cause *Error
	if e.Code == Canceled && errors.As(e.Err, &cause) && cause.Stop {
		return cause
	}
	return e
}

// grade asks about one task and hands the outcome over.
func (r *run) grade(ctx context.Context, j job) {
	var o Outcome
	returned := false
	defer func() {
		if !returned { // the judge ended the goroutine, as testing.T.FailNow does
			o = failed(j.task, Verdict{}, Errorf(Panic, "the judge ended its goroutine"))
		}
		select {
		case r.results <- result{j, o}:
		case <-r.left:
		}
	}()
	o = grade(ctx, r.judge, j.task)
	returned = true
}

// grade asks j about one task.
func grade(ctx context.Context, j Judge, task Task) Outcome {
	if err := check(task); err != nil {
		return failed(task, Verdict{}, err)
	}
	var v Verdict
	var err error
	if p := safely(func() {
		if task.Render != nil {
			task.Prompt = task.Render()
		}
		v, err = j.Grade(ctx, task)
	}); p != nil {
		return failed(task, Verdict{}, p)
	}
	if err == nil {
		v, err = settle(v, task)
	}
	if err != nil {
		return failed(task, v, err)
	}
	return Outcome{Verdict: v}
}
