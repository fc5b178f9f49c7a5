package judge

import "errors"

// Outcome is what became of one task.
type Outcome struct {
	// Verdict has one grade for each criterion of the task, in their order, also when Err is set:
	// then their status is [Missing].
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

var errNoJudge = errors.New("judge: no judge given")
