package judge_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

func TestAnIteratorThatBreaksOff(t *testing.T) {
	for _, r := range []struct {
		name, text string
		end        func()
	}{
		{"panics", "row 5 is bad", func() { panic("row 5 is bad") }},
		{"ends its goroutine", "ended its goroutine", runtime.Goexit},
	} {
		tasks := func(yield func(judge.Task) bool) {
			for _, task := range oneTaskEach(5) {
				if !yield(task) {
					return
				}
			}
			r.end()
		}
		s := runSeq(t.Context(), t, echo, tasks)
		if judge.CodeOf(s.err) != judge.Panic || !strings.Contains(fmt.Sprint(s.err), r.text) || !strings.Contains(s.err.Error(), "iterator") {
			t.Errorf("%s: error %v, want one that names the iterator and its panic", r.name, s.err)
		}
		if len(s.outcomes) != 5 {
			t.Errorf("%s: %d outcomes, want the 5 of the tasks that came", r.name, len(s.outcomes))
		}
		for i, o := range s.outcomes {
			if o.Err != nil {
				t.Errorf("%s: task %d: %v", r.name, i, o.Err)
			}
		}
	}
}

func TestAnEndedRunAsksNoMoreOfItsIterator(t *testing.T) {
	stopping := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if task.Sample.ID() == "s3" {
			return judge.Verdict{}, &judge.Error{Code: judge.Quota, Stop: true}
		}
		return patient(ctx, task)
	})
	rows := []struct {
		name  string
		j     judge.Judge
		setup func(context.Context) (context.Context, []judge.Option)
		code  judge.Code
		cause error
		why   string
	}{
		{"its context is done", judge.Func(patient), func(ctx context.Context) (context.Context, []judge.Option) {
			ctx, cancel := context.WithTimeoutCause(ctx, 2500*time.Millisecond, errEnough)
			context.AfterFunc(ctx, cancel)
			return ctx, nil
		}, judge.Unknown, errEnough, "the cause is the context's"},
		{"until is done", judge.Func(patient), func(ctx context.Context) (context.Context, []judge.Option) {
			until, cancel := context.WithTimeoutCause(ctx, 2500*time.Millisecond, errEnough)
			context.AfterFunc(until, cancel)
			return ctx, []judge.Option{judge.Until(until)}
		}, judge.Unknown, errEnough, "the cause is that of Until's context"},
		{"a task stops it", stopping, func(ctx context.Context) (context.Context, []judge.Option) { return ctx, nil }, judge.Quota, nil, "the task's error"},
		{"its budget is spent", judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			v, err := patient(ctx, task)
			v.Usage.Calls = 1
			return v, err
		}), func(ctx context.Context) (context.Context, []judge.Option) {
			return ctx, []judge.Option{judge.Budget(judge.Spending{Calls: 16})}
		}, judge.Canceled, nil, "the budget's error"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ended := false
				endless := func(yield func(judge.Task) bool) {
					defer func() { ended = true }()
					for i := 0; ; i++ {
						task := oneTaskEach(1)[0]
						task.Sample = sample{id: fmt.Sprint("s", i), criteria: task.Criteria}
						if !yield(task) {
							return
						}
					}
				}
				ctx, opts := r.setup(t.Context())
				begun := time.Now()
				s := runSeq(ctx, t, r.j, endless, append(opts, judge.Concurrency(8))...)
				if judge.CodeOf(s.err) != r.code || r.cause != nil && !errors.Is(s.err, r.cause) {
					t.Errorf("error %v: %s", s.err, r.why)
				}
				if !ended {
					t.Error("the iterator is still at work")
				}
				if took := time.Since(begun); took > 4*time.Second {
					t.Errorf("the run took %v", took)
				}
				if len(s.outcomes) < 4 || len(s.outcomes) > 80 {
					t.Errorf("%d outcomes", len(s.outcomes))
				}
				for i := range len(s.outcomes) {
					o, ok := s.outcomes[i]
					if !ok || o.Err == nil && len(o.Verdict.Grades) == 0 {
						t.Errorf("task %d has no outcome: they are not complete", i)
					}
				}
			})
		})
	}
}

func TestAnIteratorThatHangsIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := make(chan struct{})
		tasks := func(yield func(judge.Task) bool) {
			yield(oneTaskEach(1)[0])
			<-hung
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		s := runSeq(ctx, t, echo, tasks, judge.Grace(3*time.Second))
		if !errors.Is(s.err, context.DeadlineExceeded) || len(s.outcomes) != 1 || time.Since(begun) != 4*time.Second {
			t.Errorf("%d outcomes, error %v after %v; want one, and the end after the grace", len(s.outcomes), s.err, time.Since(begun))
		}
		close(hung)
	})
}

func TestRunSeqEndsWellWhenItsContextEndsAfterTheLastTask(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	err := judge.RunSeq(ctx, echo, slices.Values(oneTaskEach(10)), func(int, judge.Task, judge.Outcome) {
		if n++; n == 10 {
			cancel()
		}
	})
	if err != nil {
		t.Errorf("error %v although every task was asked and answered", err)
	}
}

func TestAPanicInTheListenerCostsNoOutcome(t *testing.T) {
	n := 0
	err := judge.RunSeq(t.Context(), echo, slices.Values(oneTaskEach(10)), func(int, judge.Task, judge.Outcome) {
		n++
		panic("full")
	})
	if judge.CodeOf(err) != judge.Panic || !strings.Contains(err.Error(), "full") || n != 10 {
		t.Errorf("%d outcomes, error %v", n, err)
	}
}
