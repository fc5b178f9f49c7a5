package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

func dialError(err error) func(*http.Request) (*http.Response, error) {
	return fails(&net.OpError{Op: "dial", Net: "tcp", Err: err})
}

// TestDeadEndpoint shows that a run against an endpoint of which nothing can be had ends early, with one
// reason and every task accounted for.
func TestDeadEndpoint(t *testing.T) {
	const tasks = 2000
	hang := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	onlyChat := func(c *Config) { c.API = Responses }
	reply := func(text, finish string) func(*http.Request) (*http.Response, error) {
		return step(200, chatReply(text, finish))
	}
	for _, tc := range []struct {
		name   string
		server func(*http.Request) (*http.Response, error)
		change func(*Config)
		code   judge.Code
		says   string
		calls  int64 // the most
		most   time.Duration
		why    string
	}{
		{"502", step(502, `<html>bad gateway</html>`), nil, judge.Transport, "HTTP status 502", 600, time.Minute, "a gateway without a server"},
		{"500 in other words each time", func(r *http.Request) (*http.Response, error) {
			return respond(r, 500, fmt.Sprintf(`{"error":{"message":"trace %p"}}`, r)), nil
		}, nil, judge.Transport, "HTTP status 500", 600, time.Minute, "the same class, other words"},
		{"503 for ever", step(503, `{"error":{"message":"no healthy upstream"}}`, "Retry-After", "5"), nil, judge.Transport, "no healthy upstream", 16000, 12 * time.Minute, "load may pass, but not after ten minutes"},
		{"429 for ever", step(429, `{}`, "Retry-After", "30"), nil, judge.RateLimited, "HTTP status 429", 3000, 30 * time.Minute, "the same, and how many waits it takes is up to chance"},
		{"429 until tomorrow", step(429, `{}`, "Retry-After", "86400"), nil, judge.RateLimited, "24h0m0s", 100, time.Minute, "waiting is no use, so no more tasks are tried"},
		{"refused", dialError(os.NewSyscallError("connect", syscall.ECONNREFUSED)), nil, judge.Transport, "connection refused", 200, 3 * time.Second, "three tries tell"},
		{"no such host", dialError(&net.DNSError{Err: "no such host", Name: "judge.test", IsNotFound: true}), nil, judge.Transport, "no such host", 200, 3 * time.Second, "three tries tell"},
		{"no DNS server", dialError(&net.DNSError{Err: "server misbehaving", Name: "judge.test", IsTemporary: true}), nil, judge.Transport, "server misbehaving", 200, 3 * time.Second, "three tries tell"},
		{"no network", dialError(os.NewSyscallError("connect", syscall.ENETUNREACH)), nil, judge.Transport, "network is unreachable", 200, 3 * time.Second, "three tries tell"},
		{"no way to the host", fails(fmt.Errorf("proxy: %w", syscall.EHOSTUNREACH)), nil, judge.Transport, "no route to host", 200, 3 * time.Second, "also without the layer of package net"},
		{"dial in vain", func(r *http.Request) (*http.Response, error) {
			time.Sleep(30 * time.Second)
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.ErrDeadlineExceeded}
		}, nil, judge.Transport, "cannot be reached", 100, 3 * time.Minute, "packets that nobody answers"},
		{"no proxy", fails(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: errors.New("dial proxy.test:3128: timeout")}), nil, judge.Transport, "proxy.test:3128", 200, 3 * time.Second, "the proxy is named"},
		{"reset", fails(syscall.ECONNRESET), nil, judge.Transport, "connection reset", 600, time.Minute, "something listens, and is no server"},
		{"cut off", fails(io.EOF), nil, judge.Transport, "EOF", 600, time.Minute, "the same"},
		{"wrong path", step(404, `404 page not found`, "Content-Type", "text/plain"), nil, judge.BadRequest, "/v1/chat/completions", 70, time.Second, "the path is named"},
		{"no Responses API: 404", step(404, `{"detail":"Not Found"}`), onlyChat, judge.BadRequest, "/v1/responses", 70, time.Second, "the path is named"},
		{"no Responses API: 405", step(405, `{"detail":"Method Not Allowed"}`), onlyChat, judge.BadRequest, "/v1/responses", 70, time.Second, "the path is named"},
		{"no Responses API: 501", step(501, `not implemented`), onlyChat, judge.Transport, "not implemented", 600, time.Minute, "a server that knows what it cannot"},
		{"no Responses API: a chat completion", step(200, chatReply(`{"met":true}`, "stop")), onlyChat, judge.Transport, "Config.API", 600, time.Minute, "a server with one answer for all paths"},
		{"no chat API: a response", step(200, `{"id":"r","object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"{\"met\":true}"}]}]}`), nil, judge.Transport, "Config.API", 600, time.Minute, "the other way round"},
		{"400 for everything", step(400, `{"error":{"message":"tenant is missing"}}`), nil, judge.BadRequest, "tenant is missing", 100, time.Second, "each task is tried once"},
		{"nothing but empty replies", reply("", "stop"), nil, judge.Empty, "no text", 300, time.Minute, "a mode that the server cannot do"},
		{"no choices", step(200, `{"choices":[]}`), nil, judge.Empty, "no choices", 300, time.Minute, "the same"},
		{"nothing but words", reply("I think that it is met.", "stop"), nil, judge.Malformed, `no key "met"`, 300, time.Minute, "a model that cannot do it"},
		{"nothing but cut replies", reply(`{"m`, "length"), func(c *Config) { c.MaxTokens = 10 }, judge.Truncated, "cut by its token budget", 300, time.Minute, "a budget that is too small"},
		{"nothing but refusals", reply("I cannot do that.", "stop"), nil, judge.Refused, "refusal", 300, time.Minute, "a model that does not want to"},
		{"a broken stream for ever", step(200, `{"choices":[{"mess`), nil, judge.Transport, "breaks off", 600, time.Minute, "a proxy that cuts"},
		{"silence", hang, func(c *Config) { c.AttemptTimeout = time.Minute }, judge.Transport, "no response within", 200, 25 * time.Minute, "about as long as one task may take"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int64
				var log bytes.Buffer
				j := testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
					calls.Add(1)
					time.Sleep(10 * time.Millisecond)
					return tc.server(r)
				}), func(c *Config) {
					c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
					if tc.change != nil {
						tc.change(c)
					}
				})
				start := time.Now()
				out, err := judge.Run(t.Context(), j, testTasks(tasks))
				took := time.Since(start)
				var e *judge.Error
				if !errors.As(err, &e) || e.Code != tc.code || !e.Stop || !strings.Contains(e.Error(), tc.says) {
					t.Errorf("error %v, want the code %s and %q: %s", err, tc.code, tc.says, tc.why)
				}
				codes := make(map[judge.Code]int)
				for _, o := range out {
					codes[judge.CodeOf(o.Err)]++
				}
				if len(out) != tasks || codes[tc.code] == 0 || codes[tc.code]+codes[judge.Canceled] != tasks {
					t.Errorf("codes %v: %s", codes, tc.why)
				}
				if calls.Load() > tc.calls || took > tc.most {
					t.Errorf("%d calls in %v, want at most %d in %v: %s", calls.Load(), took, tc.calls, tc.most, tc.why)
				}
				if got := strings.Count(log.String(), "run ended"); got != 1 || !strings.Contains(log.String(), string(tc.code)) {
					t.Errorf("the log tells the reason %d times:\n%s", got, log.String())
				}
			})
		})
	}
}

// TestReasonCounts shows what the error says of an endpoint that was given up.
func TestReasonCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := testJudge(t, transportFunc(step(502, `no server`)))
		_, err := judge.Run(t.Context(), j, testTasks(100), judge.Concurrency(1))
		const want = "judge: sample s3, criterion c1: transport after 7 calls: judge.test gives no result; nothing has succeeded: " +
			"all 28 requests for the first 4 tasks failed (transport 4); the last: HTTP status 502: no server"
		if err == nil || err.Error() != want {
			t.Errorf("error\n%v, want\n%s", err, want)
		}
	})
}

// TestAlive shows what does not end a run.
func TestAlive(t *testing.T) {
	good := step(200, chatReply(`{"met":true}`, "stop"))
	after := func(d time.Duration, before, then func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
		var begun time.Time
		return func(r *http.Request) (*http.Response, error) {
			if begun.IsZero() {
				begun = time.Now()
			}
			if time.Since(begun) < d {
				return before(r)
			}
			return then(r)
		}
	}
	n := 0
	for _, tc := range []struct {
		name   string
		server func(*http.Request) (*http.Response, error)
		change func(*Config)
		graded int // the least
		why    string
	}{
		{"a storm of 429", after(5*time.Minute, step(429, `{}`), good), nil, 1, "it passes"},
		{"a storm of 429 with waits", after(9*time.Minute, step(429, `{}`, "Retry-After", "20"), good), nil, 100, "it passes"},
		{"a storm of 503", after(5*time.Minute, step(503, `{}`), good), nil, 1, "it passes"},
		{"a restart", after(8*time.Second, step(502, `{}`), good), nil, 490, "the retries bridge it"},
		{"one verdict and no more", func(r *http.Request) (*http.Response, error) {
			if n++; n == 1 {
				return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
			}
			return respond(r, 502, `{}`), nil
		}, nil, 1, "it was alive: who knows when it comes back"},
		{"all prompts too long", step(400, errorBody("too long", "", "context_length_exceeded")), nil, 0, "of these, not of others"},
		{"all prompts filtered", step(400, errorBody("no", "", "content_filter")), nil, 0, "of these, not of others"},
		{"never given up", step(502, `{}`), func(c *Config) { c.GiveUpAfter = None }, 0, "as the user wishes"},
		{"more patience", step(400, `{"error":{"message":"no"}}`), func(c *Config) { c.GiveUpAfter = 501 }, 0, "as the user wishes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				change := tc.change
				if change == nil {
					change = func(*Config) {}
				}
				var mu sync.Mutex
				j := testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
					time.Sleep(time.Second)
					mu.Lock()
					defer mu.Unlock()
					return tc.server(r)
				}), change)
				out, err := judge.Run(t.Context(), j, testTasks(500))
				graded := 0
				for _, o := range out {
					if o.Err == nil {
						graded++
					}
				}
				if err != nil || graded < tc.graded {
					t.Errorf("%d graded, error %v: %s", graded, err, tc.why)
				}
			})
		})
	}
}

// TestOneSampleIsNotTheEndpoint shows that the replies about one sample alone do not end a run soon.
func TestOneSampleIsNotTheEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
			if strings.Contains(readRequest(t, r).Messages[1].Content, "odd") {
				return respond(r, 200, chatReply("I am lost.", "stop")), nil
			}
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		}))
		tasks := testTasks(60)
		for i := range tasks[:20] {
			tasks[i].Sample, tasks[i].Prompt.Prefix = testSample{"odd"}, "odd"
		}
		out, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(1))
		if err != nil || out[19].Err == nil || out[20].Err != nil {
			t.Errorf("error %v; %v and %v", err, out[19].Err, out[20].Err)
		}
		for i := range tasks {
			tasks[i].Sample, tasks[i].Prompt.Prefix = testSample{"odd"}, "odd"
		}
		fresh := testJudge(t, transportFunc(step(200, chatReply("I am lost.", "stop"))))
		if _, err := judge.Run(t.Context(), fresh, tasks); judge.CodeOf(err) != judge.Malformed {
			t.Errorf("error %v, want the end of a run of one sample after very many replies", err)
		}
	})
}

// TestGiveUpBeginsAnew shows that a later run with the same Judge is not ended by an earlier one, and that
// a sample of the user's that panics is no harm.
func TestGiveUpBeginsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead := true
		j := testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
			if dead {
				return respond(r, 502, `{}`), nil
			}
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		}))
		for range 2 {
			if _, err := judge.Run(t.Context(), j, testTasks(100)); judge.CodeOf(err) != judge.Transport {
				t.Errorf("error %v", err)
			}
		}
		dead = false
		if out, err := judge.Run(t.Context(), j, testTasks(100)); err != nil || out[99].Err != nil {
			t.Errorf("error %v, %v", err, out[99].Err)
		}
	})
	task := testTask("a", "b")
	task.Sample = panicSample{}
	if id := sampleOf(task); id != "a" {
		t.Errorf("sample %q", id)
	}
}

type panicSample struct{ testSample }

func (panicSample) ID() string { panic("no ID") }

// TestCompleteGivesUp shows that answers of a dead endpoint end the answering as well.
func TestCompleteGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := testJudge(t, transportFunc(step(502, `{}`)))
		for i := range 4 {
			_, err := j.Complete(context.Background(), []dataset.Message{{Role: dataset.User, Content: fmt.Sprint(i)}})
			wantError(t, err, judge.Transport, i == 3, 7)
		}
	})
}
