package judge_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

func TestUntilLetsTheTasksAtWorkFinish(t *testing.T) {
	rows := []struct {
		name  string
		after time.Duration
		done  int
		why   string
	}{
		{"before the run", 0, 0, "nothing is begun"},
		{"in the middle", 1500 * time.Millisecond, 20, "the second round is finished, the third not begun"},
		{"in the last round", 3500 * time.Millisecond, 40, "every task is asked"},
		{"after the run", time.Hour, 40, "it does not matter any more"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				until, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				if r.after == 0 {
					cancel(errEnough)
				} else {
					time.AfterFunc(r.after, func() { cancel(errEnough) })
				}
				tasks := oneTaskEach(40)
				out, err := judge.Run(t.Context(), judge.Func(patient), tasks, judge.Concurrency(10), judge.Until(until))
				done := 0
				for i, o := range out {
					if o.Err == nil {
						done++
					} else if e := wantMissing(t, o, tasks[i], judge.Canceled); !errors.Is(e, errEnough) {
						t.Errorf("task %d does not say why it was not asked: %v", i, e)
					}
				}
				if done != r.done {
					t.Errorf("%d tasks are graded, want %d: %s", done, r.done, r.why)
				}
				if ended := errors.Is(err, errEnough); ended != (r.done < 40) || !ended && err != nil {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

func TestUntilTakesNil(t *testing.T) {
	var none context.Context
	if _, err := judge.Run(t.Context(), echo, oneTaskEach(1), judge.Until(none)); err != nil {
		t.Error(err)
	}
}

func TestInterruptibleEndsWithAnInterrupt(t *testing.T) {
	ctx, stop := judge.Interruptible(context.WithoutCancel(t.Context()))
	defer stop()
	if ctx.Err() != nil {
		t.Fatal("it is done before anything happened")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(os.Interrupt); err != nil {
		t.Skipf("this system cannot interrupt its own process: %v", err)
	}
	<-ctx.Done()
	if ctx.Err() != context.Canceled {
		t.Errorf("error %v", ctx.Err())
	}
}

func TestInterruptibleEndsWithItsParentAndItsFunction(t *testing.T) {
	parent, cancel := context.WithCancel(t.Context())
	ctx, stop := judge.Interruptible(parent)
	cancel()
	<-ctx.Done()
	stop()
	ctx, stop = judge.Interruptible(t.Context())
	stop()
	<-ctx.Done()
}

func ExampleUntil() {
	until, stop := context.WithCancelCause(context.Background())
	n := 0
	outcomes, err := judge.Run(context.Background(), echo, oneTaskEach(10), judge.Concurrency(1), judge.Until(until),
		judge.OnOutcome(func(int, judge.Outcome) {
			if n++; n == 4 {
				stop(errors.New("lunch"))
			}
		}))
	fmt.Println(err)
	fmt.Println(outcomes[3].Err)
	fmt.Println(outcomes[4].Err)
	// Output:
	// lunch
	// <nil>
	// judge: sample s4, criterion c4: canceled: lunch
}

func ExampleInterruptible() {
	// Ctrl-C, or the stop button of a notebook, ends the run with what is graded by then.
	ctx, stop := judge.Interruptible(context.Background())
	defer stop()
	outcomes, err := judge.Run(context.Background(), echo, oneTaskEach(3), judge.Until(ctx))
	fmt.Println(len(outcomes), err)
	// Output: 3 <nil>
}
