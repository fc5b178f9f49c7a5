package judgetest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// strict is a judge that asks a server in Chat Completions or Responses, takes nothing but a plain
// answer, and asks again up to tries times otherwise.
type strict struct {
	http  *http.Client
	api   judgetest.API
	tries int
}

func (c strict) Grade(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	if task.Contract.Read == nil {
		return judge.Verdict{}, judge.Errorf(judge.BadRequest, "the task has no contract")
	}
	body := object{"model": "m"}
	turns := []any{object{"role": "user", "content": strings.ToValidUTF8(task.Prompt.User(), "\ufffd")}}
	if task.Prompt.System != "" {
		turns = append([]any{object{"role": "system", "content": task.Prompt.System}}, turns...)
	}
	body[map[judgetest.API]string{judgetest.Chat: "messages", judgetest.Responses: "input"}[c.api]] = turns
	b, err := json.Marshal(body)
	if err != nil {
		return judge.Verdict{}, err
	}
	var v judge.Verdict
	for range c.tries {
		attempt, cancel := context.WithTimeout(ctx, 30*time.Second)
		v, err = c.once(attempt, task, b)
		cancel()
		if ctx.Err() != nil {
			return judge.Verdict{}, ctx.Err()
		}
		if err == nil {
			return v, nil
		}
	}
	return v, err
}

func (c strict) once(ctx context.Context, task judge.Task, body []byte) (judge.Verdict, error) {
	req, err := http.NewRequestWithContext(ctx, "POST", address(c.api), bytes.NewReader(body))
	if err != nil {
		return judge.Verdict{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return judge.Verdict{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return judge.Verdict{}, err
	}
	if resp.StatusCode != 200 {
		return judge.Verdict{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	read := readChat
	if c.api == judgetest.Responses {
		read = readResponses
	}
	answer, err := read(text)
	if err != nil {
		return judge.Verdict{}, err
	}
	return task.Contract.Read(task, judge.Reply{Text: answer})
}

var errNotPlain = errors.New("not a plain answer")

func readChat(body []byte) (string, error) {
	var doc struct {
		Error   any
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct {
				Content *string
				Refusal *string
			}
		}
	}
	if json.Unmarshal(body, &doc) != nil || doc.Error != nil || len(doc.Choices) != 1 {
		return "", errNotPlain
	}
	if c := doc.Choices[0]; c.FinishReason == "stop" && c.Message.Content != nil && c.Message.Refusal == nil {
		return *c.Message.Content, nil
	}
	return "", errNotPlain
}

func readResponses(body []byte) (string, error) {
	var doc struct {
		Status string
		Output []struct{ Content []struct{ Type, Text string } }
	}
	if json.Unmarshal(body, &doc) != nil || doc.Status != "completed" || len(doc.Output) != 1 || len(doc.Output[0].Content) != 1 || doc.Output[0].Content[0].Type != "output_text" {
		return "", errNotPlain
	}
	return doc.Output[0].Content[0].Text, nil
}

// grader answers judgetest.Tasks and tasks like them: a coin for one criterion, and half of the
// weight of each for several.
func grader(r judgetest.Request) string {
	if !strings.Contains(r.Prompt(), "How many points") {
		return judgetest.Coin()(r)
	}
	points := object{}
	for _, s := range judgetest.Samples() {
		for _, c := range s.Items {
			if strings.Contains(r.Prompt(), "\n"+c.ID+", from") {
				points[c.ID] = c.Weight / 2
			}
		}
	}
	return string(mustJSON(struct {
		Explanation string `json:"explanation"`
		Points      object `json:"points"`
	}{"Half.", points}))
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// manyTasks are n tasks of one criterion, each with a prompt of its own.
func manyTasks(n int) []judge.Task {
	tasks := make([]judge.Task, n)
	for i := range tasks {
		tasks[i] = judgetest.Tasks()[i%8]
		tasks[i].Prompt.Suffix += fmt.Sprintf("\nThis is question %d.\n", i)
	}
	return tasks
}

// TestFaultsCostAStrictClientNothingButTime has a client that asks until the answer is plain meet
// every fault that is not the end of a task: its points are those without faults.
func TestFaultsCostAStrictClientNothingButTime(t *testing.T) {
	for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
		var faults []judgetest.Fault
		for _, f := range judgetest.Faults(api) {
			if a := f.Action(); a != judgetest.GiveUp && a != judgetest.StopRun {
				faults = append(faults, f)
			}
		}
		points := func(t *testing.T, plan judgetest.Plan, concurrency int) ([][]float64, judgetest.Stats) {
			s := &judgetest.Server{Grade: grader, Plan: plan, Latency: judgetest.Latency{Decode: time.Second, Sigma: 0.5}}
			out, err := judge.Run(t.Context(), strict{s.Client(), api, 8}, manyTasks(400), judge.Concurrency(concurrency))
			if err != nil {
				t.Fatal(err)
			}
			all := make([][]float64, len(out))
			for i, o := range out {
				if o.Err != nil {
					t.Fatalf("task %d: %v", i, o.Err)
				}
				for _, g := range o.Verdict.Grades {
					all[i] = append(all[i], g.Points)
				}
			}
			return all, s.Stats()
		}
		synctest.Test(t, func(t *testing.T) {
			want, _ := points(t, nil, 64)
			plan := judgetest.First(7, judgetest.Rates(5, judgetest.Each(0.8, faults...)))
			got, stats := points(t, plan, 64)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: points with and without faults differ:\n%s", api, diff)
			}
			for _, f := range faults {
				if stats.Faults[f] == 0 && f.Action() != judgetest.Renegotiate { // this client sends no parameters
					t.Errorf("%s: %s did not happen in %d calls", api, f, stats.Calls)
				}
			}
			one, alone := points(t, plan, 1)
			if diff := cmp.Diff(got, one); diff != "" || !cmp.Equal(alone.Faults, stats.Faults) {
				t.Errorf("%s: one at a time and 64 at a time differ:\n%s%s", api, diff, cmp.Diff(alone.Faults, stats.Faults))
			}
		})
	}
}

// raced says that the race detector is on.
var raced bool

// TestTheModelOfLoadReproducesAMeasuredOne runs the calls of 200 samples with 17 criteria each, 64
// at a time, on a server with the latencies and the cache of hosted endpoints, and compares wall
// time and cached share with those of an independent mock server: 303.9 s and 14.8 % in the order of
// the samples, 277.8 s and 77.4 % criterion by criterion.
func TestTheModelOfLoadReproducesAMeasuredOne(t *testing.T) {
	if raced {
		t.Skip("it takes minutes under the race detector, and smaller tests cover the same code")
	}
	const samples, criteria = 200, 17
	prompt := func(sample, criterion int) string {
		return fmt.Sprintf("%-16463d", sample)[:16463] + fmt.Sprintf("%-3138d", criterion)
	}
	rows := []struct {
		name         string
		order        func(i int) (sample, criterion int)
		wall, cached float64
	}{
		{"sample by sample", func(i int) (int, int) { return i / criteria, i % criteria }, 303.9, 0.148},
		{"criterion by criterion", func(i int) (int, int) { return i % samples, i / samples }, 277.8, 0.774},
	}
	for _, r := range rows {
		synctest.Test(t, func(t *testing.T) {
			s := &judgetest.Server{
				Grade: replies(plain), Slots: 64, Cache: new(judgetest.Cache),
				Latency: judgetest.Latency{Base: 400 * time.Millisecond, Prefill: 150 * time.Microsecond, Decode: 4 * time.Second, Sigma: 0.5, Seed: 1},
			}
			start := time.Now()
			calls := make(chan string)
			var wg sync.WaitGroup
			for range 64 {
				wg.Go(func() {
					for p := range calls {
						answerOf(t, judgetest.Chat, ask(t.Context(), s, judgetest.Chat, p, nil))
					}
				})
			}
			for i := range samples * criteria {
				calls <- prompt(r.order(i))
			}
			close(calls)
			wg.Wait()
			st := s.Stats()
			wall, cached := time.Since(start).Seconds(), float64(st.CachedTokens)/float64(st.PromptTokens)
			t.Logf("%s: %.1f s, %.1f %% cached", r.name, wall, 100*cached)
			if wall < 0.95*r.wall || wall > 1.05*r.wall || cached < r.cached-0.04 || cached > r.cached+0.04 {
				t.Errorf("%s: %.1f s and %.3f cached, measured %.1f s and %.3f", r.name, wall, cached, r.wall, r.cached)
			}
			if st.Rejected != 0 || st.Peak != 64 {
				t.Errorf("stats %+v", st)
			}
		})
	}
}
