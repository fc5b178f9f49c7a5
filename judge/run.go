package judge

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
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
		results:  make(chan result, min(cfg.concurrency, len(tasks))),
		left:     make(chan struct{}),
	}
	return r.do(ctx)
}

type result struct {
	index   int
	outcome Outcome
}

// run is one call of Run. Outcomes are written by the goroutine that called Run alone; the others
// hand them over, or drop them once that goroutine has left.
type run struct {
	config
	judge    Judge
	tasks    []Task
	outcomes []Outcome
	results  chan result
	left     chan struct{}
	// callbackErr is the first error of OnOutcome or of the log's handler.
	callbackErr error
	// canceled counts the outcomes that have the code Canceled.
	canceled int
}

func (r *run) do(ctx context.Context) ([]Outcome, error) {
	defer close(r.left)
	// open ends when no further task is to be started; what is at work goes on under ctx.
	open, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var started atomic.Int64
	allStarted := make(chan struct{})
	go func() {
		defer close(allStarted)
		r.start(ctx, open, stop, &started)
	}()

	asked := make([]bool, len(r.tasks))
	var stopErr error
	var giveUp <-chan time.Time
	done := ctx.Done()
	gaveUp := false
	for received, starting := int64(0), true; !gaveUp && (starting || received < started.Load()); {
		select {
		case res := <-r.results:
			received++
			asked[res.index] = true
			r.record(res.index, res.outcome)
			if e := stopOf(res.outcome); e != nil && stopErr == nil {
				stopErr = e
			}
		case <-allStarted:
			starting, allStarted = false, nil
		case <-done:
			done = nil
			timer := time.NewTimer(r.grace)
			defer timer.Stop()
			giveUp = timer.C
		case <-giveUp:
			gaveUp = true
		}
	}
	for gaveUp && len(r.results) > 0 { // verdicts that came in time are not left behind
		res := <-r.results
		asked[res.index] = true
		r.record(res.index, res.outcome)
	}
	r.fillUnasked(asked, context.Cause(open))
	switch {
	case ctx.Err() != nil && r.canceled > 0:
		return r.outcomes, context.Cause(ctx)
	case stopErr != nil:
		return r.outcomes, stopErr
	}
	return r.outcomes, r.callbackErr
}

// start starts the tasks in order, each in a goroutine, as slots become free, until open ends. A
// task whose error has Stop calls stop before it frees its slot.
func (r *run) start(ctx, open context.Context, stop context.CancelCauseFunc, started *atomic.Int64) {
	slots := semaphore.NewWeighted(int64(r.concurrency))
	for i := range r.tasks {
		if open.Err() != nil || slots.Acquire(open, 1) != nil {
			return
		}
		started.Add(1)
		go func() {
			// This stands when the judge ends the goroutine, as testing.T.FailNow does.
			o := failed(r.tasks[i], Verdict{}, Errorf(Panic, "the judge ended its goroutine"))
			defer func() {
				if e := stopOf(o); e != nil {
					stop(e)
				}
				slots.Release(1)
				select {
				case r.results <- result{i, o}:
				case <-r.left:
				}
			}()
			o = grade(ctx, r.judge, r.tasks[i])
		}()
	}
}

// record puts an outcome into its slot and tells those who listen.
func (r *run) record(i int, o Outcome) {
	r.outcomes[i] = o
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

// fillUnasked gives tasks without an outcome one that says why the run ended before them.
func (r *run) fillUnasked(asked []bool, cause error) {
	for i, ok := range asked {
		if !ok {
			r.record(i, failed(r.tasks[i], Verdict{}, &Error{Code: Canceled, Err: cause}))
		}
	}
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
