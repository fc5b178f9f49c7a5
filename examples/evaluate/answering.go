package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/llm"
)

// quiet is after how long without an answer it is said again how far the answers are: while the endpoint has
// the run wait, its reader must see that it lives.
const quiet = 10 * time.Second

// answering tells how far the answers are, and what is wrong with single ones.
type answering struct {
	mu       sync.Mutex
	w        io.Writer
	begun    time.Time
	show     func(judge.Progress)
	progress judge.Progress
	// silence ends when nothing has been told for too long.
	silence *time.Timer
	ended   bool
}

func newAnswering(n int, w io.Writer) *answering {
	a := &answering{w: w, begun: time.Now(), show: judge.ProgressLine(w), progress: judge.Progress{Tasks: n, Cost: math.NaN()}}
	a.silence = time.AfterFunc(quiet, a.again)
	return a
}

// asked tells that the model is asked once more.
func (a *answering) asked() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.progress.AtWork++
}

// done tells what became of a sample.
func (a *answering) done(id string, c llm.Completion, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.progress.AtWork--
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
	a.tell()
}

// again tells how far the answers are when there is nothing new.
func (a *answering) again() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.ended {
		a.tell()
	}
}

// tell tells how far the answers are; mu is held.
func (a *answering) tell() {
	a.progress.Elapsed = time.Since(a.begun)
	a.show(a.progress)
	a.silence.Reset(quiet)
}

// end tells nothing further.
func (a *answering) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	a.silence.Stop()
}
