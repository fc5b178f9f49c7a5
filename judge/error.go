package judge

import (
	"errors"
	"fmt"
	"strings"
)

// Error is why a task has no verdict. Errors of this package and of the packages below it are of
// this type or wrap it. It never holds a key, nor a URL with one.
type Error struct {
	// Code is the kind of failure; see the constants.
	Code Code
	// Sample and Criterion name the task; Criterion is empty for a task that covers several
	// criteria. [Run] sets both where a judge left them empty.
	Sample, Criterion string
	// Attempts counts the calls that were made for the task; 0 when none was made.
	Attempts int
	// Status is the HTTP status of the last response; 0 when there was none.
	Status int
	// Stop says that no other task can succeed either. [Run] starts no further task after it.
	Stop bool
	// Err is the cause. It may be nil.
	Err error
}

// Errorf returns an *Error with the given code and a cause made as by [fmt.Errorf].
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Err: fmt.Errorf(format, args...)}
}

// Error says which task failed, how, and why.
func (e *Error) Error() string {
	if e == nil {
		return "judge: a nil *judge.Error"
	}
	var b strings.Builder
	b.WriteString("judge: ")
	if e.Sample != "" {
		fmt.Fprintf(&b, "sample %s", e.Sample)
		if e.Criterion != "" {
			fmt.Fprintf(&b, ", criterion %s", e.Criterion)
		}
		b.WriteString(": ")
	}
	b.WriteString(string(e.Code))
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d calls", e.Attempts)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err) // unlike a call of Error, this survives a nil pointer in Err
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// asError returns err as an *Error that names the task: a copy, since a judge may return one value
// for many tasks.
func asError(err error, task Task) *Error {
	var e *Error
	out := Error{Code: CodeOf(err), Err: err}
	if errors.As(err, &e) && e != nil {
		out = *e
		if err != error(e) {
			out.Err = err
		}
	}
	if out.Sample == "" && task.Sample != nil {
		out.Sample = sampleID(task)
	}
	if out.Criterion == "" && len(task.Criteria) == 1 {
		out.Criterion = task.Criteria[0].ID
	}
	return &out
}
