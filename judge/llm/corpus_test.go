package llm

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// corpusCase is a response with the class and the decision that are wanted.
type corpusCase struct {
	ID      string            `json:"id"`
	API     string            `json:"api"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Class   string            `json:"class"`
	Retry   json.RawMessage   `json:"retry"`
	Wait    *float64          `json:"wait_ms"`
	Net     string            `json:"net"`
	Why     string            `json:"why"`
}

// TestCorpus classifies the responses that were collected from the field, each through the whole of the
// transport.
func TestCorpus(t *testing.T) {
	for _, c := range readCorpus(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			e := c.envelope(t)
			if got, want := string(e.class), c.Class; got != want {
				t.Errorf("class %s, want %s (%s)\n%s", got, want, c.Why, e.fault.text())
			}
			if got, want := string(e.again), strings.Trim(string(c.Retry), `"`); got != want {
				t.Errorf("retry %s, want %s (%s)", got, want, c.Why)
			}
			switch ms := float64(e.wait) / float64(time.Millisecond); {
			case c.Wait == nil && e.hinted:
				t.Errorf("wait %v, want none (%s)", e.wait, c.Why)
			case c.Wait != nil && (!e.hinted || ms != *c.Wait):
				t.Errorf("wait %v ms, want %v (%s)", ms, *c.Wait, c.Why)
			}
			if e.class == classOK && strings.TrimSpace(e.reply.Text) != `{"explanation":"x","criteria_met":true}` {
				t.Errorf("text %q", e.reply.Text)
			}
			if e.class != classOK && e.err().Error() == "" {
				t.Error("no word on what is wrong")
			}
		})
	}
}

func readCorpus(t *testing.T) []corpusCase {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(dir, "cases", "endpoints.jsonl"))
	if err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	defer f.Close()
	var cases []corpusCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var c corpusCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	return cases
}

func (c corpusCase) envelope(t *testing.T) envelope {
	if c.API == "batch" {
		_, e := classifyBatch([]byte(c.Body))
		return e
	}
	if c.Net != "" {
		return netEnvelope(t, c.Net)
	}
	rt := transportFunc(func(r *http.Request) (*http.Response, error) {
		res := respond(r, c.Status, c.Body)
		res.Header = http.Header{}
		for k, v := range c.Headers {
			res.Header.Set(k, v)
		}
		return res, nil
	})
	j := testJudge(t, rt, func(cfg *Config) {
		if c.API == "responses" {
			cfg.API = Responses
		}
	})
	return exchangeOnce(t.Context(), j)
}

// exchangeOnce makes one request, without any of what follows a failure.
func exchangeOnce(ctx context.Context, j *Judge) envelope {
	x := j.e.send(ctx, new(tally), j.e.path(), payload{[]byte(`{}`)})
	return j.e.envelope(ctx, x, j.e.path(), nil)
}

// netEnvelope brings the named fault of a network about, with a server on the loopback interface where
// the fault is one of the bytes.
func netEnvelope(t *testing.T, fault string) envelope {
	dial := func(err error) http.RoundTripper {
		return failing(&net.OpError{Op: "dial", Net: "tcp", Err: err})
	}
	has := func(w string) bool { return strings.Contains(fault, w) }
	ctx := t.Context()
	switch {
	case has("caller cancels"):
		ctx, cancel := context.WithCancel(ctx)
		return exchangeOnce(ctx, testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
			cancel()
			<-r.Context().Done()
			return nil, r.Context().Err()
		})))
	case has("attempt timeout"):
		return exchangeOnce(ctx, testJudge(t, transportFunc(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}), func(c *Config) { c.AttemptTimeout = time.Millisecond }))
	case has("no such host"):
		return exchangeOnce(ctx, testJudge(t, dial(&net.DNSError{Err: "no such host", Name: "judge.test", IsNotFound: true})))
	case has("refused"):
		return exchangeOnce(ctx, testJudge(t, dial(os.NewSyscallError("connect", syscall.ECONNREFUSED))))
	case has("cannot assign"):
		return exchangeOnce(ctx, testJudge(t, dial(os.NewSyscallError("connect", syscall.EADDRNOTAVAIL))))
	case has("x509"):
		return exchangeOnce(ctx, testJudge(t, failing(x509.UnknownAuthorityError{})))
	case has("GOAWAY"):
		return exchangeOnce(ctx, testJudge(t, failing(errors.New(fault))))
	case has("reused connection"):
		return rawEnvelope(t, "", 2)
	case has("without last chunk"):
		return rawEnvelope(t, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n", 1)
	case has("Content-Length"), has("short"):
		return rawEnvelope(t, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"id\"", 1)
	case has("reset"):
		return exchangeOnce(ctx, testJudge(t, failing(&net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)})))
	}
	t.Fatalf("no way to bring about %q", fault)
	return envelope{}
}

func failing(err error) http.RoundTripper { return transportFunc(fails(err)) }

// rawEnvelope asks a server that answers the nth request with the given bytes and closes the
// connection; earlier ones it serves well.
func rawEnvelope(t *testing.T, answer string, n int) envelope {
	srv := httptest.NewServer(nil)
	served := 0
	srv.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if served++; served < n {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, chatReply("fine", "stop"))
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(conn, answer)
		_ = conn.Close()
	})
	defer srv.Close()
	j, err := New(Config{BaseURL: srv.URL, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer j.CloseIdleConnections()
	var e envelope
	for range n {
		e = exchangeOnce(t.Context(), j)
	}
	return e
}
