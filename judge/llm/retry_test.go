package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

func TestRetry(t *testing.T) {
	good := step(200, chatReply(`{"met":true}`, "stop"))
	hang := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	refused := fails(&net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)})
	busy := func(r *http.Request) (*http.Response, error) {
		return respond(r, 503, fmt.Sprintf(`{"error":{"message":"busy %p"}}`, r)), nil
	}
	for _, tc := range []struct {
		name   string
		steps  []func(*http.Request) (*http.Response, error)
		change func(*Config)
		code   judge.Code // empty for a verdict
		stop   bool
		calls  int
		// least and most bound the virtual time.
		least, most time.Duration
		says        string
		why         string
	}{
		{"server error", seq(step(500, `{}`), good), nil, "", false, 2, 0, time.Second, "", "one blip"},
		{"reset", seq(fails(syscall.ECONNRESET), fails(io.EOF), good), nil, "", false, 3, 0, 2 * time.Second, "", "our own loop repeats POST"},
		{"canceled by nobody here", seq(fails(context.Canceled), good), nil, "", false, 2, 0, time.Second, "", "the task's own context is alive"},
		{"neither response nor error", seq(func(*http.Request) (*http.Response, error) { return nil, nil }, good), nil, "", false, 2, 0, time.Second, "", "a broken transport"},
		{"cut body", seq(step(200, `{"choices":[{`), good), nil, "", false, 2, 0, time.Second, "", "the SDK would not"},
		{"null body", seq(step(200, `null`), good), nil, "", false, 2, 0, time.Second, "", "the SDK returns nil and no error"},
		{"upload cut", seq(step(400, errorBody("the body is not valid JSON", "", "")), good), nil, "", false, 2, 0, time.Second, "", "our bytes were whole"},
		{"in-band rate limit", seq(step(200, `{"error":{"code":429,"message":"x"}}`, "Retry-After", "3"), good), nil, "", false, 2, 3 * time.Second, 5 * time.Second, "", "waits as asked"},
		{"seconds", seq(step(429, `{}`, "Retry-After", "20"), good), nil, "", false, 2, 20 * time.Second, 23 * time.Second, "", "a minimum with jitter"},
		{"milliseconds", seq(step(429, `{}`, "Retry-After-Ms", "1500", "Retry-After", "9"), good), nil, "", false, 2, 1500 * time.Millisecond, 2 * time.Second, "", "the finer one"},
		{"503 with a wait", seq(step(503, `{}`, "Retry-After", "7"), good), nil, "", false, 2, 7 * time.Second, 9 * time.Second, "", "also for 503"},
		{"x-should-retry", seq(step(400, `{}`, "X-Should-Retry", "true")), nil, judge.BadRequest, false, 1, 0, 0, "400", "the server does not decide that"},
		{"a day", seq(step(429, `{}`, "Retry-After", "86400")), nil, judge.RateLimited, false, 1, 0, 0, "24h0m0s", "given back with the time"},
		{"three minutes", seq(step(429, `{}`, "Retry-After", "180")), nil, judge.RateLimited, false, 1, 0, 0, "3m0s", "above the cap"},
		{"three minutes allowed", seq(step(429, `{}`, "Retry-After", "180"), good), func(c *Config) { c.MaxWait = 5 * time.Minute }, "", false, 2, 3 * time.Minute, 4 * time.Minute, "", "the cap is the user's"},
		{"always busy", seq(busy), nil, judge.Transport, false, 7, 0, 40 * time.Second, "busy", "bounded"},
		{"no retries", seq(busy), func(c *Config) { c.MaxRetries = None }, judge.Transport, false, 1, 0, 0, "busy", "None means none"},
		{"always limited", seq(step(429, `{}`, "Retry-After", "100")), nil, judge.RateLimited, false, 7, 600 * time.Second, 660 * time.Second, "429", "bounded by the retries"},
		{"time runs out", seq(step(429, `{}`, "Retry-After", "100")), func(c *Config) { c.TotalTimeout = 250 * time.Second; c.AttemptTimeout = time.Minute }, judge.RateLimited, false, 3, 200 * time.Second, 206 * time.Second, "has run out", "no wait that must end too late"},
		{"same error", seq(step(500, `{"error":{"message":"parse error at column 62072"}}`)), nil, judge.Transport, false, 4, 0, 10 * time.Second, "4 times in a row", "it will not change"},
		{"hangs once", seq(hang, good), func(c *Config) { c.AttemptTimeout = 30 * time.Second }, "", false, 2, 30 * time.Second, 31 * time.Second, "", "an attempt's end is no end"},
		{"hangs", seq(hang), func(c *Config) { c.AttemptTimeout = 30 * time.Second; c.TotalTimeout = 70 * time.Second }, judge.Transport, false, 3, 60 * time.Second, 71 * time.Second, "", "retries are inside the total"},
		{"wrong address", seq(fails(&net.DNSError{Err: "no such host", Name: "judge.test", IsNotFound: true})), nil, judge.Transport, true, 3, 0, 3 * time.Second, "judge.test cannot be reached", "few tries"},
		{"down at the start", seq(refused), nil, judge.Transport, true, 3, 0, 3 * time.Second, "cannot be reached", "few tries"},
		{"down later", seq(step(500, `{}`), refused), nil, judge.Transport, false, 7, 0, 40 * time.Second, "refused", "it was there before: no configuration error"},
		{"quota", seq(step(429, errorBody("You exceeded your current quota", "", "insufficient_quota"))), nil, judge.Quota, true, 1, 0, 0, "quota", "money, not speed"},
		{"auth", seq(step(401, errorBody("Incorrect API key", "", "invalid_api_key"))), nil, judge.Auth, true, 1, 0, 0, "Incorrect API key", "stops the run"},
		{"model", seq(step(404, errorBody("The model `m` does not exist", "", "model_not_found"))), nil, judge.BadRequest, true, 1, 0, 0, "does not exist", "stops the run"},
		{"page", seq(step(200, `<html>`, "Content-Type", "text/html")), nil, judge.BadRequest, true, 1, 0, 0, "base URL", "stops the run"},
		{"redirect", seq(step(307, ``, "Location", "https://elsewhere.test/v1/chat/completions")), nil, judge.BadRequest, true, 1, 0, 0, "redirect", "not followed"},
		{"context", seq(step(400, errorBody("too long", "", "context_length_exceeded"))), nil, judge.ContextLength, false, 1, 0, 0, "too long", "this task alone"},
		{"filter", seq(step(400, errorBody("no", "", "content_filter"))), nil, judge.Filtered, false, 1, 0, 0, "no", "this task alone"},
		{"unknown 4xx", seq(step(423, `{"error":"locked"}`)), nil, judge.BadRequest, false, 1, 0, 0, "locked", "no blind retry"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scripted(t, tc.steps...)
				change := tc.change
				if change == nil {
					change = func(*Config) {}
				}
				start := time.Now()
				v, err := testJudge(t, s, change).Grade(t.Context(), testTask("a", "b"))
				took := time.Since(start)
				if tc.code == "" {
					if err != nil || v.Grades[0].Points != 5 {
						t.Fatalf("verdict %+v, error %v (%s)", v, err, tc.why)
					}
				} else if e := wantError(t, err, tc.code, tc.stop, tc.calls); !strings.Contains(e.Error(), tc.says) {
					t.Errorf("error %q does not say %q", e, tc.says)
				}
				if s.calls() != tc.calls {
					t.Errorf("%d calls, want %d (%s)", s.calls(), tc.calls, tc.why)
				}
				if took < tc.least || took > tc.most {
					t.Errorf("took %v, want %v to %v (%s)", took, tc.least, tc.most, tc.why)
				}
			})
		})
	}
}

func seq(steps ...func(*http.Request) (*http.Response, error)) []func(*http.Request) (*http.Response, error) {
	return steps
}

func TestCausesAreKept(t *testing.T) {
	s := scripted(t, fails(fmt.Errorf("reading: %w", io.ErrUnexpectedEOF)))
	_, err := testJudge(t, s, func(c *Config) { c.MaxRetries = None }).Grade(t.Context(), testTask("a", "b"))
	if wantError(t, err, judge.Transport, false, 1); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v is no longer io.ErrUnexpectedEOF", err)
	}
}

// TestStop shows that a run ends after the first error that no task can escape.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			calls.Add(1)
			time.Sleep(time.Second)
			return respond(r, 401, errorBody("no", "", "invalid_api_key")), nil
		})
		tasks := testTasks(1000)
		out, err := judge.Run(t.Context(), testJudge(t, rt), tasks)
		if judge.CodeOf(err) != judge.Auth || len(out) != len(tasks) || calls.Load() > 64 {
			t.Errorf("error %v after %d calls", err, calls.Load())
		}
	})
}

// TestFirewall shows that a page under 403, once the endpoint has served, is one prompt's affair.
func TestFirewall(t *testing.T) {
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")), step(403, `<html>blocked</html>`, "Content-Type", "text/html"))
	j := testJudge(t, s)
	if _, err := j.Grade(t.Context(), testTask("a", "b")); err != nil {
		t.Fatal(err)
	}
	_, err := j.Grade(t.Context(), testTask("a", "b"))
	wantError(t, err, judge.BadRequest, false, 1)
	fresh := testJudge(t, scripted(t, step(403, `<html>blocked</html>`)))
	_, err = fresh.Grade(t.Context(), testTask("a", "b"))
	wantError(t, err, judge.Auth, true, 1)
}

// TestQueueIsNotCounted shows that the time in the queue is no part of a task's time.
func TestQueueIsNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			time.Sleep(time.Minute)
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		})
		j := testJudge(t, rt, func(c *Config) {
			c.MaxConcurrency, c.AttemptTimeout, c.TotalTimeout = 1, 2*time.Minute, 3*time.Minute
		})
		tasks := testTasks(20)
		out, err := judge.Run(t.Context(), j, tasks)
		for i, o := range out {
			if o.Err != nil {
				t.Errorf("task %d: %v", i, o.Err)
			}
		}
		if err != nil {
			t.Error(err)
		}
	})
}

func TestPoll(t *testing.T) {
	pending := func(status string) func(*http.Request) (*http.Response, error) {
		return step(200, `{"id":"resp_1","status":"`+status+`","output":[]}`)
	}
	done := step(200, `{"id":"resp_1","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"{\"met\":true}"}]}],"usage":{"input_tokens":5,"output_tokens":2}}`)
	lost := step(404, errorBody("Response with id 'resp_1' not found.", "", ""))
	for _, tc := range []struct {
		name  string
		steps []func(*http.Request) (*http.Response, error)
		code  judge.Code
		posts int
		gets  int
		says  string
		why   string
	}{
		{"queued, working, done", seq(pending("queued"), pending("queued"), pending("in_progress"), done), "", 1, 3, "", "polled, not asked twice"},
		{"lost polls", seq(pending("queued"), lost, fails(io.EOF), step(503, `{}`), step(200, ``), done), "", 1, 5, "", "a lost poll costs nothing"},
		{"gone, asked anew", append(append(seq(pending("queued")), slices.Repeat(seq(lost), 9)...), done), "", 2, 9, "", "too many in a row"},
		{"failed, asked anew", seq(pending("queued"), step(200, `{"id":"resp_1","status":"failed","error":{"code":"server_error","message":"boom"}}`), done), "", 2, 1, "", "the job failed: another one"},
		{"never done", seq(pending("in_progress")), judge.Transport, 1, 84, "resp_1 was still in_progress", "ends with the time, and names the job"},
		{"key revoked", seq(pending("queued"), step(401, `{}`)), judge.Auth, 1, 1, "401", "no use in polling"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scripted(t, tc.steps...)
				v, err := testJudge(t, s, func(c *Config) { c.API = Responses }).Grade(t.Context(), testTask("a", "b"))
				var posts, gets int
				for _, p := range s.paths {
					switch p {
					case "POST /v1/responses":
						posts++
					case "GET /v1/responses/resp_1":
						gets++
					default:
						t.Errorf("request %s", p)
					}
				}
				if posts != tc.posts || gets != tc.gets {
					t.Errorf("%d requests and %d polls, want %d and %d (%s)", posts, gets, tc.posts, tc.gets, tc.why)
				}
				if judge.CodeOf(err) != tc.code || tc.code != "" && !strings.Contains(err.Error(), tc.says) {
					t.Errorf("error %v, want %q with %q (%s)", err, tc.code, tc.says, tc.why)
				}
				if v.Usage.Calls != int64(tc.posts) {
					t.Errorf("usage %+v: polls are not calls", v.Usage)
				}
			})
		})
	}
}

// TestOutputLimitAsError shows that a budget which reasoning has used up is doubled also where the endpoint
// calls it an error, and that a reply which was no JSON is asked for again, in the end without the output form.
func TestOutputLimitAsError(t *testing.T) {
	used := step(400, errorBody("Could not finish the message because max_tokens or model output limit was reached.", "", ""))
	s := scripted(t, used, step(200, chatReply(`{"met":true}`, "stop")))
	v, err := testJudge(t, s, func(c *Config) { c.MaxTokens = 100 }).Grade(t.Context(), testTask("a", "b"))
	if err != nil || v.Usage.Calls != 2 || string(s.requests[1].fields["max_tokens"]) != "200" {
		t.Errorf("verdict %+v, error %v, budget %s", v, err, s.requests[1].fields["max_tokens"])
	}
	c, err := testJudge(t, scripted(t, used)).Complete(t.Context(), []dataset.Message{{Role: "user", Content: "a"}})
	if wantError(t, err, judge.Truncated, false, 1); c.Text != "" {
		t.Errorf("completion %+v", c)
	}

	spoilt := step(400, errorBody("Failed to generate JSON.", "", "json_validate_failed"))
	s = scripted(t, spoilt, spoilt, step(200, chatReply(`{"met":true}`, "stop")))
	v, err = testJudge(t, s, func(c *Config) { c.Output = JSONObject }).Grade(t.Context(), testTask("a", "b"))
	if err != nil || v.Usage.Calls != 3 || !s.requests[1].has("response_format") || s.requests[2].has("response_format") {
		t.Errorf("verdict %+v, error %v, parameters %v, %v", v, err, s.requests[1].parameters(), s.requests[2].parameters())
	}
}
