package llm

import (
	"bytes"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

// picky is a server that refuses requests by their parameters, after a moment.
type picky struct {
	t      testing.TB
	refuse func(wireBody) (status int, body string)
	calls  atomic.Int64
}

func (p *picky) RoundTrip(r *http.Request) (*http.Response, error) {
	p.calls.Add(1)
	b := readRequest(p.t, r)
	if status, body := p.refuse(b); status != 0 {
		time.Sleep(100 * time.Millisecond)
		return respond(r, status, body), nil
	}
	time.Sleep(5 * time.Second)
	return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
}

func unsupported(name string) (int, string) {
	return 400, errorBody("Unsupported parameter: '"+name+"' is not supported with this model.", name, "unsupported_parameter")
}

func TestNegotiation(t *testing.T) {
	temperature, seed := 0.0, int64(1)
	all := func(c *Config) {
		c.Temperature, c.Seed, c.MaxTokens, c.ReasoningEffort, c.Output = &temperature, &seed, 300, "low", JSONSchema
		c.Extra = map[string]any{"store": false}
	}
	const rest = `"reasoning_effort":"low","response_format":{"json_schema":{"name":"verdict","schema":` + testSchema + `,"strict":true},"type":"json_schema"},"seed":1,"store":false,"temperature":0}`
	for _, tc := range []struct {
		name    string
		change  func(*Config)
		refuse  func(b wireBody) (int, string)
		refused int // extra calls in all
		want    string
		why     string
	}{
		{"nothing", all, func(wireBody) (int, string) { return 0, "" }, 0, `{"max_tokens":300,` + rest, "all is taken"},
		{"max_tokens", all, func(b wireBody) (int, string) {
			if b.has("max_tokens") {
				return 400, errorBody("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "unsupported_parameter")
			}
			return 0, ""
		}, 1, `{"max_completion_tokens":300,` + rest, "renamed"},
		{"no budget at all", all, func(b wireBody) (int, string) {
			for _, name := range []string{"max_tokens", "max_completion_tokens"} {
				if b.has(name) {
					return unsupported(name)
				}
			}
			return 0, ""
		}, 2, `{` + rest, "renamed, then dropped"},
		{"budget too large", all, func(b wireBody) (int, string) {
			if string(b.fields["max_tokens"]) == "300" {
				return 400, `{"error":{"message":"max_tokens: 300 > 256, which is the maximum allowed number of output tokens"}}`
			}
			return 0, ""
		}, 1, `{"max_tokens":256,` + rest, "lowered to what is allowed"},
		{"temperature", all, func(b wireBody) (int, string) {
			if b.has("temperature") {
				return 400, errorBody("Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.", "temperature", "unsupported_value")
			}
			return 0, ""
		}, 1, `{"max_tokens":300,` + strings.Replace(rest, `,"temperature":0`, "", 1), "dropped and recorded"},
		{"schema", all, func(b wireBody) (int, string) {
			if strings.Contains(string(b.fields["response_format"]), "json_schema") {
				return 400, `{"error":{"message":"This response_format type is unavailable now"}}`
			}
			return 0, ""
		}, 1, `{"max_tokens":300,"reasoning_effort":"low","response_format":{"type":"json_object"},"seed":1,"store":false,"temperature":0}`, "weakened"},
		{"any form", all, func(b wireBody) (int, string) {
			if b.has("response_format") {
				return 400, `{"error":"structured output is not supported"}`
			}
			return 0, ""
		}, 2, `{"max_tokens":300,"reasoning_effort":"low","seed":1,"store":false,"temperature":0}`, "weakened, then dropped"},
		{"extra field", all, func(b wireBody) (int, string) {
			if b.has("store") {
				return 422, `{"detail":[{"type":"extra_forbidden","loc":["body","store"],"msg":"Extra inputs are not permitted","input":false}]}`
			}
			return 0, ""
		}, 1, `{"max_tokens":300,` + strings.Replace(rest, `"store":false,`, "", 1), "dropped"},
		{"two at a time", all, func(b wireBody) (int, string) {
			if b.has("seed") || b.has("temperature") {
				return 400, `{"error":{"message":"litellm.UnsupportedParamsError: x does not support parameters: ['seed', 'temperature']"}}`
			}
			return 0, ""
		}, 1, `{"max_tokens":300,"reasoning_effort":"low","response_format":{"json_schema":{"name":"verdict","schema":` + testSchema + `,"strict":true},"type":"json_schema"},"store":false}`, "all that are listed"},
		{"effort", all, func(b wireBody) (int, string) {
			if b.has("reasoning_effort") {
				return unsupported("reasoning_effort")
			}
			return 0, ""
		}, 1, `{"max_tokens":300,` + strings.Replace(rest, `"reasoning_effort":"low",`, "", 1), "dropped"},
		{"switch", func(*Config) {}, func(b wireBody) (int, string) {
			if string(b.fields["enable_thinking"]) != "false" {
				return 400, `{"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls","code":"invalid_parameter_error"}}`
			}
			return 0, ""
		}, -1, `{"enable_thinking":false}`, "set as demanded; with a minimal body nobody waits, so the first round may be refused"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const n = 200
				srv := &picky{t: t, refuse: tc.refuse}
				j := testJudge(t, srv, tc.change)
				tasks := testTasks(n)
				start := time.Now()
				out, err := judge.Run(t.Context(), j, tasks)
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took > time.Minute {
					t.Errorf("took %v: requests waited for more than the first", took)
				}
				var usage judge.Usage
				for i, o := range out {
					if o.Err != nil || o.Verdict.Source.Parameters != tc.want {
						t.Fatalf("task %d: error %v\nparameters %s\nwant       %s (%s)", i, o.Err, o.Verdict.Source.Parameters, tc.want, tc.why)
					}
					usage = usage.Add(o.Verdict.Usage)
				}
				if extra := int(srv.calls.Load()) - n; extra != tc.refused && (tc.refused >= 0 || extra < 1 || extra > firstLimit) || usage.Calls != srv.calls.Load() {
					t.Errorf("%d extra calls, want %d; usage %+v (%s)", extra, tc.refused, usage, tc.why)
				}
			})
		})
	}
}

// TestLateRefusals shows that refusals of what has been given up meanwhile change nothing more.
func TestLateRefusals(t *testing.T) {
	c := Config{Model: "m", MaxTokens: 100, Output: JSONSchema, Logger: slog.New(slog.DiscardHandler)}
	s, err := newSettings(c, "judge.test")
	if err != nil {
		t.Fatal(err)
	}
	n := newNegotiator(s, c.Logger)
	k := tailKey{schema: testSchema, tokens: 100}
	for _, body := range []string{errorBody("x", "max_tokens", "unsupported_parameter"), `{"error":"json_schema is not supported"}`} {
		f, used := readFault([]byte(body)), n.settings()
		if !n.refuse(used, k, f) || n.settings() == used {
			t.Fatalf("%s: nothing changed", body)
		}
		after := n.settings()
		for range 3 {
			if !n.refuse(used, k, f) || n.settings() != after {
				t.Fatalf("%s: a late refusal must lead to a repeat, and to no change", body)
			}
		}
	}
	if got := n.settings().tail(k).parameters; got != `{"max_completion_tokens":100,"response_format":{"type":"json_object"}}` {
		t.Errorf("parameters %s", got)
	}
}

// TestNegotiationIsLogged shows that a change which may change grades is told.
func TestNegotiationIsLogged(t *testing.T) {
	var log bytes.Buffer
	temperature := 0.0
	s := scripted(t, step(unsupported("temperature")), step(200, chatReply(`{"met":true}`, "stop")))
	j := testJudge(t, s, func(c *Config) {
		c.Temperature, c.Logger = &temperature, slog.New(slog.NewTextHandler(&log, nil))
	})
	if _, err := j.Grade(t.Context(), testTask("a", "b")); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "parameter=temperature action=dropped") {
		t.Errorf("log %q", log.String())
	}
}

// TestRefusedWithoutSending covers a refusal of a parameter that was never sent.
func TestRefusedWithoutSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status, body := unsupported("temperature")
		j := testJudge(t, scripted(t, step(status, body)))
		_, err := j.Grade(t.Context(), testTask("a", "b"))
		wantError(t, err, judge.BadRequest, true, 3)

		good := step(200, chatReply(`{"met":true}`, "stop"))
		j = testJudge(t, scripted(t, good, step(status, body), good, step(status, body)))
		for i, want := range []judge.Code{"", "", judge.BadRequest} {
			_, err := j.Grade(t.Context(), testTask("a", "b"))
			if judge.CodeOf(err) != want {
				t.Fatalf("task %d: %v, want %q", i, err, want)
			}
			if want != "" {
				wantError(t, err, want, false, 3)
			}
		}
	})
}

// TestAlternatingRoles covers servers whose chat template takes no two user messages in a row.
func TestAlternatingRoles(t *testing.T) {
	s := scripted(t, func(r *http.Request) (*http.Response, error) { return nil, nil })
	n := 0
	s.steps[0] = func(r *http.Request) (*http.Response, error) {
		last := s.requests[len(s.requests)-1].Messages
		if n++; n == 1 {
			return respond(r, 200, chatReply("no idea", "stop")), nil
		}
		if len(last) > 2 {
			return respond(r, 400, errorBody("Conversation roles must alternate user/assistant/user/assistant/...", "", "")), nil
		}
		return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
	}
	v, err := testJudge(t, s).Grade(t.Context(), testTask("a", "b"))
	if err != nil || v.Usage.Calls != 3 {
		t.Fatalf("usage %+v, error %v", v.Usage, err)
	}
	last := s.requests[2].Messages
	if !strings.HasPrefix(last[1].Content, "ab\n\nYour last reply") {
		t.Errorf("messages %+v", last)
	}
}

// TestGateOpensAfterFailures shows that a request which went ahead and failed makes way for the next.
func TestGateOpensAfterFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			if calls.Add(1) <= 3 {
				return respond(r, 429, `{}`, "Retry-After", "2"), nil
			}
			time.Sleep(time.Second)
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		})
		j := testJudge(t, rt, func(c *Config) { c.MaxTokens = 100 })
		tasks := testTasks(30)
		out, err := judge.Run(t.Context(), j, tasks)
		if err != nil || slices.ContainsFunc(out, func(o judge.Outcome) bool { return o.Err != nil }) || calls.Load() != 33 {
			t.Errorf("%d calls, error %v", calls.Load(), err)
		}
	})
}

// TestGateIsPatient shows that requests do not wait for ever for a slow first reply.
func TestGateIsPatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			time.Sleep(2 * time.Minute)
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		})
		j := testJudge(t, rt, func(c *Config) { c.MaxTokens = 100 })
		tasks := testTasks(8)
		start := time.Now()
		if _, err := judge.Run(t.Context(), j, tasks); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 3*time.Minute || most.Load() != 8 {
			t.Errorf("took %v with at most %d at a time", took, most.Load())
		}
	})
}

// TestDoubledBudgetRefused shows that a budget which is refused once doubled is not dropped.
func TestDoubledBudgetRefused(t *testing.T) {
	s := scripted(t,
		step(200, chatReply("cut", "length")),
		step(400, errorBody("max_tokens is too large", "max_tokens", "invalid_value")),
		step(200, chatReply(`{"met":true}`, "stop")))
	v, err := testJudge(t, s, func(c *Config) { c.MaxTokens = 300 }).Grade(t.Context(), testTask("a", "b"))
	if err != nil || v.Source.Parameters != `{"max_tokens":300}` || string(s.requests[1].fields["max_tokens"]) != "600" {
		t.Errorf("parameters %s, error %v", v.Source.Parameters, err)
	}
}

func TestRefusedNames(t *testing.T) {
	sent := []string{"max_tokens", "reasoning_effort", "response_format", "seed", "temperature", "top_p"}
	for _, tc := range []struct {
		body string
		want []string
		why  string
	}{
		{errorBody("x", "temperature", ""), []string{"temperature"}, "named in its own field"},
		{errorBody("x", "response_format.json_schema.strict", ""), []string{"response_format"}, "the path's first part"},
		{`{"detail":[{"loc":["body","seed"],"msg":"m"},{"loc":["body","top_p"],"msg":"m"}]}`, []string{"seed", "top_p"}, "all locations"},
		{`{"error":{"message":"response_format.json_schema.strict: Field required"}}`, []string{"response_format"}, "in the text"},
		{`{"error":{"message":"seed: Extra inputs are not permitted"}}`, []string{"seed"}, "an ordinary word before a colon"},
		{`{"error":"json: unknown field \"seed\""}`, []string{"seed"}, "an ordinary word in quotes"},
		{`{"error":{"message":"Unrecognized request argument supplied: seed"}}`, []string{"seed"}, "an ordinary word after a colon"},
		{`{"error":{"message":"we seed the random numbers, so no top_p please"}}`, []string{"top_p"}, "an ordinary word alone is no name"},
		{`{"error":{"message":"max_tokens_per_day is not known"}}`, nil, "a longer name is another one"},
		{`{"error":{"message":"Json mode is not supported when top_p is set"}}`, []string{"response_format"}, "the first that is named"},
		{`{"error":{"message":"Use max_completion_tokens"}}`, []string{"max_tokens"}, "its other name"},
		{`{"error":{"message":"frequency_penalty is not supported"}}`, nil, "not sent"},
	} {
		f := readFault([]byte(tc.body))
		if got := f.refused(sent); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q (%s)", tc.body, got, tc.want, tc.why)
		}
	}
}
