package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assize-eval/assize/judge"
	"github.com/google/go-cmp/cmp"
)

// wantError checks an error of Grade or Complete.
func wantError(t *testing.T, err error, code judge.Code, stop bool, attempts int) *judge.Error {
	t.Helper()
	var e *judge.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T), want a *judge.Error with code %s", err, err, code)
	}
	if e.Code != code || e.Stop != stop || e.Attempts != attempts {
		t.Fatalf("code %s, stop %v, attempts %d; want %s, %v, %d\n%v", e.Code, e.Stop, e.Attempts, code, stop, attempts, e)
	}
	return e
}

func TestGrade(t *testing.T) {
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
	j := testJudge(t, s, func(c *Config) { c.APIKey = "test-key" })
	task := testTask("Answer: \"a<b\" & \u2028 法\n", "Criterion.")
	v, err := j.Grade(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	want := judge.Met(task, true, "")
	want.How = "strict"
	want.Raw = `{"met":true}`
	want.Source = judge.Source{Judge: "llm", Model: "m", Served: "served-1", Host: "judge.test"}
	want.Usage = judge.Usage{Calls: 1, PromptTokens: 9, CompletionTokens: 4}
	if d := cmp.Diff(want, v); d != "" {
		t.Errorf("verdict (-want +got):\n%s", d)
	}
	got := s.requests[0]
	if len(got.parameters()) != 0 {
		t.Errorf("the body has the parameters %v; a minimal one has none", got.parameters())
	}
	if got.Model != "m" || len(got.Messages) != 2 || got.Messages[0].Role != "system" || got.Messages[0].Content != "You grade." ||
		got.Messages[1].Role != "user" || got.Messages[1].Content != task.Prompt.User() {
		t.Errorf("body %+v", got)
	}
	if s.paths[0] != "POST /v1/chat/completions" || s.headers[0].Get("Authorization") != "Bearer test-key" ||
		s.headers[0].Get("Content-Type") != "application/json" {
		t.Errorf("%s with headers %v", s.paths[0], s.headers[0])
	}
}

func TestGradeResponsesAPI(t *testing.T) {
	s := scripted(t, step(200, `{"id":"r","model":"served-2","status":"completed","output":[{"type":"reasoning","summary":[]},{"type":"message","content":[{"type":"output_text","text":"{\"met\":false}"}]}],"usage":{"input_tokens":90,"output_tokens":30,"output_tokens_details":{"reasoning_tokens":20},"input_tokens_details":{"cached_tokens":64}}}`))
	j := testJudge(t, s, func(c *Config) {
		c.API, c.ReasoningEffort, c.MaxTokens, c.Output = Responses, "low", 500, JSONSchema
	})
	v, err := j.Grade(t.Context(), testTask("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if v.Grades[0].Points != 0 || v.Usage != (judge.Usage{Calls: 1, PromptTokens: 90, CachedTokens: 64, CompletionTokens: 30, ReasoningTokens: 20}) {
		t.Errorf("verdict %+v", v)
	}
	const want = `{"max_output_tokens":500,"reasoning":{"effort":"low"},"text":{"format":{"name":"verdict","schema":` + testSchema + `,"strict":true,"type":"json_schema"}}}`
	if v.Source.Parameters != want {
		t.Errorf("parameters %s\nwant %s", v.Source.Parameters, want)
	}
	if s.paths[0] != "POST /v1/responses" || !s.requests[0].has("input") || s.requests[0].has("messages") {
		t.Errorf("%s with %v", s.paths[0], s.requests[0].fields)
	}
}

func TestParametersSent(t *testing.T) {
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
	temperature, seed := 0.0, int64(7)
	j := testJudge(t, s, func(c *Config) {
		c.Temperature, c.Seed, c.MaxTokens, c.ReasoningEffort, c.Output = &temperature, &seed, 300, "high", JSONObject
		c.Extra = map[string]any{"top_p": 0.5, "chat_template_kwargs": map[string]any{"enable_thinking": false}}
	})
	v, err := j.Grade(t.Context(), testTask("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"chat_template_kwargs":{"enable_thinking":false},"max_tokens":300,"reasoning_effort":"high","response_format":{"type":"json_object"},"seed":7,"temperature":0,"top_p":0.5}`
	if v.Source.Parameters != want {
		t.Errorf("parameters %s\nwant %s", v.Source.Parameters, want)
	}
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(want), &sent); err != nil {
		t.Fatal(err)
	}
	for name, value := range sent {
		if string(s.requests[0].fields[name]) != string(value) {
			t.Errorf("%s was sent as %s, recorded as %s", name, s.requests[0].fields[name], value)
		}
	}
}

func TestAskAgain(t *testing.T) {
	const good = `{"met":true}`
	for _, tc := range []struct {
		name    string
		replies []string
		change  func(*Config)
		code    judge.Code // of the error; empty for a verdict
		calls   int
		check   func(t *testing.T, requests []wireBody)
		why     string
	}{
		{"unreadable once", []string{chatReply("no idea", "stop"), chatReply(good, "stop")}, nil, "", 2, func(t *testing.T, r []wireBody) {
			last := r[1].Messages[len(r[1].Messages)-1]
			if len(r[1].Messages) != 3 || last.Role != "user" || !strings.Contains(last.Content, `no key "met" of true or false`) {
				t.Errorf("the reminder is %+v", last)
			}
			if r[1].Messages[1] != r[0].Messages[1] {
				t.Error("the prompt itself changed")
			}
		}, "the fault is named in a further message"},
		{"unreadable for good", []string{chatReply("no idea", "stop")}, nil, judge.Malformed, 3, nil, "two reasks and no more"},
		{"no reasks", []string{chatReply("no idea", "stop")}, func(c *Config) { c.Reasks = None }, judge.Malformed, 1, nil, "None means none"},
		{"refusal in words", []string{chatReply("I cannot do that", "stop"), chatReply(good, "stop")}, nil, "", 2, nil, "the contract found a refusal: ask again"},
		{"refusal in its field", []string{`{"choices":[{"finish_reason":"stop","message":{"refusal":"no"}}]}`}, nil, judge.Refused, 1, nil, "the endpoint says it: give up"},
		{"form dropped the second time", []string{chatReply("x", "stop"), chatReply("y", "stop"), chatReply(good, "stop")}, func(c *Config) { c.Output = JSONSchema }, "", 3, func(t *testing.T, r []wireBody) {
			if got := []bool{r[0].has("response_format"), r[1].has("response_format"), r[2].has("response_format")}; !slices.Equal(got, []bool{true, true, false}) {
				t.Errorf("response_format sent: %v", got)
			}
		}, "something else must change"},
		{"budget doubled", []string{chatReply(`{"me`, "length"), chatReply("", "length"), chatReply(good, "stop")}, func(c *Config) { c.MaxTokens = 100 }, "", 3, func(t *testing.T, r []wireBody) {
			got := []string{string(r[0].fields["max_tokens"]), string(r[1].fields["max_tokens"]), string(r[2].fields["max_tokens"])}
			if !slices.Equal(got, []string{"100", "200", "400"}) {
				t.Errorf("budgets %v", got)
			}
		}, "the same budget would cut again"},
		{"budget doubled up to a bound", []string{chatReply(`{"me`, "length")}, func(c *Config) { c.MaxTokens, c.Reasks = 100, 5 }, judge.Truncated, 6, func(t *testing.T, r []wireBody) {
			if got := string(r[5].fields["max_tokens"]); got != "800" {
				t.Errorf("the last budget is %s", got)
			}
		}, "a reply that is cut at eight times the budget has no end"},
		{"cut without a budget", []string{chatReply(`{"me`, "length"), chatReply(good, "stop")}, nil, "", 2, func(t *testing.T, r []wireBody) {
			if r[1].has("max_tokens") {
				t.Error("a budget that the user never set was sent")
			}
		}, "nothing to double"},
		{"cut for good", []string{chatReply(`{"met":tru`, "length")}, nil, judge.Truncated, 3, nil, "a cut reply is no verdict"},
		{"cut after a whole object", []string{chatReply(good, "length")}, nil, "", 1, nil, "the whole text is one object"},
		{"cut after object and words", []string{chatReply(good+" and", "length")}, nil, judge.Truncated, 3, nil, "the rest might have taken it back"},
		{"empty, then good", []string{chatReply("", "stop"), `{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":0}}`, chatReply(good, "stop")}, nil, "", 3, nil, "empty replies are asked for again"},
		{"empty for good", []string{chatReply("", "stop")}, nil, judge.Empty, 3, nil, "bounded"},
		{"filtered", []string{chatReply(good, "content_filter")}, nil, judge.Filtered, 1, nil, "a filtered reply is not read"},
		{"aborted, then good", []string{chatReply(good, "abort"), chatReply(good, "stop")}, nil, "", 2, func(t *testing.T, r []wireBody) {
			if len(r[1].Messages) != 2 {
				t.Error("a failed exchange is repeated as it was")
			}
		}, "retry, without a reminder"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scripted(t)
				for _, r := range tc.replies {
					s.steps = append(s.steps, step(200, r))
				}
				change := tc.change
				if change == nil {
					change = func(*Config) {}
				}
				v, err := testJudge(t, s, change).Grade(t.Context(), testTask("a", "b"))
				if tc.code != "" {
					wantError(t, err, tc.code, false, tc.calls)
				} else if err != nil || v.Grades[0].Points != 5 {
					t.Fatalf("verdict %+v, error %v (%s)", v, err, tc.why)
				}
				if s.calls() != tc.calls || v.Usage.Calls != int64(tc.calls) || v.Usage.Retries != int64(tc.calls-1) {
					t.Errorf("%d calls, usage %+v; want %d calls (%s)", s.calls(), v.Usage, tc.calls, tc.why)
				}
				if tc.check != nil {
					tc.check(t, s.requests)
				}
			})
		})
	}
}

func TestUsageOfAllCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t,
			step(500, `{}`),
			step(200, `{"choices":[{"finish_reason":"stop","message":{"content":"x"}}]}`),
			step(200, chatReply(`{"met":true}`, "stop")))
		v, err := testJudge(t, s).Grade(t.Context(), testTask("a", "b"))
		want := judge.Usage{Calls: 3, Retries: 2, Unmetered: 1, PromptTokens: 9, CompletionTokens: 4}
		if err != nil || v.Usage != want {
			t.Errorf("usage %+v, error %v; want %+v: an error response costs nothing, a reply without usage is unmetered", v.Usage, err, want)
		}
	})
}

func TestGradeRefusesBadTasks(t *testing.T) {
	j := testJudge(t, failing(errors.New("no call is to be made")), func(c *Config) { c.Output = JSONSchema })
	noContract, noPrompt, badSchema := testTask("a", "b"), testTask("", " "), testTask("a", "b")
	noContract.Contract.Read = nil
	badSchema.Contract.Schema = "{"
	for why, task := range map[string]judge.Task{"no contract": noContract, "no prompt": noPrompt, "bad schema": badSchema} {
		if _, err := j.Grade(t.Context(), task); judge.CodeOf(err) != judge.BadRequest {
			t.Errorf("%s: error %v", why, err)
		}
	}
	for _, zero := range []*Judge{nil, {}} {
		if _, err := zero.Grade(t.Context(), testTask("a", "b")); judge.CodeOf(err) != judge.BadRequest {
			t.Errorf("a Judge that was not made: error %v", err)
		}
		zero.CloseIdleConnections()
	}
}

func TestRenderWithoutRun(t *testing.T) {
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
	task := testTask("", "")
	task.Prompt = judge.Prompt{}
	task.Render = func() judge.Prompt { return judge.Prompt{Suffix: "rendered"} }
	if _, err := testJudge(t, s).Grade(t.Context(), task); err != nil || s.requests[0].Messages[0].Content != "rendered" {
		t.Errorf("error %v, messages %+v", err, s.requests[0].Messages)
	}
}

func TestContractErrors(t *testing.T) {
	own := errors.New("own error")
	for _, tc := range []struct {
		name  string
		err   error
		code  judge.Code
		calls int
		why   string
	}{
		{"no code", own, judge.Malformed, 3, "reading is all that a contract does"},
		{"code without cause", &judge.Error{Code: judge.Conflict}, judge.Conflict, 3, "no cause to name"},
		{"another code", &judge.Error{Code: judge.Canceled, Err: own}, judge.Canceled, 1, "no fault of the reply"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := scripted(t, step(200, chatReply("x", "stop")))
			task := testTask("a", "b")
			task.Contract.Read = func(judge.Task, judge.Reply) (judge.Verdict, error) { return judge.Verdict{}, tc.err }
			_, err := testJudge(t, s).Grade(t.Context(), task)
			wantError(t, err, tc.code, false, tc.calls)
		})
	}
}

// TestPanics shows that a panic in the user's code gives its slot back.
func TestPanics(t *testing.T) {
	n := 0
	rt := transportFunc(func(r *http.Request) (*http.Response, error) {
		if n++; n == 1 {
			panic("transport")
		}
		return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
	})
	j := testJudge(t, rt, func(c *Config) { c.MaxConcurrency, c.MaxTokens = 1, 10 })
	bad, good := testTask("a", "b"), testTask("a", "b")
	bad.Contract.Read = func(judge.Task, judge.Reply) (judge.Verdict, error) { panic("contract") }
	out, err := judge.Run(t.Context(), j, []judge.Task{good, bad, good}, judge.Concurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	codes := []judge.Code{judge.CodeOf(out[0].Err), judge.CodeOf(out[1].Err), judge.CodeOf(out[2].Err)}
	if !slices.Equal(codes, []judge.Code{judge.Panic, judge.Panic, ""}) {
		t.Errorf("codes %q", codes)
	}
}

func TestCancel(t *testing.T) {
	for _, tc := range []struct {
		name string
		step func(*http.Request) (*http.Response, error)
		why  string
	}{
		{"in a request", func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }, "the server hangs"},
		{"in a wait", step(429, `{}`, "Retry-After", "60"), "the endpoint asks for a minute"},
		{"in a poll", step(200, `{"id":"r","status":"queued"}`), "the response is never made"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := testJudge(t, transportFunc(tc.step), func(c *Config) { c.API = Responses })
				gone := errors.New("gone")
				ctx, cancel := context.WithCancelCause(t.Context())
				done := make(chan error)
				go func() {
					_, err := j.Grade(ctx, testTask("a", "b"))
					done <- err
				}()
				synctest.Wait()
				cancel(gone)
				synctest.Wait() // no time passes
				select {
				case err := <-done:
					if e := wantError(t, err, judge.Canceled, false, 1); !errors.Is(e, gone) {
						t.Errorf("the cause is lost: %v", e)
					}
				default:
					t.Fatalf("still waiting (%s)", tc.why)
				}
			})
		})
	}
}

func TestCancelInQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := transportFunc(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		j := testJudge(t, hang, func(c *Config) { c.MaxConcurrency = 1 })
		ctx, cancel := context.WithCancel(t.Context())
		errs := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := j.Grade(ctx, testTask("a", "b"))
				errs <- err
			}()
		}
		synctest.Wait()
		cancel()
		for range 3 {
			if err := <-errs; judge.CodeOf(err) != judge.Canceled {
				t.Errorf("error %v", err)
			}
		}
		if j.e.limiter.inFlight != 0 {
			t.Errorf("%d slots were not given back", j.e.limiter.inFlight)
		}
	})
}
