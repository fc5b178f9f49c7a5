package judge

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Option changes how [Run] works. It never changes what a run's verdicts are.
type Option func(*config)

type config struct {
	concurrency int
	plan        Plan
	grace       time.Duration
	until       context.Context
	spending    Spending
	onOutcome   func(int, Outcome)
	onProgress  func(Progress)
	logger      *slog.Logger
	err         error
}

func newConfig(opts []Option) (config, error) {
	c := config{concurrency: 64, until: context.Background(), plan: Plan{Leaders: 1}, grace: 5 * time.Second, logger: slog.New(slog.DiscardHandler)}
	for _, o := range opts {
		if o != nil {
			o(&c)
		}
	}
	return c, c.err
}

// Concurrency sets how many tasks are with the judge at the same time; the default is 64. Less than
// 1 is an error of Run.
func Concurrency(n int) Option {
	return func(c *config) {
		if n < 1 {
			c.err = fmt.Errorf("judge: concurrency %d is less than 1", n)
		}
		c.concurrency = n
	}
}

// Grace sets how long Run waits, once its context is done, for judges that are still at work; the
// default is 5 seconds. Tasks of a judge that does not return by then are reported as canceled.
func Grace(d time.Duration) Option {
	return func(c *config) { c.grace = d }
}

// Until has Run start no further task once ctx is done. Unlike the context of Run itself, ctx does
// not disturb the tasks at work. Run then returns the cause of ctx.
func Until(ctx context.Context) Option {
	return func(c *config) {
		if ctx != nil {
			c.until = ctx
		}
	}
}

// OnOutcome has f called with each task's index and outcome as it becomes known, one call at a time.
// A panic in f ends in an error of Run and costs no outcome.
func OnOutcome(f func(index int, o Outcome)) Option {
	return func(c *config) { c.onOutcome = f }
}

// Logger gives Run a place for its events. Without one, or with nil, Run logs nothing.
func Logger(l *slog.Logger) Option {
	return func(c *config) {
		if l != nil {
			c.logger = l
		}
	}
}
