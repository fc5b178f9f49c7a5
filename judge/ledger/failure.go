package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// longestError is the most bytes of an error's text that are kept.
const longestError = 2000

// reasonOf returns why a task has no verdict, and its cause in words.
func reasonOf(task judge.Task, v judge.Verdict, err error) (judge.Code, string) {
	if err != nil {
		return judge.CodeOf(err), shorten(causeOf(err))
	}
	for _, g := range v.Grades {
		if g.Status == judge.Missing {
			return cmp.Or(g.Reason, judge.Unknown), shorten(fmt.Sprintf("criterion %s has no verdict: %s", g.Criterion, g.Explanation))
		}
	}
	return judge.Malformed, fmt.Sprintf("the verdict does not grade each of the %d criteria once", len(task.Criteria))
}

// partial returns the grades in the order of the task's criteria, if they are those of a verdict that Run
// takes: some graded, some missing.
func partial(task judge.Task, grades []judge.Grade) ([]judge.Grade, bool) {
	out, _ := inOrder(task, grades)
	for i, g := range out {
		switch {
		case g.Status == judge.Missing && finite(g.Max):
			out[i].Points = 0
		case g.Status != judge.Graded || !finite(g.Points) || !finite(g.Max):
			return nil, false
		}
	}
	return out, len(out) > 0
}

// causeOf returns the text that a report gives for an error, whose code it has beside it.
func causeOf(err error) string {
	if e, ok := err.(*judge.Error); ok && e != nil {
		if e.Err == nil {
			return ""
		}
		err = e.Err
	}
	return fmt.Sprintf("%v", err) // unlike a call of Error, this survives a method that panics
}

// failed returns the failure as it was: with the grades of a verdict that lacked some, else as an error.
func (r record) failed(task judge.Task) (judge.Verdict, error) {
	v, _ := r.verdict(task)
	if r.Partial {
		return v, nil
	}
	v.Grades = nil
	e := &judge.Error{Code: r.Failure}
	if r.Error != "" {
		e.Err = errors.New(r.Error)
	}
	return v, e
}

// shorten cuts a text to what is kept of it.
func shorten(s string) string {
	if len(s) > longestError {
		s = s[:longestError]
	}
	return strings.ToValidUTF8(s, "")
}

// byReading are the codes of replies that a contract could not read.
var byReading = []judge.Code{judge.Malformed, judge.Conflict, judge.Refused}

// unread reports whether it was the contract that could not read the reply of a failure. What failed for
// another reason, such as a reply that was cut and whose text would be readable, must not count later.
func unread(task judge.Task, r record) bool {
	if !slices.Contains(byReading, r.Failure) || r.Raw == "" || task.Contract.Read == nil {
		return false
	}
	_, ok := r.reread(task)
	return !ok
}

// reread returns the verdict that the task's contract reads from the reply in the record. It is read as
// a reply that comes from a judge is; a panic of the contract is no verdict.
func (r record) reread(task judge.Task) (v judge.Verdict, ok bool) {
	if r.Raw == "" || task.Contract.Read == nil {
		return v, false
	}
	defer func() {
		if recover() != nil {
			v, ok = judge.Verdict{}, false
		}
	}()
	again, err := task.Contract.Read(task, judge.Reply{Text: r.Raw})
	if err != nil {
		return v, false
	}
	grades, ok := inOrder(task, again.Grades)
	if !ok {
		return v, false
	}
	v, _ = r.verdict(task)
	v.Grades, v.How = grades, again.How
	return v, true
}
