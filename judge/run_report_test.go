package judge_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
)

func TestOnOutcomeIsCalledOnceForEachTaskAndOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := oneTaskEach(150)
		var inside atomic.Int64
		seen := make([]judge.Outcome, len(tasks))
		calls := make([]int, len(tasks)) // not locked: the race detector must have nothing to say
		out, err := judge.Run(t.Context(), judge.Func(shuffled), tasks, judge.OnOutcome(func(i int, o judge.Outcome) {
			if inside.Add(1) != 1 {
				t.Error("two calls of OnOutcome at once")
			}
			defer inside.Add(-1)
			calls[i]++
			seen[i] = o
		}))
		if err != nil {
			t.Fatal(err)
		}
		for i := range tasks {
			if calls[i] != 1 {
				t.Errorf("OnOutcome was called %d times for task %d", calls[i], i)
			}
			if !cmp.Equal(seen[i], out[i]) {
				t.Errorf("OnOutcome saw another outcome for task %d: %+v, not %+v", i, seen[i], out[i])
			}
		}
	})
}

func TestAPanicInOnOutcomeCostsNoOutcome(t *testing.T) {
	tasks := oneTaskEach(30)
	calls := 0
	out, err := judge.Run(t.Context(), echo, tasks, judge.OnOutcome(func(int, judge.Outcome) {
		calls++
		panic("disk full")
	}))
	if err == nil || judge.CodeOf(err) != judge.Panic || !strings.Contains(err.Error(), "OnOutcome") || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("Run's error is %v, want one that names OnOutcome and its panic", err)
	}
	if calls != 30 {
		t.Errorf("OnOutcome was called %d times, want 30", calls)
	}
	for i, o := range out {
		if o.Err != nil || len(o.Verdict.Grades) != 1 {
			t.Errorf("outcome %d is lost: %+v", i, o)
		}
	}
}

func TestLoggerHearsOfFailedTasks(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{Level: slog.LevelWarn}))
	j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if task.Sample.ID() == "s2" {
			return judge.Verdict{}, judge.Errorf(judge.Refused, "not mine to say")
		}
		return echo(ctx, task)
	})
	if _, err := judge.Run(t.Context(), j, oneTaskEach(5), judge.Logger(l)); err != nil {
		t.Fatal(err)
	}
	log := b.String()
	if n := strings.Count(log, "\n"); n != 1 {
		t.Errorf("%d events for one failed task:\n%s", n, log)
	}
	for _, want := range []string{`"index":2`, `"code":"refused"`, `not mine to say`, `sample s2`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not hold %s:\n%s", want, log)
		}
	}
}

// brokenHandler is a slog.Handler that panics.
type brokenHandler struct{ slog.Handler }

func (brokenHandler) Enabled(context.Context, slog.Level) bool  { return true }
func (brokenHandler) Handle(context.Context, slog.Record) error { panic("no log") }

func TestAPanicInALogHandlerCostsNoOutcome(t *testing.T) {
	tasks := oneTaskEach(3)
	out, err := judge.Run(t.Context(), failing(errors.New("no")), tasks, judge.Logger(slog.New(brokenHandler{})))
	if judge.CodeOf(err) != judge.Panic {
		t.Errorf("Run's error is %v, want the panic of the handler", err)
	}
	for i, o := range out {
		wantMissing(t, o, tasks[i], judge.Unknown)
	}
}

func TestLoggerNilLogsNothing(t *testing.T) {
	out, err := judge.Run(t.Context(), failing(errors.New("no")), oneTaskEach(1), judge.Logger(nil))
	if err != nil || judge.CodeOf(out[0].Err) != judge.Unknown {
		t.Errorf("Run = %+v, %v; want the failed task and no error", out, err)
	}
}
