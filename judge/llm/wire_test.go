package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/assize-eval/assize/judge"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// TestAmbientVariables shows that what the SDK takes from the environment goes nowhere.
func TestAmbientVariables(t *testing.T) {
	for _, name := range []string{
		"OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET",
	} {
		t.Setenv(name, "ambient-secret")
	}
	t.Setenv("OPENAI_BASE_URL", "http://ambient-secret.test/v1")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: ambient-secret\nAuthorization: Bearer ambient-secret")
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
	if _, err := testJudge(t, s).Grade(t.Context(), testTask("a", "b")); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.headers, s.paths); strings.Contains(got, "ambient-secret") || s.headers[0].Get("Authorization") != "" {
		t.Errorf("sent %s", got)
	}
}

func TestHeaders(t *testing.T) {
	s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
	j := testJudge(t, s, func(c *Config) { c.Headers = map[string]string{"api-key": "k", "X-Title": "t"} })
	if _, err := j.Grade(t.Context(), testTask("a", "b")); err != nil {
		t.Fatal(err)
	}
	if h := s.headers[0]; h.Get("Api-Key") != "k" || h.Get("X-Title") != "t" || h.Get("Authorization") != "" {
		t.Errorf("headers %v", h)
	}
}

// TestRedirects shows that neither the prompt nor the key follows a redirect, with any client.
func TestRedirects(t *testing.T) {
	var followed atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		followed.Add(1)
		_, _ = io.WriteString(w, chatReply(`{"met":true}`, "stop"))
	}))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		srv := httptest.NewServer(http.RedirectHandler(other.URL, status))
		for name, client := range map[string]*http.Client{"own": nil, "the user's": {Transport: srv.Client().Transport}} {
			j, err := New(Config{BaseURL: srv.URL, APIKey: "key-1234", Model: "m", HTTPClient: client})
			if err != nil {
				t.Fatal(err)
			}
			_, err = j.Grade(t.Context(), testTask("a", "b"))
			e := wantError(t, err, judge.BadRequest, true, 1)
			if e.Status != status || !strings.Contains(e.Error(), "redirect") || followed.Load() != 0 {
				t.Errorf("%d with %s client: %v, followed %d times", status, name, e, followed.Load())
			}
			j.CloseIdleConnections()
		}
		srv.Close()
	}
}

// TestSecretsInAnswers has servers and transports say the key and headers back.
func TestSecretsInAnswers(t *testing.T) {
	const key, header, query = "secret/key+1=", "secret-header-2", "secret-query-3"
	all := key + " " + header + " " + query + " Bearer " + key + " " + url.QueryEscape(key)
	long := strings.Repeat("x", maxText-10) + " " + all
	for name, rt := range map[string]func(*http.Request) (*http.Response, error){
		"json error":   step(400, errorBody(all, "", "")),
		"long error":   step(400, errorBody(long, "", "")),
		"escaped":      step(400, `{"error":{"message":"`+strings.ReplaceAll(key, "/", `\/`)+`"}}`),
		"page":         step(502, "<html>"+all+"</html>"),
		"plain":        step(200, all),
		"odd json":     step(200, `{"odd":"`+all+`"}`),
		"in band":      step(200, `{"error":"`+all+`"}`),
		"after reply":  step(200, chatReply("x", "stop")+"\n"+all),
		"parameter":    step(400, errorBody("unsupported parameter "+all, "max_tokens", "unsupported_parameter")),
		"transport":    fails(errors.New(all)),
		"url error":    fails(&url.Error{Op: "Post", URL: "http://x?key=" + query, Err: errors.New(all)}),
		"vendor's key": step(401, errorBody("Incorrect API key provided: sk-abcde***wxyz. "+all, "", "invalid_api_key")),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				j := testJudge(t, transportFunc(rt), func(c *Config) {
					c.BaseURL += "?key=" + query
					c.APIKey, c.Headers = key, map[string]string{"X-Token": header}
					c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
					c.MaxRetries, c.MaxTokens = 1, 10
				})
				_, err := j.Grade(t.Context(), testTask("a", "b"))
				if err == nil {
					t.Fatal("no error")
				}
				for e := err; e != nil; e = errors.Unwrap(e) {
					for _, s := range []string{fmt.Sprint(e), fmt.Sprintf("%+v", e), fmt.Sprintf("%#v", e), log.String()} {
						if strings.Contains(s, "secret") || strings.Contains(s, "sk-abcde") {
							t.Errorf("%s", s)
						}
					}
				}
			})
		})
	}
}

func TestResponseTooLarge(t *testing.T) {
	rt := transportFunc(func(r *http.Request) (*http.Response, error) {
		res := respond(r, 200, "")
		res.ContentLength = -1
		res.Body = io.NopCloser(io.LimitReader(zeros{}, 1<<40))
		return res, nil
	})
	_, err := testJudge(t, rt, func(c *Config) { c.MaxRetries = None }).Grade(t.Context(), testTask("a", "b"))
	if e := wantError(t, err, judge.Transport, false, 1); !strings.Contains(e.Error(), "larger than 32 MiB") {
		t.Error(e)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestBodyIsWhole shows that the body goes out with its length, and can be sent again on another
// connection.
func TestBodyIsWhole(t *testing.T) {
	rt := transportFunc(func(r *http.Request) (*http.Response, error) {
		first, err := io.ReadAll(r.Body)
		if err != nil || int64(len(first)) != r.ContentLength {
			t.Errorf("%d bytes, length %d, error %v", len(first), r.ContentLength, err)
		}
		again, err := r.GetBody()
		if err != nil {
			t.Fatal(err)
		}
		if second, _ := io.ReadAll(again); !bytes.Equal(first, second) {
			t.Error("the body differs the second time")
		}
		return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
	})
	if _, err := testJudge(t, rt).Grade(t.Context(), testTask(strings.Repeat("a", 5000), "b")); err != nil {
		t.Fatal(err)
	}
}

func TestReadyClient(t *testing.T) {
	signed := 0
	s := scripted(t, step(500, `{}`), step(200, chatReply(`{"met":true}`, "stop")))
	sign := func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		signed++
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.Header.Set("X-Signature", "secret-signature")
		return next(r)
	}
	client := openai.NewClient(option.WithBaseURL("http://ready.test/v1"), option.WithAPIKey("key-1234"),
		option.WithHTTPClient(&http.Client{Transport: s}), option.WithMiddleware(sign), option.WithMaxRetries(5))
	synctest.Test(t, func(t *testing.T) {
		j, err := NewWithClient(client, Config{Model: "m"})
		if err != nil || signed != 0 || s.calls() != 0 {
			t.Fatalf("error %v, %d signatures, %d calls", err, signed, s.calls())
		}
		if got := j.String(); got != "m at ready.test" {
			t.Error(got)
		}
		v, err := j.Grade(t.Context(), testTask("a", "b"))
		if err != nil || v.Source.Host != "ready.test" || v.Usage.Calls != 2 || s.calls() != 2 || signed != 2 {
			t.Errorf("verdict %+v, error %v, %d calls, %d signatures", v, err, s.calls(), signed)
		}
		if s.headers[1].Get("X-Signature") == "" || s.headers[1].Get("Authorization") != "Bearer key-1234" || s.paths[1] != "POST /v1/chat/completions" {
			t.Errorf("%s %v", s.paths[1], s.headers[1])
		}
	})
	for why, c := range map[string]Config{
		"two addresses": {Model: "m", BaseURL: "http://x/v1"}, "two keys": {Model: "m", APIKey: "k"},
		"two transports": {Model: "m", Transport: s}, "no model": {},
	} {
		if _, err := NewWithClient(client, c); err == nil {
			t.Errorf("%s: no error", why)
		}
	}
	if _, err := NewWithClient(openai.Client{}, Config{Model: "m"}); err == nil {
		t.Error("a client without an address: no error")
	}
}

// TestReadyClientWithoutToken shows that a ready client which cannot get its token is asked again.
func TestReadyClientWithoutToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, step(200, chatReply(`{"met":true}`, "stop")))
		n := 0
		token := func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			if n++; n == 1 {
				return nil, errors.New("the token service is down")
			}
			return next(r)
		}
		client := openai.NewClient(option.WithBaseURL("http://ready.test/v1"), option.WithAPIKey("k"),
			option.WithHTTPClient(&http.Client{Transport: s}), option.WithMiddleware(token))
		j, err := NewWithClient(client, Config{Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if v, err := j.Grade(t.Context(), testTask("a", "b")); err != nil || v.Usage.Calls != 2 || s.calls() != 1 {
			t.Errorf("usage %+v, error %v, %d calls", v.Usage, err, s.calls())
		}
	})
}

// TestReadyClientFollowsRedirect shows that a redirect which a ready client follows is noticed.
func TestReadyClientFollowsRedirect(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/v1/", http.RedirectHandler("/v2/chat/completions", http.StatusTemporaryRedirect))
	mux.HandleFunc("/v2/", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, chatReply(`{"met":true}`, "stop"))
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	client := openai.NewClient(option.WithBaseURL(srv.URL+"/v1"), option.WithAPIKey("k"), option.WithHTTPClient(srv.Client()))
	j, err := NewWithClient(client, Config{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = j.Grade(t.Context(), testTask("a", "b"))
	if e := wantError(t, err, judge.BadRequest, true, 1); !strings.Contains(e.Error(), "redirects") {
		t.Error(e)
	}
}

// TestTransportKeepsConnections shows that as many connections are kept as there may be requests, and not
// for longer than servers keep theirs.
func TestTransportKeepsConnections(t *testing.T) {
	j := testJudge(t, nil, func(c *Config) { c.MaxConcurrency = 700 })
	own, ok := j.e.wire.own.(direct)
	if !ok {
		t.Fatalf("the wire goes through %T", j.e.wire.own)
	}
	tr := own.RoundTripper.(*http.Transport)
	if tr.MaxResponseHeaderBytes <= 0 || tr.MaxResponseHeaderBytes > 1<<20 {
		t.Errorf("%d bytes of headers are kept", tr.MaxResponseHeaderBytes)
	}
	if tr.MaxIdleConnsPerHost != 700 || tr.MaxIdleConns != 700 || tr.IdleConnTimeout == 0 || tr.IdleConnTimeout > time.Minute {
		t.Errorf("%d and %d connections are kept, for %v", tr.MaxIdleConnsPerHost, tr.MaxIdleConns, tr.IdleConnTimeout)
	}
}

// TestNoFinalStatus has responses that are none: their bodies have no end, and no deadline ends them.
func TestNoFinalStatus(t *testing.T) {
	for _, status := range []int{0, 99, 101, 150} {
		body := &endless{t: t, read: status != http.StatusSwitchingProtocols}
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			res := respond(r, status, "")
			res.Body, res.ContentLength = body, -1
			return res, nil
		})
		e := exchangeOnce(t.Context(), testJudge(t, rt))
		if e.class != classBadBody || !strings.Contains(e.fault.message, fmt.Sprintf("status %03d", status)) || !body.closed {
			t.Errorf("status %d: %s, %q, closed %v", status, e.class, e.fault.message, body.closed)
		}
	}
}

// endless is a body that must be closed. What it holds looks like a completion.
type endless struct {
	t            *testing.T
	read, closed bool
	left         *strings.Reader
}

func (b *endless) Read(p []byte) (int, error) {
	if !b.read {
		b.t.Error("a connection was read as a body")
		return 0, io.EOF
	}
	if b.left == nil {
		b.left = strings.NewReader(chatReply("yes", "stop"))
	}
	return b.left.Read(p)
}

func (b *endless) Close() error {
	b.closed = true
	return nil
}

// TestUnknownStatus shows that a status without a name and without a body has words all the same.
func TestUnknownStatus(t *testing.T) {
	for status, want := range map[int]string{999: "HTTP status 999: server", 444: "HTTP status 444: bad_request", 503: "HTTP status 503: Service Unavailable"} {
		e := exchangeOnce(t.Context(), testJudge(t, transportFunc(step(status, ""))))
		if got := e.err().Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestControlCharacters shows that what an endpoint says cannot command a terminal.
func TestControlCharacters(t *testing.T) {
	const evil = "a\x1b[2Jb\u009bc\rd\x00e\u2028f"
	quoted := string(encode(evil))
	for name, rt := range map[string]func(*http.Request) (*http.Response, error){
		"message": step(400, errorBody(evil, "", "")),
		"plain":   step(502, evil),
		"text":    step(200, evil),
		"refusal": step(200, `{"choices":[{"message":{"refusal":`+quoted+`}}]}`),
		"after":   step(200, chatReply("x", "stop")+evil),
	} {
		e := exchangeOnce(t.Context(), testJudge(t, transportFunc(rt)))
		if got := e.err().Error(); strings.ContainsFunc(got, unicode.IsControl) || strings.ContainsRune(got, '\u2028') {
			t.Errorf("%s: %q", name, got)
		}
	}
}
