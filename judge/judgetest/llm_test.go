package judgetest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/judge/reply"
)

// model returns the judge of package llm on a server.
func model(t testing.TB, s *judgetest.Server, api judgetest.API) *llm.Judge {
	t.Helper()
	temperature, seed := 0.0, int64(7)
	c := llm.Config{
		BaseURL: judgetest.URL, APIKey: "key", Model: "m", HTTPClient: s.Client(),
		Temperature: &temperature, MaxTokens: 900, ReasoningEffort: "low", Output: llm.JSONSchema,
		AttemptTimeout: 30 * time.Second,
	}
	if api == judgetest.Responses {
		c.API = llm.Responses
	} else {
		c.Seed = &seed
	}
	j, err := llm.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// readable are tasks of one criterion with the contract of package reply, and prompts long enough
// for their truncation to be noticed.
func readable(n int) []judge.Task {
	tasks := manyTasks(n)
	for i := range tasks {
		tasks[i].Prompt.Prefix += strings.Repeat("This is said once more, for the sake of length. ", 500)
		tasks[i].Contract = reply.CriteriaMet()
	}
	return tasks
}

// TestTheActionsOfFaultsAreThoseOfALanguageModelJudge holds the judge of package llm against the
// actions that this package gives for faults: each fault at the first attempt, and for those that
// end a task or a run at every attempt.
func TestTheActionsOfFaultsAreThoseOfALanguageModelJudge(t *testing.T) {
	for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
		for _, f := range judgetest.Faults(api) {
			t.Run(string(api)+"/"+string(f), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { act(t, api, f) })
			})
		}
	}
}

func act(t *testing.T, api judgetest.API, f judgetest.Fault) {
	task := readable(1)[0]
	want := task.Criteria[0].Weight
	plan := judgetest.Sequence(f)
	switch f.Action() {
	case judgetest.GiveUp, judgetest.StopRun:
		plan = judgetest.Always(f)
	}
	s := &judgetest.Server{Grade: replies(plain), Plan: plan, Key: "key"}
	out, runErr := judge.Run(t.Context(), model(t, s, api), []judge.Task{task})
	o, st := out[0], s.Stats()
	var e *judge.Error
	errors.As(o.Err, &e)
	happened := fmt.Sprintf("points %v, error %v, run %v, %d calls, faults %v", o.Verdict.Grades, o.Err, runErr, st.Calls, st.Faults)
	switch f.Action() {
	case judgetest.GiveUp:
		if e == nil || e.Stop || runErr != nil || e.Code == judge.Unknown {
			t.Errorf("a task that should be given up: %s", happened)
		}
	case judgetest.StopRun:
		if e == nil || !e.Stop || runErr == nil || st.Calls > 4 {
			t.Errorf("a run that should be stopped: %s", happened)
		}
	default:
		if o.Err != nil || o.Verdict.Grades[0].Points != want {
			t.Errorf("a task that should be graded %v: %s", want, happened)
		}
		if f.Action() == judgetest.Use && st.Calls != 1 {
			t.Errorf("a verdict that should be used was asked for again: %s", happened)
		}
		if f.Action() == judgetest.Poll && (st.Calls != 1 || st.Polls == 0) {
			t.Errorf("an answer that should be polled for: %s, %d polls", happened, st.Polls)
		}
	}
	if st.Early > 0 || st.Followed > 0 || st.AtWork != 0 {
		t.Errorf("%d requests came early, %d followed a redirect, %d are at work", st.Early, st.Followed, st.AtWork)
	}
}

// TestALanguageModelJudgeKeepsThePromisesOfAJudge runs the conformance test on the judge of package
// llm, on a server with faults.
func TestALanguageModelJudgeKeepsThePromisesOfAJudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &judgetest.Server{
			Grade: grader, Key: "key",
			Plan:    judgetest.First(2, judgetest.Rates(3, judgetest.Each(0.5, judgetest.Status503Seconds, judgetest.NetReset, judgetest.ReplyWords, judgetest.BodyCut))),
			Latency: judgetest.Latency{Base: time.Second, Decode: time.Second, Sigma: 0.5},
		}
		judgetest.Run(t, model(t, s, judgetest.Chat), judgetest.Deterministic(), judgetest.MustCancel())
	})
}
