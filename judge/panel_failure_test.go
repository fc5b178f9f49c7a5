package judge_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

func TestAMemberThatBreaksCastsNoVote(t *testing.T) {
	for name, bad := range map[string]judge.Func{
		"panics": func(context.Context, judge.Task) (judge.Verdict, error) { panic("no") },
		"ends its goroutine": func(context.Context, judge.Task) (judge.Verdict, error) {
			runtime.Goexit()
			return judge.Verdict{}, nil
		},
		"grades another": func(context.Context, judge.Task) (judge.Verdict, error) {
			return judge.Verdict{Grades: []judge.Grade{{Criterion: "z", Status: judge.Graded}}}, nil
		},
		"gives no points": func(_ context.Context, t judge.Task) (judge.Verdict, error) { return judge.Points(t, math.NaN()), nil },
		"has its own timeout": func(context.Context, judge.Task) (judge.Verdict, error) {
			return judge.Verdict{}, context.DeadlineExceeded
		},
	} {
		all := append(members(10, 10), judge.Member{Name: "bad", Judge: bad})
		o := runOne(t, mustPanel(t, judge.Panel{Members: all}), tenPoints())
		if o.Err != nil {
			t.Errorf("%s: %v", name, o.Err)
			continue
		}
		g := o.Verdict.Grades[0]
		if g.Status != judge.Graded || g.Points != 10 || g.Votes[2].Status != judge.Missing || g.Votes[2].Reason == "" {
			t.Errorf("%s: the grade is %+v", name, g)
		}
	}
}

func TestAMemberThatEndsTheRunEndsItForThePanel(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	broke := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return judge.Verdict{Usage: judge.Usage{Calls: 1}}, &judge.Error{Code: judge.Quota, Stop: true}
	})
	j := mustPanel(t, judge.Panel{Members: []judge.Member{{Name: "a", Judge: broke, Repeats: 3}, {Name: "b", Judge: gives(10), Repeats: 2}}})
	out, err := judge.Run(t.Context(), j, []judge.Task{tenPoints(), tenPoints()}, judge.Concurrency(1))
	var e *judge.Error
	if !errors.As(err, &e) || e.Code != judge.Quota || !e.Stop {
		t.Fatalf("Run's error is %v, want that of the member", err)
	}
	if asked != 1 {
		t.Errorf("the member without a budget was asked %d times", asked)
	}
	if got := out[0].Verdict.Usage.Calls; got != 3 {
		t.Errorf("usage counts %d calls, want those of every member", got)
	}
	if judge.CodeOf(out[1].Err) != judge.Canceled {
		t.Errorf("the second task: %v", out[1].Err)
	}
}

// TestAPanelInARunThatEndedDecidesNothing: with two of three votes it might decide otherwise than the run
// that goes on will.
func TestAPanelInARunThatEndedDecidesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second/2, errEnough)
		defer cancel()
		all := append(members(10, 10), judge.Member{Name: "slow", Judge: judge.Func(patient)})
		out, err := judge.Run(ctx, mustPanel(t, judge.Panel{Members: all}), []judge.Task{tenPoints()})
		if !errors.Is(err, errEnough) {
			t.Errorf("Run's error is %v, want the context's cause", err)
		}
		wantMissing(t, out[0], tenPoints(), judge.Canceled)
		if got := out[0].Verdict.Usage.Calls; got != 3 {
			t.Errorf("usage counts %d calls, want 3", got)
		}
	})
}
