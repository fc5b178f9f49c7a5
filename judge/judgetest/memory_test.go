package judgetest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge/judgetest"
)

// open asks a server that always has the fault and returns the response with its body unread.
func open(ctx context.Context, s *judgetest.Server, method string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address(judgetest.Chat), strings.NewReader(string(question(judgetest.Chat, "U", nil))))
	if err != nil {
		return nil, err
	}
	return s.Client().Do(req)
}

func faulty(f judgetest.Fault) *judgetest.Server {
	return &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(f), Latency: judgetest.Latency{Base: time.Second}}
}

// idle checks that the server has nothing at work, once everything else is waiting.
func idle(t *testing.T, s *judgetest.Server) {
	t.Helper()
	synctest.Wait()
	if st := s.Stats(); st.AtWork != 0 {
		t.Errorf("%d requests are at work still", st.AtWork)
	}
}

// The bubble of synctest ends only when every goroutine has ended, so each of these tests fails
// when one is left.

func TestACanceledRequestReturnsAtOnceAndLeavesNothing(t *testing.T) {
	for _, f := range []judgetest.Fault{judgetest.Healthy, judgetest.NetHang, judgetest.Status500, judgetest.NetReset} {
		synctest.Test(t, func(t *testing.T) {
			s := faulty(f)
			for _, after := range []time.Duration{0, time.Millisecond, 999 * time.Millisecond} {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				start := time.Now()
				_, err := open(ctx, s, "POST")
				cancel()
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != after {
					t.Errorf("%q: %v after %v, want the context's error after %v", f, err, time.Since(start), after)
				}
				idle(t, s)
				if calls := s.Stats().Calls; after == 0 && calls != 0 {
					t.Errorf("%q: a request that was canceled before it began reached the server", f)
				}
			}
			if st := s.Stats(); f == judgetest.Healthy && st.CompletionTokens != 0 {
				t.Errorf("a canceled answer is counted as one that was given: %+v", st)
			}
		})
	}
}

func TestTheCauseOfACanceledContextComesThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("the run is over")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second/2, cause)
		defer cancel()
		if _, err := open(ctx, faulty(judgetest.Healthy), "POST"); !errors.Is(err, cause) {
			t.Errorf("the error is %v, want the cause", err)
		}
	})
}

func TestABodyEndsWithItsContext(t *testing.T) {
	for _, f := range []judgetest.Fault{judgetest.NetHangBody, judgetest.NetDrip, judgetest.BodyEndless} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			s := faulty(f)
			resp, err := open(ctx, s, "POST")
			if err != nil {
				t.Fatal(err)
			}
			if f == judgetest.BodyEndless {
				time.Sleep(2 * time.Minute) // a reader without a limit would never come to an end
			}
			_, err = io.Copy(io.Discard, resp.Body)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: reading ends with %v, want the context's error", f, err)
			}
			resp.Body.Close()
			idle(t, s)
		})
	}
}

func TestClosingABodyEndsTheHandler(t *testing.T) {
	for _, f := range []judgetest.Fault{judgetest.NetHangBody, judgetest.NetDrip, judgetest.BodyEndless, judgetest.NetSlow} {
		synctest.Test(t, func(t *testing.T) {
			s := faulty(f)
			resp, err := open(t.Context(), s, "POST")
			if err != nil {
				t.Fatal(err)
			}
			b := make([]byte, 1)
			if n, err := resp.Body.Read(b); n != 1 || err != nil {
				t.Errorf("%s: read %d, %v; want a byte", f, n, err)
			}
			resp.Body.Close()
			idle(t, s)
			if _, err := resp.Body.Read(b); err == nil {
				t.Errorf("%s: a closed body can be read", f)
			}
		})
	}
}

func TestAWholeAnswerNeedsNoReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := faulty(judgetest.Healthy)
		resp, err := open(t.Context(), s, "POST")
		if err != nil {
			t.Fatal(err)
		}
		idle(t, s) // the slot is free although nobody has read
		body, err := io.ReadAll(resp.Body)
		if err != nil || int64(len(body)) != resp.ContentLength || resp.Status != "200 OK" || resp.Request == nil {
			t.Errorf("%d bytes, %v; Content-Length %d, status %q", len(body), err, resp.ContentLength, resp.Status)
		}
		resp.Body.Close()
	})
}

func TestAHandlerThatAbortsEndsABodyUnexpectedly(t *testing.T) {
	s := &judgetest.Server{
		Plan: judgetest.Always("abort"),
		Custom: map[judgetest.Fault]func(http.ResponseWriter, judgetest.Request){
			"abort": func(w http.ResponseWriter, _ judgetest.Request) {
				_, _ = io.WriteString(w, "half")
				panic(http.ErrAbortHandler)
			},
		},
	}
	resp, err := open(t.Context(), s, "POST")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); string(body) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v; want half and an unexpected end", body, err)
	}
}

// brokenBody is a request body that cannot be read.
type brokenBody struct{ closed bool }

func (b *brokenBody) Read([]byte) (int, error) { return 0, errors.New("no body") }
func (b *brokenBody) Close() error             { b.closed = true; return nil }

func TestABrokenRequestBodyReachesNobody(t *testing.T) {
	s := faulty(judgetest.Healthy)
	body := new(brokenBody)
	req, _ := http.NewRequestWithContext(t.Context(), "POST", address(judgetest.Chat), body)
	if _, err := s.Client().Do(req); err == nil || !strings.Contains(err.Error(), "no body") {
		t.Errorf("the error is %v, want the body's", err)
	}
	if !body.closed || s.Stats().Calls != 0 {
		t.Errorf("body closed: %v; %d calls", body.closed, s.Stats().Calls)
	}
}

func TestAFollowedRedirectIsCounted(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(judgetest.Status307)}
	resp, err := open(t.Context(), s, "POST") // this client follows redirects
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if st := s.Stats(); resp.StatusCode != 418 || st.Followed != 1 || st.Calls != 1 {
		t.Errorf("status %d, stats %+v; want the redirect noticed and no answer", resp.StatusCode, st)
	}
}
