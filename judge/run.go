package judge

import (
	"context"
	"fmt"
	"time"
)

// Run has j grade the tasks, many at a time, and returns one outcome for each task, by index.
//
// A failing or panicking task is an error in its own outcome and touches no other. The error of Run
// itself is nil when every task was asked; it is the context's cause when ctx ended the run, and the
// task's error when a task ended it with [Error.Stop]. The outcomes are complete in every case:
// tasks that were not asked have the code [Canceled].
//
// When ctx is done no further task is started, and Run waits for those at work, bounded by [Grace].
func Run(ctx context.Context, j Judge, tasks []Task, opts ...Option) ([]Outcome, error) {
	cfg, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if j == nil {
		return nil, errNoJudge
	}
	r := &run{
		config:   cfg,
		judge:    j,
		tasks:    tasks,
		outcomes: make([]Outcome, len(tasks)),
		asked:    make([]bool, len(tasks)),
		results:  make(chan result, min(cfg.concurrency, len(tasks))),
		left:     make(chan struct{}),
	}
	return r.loop(ctx)
}

type result struct {
	index   int
	outcome Outcome
}

// run is one call of Run. All of it belongs to the goroutine that called Run; the goroutines that
// grade hand their results over, or drop them once that goroutine has left.
type run struct {
	config
	judge    Judge
	tasks    []Task
	outcomes []Outcome
	asked    []bool
	results  chan result
	left     chan struct{}
	begun    time.Time
	atWork   int
	done     int
	failed   int
	usage    Usage
	// stopErr is why no further task is started.
	stopErr error
	// callbackErr is the first error of OnOutcome or of the log's handler.
	callbackErr error
	// canceled counts the outcomes that have the code Canceled.
	canceled int
}

func (r *run) loop(ctx context.Context) ([]Outcome, error) {
	defer close(r.left)
	s := newSchedule(r.plan, r.tasks, r.concurrency)
	r.begun = time.Now()
	done, until := ctx.Done(), r.until.Done()
	var giveUp, wake <-chan time.Time
	for waiting := true; waiting; {
		for r.open(ctx) && r.atWork < r.concurrency {
			i, ok := s.next(time.Now())
			if !ok {
				break
			}
			r.atWork++
			go r.grade(ctx, i)
		}
		if r.atWork == 0 && (!r.open(ctx) || s.empty()) {
			break
		}
		wake = nil
		if d, ok := s.wake(time.Now()); ok {
			wake = time.After(d)
		}
		select {
		case res := <-r.results:
			r.receive(s, res)
		case <-wake:
		case <-until:
			until = nil
		case <-done:
			done = nil
			giveUp = time.After(r.grace)
		case <-giveUp:
			waiting = false
		}
		// All that is there is taken before another task is started: one of them may end the run.
		for len(r.results) > 0 {
			r.receive(s, <-r.results)
		}
	}
	return r.finish(ctx)
}

// open reports whether further tasks may be started.
func (r *run) open(ctx context.Context) bool {
	return r.stopErr == nil && r.until.Err() == nil && ctx.Err() == nil
}

// receive takes the result of one task.
func (r *run) receive(s *schedule, res result) {
	r.atWork--
	r.asked[res.index] = true
	r.record(res.index, res.outcome)
	if s.done(res.index, res.outcome, time.Now()) {
		r.callBack("Logger", func() {
			r.logger.Warn("no cached tokens are reported; tasks no longer wait for a leader", "samples", r.plan.Patience)
		})
	}
	if e := stopOf(res.outcome); e != nil && r.stopErr == nil {
		r.stopErr = e
	}
	if err := r.spending.spent(r.usage); err != nil && r.stopErr == nil && !s.empty() {
		r.stopErr = err
	}
}

// finish gives tasks without an outcome one that says why the run ended before them.
func (r *run) finish(ctx context.Context) ([]Outcome, error) {
	cause := r.stopErr
	switch {
	case ctx.Err() != nil:
		cause = context.Cause(ctx)
	case cause == nil && r.until.Err() != nil:
		cause = context.Cause(r.until)
	}
	for i, ok := range r.asked {
		if !ok {
			r.record(i, failed(r.tasks[i], Verdict{}, &Error{Code: Canceled, Err: cause}))
		}
	}
	switch {
	case r.canceled > 0 && (ctx.Err() != nil || r.until.Err() != nil):
		return r.outcomes, cause
	case r.stopErr != nil:
		return r.outcomes, r.stopErr
	}
	return r.outcomes, r.callbackErr
}

// grade asks about one task and hands the outcome over.
func (r *run) grade(ctx context.Context, i int) {
	// This stands when the judge ends the goroutine, as testing.T.FailNow does.
	o := failed(r.tasks[i], Verdict{}, Errorf(Panic, "the judge ended its goroutine"))
	defer func() {
		select {
		case r.results <- result{i, o}:
		case <-r.left:
		}
	}()
	o = grade(ctx, r.judge, r.tasks[i])
}

// record puts an outcome into its slot and tells those who listen.
func (r *run) record(i int, o Outcome) {
	r.outcomes[i] = o
	r.done++
	r.usage = r.usage.Add(o.Verdict.Usage)
	if o.Err != nil {
		r.failed++
	}
	if e, ok := o.Err.(*Error); ok {
		if e.Code == Canceled {
			r.canceled++
		}
		r.callBack("Logger", func() {
			r.logger.Warn("task failed", "index", i, "code", string(e.Code), "error", e.Error())
		})
	}
	if r.onOutcome != nil {
		r.callBack("OnOutcome", func() { r.onOutcome(i, o) })
	}
	if r.onProgress != nil {
		p := Progress{Tasks: len(r.tasks), Done: r.done, Failed: r.failed, AtWork: r.atWork,
			Elapsed: time.Since(r.begun), Usage: r.usage, Cost: r.spending.Price.Cost(r.usage)}
		r.callBack("OnProgress", func() { r.onProgress(p) })
	}
}

// callBack calls code of the user's and keeps its panic for Run's error.
func (r *run) callBack(name string, f func()) {
	if err := safely(f); err != nil && r.callbackErr == nil {
		r.callbackErr = fmt.Errorf("judge: %s: %w", name, err)
	}
}

// stopOf returns the error of o when it ends the run, else nil.
func stopOf(o Outcome) *Error {
	if e, ok := o.Err.(*Error); ok && e.Stop {
		return e
	}
	return nil
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
