package judgetest

import (
	"context"
	"time"

	"github.com/assize-eval/assize/judge"
)

// Meets returns a line that says of every criterion whether it is met.
func Meets(met bool, explanation string) judge.Func {
	return func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		return judge.Met(task, met, explanation), nil
	}
}

// Gives returns a line that gives the task's criteria the points with the same index.
func Gives(points ...float64) judge.Func {
	return func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		return judge.Points(task, points...), nil
	}
}

// Withholds returns a line that leaves every criterion without a verdict, for the given reason, in a
// verdict that is not an error.
func Withholds(reason judge.Code, explanation string) judge.Func {
	return func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		var v judge.Verdict
		for _, c := range task.Criteria {
			v.Grades = append(v.Grades, judge.Ungraded(c, reason, explanation))
		}
		return v, nil
	}
}

// Fails returns a line that fails with err.
func Fails(err error) judge.Func {
	return func(context.Context, judge.Task) (judge.Verdict, error) { return judge.Verdict{}, err }
}

// Panics returns a line that panics with value.
func Panics(value any) judge.Func {
	return func(context.Context, judge.Task) (judge.Verdict, error) { panic(value) }
}

// Hangs returns a line that waits until its context is done.
func Hangs() judge.Func {
	return func(ctx context.Context, _ judge.Task) (judge.Verdict, error) {
		<-ctx.Done()
		return judge.Verdict{}, ctx.Err()
	}
}

// Waits returns a line that goes on as then after d, or fails when its context is done before.
func Waits(d time.Duration, then judge.Func) judge.Func {
	return func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if err := wait(ctx, d); err != nil {
			return judge.Verdict{}, err
		}
		return then(ctx, task)
	}
}

// wait waits for d or until ctx is done, whichever comes first.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
