package judge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// run is one call of Run or RunSeq. All of it belongs to the goroutine that called; the goroutines that
// grade hand their results over, or drop them once that goroutine has left.
type run struct {
	config
	judge    Judge
	schedule *schedule
	// feed is where further tasks come from; nil when all were there from the start.
	feed *feed
	each func(int, Task, Outcome)
	// atWork are the tasks with the judge.
	atWork  map[int]job
	results chan result
	left    chan struct{}
	begun   time.Time
	// total is the number of tasks, or unknown. told says that the last progress had it.
	total int
	told  bool
	// spoke is when the last progress was told, since the run began.
	spoke  time.Duration
	done   int
	failed int
	// notAsked are those of the done that the run ended before.
	notAsked int
	usage    Usage
	// paid are those of the done that a call was made for.
	paid int
	pace pace
	// stopErr is why no further task is started.
	stopErr error
	// feedErr is why the iterator of the tasks broke off.
	feedErr error
	// callbackErr is the first panic of a function of the user's.
	callbackErr error
	// unasked says that there are tasks that were not asked, or came back without an answer because
	// the run ended.
	unasked bool
	// gaveUp says that the listeners know that leaders are no longer waited for.
	gaveUp bool
}

type result struct {
	job     job
	outcome Outcome
}

// unknown is the number of tasks of an iterator that has not ended.
const unknown = -1

var (
	errNoJudge = errors.New("judge: no judge given")
	errNoTasks = errors.New("judge: RunSeq needs tasks and a function that takes their outcomes")
)

func newRun(j Judge, opts []Option, total int, each func(int, Task, Outcome)) (*run, error) {
	cfg, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if j == nil {
		return nil, errNoJudge
	}
	waiting := min(cfg.concurrency, 1024)
	if total != unknown {
		waiting = min(waiting, total)
	}
	return &run{
		config:   cfg,
		judge:    j,
		schedule: newSchedule(cfg.plan, cfg.concurrency),
		each:     each,
		atWork:   make(map[int]job),
		results:  make(chan result, waiting),
		left:     make(chan struct{}),
		total:    total,
	}, nil
}

func (r *run) loop(ctx context.Context) error {
	defer close(r.left)
	r.begun = time.Now()
	r.log(slog.LevelInfo, "run begins", "tasks", max(0, r.total), "concurrency", r.concurrency)
	done, until := ctx.Done(), r.until.Done()
	var giveUp <-chan time.Time
	for waiting := true; waiting; {
		r.start(ctx)
		if len(r.atWork) == 0 && (r.schedule.empty() || !r.open(ctx)) {
			break
		}
		var more <-chan Task
		if r.feed != nil && r.open(ctx) && r.schedule.wants() {
			more = r.feed.tasks
		}
		var wake <-chan time.Time
		if d, ok := r.schedule.wake(time.Now()); ok {
			wake = time.After(d)
		}
		select {
		case res := <-r.results:
			r.receive(res)
		case t, ok := <-more:
			r.take(t, ok)
		case <-wake:
		case <-r.silence():
			r.progress()
		case <-until:
			until = nil
		case <-done:
			done = nil
			giveUp = time.After(r.grace)
		case <-giveUp:
			waiting = false
		}
		r.drain()
	}
	return r.finish(ctx)
}

// start starts the tasks that the plan allows.
func (r *run) start(ctx context.Context) {
	most := min(r.concurrency, r.spending.atWork(r.usage, r.paid))
	for r.open(ctx) && len(r.atWork) < most {
		j, ok := r.schedule.next(time.Now())
		if !ok {
			return
		}
		r.atWork[j.index] = j
		go r.grade(ctx, j)
	}
}

// open reports whether further tasks may be started.
func (r *run) open(ctx context.Context) bool {
	return r.stopErr == nil && r.until.Err() == nil && ctx.Err() == nil
}

// take takes a task from the iterator, or its end.
func (r *run) take(t Task, ok bool) {
	if ok {
		r.schedule.add(t)
	} else {
		r.schedule.end()
		r.total = r.schedule.tasks
		r.feedErr = r.feed.fault()
		r.feed = nil
	}
	r.checkSpending()
}

// drain receives all results that are there, before another task is started: one of them may end the
// run.
func (r *run) drain() {
	for {
		select {
		case res := <-r.results:
			r.receive(res)
		default:
			return
		}
	}
}

// receive takes the result of one task.
func (r *run) receive(res result) {
	delete(r.atWork, res.job.index)
	r.schedule.done(res.job, res.outcome, time.Now())
	r.record(res.job, res.outcome)
	if code, why := faultOf(res.outcome); code != "" {
		r.log(slog.LevelWarn, "task failed", "index", res.job.index, "code", string(code), "error", why)
	}
	if r.schedule.gaveUp && !r.gaveUp {
		r.gaveUp = true
		r.log(slog.LevelWarn, "no cached tokens are reported; tasks no longer wait for a leader", "samples", r.plan.Patience)
	}
	if e := stopOf(res.outcome); e != nil && r.stopErr == nil {
		r.stopErr = e
	}
	if CodeOf(res.outcome.Err) == Canceled {
		r.unasked = true
	}
	r.checkSpending()
}

// checkSpending ends the run when there is more to do and all is spent that may be.
func (r *run) checkSpending() {
	if r.stopErr == nil && r.schedule.queued > 0 {
		r.stopErr = r.spending.spent(r.usage)
	}
}

// finish gives tasks without an outcome one that says why the run ended before them, and returns the
// run's error.
func (r *run) finish(ctx context.Context) error {
	ended := ctx.Err() != nil || r.until.Err() != nil
	cause := r.stopErr
	switch {
	case ctx.Err() != nil:
		cause = context.Cause(ctx)
	case cause == nil && ended:
		cause = context.Cause(r.until)
	}
	if r.feed != nil && !r.feed.end(r.grace) {
		r.unasked = true
	}
	r.total = r.schedule.tasks
	rest := r.rest()
	if cause != nil && (r.unasked || len(rest) > 0) {
		r.log(slog.LevelWarn, "run ends early", "not_asked", len(rest), "cause", cause)
	}
	for _, j := range rest {
		r.unasked = true
		r.record(j, failed(j.task, Verdict{}, &Error{Code: Canceled, Err: cause}))
	}
	if !r.told && r.done > 0 {
		r.progress() // the first that knows the number of tasks
	}
	r.log(slog.LevelInfo, "run ends", "done", r.done, "failed", r.failed, "took", time.Since(r.begun),
		"calls", r.usage.Calls, "prompt_tokens", r.usage.PromptTokens, "cached_tokens", r.usage.CachedTokens,
		"completion_tokens", r.usage.CompletionTokens)
	switch {
	case r.unasked && ended:
		return cause
	case r.stopErr != nil:
		return r.stopErr
	case r.feedErr != nil:
		return r.feedErr
	}
	return r.callbackErr
}

// rest returns the tasks that have no outcome, in their order.
func (r *run) rest() []job {
	rest := r.schedule.rest()
	for _, j := range r.atWork {
		rest = append(rest, j)
	}
	slices.SortFunc(rest, func(a, b job) int { return a.index - b.index })
	return rest
}

// record takes an outcome and tells those who listen.
func (r *run) record(j job, o Outcome) {
	r.done++
	r.usage = r.usage.Add(o.Verdict.Usage)
	if o.Verdict.Usage.Calls > 0 {
		r.paid++
	}
	switch code, _ := faultOf(o); {
	case code == Canceled && o.Verdict.Usage == (Usage{}):
		r.notAsked++
	case code != "":
		r.failed++
	}
	r.callBack("the function for outcomes", func() { r.each(j.index, j.task, o) })
	if r.onOutcome != nil {
		r.callBack("OnOutcome", func() { r.onOutcome(j.index, o) })
	}
	r.progress()
}

// log writes an event.
func (r *run) log(level slog.Level, message string, args ...any) {
	r.callBack("Logger", func() { r.logger.Log(context.Background(), level, message, args...) })
}

// callBack calls code of the user's and keeps its panic for Run's error.
func (r *run) callBack(name string, f func()) {
	if err := safely(f); err != nil && r.callbackErr == nil {
		r.callbackErr = fmt.Errorf("judge: %s: %w", name, err)
	}
}
