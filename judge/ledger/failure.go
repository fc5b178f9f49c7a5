package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// longestError is the most bytes of an error's text that are kept.
const longestError = 2000

// reasonOf returns why a task has no verdict, and in words.
func reasonOf(task judge.Task, v judge.Verdict, err error) (judge.Code, string) {
	if err != nil {
		return judge.CodeOf(err), shorten(textOf(err))
	}
	for _, g := range v.Grades {
		if g.Status == judge.Missing {
			return cmp.Or(g.Reason, judge.Unknown), shorten(fmt.Sprintf("criterion %s has no verdict: %s", g.Criterion, g.Explanation))
		}
	}
	return judge.Malformed, fmt.Sprintf("the verdict does not grade each of the %d criteria once", len(task.Criteria))
}

// textOf returns the text of an error of the user's, whose method may panic.
func textOf(err error) string { return fmt.Sprintf("%v", err) }

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
