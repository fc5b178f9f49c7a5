package judgetest

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/assize-eval/assize/judge"
)

// checks are what Run tests, in order.
var checks = []struct {
	name string
	run  func(*conformance)
}{
	{"answers", checkAnswers},
	{"order of criteria", checkOrder},
	{"same answer", checkSame},
	{"context done before the call", checkDoneBefore},
	{"context canceled during the call", checkCanceledDuring},
	{"many calls at once", checkConcurrent},
	{"empty answer", checkEmpty},
	{"hostile text", checkHostile},
}

// checkAnswers asks about each task, and looks at every verdict again when all have been given.
func checkAnswers(c *conformance) {
	tasks := c.tasks()
	verdicts := make([]judge.Verdict, len(tasks))
	copies := make([][]judge.Grade, len(tasks))
	graded := 0
	for i, w := range tasks {
		v, ok := c.try(context.Background(), w)
		if c.stuck {
			return
		}
		if !ok {
			continue
		}
		verdicts[i], copies[i] = v, slices.Clone(v.Grades)
		if slices.ContainsFunc(v.Grades, func(g judge.Grade) bool { return g.Status == judge.Graded }) {
			graded++
		}
	}
	if graded == 0 {
		c.failf("the judge graded none of %d tasks; the last error: %v", len(tasks), c.lastError(tasks))
	}
	for i, w := range tasks {
		if !reflect.DeepEqual(verdicts[i].Grades, copies[i]) {
			c.failf("%s: the verdict changed after it had been returned: verdicts share memory", named(w))
		}
	}
}

// lastError asks about the last task once more, for a report that says why nothing works.
func (c *conformance) lastError(tasks []watched) error {
	if len(tasks) == 0 {
		return nil
	}
	return c.ask(context.Background(), tasks[len(tasks)-1].Task).err
}

// checkOrder asks about several criteria backwards, and about part of a rubric.
func checkOrder(c *conformance) {
	for _, w := range c.tasks() {
		if len(w.Criteria) < 2 || c.stuck {
			continue
		}
		backwards, part := w.Task, w.Task
		backwards.Criteria = slices.Clone(w.Criteria)
		slices.Reverse(backwards.Criteria)
		c.try(context.Background(), watch(backwards))
		part.Criteria = w.Criteria[1:2:2]
		if !c.stuck {
			c.try(context.Background(), watch(part))
		}
	}
}

// checkSame asks everything twice.
func checkSame(c *conformance) {
	if !c.deterministic {
		return
	}
	for _, w := range c.tasks() {
		first, ok1 := c.try(context.Background(), w)
		if c.stuck {
			return
		}
		second, ok2 := c.try(context.Background(), w)
		switch {
		case c.stuck:
			return
		case ok1 != ok2:
			c.failf("%s: a verdict once and an error once", named(w))
		case ok1 && !reflect.DeepEqual(first.Grades, second.Grades):
			c.failf("%s: %+v, and when asked again %+v", named(w), first.Grades, second.Grades)
		}
	}
}

// checkDoneBefore asks with contexts that are done.
func checkDoneBefore(c *conformance) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for i, w := range c.tasks() {
		ctx := canceled
		if i%2 == 1 {
			ctx = expired
		}
		if !c.canceled(w, c.ask(ctx, w.Task)) {
			return
		}
	}
}

// checkCanceledDuring cancels calls after a while, which grows from call to call.
func checkCanceledDuring(c *conformance) {
	after := time.Duration(0)
	for _, w := range c.tasks() {
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(after, cancel)
		a := c.ask(ctx, w.Task)
		timer.Stop()
		cancel()
		if !a.done && !a.late {
			c.judgeAnswer(w, a)
			continue
		}
		mustCancel := c.mustCancel
		c.mustCancel = false // the verdict may have been on its way
		goOn := c.canceled(w, a)
		c.mustCancel = mustCancel
		if !goOn {
			return
		}
		after = 2*after + time.Millisecond
	}
}

// canceled judges the answer to a call whose context is done and reports whether to go on.
func (c *conformance) canceled(w watched, a answered) bool {
	c.t.Helper()
	switch {
	case a.late:
		c.failf("%s: the call did not return within %v of its context's end", named(w), c.patience)
		return false
	case a.crash == "" && a.err != nil && judge.CodeOf(a.err) != judge.Canceled:
		c.failf("%s: the error is %q with code %q; it should be the context's, or have code %q", named(w), a.err, judge.CodeOf(a.err), judge.Canceled)
	case a.crash == "" && a.err == nil && c.mustCancel:
		c.failf("%s: a verdict although the context was done before the call", named(w))
	default:
		c.judgeAnswer(w, a)
	}
	return true
}

// checkConcurrent asks about all tasks several times at once.
func checkConcurrent(c *conformance) {
	tasks := c.tasks()
	if len(tasks) == 0 {
		return
	}
	rounds := (c.parallel + len(tasks) - 1) / len(tasks) * 2
	answers := make([]answered, rounds*len(tasks))
	limit := make(chan struct{}, c.parallel)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			answers[i] = c.ask(context.Background(), tasks[i%len(tasks)].Task)
		})
	}
	wg.Wait()
	for i, a := range answers {
		c.judgeAnswer(tasks[i%len(tasks)], a)
		first := answers[i%len(tasks)]
		if c.deterministic && a.err == nil && first.err == nil && !reflect.DeepEqual(a.verdict.Grades, first.verdict.Grades) {
			c.failf("%s: %+v and %+v for the same task", named(tasks[i%len(tasks)]), first.verdict.Grades, a.verdict.Grades)
		}
	}
}
