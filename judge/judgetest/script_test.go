package judgetest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// find returns the task of judgetest.Tasks that asks about a criterion alone, or about a whole
// sample.
func find(t testing.TB, sample, criterion string) judge.Task {
	t.Helper()
	for _, task := range judgetest.Tasks() {
		if task.Sample.ID() == sample && (criterion == "" || len(task.Criteria) == 1 && task.Criteria[0].ID == criterion) {
			return task
		}
	}
	t.Fatalf("no task on sample %q, criterion %q", sample, criterion)
	return judge.Task{}
}

// said describes the outcome of one call in a few words.
func said(v judge.Verdict, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	s := ""
	for _, g := range v.Grades {
		if g.Status == judge.Missing {
			s += fmt.Sprintf(" %s missing (%s)", g.Criterion, g.Reason)
			continue
		}
		s += fmt.Sprintf(" %s %v", g.Criterion, g.Points)
	}
	return s[1:]
}

func TestScriptChoosesItsLine(t *testing.T) {
	script := new(judgetest.Script).
		On("deposit", "deposit-wear", judgetest.Meets(true, ""), judgetest.Fails(io.EOF), judgetest.Meets(false, "")).
		On("deposit", "", judgetest.Withholds(judge.Refused, "no")).
		On("借条", "", judgetest.Gives(2, 0, 0.5, -1.5)).
		Next(judgetest.Fails(judge.Errorf(judge.Empty, "first"))).
		Next(judgetest.Meets(true, "")).
		Otherwise(judgetest.Fails(judge.Errorf(judge.Quota, "done")))
	rows := []struct{ sample, criterion, want, why string }{
		{"deposit", "deposit-wear", "deposit-wear 8", "the first line of its own"},
		{"deposit", "deposit-wear", "error: EOF", "the second"},
		{"deposit", "deposit-rent", "deposit-rent missing (refused)", "the line of its sample"},
		{"deposit", "deposit-wear", "deposit-wear 0", "the third, whatever was asked in between"},
		{"deposit", "deposit-wear", "deposit-wear 0", "the last goes on"},
		{"margin", "margin-gross", "error: judge: empty: first", "no line of its own: the first of the sequence"},
		{"借条", "", "借条-证据 2 借条-举证 0 借条-时效 0.5 借条-报警 -1.5", "a task of several criteria has its sample's line"},
		{"margin", "margin-tax", "margin-tax -5", "the second of the sequence"},
		{"margin", "margin-tax", "error: judge: quota: done", "the sequence is over"},
	}
	for i, r := range rows {
		if got := said(script.Grade(t.Context(), find(t, r.sample, r.criterion))); got != r.want {
			t.Errorf("call %d: %q, want %q: %s", i, got, r.want, r.why)
		}
	}
	calls := script.Calls()
	if len(calls) != len(rows) {
		t.Fatalf("%d calls are remembered, want %d", len(calls), len(rows))
	}
	if calls[1].Err != io.EOF || calls[0].Err != nil || calls[6].Task.Sample.ID() != "借条" || calls[0].Task.Prompt.Suffix == "" {
		t.Errorf("the calls are not what was asked: %+v", calls)
	}
}

func TestScriptWithoutLinesFailsAndDoesNotGuess(t *testing.T) {
	var script judgetest.Script
	_, err := script.Grade(t.Context(), judgetest.Tasks()[0])
	if judge.CodeOf(err) != judge.Unknown {
		t.Errorf("the error is %v, want one with code unknown", err)
	}
	script.On("deposit", "", judgetest.Meets(true, "")).On("deposit", "")
	if _, err := script.Grade(t.Context(), judgetest.Tasks()[0]); err == nil {
		t.Error("lines that were taken away still answer")
	}
}

func TestScriptWaitsInTheTimeOfItsBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := new(judgetest.Script).
			On("deposit", "", judgetest.Waits(time.Minute, judgetest.Meets(true, ""))).
			On("margin", "", judgetest.Waits(0, judgetest.Meets(true, ""))).
			On("借条", "", judgetest.Hangs())
		start := time.Now()
		if got := said(script.Grade(t.Context(), find(t, "deposit", "deposit-wear"))); got != "deposit-wear 8" || time.Since(start) != time.Minute {
			t.Errorf("%q after %v, want the verdict after a minute", got, time.Since(start))
		}
		if got := said(script.Grade(t.Context(), find(t, "margin", "margin-gross"))); got != "margin-gross 6" || time.Since(start) != time.Minute {
			t.Errorf("%q after %v, want the verdict at once", got, time.Since(start))
		}
		for _, sample := range []string{"deposit", "借条"} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			start = time.Now()
			_, err := script.Grade(ctx, find(t, sample, ""))
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
				t.Errorf("%v after %v, want the context's error after a second", err, time.Since(start))
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := script.Grade(ctx, find(t, "deposit", "")); !errors.Is(err, context.Canceled) {
			t.Errorf("under a canceled context: %v", err)
		}
		calls := script.Calls()
		if first := calls[0]; first.End.Sub(first.Start) != time.Minute {
			t.Errorf("the first call is remembered from %v to %v", first.Start, first.End)
		}
	})
}

func TestScriptCountsCallsThatAreAtWorkTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := new(judgetest.Script).Otherwise(judgetest.Waits(time.Second, judgetest.Meets(true, "")))
		if _, err := judge.Run(t.Context(), script, judgetest.Tasks(), judge.Concurrency(5)); err != nil {
			t.Fatal(err)
		}
		if script.Peak() != 5 {
			t.Errorf("peak %d, want the concurrency of 5", script.Peak())
		}
	})
}

func TestScriptSurvivesALineThatPanics(t *testing.T) {
	script := new(judgetest.Script).Next(judgetest.Panics("boom")).Otherwise(judgetest.Meets(true, ""))
	tasks := judgetest.Tasks()[:3]
	out, err := judge.Run(t.Context(), script, tasks, judge.Concurrency(1))
	if err != nil || judge.CodeOf(out[0].Err) != judge.Panic || out[1].Err != nil {
		t.Errorf("outcomes %+v, %v; want a panic and then verdicts", out, err)
	}
	calls := script.Calls()
	if !calls[0].End.IsZero() || calls[1].End.IsZero() || script.Peak() != 1 {
		t.Errorf("calls %+v, peak %d; want the first without an end, and never two at once", calls, script.Peak())
	}
}

func ExampleScript() {
	script := new(judgetest.Script).
		On("deposit", "deposit-wear", judgetest.Fails(judge.Errorf(judge.Truncated, "cut")), judgetest.Meets(true, "said so")).
		Otherwise(judgetest.Meets(false, ""))
	task := judgetest.Tasks()[0]
	for range 2 {
		v, err := script.Grade(context.Background(), task)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v.Grades[0].Points, v.Grades[0].Explanation)
	}
	fmt.Println(len(script.Calls()), "calls")
	// Output:
	// judge: truncated: cut
	// 8 said so
	// 2 calls
}
