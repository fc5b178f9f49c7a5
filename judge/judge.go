package judge

import "context"

// Judge grades the criteria of one task.
//
// Grade answers every criterion of the task, each with the points it gives or with the reason why
// it gives none, and returns an error when it has no verdict at all. It honours ctx, also while it
// waits, and is called from several goroutines at once. Of a verdict that comes with an error its Raw,
// Source and Usage are kept, so that a reply that could not be used can be looked at; its grades are
// not.
type Judge interface {
	Grade(ctx context.Context, task Task) (Verdict, error)
}

// Func is a function that is a [Judge]; it is the way to write one. [Met] and [Points] make its
// verdicts.
type Func func(ctx context.Context, task Task) (Verdict, error)

// Grade calls f.
func (f Func) Grade(ctx context.Context, task Task) (Verdict, error) { return f(ctx, task) }
