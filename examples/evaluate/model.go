package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/llm"
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
	slots := semaphore.NewWeighted(int64(w.concurrency))
	var calls sync.WaitGroup
	for _, s := range open {
		if slots.Acquire(further, 1) != nil {
			break
		}
		calls.Go(func() {
			defer slots.Release(1)
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

// answering tells how far the answers are, and what is wrong with single ones.
type answering struct {
	mu       sync.Mutex
	w        io.Writer
	begun    time.Time
	show     func(judge.Progress)
	progress judge.Progress
}

func newAnswering(n int, w io.Writer) *answering {
	return &answering{w: w, begun: time.Now(), show: judge.ProgressLine(w), progress: judge.Progress{Tasks: n, Cost: math.NaN()}}
}

// done tells what became of a sample.
func (a *answering) done(id string, c llm.Completion, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case judge.CodeOf(err) == judge.Canceled:
		return // it has no end of its own
	case err != nil:
		a.progress.Failed++
		fmt.Fprintf(a.w, "\nwarning: no answer to %s: %v\n", id, err)
	case c.Truncated():
		fmt.Fprintf(a.w, "\nwarning: the answer to %s was cut by its token budget\n", id)
	}
	a.progress.Done++
	a.progress.Usage = a.progress.Usage.Add(c.Usage)
	a.progress.Elapsed = time.Since(a.begun)
	a.show(a.progress)
}
