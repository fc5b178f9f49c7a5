package judgetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
)

// Run tests that j keeps the promises of a [judge.Judge] and reports what it finds as errors of t:
//
//   - every criterion of a task is answered exactly once, with a status, and points that are finite
//     and within the criterion's range, or a reason why there are none;
//   - it returns within [Patience] when its context is done, before the call or during it, and an error that
//     it then returns is the context's; with [MustCancel] it must return one;
//   - it may be called from many goroutines, and a verdict that was given stays as it was;
//   - it does not change the task: not its criteria, nor what its sample returns;
//   - it neither panics nor ends its goroutine, on empty answers, on text with NUL and invalid
//     UTF-8, on a very long answer, on text that looks like a verdict or a template, on a task
//     without a prompt and a contract.
//
// A judge may fail on a task with an error, but not on all of them. Run makes about a hundred calls:
// a judge that costs money is tested against a [Server]. A judge that asks a language model finds
// prompts and contracts in the tasks; see [Tasks] for what it is asked.
//
// A judge that ignores its context and never returns is reported, but cannot be stopped. Run may be
// called in a testing/synctest bubble.
func Run(t testing.TB, j judge.Judge, opts ...Option) {
	t.Helper()
	if j == nil {
		t.Fatalf("judgetest: no judge given")
		return
	}
	c := &conformance{
		t: t, judge: j, long: 1 << 20, parallel: 16,
		patience: 5 * time.Second, perCall: 2 * time.Minute,
	}
	for _, o := range opts {
		if o != nil {
			o(c)
		}
	}
	for _, check := range checks {
		c.name, c.found = check.name, 0
		check.run(c)
		if c.stuck {
			c.failf("the judge does not return; what else there is was not tested")
			return
		}
	}
}

// Option changes how [Run] tests a judge.
type Option func(*conformance)

// WithTasks has the judge tried on tasks of the caller's own instead of [Tasks]. Hostile text is
// tried with the prompts and contracts of this package all the same.
func WithTasks(tasks ...judge.Task) Option {
	return func(c *conformance) { c.own = tasks }
}

// Deterministic says that the judge promises the same grades for the same task, alone and among
// others, and has that tested too.
func Deterministic() Option {
	return func(c *conformance) { c.deterministic = true }
}

// MustCancel says that the judge is one that works for long enough to be canceled, and has it tested
// that a call whose context is done before it begins is an error. Without it a verdict that comes at
// once is accepted.
func MustCancel() Option {
	return func(c *conformance) { c.mustCancel = true }
}

// Patience sets how long the judge may take to return once its context is done; the default is 5
// seconds.
func Patience(d time.Duration) Option {
	return func(c *conformance) { c.patience = d }
}

// PerCall sets how long a call may take; the default is 2 minutes.
func PerCall(d time.Duration) Option {
	return func(c *conformance) { c.perCall = d }
}

// LongAnswer sets the number of bytes of the longest answer that is tried; the default is 1 MiB.
func LongAnswer(bytes int) Option {
	return func(c *conformance) { c.long = bytes }
}

// conformance is one call of Run.
type conformance struct {
	t                         testing.TB
	judge                     judge.Judge
	own                       []judge.Task
	deterministic, mustCancel bool
	long, parallel            int
	patience, perCall         time.Duration

	// name is the check that is made, found what it has found.
	name  string
	found int
	// stuck says that a call did not return.
	stuck bool
}

// mostFindings is how many findings of one check are reported.
const mostFindings = 5

// failf reports a finding.
func (c *conformance) failf(format string, args ...any) {
	c.t.Helper()
	switch c.found++; {
	case c.found <= mostFindings:
		c.t.Errorf("judgetest: %s: %s", c.name, fmt.Sprintf(format, args...))
	case c.found == mostFindings+1:
		c.t.Errorf("judgetest: %s: and more of this kind", c.name)
	}
}

// tasks returns the tasks to try, with the means to see whether they were changed.
func (c *conformance) tasks() []watched {
	tasks := c.own
	if tasks == nil {
		samples := Samples()
		for i, s := range samples {
			samples[i].Turns, samples[i].Items = spare(s.Turns), spare(s.Items)
		}
		tasks = tasksOf(samples)
	}
	out := make([]watched, len(tasks))
	for i, task := range tasks {
		if task.Render != nil {
			task.Prompt = task.Render()
		}
		out[i] = watch(task)
	}
	return out
}
