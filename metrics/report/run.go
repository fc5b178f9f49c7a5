package report

import (
	"context"

	"github.com/assize-eval/assize/judge"
)

// Run has j grade the tasks of the items and builds the report: [judge.Run] and [Build] in one call.
//
// What is wrong with the configuration or the items is an error before the first task is asked.
//
// When the run ends early, because ctx is done or no call can succeed, it returns the report of what
// was graded together with the error. Any other error comes with a nil report.
func Run(ctx context.Context, cfg Config, items []Item, j judge.Judge, opts ...judge.Option) (*Report, error) {
	if err := check(&cfg, items); err != nil {
		return nil, err
	}
	outcomes, runErr := judge.Run(ctx, j, Tasks(items), opts...)
	if outcomes == nil && runErr != nil {
		return nil, runErr
	}
	rep, err := Build(cfg, items, outcomes)
	if err != nil {
		return nil, err
	}
	return rep, runErr
}
