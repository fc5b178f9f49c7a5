package judgetest

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/assize-eval/assize/judge"
)

// answered is what became of one call.
type answered struct {
	verdict judge.Verdict
	err     error
	// crash says how the call ended if it did not return: by a panic or without one.
	crash string
	// late says that the call did not return in time.
	late bool
	// done says that the context was done when the call returned.
	done bool
}

// ask calls the judge in a goroutine of its own and waits until it returns, or until the patience is
// over once ctx is done.
func (c *conformance) ask(ctx context.Context, task judge.Task) answered {
	ctx, cancel := context.WithTimeout(ctx, c.perCall)
	defer cancel()
	result := make(chan answered, 1)
	go func() {
		a := answered{crash: "the call ended its goroutine (runtime.Goexit; testing.T.FailNow does that)"}
		defer func() {
			if p := recover(); p != nil {
				a = answered{crash: fmt.Sprintf("the call panicked: %v\n%s", p, debug.Stack())}
			}
			result <- a
		}()
		v, err := c.judge.Grade(ctx, task)
		a = answered{verdict: v, err: err, done: ctx.Err() != nil}
	}()
	select {
	case a := <-result:
		return a
	case <-ctx.Done():
	}
	timer := time.NewTimer(c.patience)
	defer timer.Stop()
	select {
	case a := <-result:
		return a
	case <-timer.C:
		return answered{late: true}
	}
}

// try asks about a task and reports everything that is wrong with the answer. It reports whether
// there is a verdict.
func (c *conformance) try(ctx context.Context, w watched) (judge.Verdict, bool) {
	c.t.Helper()
	a := c.ask(ctx, w.Task)
	c.judgeAnswer(w, a)
	return a.verdict, a.err == nil && a.crash == "" && !a.late
}

// judgeAnswer reports everything that is wrong with an answer.
func (c *conformance) judgeAnswer(w watched, a answered) {
	c.t.Helper()
	what := named(w)
	switch {
	case a.late:
		c.stuck = true
		c.failf("%s: the call did not return within %v and its context's end within %v more", what, c.perCall, c.patience)
		return // the judge may be writing to the task still
	case a.crash != "":
		c.failf("%s: %s", what, a.crash)
	case a.err == nil:
		for _, wrong := range faults(a.verdict, w.criteria) {
			c.failf("%s: %s", what, wrong)
		}
	default:
		for _, wrong := range usageFaultsOf(a.verdict.Usage) {
			c.failf("%s: %s", what, wrong)
		}
	}
	if wrong := w.changed(); wrong != "" {
		c.failf("%s: %s", what, wrong)
	}
}

func named(w watched) string {
	if len(w.criteria) == 1 {
		return fmt.Sprintf("sample %q, criterion %q", w.id, w.criteria[0].ID)
	}
	return fmt.Sprintf("sample %q, %d criteria", w.id, len(w.criteria))
}
