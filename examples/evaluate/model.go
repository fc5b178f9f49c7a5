package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// answer lets the model answer the samples that have no answer yet. Each answer is written to a file
// in -out as it comes, one line each, which a later run continues and -answers can read. A sample
// whose answer fails stays unanswered. Once soft is done no further call is begun, and those at work are
// ended with ctx alone.
func (w *work) answer(ctx, soft context.Context) error {
	asked := w.store.ids()
	if n := len(asked); n > 0 {
		fmt.Fprintf(w.stderr, "%d answers of an earlier run are used: %s\n", n, w.store.file.Name())
	}
	var open []dataset.Sample
	for _, s := range w.bench.samples {
		if !asked[s.ID()] { // also in another split
			asked[s.ID()] = true
			open = append(open, s)
		}
	}
	further, stop := context.WithCancelCause(soft)
	defer stop(nil)
	told := newAnswering(len(open), w.stderr)
	defer told.end()
	slots := semaphore.NewWeighted(int64(w.concurrency))
	var calls sync.WaitGroup
	for _, s := range open {
		if slots.Acquire(further, 1) != nil {
			break
		}
		calls.Go(func() {
			defer slots.Release(1)
			told.asked()
			c, err := w.model.Complete(ctx, s.Conversation())
			if err == nil {
				err = w.store.add(s.ID(), c.Text, c.Usage)
			} else {
				w.store.spend(c.Usage)
			}
			var e *judge.Error
			if err != nil && (!errors.As(err, &e) || e.Stop) {
				stop(err)
			}
			told.done(s.ID(), c, err)
		})
	}
	calls.Wait()
	switch {
	case further.Err() != nil:
		return context.Cause(further)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return w.store.give(w.bench)
}
