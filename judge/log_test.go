package judge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

// events runs the tasks and returns what was logged, each event as its message and fields.
func events(t *testing.T, j judge.Judge, tasks []judge.Task, opts ...judge.Option) (all []map[string]any, err error) {
	t.Helper()
	var b bytes.Buffer
	_, err = judge.Run(t.Context(), j, tasks, append(opts, judge.Logger(slog.New(slog.NewJSONHandler(&b, nil))))...)
	for dec := json.NewDecoder(&b); dec.More(); {
		var e map[string]any
		if err := dec.Decode(&e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all, err
}

func messages(all []map[string]any) (out []string) {
	for _, e := range all {
		out = append(out, e["msg"].(string))
	}
	return out
}

func TestLoggerHearsOfBeginningAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, err := events(t, judge.Func(metered), oneTaskEach(10), judge.Concurrency(5))
		if err != nil {
			t.Fatal(err)
		}
		if got := messages(all); !slices.Equal(got, []string{"run begins", "task failed", "run ends"}) {
			t.Fatalf("events %q", got)
		}
		for name, want := range map[string]any{"tasks": 10.0, "concurrency": 5.0} {
			if got := all[0][name]; got != want {
				t.Errorf("at the beginning %s is %v, want %v", name, got, want)
			}
		}
		for name, want := range map[string]any{
			"done": 10.0, "failed": 1.0, "took": float64(2 * time.Second), "calls": 10.0,
			"prompt_tokens": 10_000.0, "cached_tokens": 800.0, "completion_tokens": 2000.0,
		} {
			if got := all[2][name]; got != want {
				t.Errorf("at the end %s is %v, want %v", name, got, want)
			}
		}
	})
}

func TestLoggerHearsOnceWhyARunEndsEarly(t *testing.T) {
	until, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	stop := failing(&judge.Error{Code: judge.Quota, Stop: true, Err: errEnough})
	for _, r := range []struct {
		name     string
		j        judge.Judge
		opts     []judge.Option
		notAsked float64
		cause    string
	}{
		{"until", echo, []judge.Option{judge.Until(until)}, 10, "enough"},
		{"stop", stop, []judge.Option{judge.Concurrency(1)}, 9, "judge: sample s0, criterion c0: quota: enough"},
		{"budget", echo, []judge.Option{judge.Concurrency(1), judge.Budget(judge.Spending{Calls: 4})}, 6, "judge: canceled: the budget of 4 calls is spent"},
	} {
		all, err := events(t, r.j, oneTaskEach(10), r.opts...)
		if err == nil {
			t.Fatalf("%s: no error", r.name)
		}
		n := 0
		for _, e := range all {
			if e["msg"] == "run ends early" {
				n++
				if e["not_asked"] != r.notAsked || e["cause"] != r.cause || e["level"] != "WARN" {
					t.Errorf("%s: %v", r.name, e)
				}
			}
			if e["msg"] == "task failed" && e["code"] == "canceled" {
				t.Errorf("%s: a task that was not asked is told of by itself: %v", r.name, e)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d warnings that the run ends early: %q", r.name, n, messages(all))
		}
	}
}

func TestLoggerHearsOfACriterionWithoutAVerdict(t *testing.T) {
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Met(task, true, "")
		v.Grades[1] = judge.Ungraded(task.Criteria[1], judge.Conflict, "two answers")
		return v, nil
	})
	all, err := events(t, j, []judge.Task{wholeRubric()})
	if err != nil || len(all) != 3 || all[1]["code"] != "conflict" || all[1]["error"] != "criterion b has no verdict: two answers" {
		t.Errorf("%v, %v", all, err)
	}
}
