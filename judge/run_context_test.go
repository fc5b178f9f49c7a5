package judge_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

var errEnough = errors.New("enough")

// patient waits a second, or less when its context ends.
func patient(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	select {
	case <-time.After(time.Second):
		return judge.Met(task, true, ""), nil
	case <-ctx.Done():
		return judge.Verdict{Usage: judge.Usage{Calls: 1}}, ctx.Err()
	}
}

func TestRunUnderACanceledContextAsksNobody(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	calls := 0
	j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { calls++; return judge.Verdict{}, nil })
	tasks := oneTaskEach(5)
	told := 0
	out, err := judge.Run(ctx, j, tasks, judge.OnOutcome(func(int, judge.Outcome) { told++ }))
	if !errors.Is(err, errEnough) {
		t.Errorf("Run's error is %v, want the context's cause", err)
	}
	if calls != 0 {
		t.Errorf("%d tasks were asked", calls)
	}
	if len(out) != 5 || told != 5 {
		t.Fatalf("%d outcomes and %d calls of OnOutcome, want 5 of each", len(out), told)
	}
	for i, o := range out {
		if e := wantMissing(t, o, tasks[i], judge.Canceled); !errors.Is(e, errEnough) || e.Sample != tasks[i].Sample.ID() {
			t.Errorf("outcome %d: %v does not say why the run ended, or names another sample", i, e)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		tasks := oneTaskEach(40)
		start := time.Now()
		out, err := judge.Run(ctx, judge.Func(patient), tasks, judge.Concurrency(10))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Run's error is %v, want the context's", err)
		}
		if took := time.Since(start); took != 2500*time.Millisecond {
			t.Errorf("Run took %v although its judge honours the context", took)
		}
		for i, o := range out {
			switch {
			case i < 20:
				if o.Err != nil {
					t.Errorf("task %d was done before the end and has %v", i, o.Err)
				}
			default:
				wantMissing(t, o, tasks[i], judge.Canceled)
				if want := int64(0); i < 30 && o.Verdict.Usage.Calls == want {
					t.Errorf("the usage of task %d, which was at work, is lost", i)
				}
			}
		}
	})
}

// deaf ignores its context.
func deaf(d time.Duration) judge.Func {
	return func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		time.Sleep(d)
		return judge.Met(task, true, ""), nil
	}
}

func TestRunWaitsNoLongerThanItsGrace(t *testing.T) {
	rows := []struct {
		name string
		work time.Duration
		opts []judge.Option
		took time.Duration
		done bool
		why  string
	}{
		{"default, too slow", time.Hour, nil, 6 * time.Second, false, "one second, then the default grace of 5"},
		{"default, in time", 4 * time.Second, nil, 4 * time.Second, true, "what was paid for is kept"},
		{"none", 4 * time.Second, []judge.Option{judge.Grace(0)}, time.Second, false, "no grace at all"},
		{"below zero", 4 * time.Second, []judge.Option{judge.Grace(-time.Second)}, time.Second, false, "no grace at all"},
		{"long", 50 * time.Second, []judge.Option{judge.Grace(time.Minute)}, 50 * time.Second, true, "a grace of a minute"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errEnough)
				defer cancel()
				tasks := oneTaskEach(3)
				start := time.Now()
				told := 0
				opts := append(r.opts, judge.OnOutcome(func(int, judge.Outcome) { told++ }))
				out, err := judge.Run(ctx, deaf(r.work), tasks, opts...)
				if took := time.Since(start); took != r.took {
					t.Errorf("Run took %v, want %v: %s", took, r.took, r.why)
				}
				if ended := errors.Is(err, errEnough); ended == r.done {
					t.Errorf("Run's error is %v; every task was graded: %v", err, r.done)
				}
				for i, o := range out {
					if r.done && o.Err != nil {
						t.Errorf("task %d came back in time and is lost: %v", i, o.Err)
					}
					if !r.done {
						wantMissing(t, o, tasks[i], judge.Canceled)
					}
				}
				before := append([]judge.Outcome(nil), out...)
				// The bubble ends only when every goroutine has: the judges that came too late must
				// find somebody to leave their verdicts with, or leave without.
				time.Sleep(2 * time.Hour)
				synctest.Wait()
				if told != len(tasks) {
					t.Errorf("OnOutcome was called %d times for %d tasks", told, len(tasks))
				}
				for i := range out {
					if (out[i].Err == nil) != (before[i].Err == nil) {
						t.Errorf("outcome %d changed after Run had returned", i)
					}
				}
			})
		})
	}
}

func TestStopStartsNothingMoreAndLetsTheRestFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var started atomic.Int64
		j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			started.Add(1)
			if task.Sample.ID() == "s3" {
				time.Sleep(100 * time.Millisecond)
				return judge.Verdict{}, &judge.Error{Code: judge.Quota, Stop: true, Err: errors.New("no credit left")}
			}
			return patient(ctx, task)
		})
		tasks := oneTaskEach(50)
		out, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(8))
		var e *judge.Error
		if !errors.As(err, &e) || e.Code != judge.Quota || e.Sample != "s3" {
			t.Fatalf("Run's error is %v, want the one that stopped it", err)
		}
		if n := started.Load(); n != 8 {
			t.Errorf("%d tasks were started, want the 8 of the first round", n)
		}
		for i, o := range out {
			switch {
			case i == 3:
				wantMissing(t, o, tasks[i], judge.Quota)
			case i < 8:
				if o.Err != nil {
					t.Errorf("task %d was at work and did not finish: %v", i, o.Err)
				}
			default:
				e := wantMissing(t, o, tasks[i], judge.Canceled)
				if e.Stop {
					t.Errorf("outcome %d claims to have stopped the run", i)
				}
			}
		}
	})
}

func TestStopOfTheFirstTaskLeavesTheSecondUnasked(t *testing.T) {
	for range 200 {
		var started atomic.Int64
		j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
			started.Add(1)
			return judge.Verdict{}, &judge.Error{Code: judge.Auth, Stop: true}
		})
		if _, err := judge.Run(t.Context(), j, oneTaskEach(20), judge.Concurrency(1)); judge.CodeOf(err) != judge.Auth {
			t.Fatalf("Run's error is %v", err)
		}
		if n := started.Load(); n != 1 {
			t.Fatalf("%d tasks were asked after a wrong key, want 1", n)
		}
	}
}

// TestATaskThatWasTurnedAwayEndsTheRun has the outcome of a task that was not asked come before that of the
// one that ended the run.
func TestATaskThatWasTurnedAwayEndsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var started atomic.Int64
		cause := &judge.Error{Code: judge.Quota, Stop: true, Err: errors.New("no credit left")}
		j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			started.Add(1)
			if task.Sample.ID() == "s0" {
				time.Sleep(time.Second)
				return judge.Verdict{}, cause
			}
			return judge.Verdict{}, &judge.Error{Code: judge.Canceled, Stop: true, Err: cause}
		})
		out, err := judge.Run(t.Context(), j, oneTaskEach(20), judge.Concurrency(2))
		if judge.CodeOf(err) != judge.Quota || !errors.Is(err, cause.Err) {
			t.Errorf("Run's error is %v, want the cause", err)
		}
		if n := started.Load(); n != 2 || judge.CodeOf(out[0].Err) != judge.Quota {
			t.Errorf("%d tasks were started, want 2; the first has %v", n, out[0].Err)
		}
	})
}

func TestStopInsideAWrappedErrorCounts(t *testing.T) {
	wrapped := errors.Join(errors.New("second key tried"), &judge.Error{Code: judge.Auth, Stop: true})
	_, err := judge.Run(t.Context(), failing(wrapped), oneTaskEach(3), judge.Concurrency(1))
	if judge.CodeOf(err) != judge.Auth {
		t.Errorf("Run's error is %v, want auth", err)
	}
}

func TestRunReturnsNilWhenTheContextEndsAfterTheLastTask(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	out, err := judge.Run(ctx, echo, oneTaskEach(10), judge.OnOutcome(func(int, judge.Outcome) {
		if n++; n == 10 {
			cancel()
		}
	}))
	if err != nil {
		t.Errorf("Run's error is %v although every task was asked and answered", err)
	}
	for i, o := range out {
		if o.Err != nil {
			t.Errorf("task %d: %v", i, o.Err)
		}
	}
}

func TestRunLeavesNoVerdictBehindWhenItsGraceEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		first := true
		// All verdicts are there after half a second; the callback holds Run up past the end.
		out, err := judge.Run(ctx, deaf(time.Second/2), oneTaskEach(64), judge.Grace(0), judge.OnOutcome(func(int, judge.Outcome) {
			if first {
				first = false
				time.Sleep(time.Minute)
			}
		}))
		if err != nil {
			t.Errorf("Run's error is %v although every task was graded", err)
		}
		for i, o := range out {
			if o.Err != nil {
				t.Errorf("the verdict on task %d was there and is lost: %v", i, o.Err)
			}
		}
	})
}
