package judge_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
)

// shuffled is echo with a wait that makes tasks end in another order than they start.
func shuffled(ctx context.Context, t judge.Task) (judge.Verdict, error) {
	time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
	return echo(ctx, t)
}

func TestRunOrdersOutcomesByIndex(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := oneTaskEach(300)
		out, err := judge.Run(t.Context(), judge.Func(shuffled), tasks)
		if err != nil {
			t.Fatal(err)
		}
		if len(out) != len(tasks) {
			t.Fatalf("%d outcomes for %d tasks", len(out), len(tasks))
		}
		for i, o := range out {
			want := judge.Binary(tasks[i].Criteria[0], len(tasks[i].Sample.ID())%2 == 0, tasks[i].Sample.ID())
			if o.Err != nil || !cmp.Equal(o.Verdict.Grades, []judge.Grade{want}) {
				t.Fatalf("outcome %d is %+v, want the grade %+v", i, o, want)
			}
		}
	})
}

func TestRunIsTheSameAtAnyConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := oneTaskEach(200)
		j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			switch id := task.Sample.ID(); {
			case id == "s7":
				panic("seven")
			case id == "s11":
				return judge.Verdict{Usage: judge.Usage{Calls: 3}}, judge.Errorf(judge.Refused, "no")
			case id == "s13":
				return judge.Points(task, 1, 2), nil
			}
			return shuffled(ctx, task)
		})
		one, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		many, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(64))
		if err != nil {
			t.Fatal(err)
		}
		text := cmp.Transformer("text", func(err error) string { return fmt.Sprint(err) })
		if diff := cmp.Diff(one, many, text); diff != "" {
			t.Errorf("concurrency 1 and 64 differ (-1 +64):\n%s", diff)
		}
		for i, want := range map[int]judge.Code{7: judge.Panic, 11: judge.Refused, 13: judge.Malformed, 12: ""} {
			if got := judge.CodeOf(one[i].Err); got != want {
				t.Errorf("task %d has code %q, want %q", i, got, want)
			}
		}
		if got := one[11].Verdict.Usage.Calls; got != 3 {
			t.Errorf("the failed task counts %d calls, want the 3 that its judge reported", got)
		}
	})
}

func TestRunBoundsConcurrency(t *testing.T) {
	for _, limit := range []int{1, 2, 7, 64} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var at, peak atomic.Int64
				j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
					n := at.Add(1)
					defer at.Add(-1)
					for p := peak.Load(); n > p && !peak.CompareAndSwap(p, n); p = peak.Load() {
					}
					time.Sleep(time.Second)
					return judge.Met(task, true, ""), nil
				})
				start := time.Now()
				if _, err := judge.Run(t.Context(), j, oneTaskEach(3*limit), judge.Concurrency(limit)); err != nil {
					t.Fatal(err)
				}
				if got := peak.Load(); got != int64(limit) {
					t.Errorf("at most %d tasks were at work together, want %d", got, limit)
				}
				if took := time.Since(start); took != 3*time.Second {
					t.Errorf("three rounds of one second took %v: slots stood idle", took)
				}
			})
		})
	}
}

func TestRunDefaultConcurrencyIs64(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(time.Second)
			return judge.Met(task, true, ""), nil
		})
		start := time.Now()
		if _, err := judge.Run(t.Context(), j, oneTaskEach(65)); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("65 tasks of a second each took %v, want 2s at a concurrency of 64", took)
		}
	})
}

func TestRunWithoutTasks(t *testing.T) {
	out, err := judge.Run(t.Context(), echo, nil)
	if err != nil || out == nil || len(out) != 0 {
		t.Errorf("Run without tasks = %v, %v; want an empty slice and no error", out, err)
	}
}

func TestRunRejectsWrongConfigurationBeforeAnyCall(t *testing.T) {
	rows := []struct {
		name string
		j    judge.Judge
		opts []judge.Option
		why  string
	}{
		{"nil judge", nil, nil, "nobody can grade"},
		{"concurrency 0", echo, []judge.Option{judge.Concurrency(0)}, "a zero must not silently mean a default"},
		{"concurrency below 0", echo, []judge.Option{judge.Concurrency(-4)}, "no such number of tasks"},
		{"concurrency 0, then 4", echo, []judge.Option{judge.Concurrency(0), judge.Concurrency(4)}, "a wrong option stays wrong"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			called := false
			opts := append(r.opts, judge.OnOutcome(func(int, judge.Outcome) { called = true }))
			out, err := judge.Run(t.Context(), r.j, oneTaskEach(2), opts...)
			if err == nil || out != nil || called {
				t.Errorf("Run = %v, %v; want an error before anything runs: %s", out, err, r.why)
			}
		})
	}
}

func TestRunTakesAnyConcurrencyAndNilOptions(t *testing.T) {
	out, err := judge.Run(t.Context(), echo, oneTaskEach(3), nil, judge.Concurrency(math.MaxInt))
	if err != nil || len(out) != 3 || out[2].Err != nil {
		t.Errorf("Run = %+v, %v; want three verdicts", out, err)
	}
}

func TestRunRendersPromptsJustBeforeTheCall(t *testing.T) {
	tasks := oneTaskEach(2)
	tasks[0].Prompt = judge.Prompt{Suffix: "given"}
	tasks[1].Prompt = judge.Prompt{Suffix: "replaced"}
	tasks[1].Render = func() judge.Prompt {
		return judge.Prompt{System: "sys", Prefix: "pre ", Suffix: "suf"}
	}
	var asked [2]judge.Prompt
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		asked[len(task.Prompt.Prefix)/4] = task.Prompt
		return judge.Met(task, true, ""), nil
	})
	if _, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(1)); err != nil {
		t.Fatal(err)
	}
	want := [2]judge.Prompt{{Suffix: "given"}, {System: "sys", Prefix: "pre ", Suffix: "suf"}}
	if asked != want {
		t.Errorf("the judge was asked %+v, want %+v", asked, want)
	}
	if got := asked[1].User(); got != "pre suf" {
		t.Errorf("User() = %q, want prefix and suffix without a separator", got)
	}
	if tasks[1].Prompt.Suffix != "replaced" {
		t.Errorf("Run changed the caller's task: %+v", tasks[1].Prompt)
	}
}
