package judgetest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// recordOf records what send does against handler and returns the lines.
func recordOf(t testing.TB, h http.Handler, secrets []string, send func(*http.Client)) string {
	t.Helper()
	real := httptest.NewServer(h)
	defer real.Close()
	var b bytes.Buffer
	rec := judgetest.NewRecorder(&b, toward{real.Listener.Addr().String(), real.Client().Transport}, secrets...)
	send(&http.Client{Transport: rec})
	if err := rec.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// toward sends every request to one address, whatever its host.
type toward struct {
	address string
	base    http.RoundTripper
}

func (d toward) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", d.address
	return d.base.RoundTrip(r)
}

func replayer(t testing.TB, lines string, secrets ...string) *judgetest.Replayer {
	t.Helper()
	p, err := judgetest.NewReplayer(strings.NewReader(lines), secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestARecordPlaysBack(t *testing.T) {
	s := &judgetest.Server{
		Grade: func(r judgetest.Request) string { return "about " + r.Prompt() },
		Plan: func(r judgetest.Request) judgetest.Fault {
			if r.Prompt() == "a" && r.Attempt == 0 {
				return judgetest.Status429ResetOpenAI
			}
			return judgetest.Healthy
		},
	}
	var live []got
	asks := func(client *http.Client) (all []got) {
		for _, prompt := range []string{"a", "b", "a", "b"} {
			all = append(all, send(t.Context(), client, "POST", address(judgetest.Chat), question(judgetest.Chat, prompt, nil)))
		}
		return all
	}
	lines := recordOf(t, s, nil, func(client *http.Client) { live = asks(client) })
	if n := strings.Count(lines, "\n"); n != 4 {
		t.Fatalf("%d lines for 4 exchanges", n)
	}
	p := replayer(t, lines)
	if p.Left() != 4 {
		t.Errorf("%d responses are left before the first request", p.Left())
	}
	for i, g := range asks(&http.Client{Transport: p}) {
		want := live[i]
		if g.err != nil || g.status != want.status || g.body != want.body || g.header.Get("Content-Type") != "application/json" {
			t.Errorf("exchange %d: %+v, recorded from %+v", i, g, want)
		}
	}
	if live[0].status != 429 {
		t.Fatalf("the first exchange was %+v", live[0])
	}
	again := send(t.Context(), &http.Client{Transport: replayer(t, lines)}, "POST", address(judgetest.Chat), question(judgetest.Chat, "a", nil))
	if again.header.Get("X-Ratelimit-Reset-Tokens") != "1m3s" || again.header.Get("Date") != "" {
		t.Errorf("headers %v: those of rate limits are kept, others are not", again.header)
	}
	if p.Left() != 0 {
		t.Errorf("%d responses are left", p.Left())
	}
	if g := send(t.Context(), &http.Client{Transport: p}, "POST", address(judgetest.Chat), question(judgetest.Chat, "a", nil)); !errors.Is(g.err, judgetest.ErrNotRecorded) {
		t.Errorf("one request more than were recorded: %+v", g)
	}
}

func TestARequestIsKnownByItsContent(t *testing.T) {
	body := `{"model":"m","messages":[{"role":"user","content":"U"}],"seed":7,"temperature":0.10}`
	lines := recordOf(t, &judgetest.Server{Grade: replies(plain)}, nil, func(c *http.Client) {
		send(t.Context(), c, "POST", judgetest.URL+"/chat/completions?api-version=1", []byte(body))
	})
	rows := []struct {
		method, url, body string
		known             bool
		why               string
	}{
		{"POST", judgetest.URL + "/chat/completions?api-version=1", body, true, "the same"},
		{"POST", "http://localhost:8000/v1/chat/completions?api-version=1", body, true, "another host"},
		{"POST", judgetest.URL + "/chat/completions?api-version=1", `{"temperature": 0.10, "seed": 7, "messages": [{"content": "U", "role": "user"}], "model": "m"}`, true, "the keys in another order"},
		{"POST", judgetest.URL + "/chat/completions?api-version=2", body, false, "another version"},
		{"POST", judgetest.URL + "/responses?api-version=1", body, false, "another path"},
		{"GET", judgetest.URL + "/chat/completions?api-version=1", body, false, "another method"},
		{"POST", judgetest.URL + "/chat/completions?api-version=1", strings.Replace(body, `"U"`, `"u"`, 1), false, "another prompt"},
		{"POST", judgetest.URL + "/chat/completions?api-version=1", strings.Replace(body, `:7`, `:8`, 1), false, "another parameter"},
		{"POST", judgetest.URL + "/chat/completions?api-version=1", strings.Replace(body, `,"seed":7`, ``, 1), false, "a parameter less"},
		{"POST", judgetest.URL + "/chat/completions?api-version=1", body + " {}", false, "no JSON"},
	}
	for _, r := range rows {
		g := send(t.Context(), &http.Client{Transport: replayer(t, lines)}, r.method, r.url, []byte(r.body))
		if r.known != (g.err == nil) || !r.known && !errors.Is(g.err, judgetest.ErrNotRecorded) {
			t.Errorf("%s: %+v, want it known: %v", r.why, g, r.known)
		}
	}
}

func TestABodyThatBrokeOffBreaksOffAgain(t *testing.T) {
	for _, f := range []judgetest.Fault{judgetest.NetShort, judgetest.NetChunk, judgetest.NetResetBody} {
		s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(f)}
		var live got
		lines := recordOf(t, s, nil, func(c *http.Client) {
			live = send(t.Context(), c, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
		})
		if live.err == nil {
			t.Fatalf("%s: the recorder hid the break", f)
		}
		g := send(t.Context(), &http.Client{Transport: replayer(t, lines)}, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
		if !errors.Is(g.err, io.ErrUnexpectedEOF) || g.body != live.body || g.body == "" {
			t.Errorf("%s plays back as %+v, recorded from %+v", f, g, live)
		}
	}
}

func TestWhatHasNoResponseIsNotRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		for _, f := range []judgetest.Fault{judgetest.NetReset, judgetest.NetHang, judgetest.NetHangBody, judgetest.BodyEndless} {
			s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(f)}
			rec := judgetest.NewRecorder(&b, s.Client().Transport)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			g := send(ctx, &http.Client{Transport: rec}, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
			cancel()
			if g.err == nil || b.Len() > 0 || rec.Err() != nil {
				t.Errorf("%s: %+v; %d bytes recorded, %v", f, g.err, b.Len(), rec.Err())
			}
		}
	})
}

func TestBinaryBodiesAreKept(t *testing.T) {
	body := "\xff\xfe\x00 not text"
	lines := recordOf(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }), nil, func(c *http.Client) {
		send(t.Context(), c, "POST", judgetest.URL+"/x", []byte("\xc0\xaf"))
	})
	g := send(t.Context(), &http.Client{Transport: replayer(t, lines)}, "POST", judgetest.URL+"/x", []byte("\xc0\xaf"))
	if g.body != body || g.err != nil {
		t.Errorf("%q, %v; want %q", g.body, g.err, body)
	}
}

// failingWriter fails at the second write.
type failingWriter struct{ n int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.n++; w.n > 1 {
		return 0, errors.New("disk full")
	}
	return len(b), nil
}

func TestAFullDiskCostsNoAnswer(t *testing.T) {
	w := new(failingWriter)
	rec := judgetest.NewRecorder(w, (&judgetest.Server{Grade: replies(plain)}).Client().Transport)
	for i := range 4 {
		g := send(t.Context(), &http.Client{Transport: rec}, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
		if g.err != nil || g.status != 200 {
			t.Errorf("exchange %d: %+v", i, g)
		}
	}
	if err := rec.Err(); err == nil || !strings.Contains(err.Error(), "disk full") || w.n != 2 {
		t.Errorf("Err is %v after %d writes, want the writer's error and no more writes", err, w.n)
	}
}

func TestManyExchangesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &judgetest.Server{Grade: judgetest.Coin(), Latency: judgetest.Latency{Decode: time.Second, Sigma: 1}}
		var b bytes.Buffer
		rec := judgetest.NewRecorder(&b, s.Client().Transport)
		tasks := judgetest.Tasks()[:8]
		live, err := judge.Run(t.Context(), strict{&http.Client{Transport: rec}, judgetest.Chat, 1}, tasks)
		if err != nil || rec.Err() != nil {
			t.Fatal(err, rec.Err())
		}
		p := replayer(t, b.String())
		played, err := judge.Run(t.Context(), strict{&http.Client{Transport: p}, judgetest.Chat, 1}, tasks)
		if err != nil {
			t.Fatal(err)
		}
		for i := range tasks {
			if live[i].Err != nil || said(live[i].Verdict, live[i].Err) != said(played[i].Verdict, played[i].Err) {
				t.Errorf("task %d: %+v, played back as %+v", i, live[i], played[i])
			}
		}
		if p.Left() != 0 {
			t.Errorf("%d responses are left", p.Left())
		}
	})
}

func TestReplayerHonorsTheContext(t *testing.T) {
	lines := recordOf(t, &judgetest.Server{Grade: replies(plain)}, nil, func(c *http.Client) {
		send(t.Context(), c, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := replayer(t, lines)
	req, _ := http.NewRequestWithContext(ctx, "POST", address(judgetest.Chat), bytes.NewReader(question(judgetest.Chat, "U", nil)))
	if _, err := p.RoundTrip(req); !errors.Is(err, context.Canceled) || p.Left() != 1 {
		t.Errorf("%v, %d left; want the context's error and nothing used up", err, p.Left())
	}
}

func TestReplayerReportsBadRecords(t *testing.T) {
	good := recordOf(t, &judgetest.Server{Grade: replies(plain)}, nil, func(c *http.Client) {
		send(t.Context(), c, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
	})
	rows := []struct{ lines, want, why string }{
		{good + "nonsense\n", "line 2", "no JSON"},
		{good + good[:len(good)/2], "line 2", "the last line was cut"},
		{strings.Replace(good, `"v":1`, `"v":2`, 1), "version 2", "another version is never guessed at"},
		{strings.Replace(good, `"v":1,`, ``, 1), "version 0", "no version"},
		{`{"v":1}` + "\n", "no request", "an empty record"},
		{strings.Replace(good, `"status":200`, `"status":7`, 1), "status 7", "no status"},
		{strings.Replace(good, `"method":"POST"`, `"method":7`, 1), "line 1", "another type"},
		{strings.Replace(good, `"body":"`, `"body":7,"x":"`, 1), "line 1", "a body that is neither text nor base64"},
	}
	for _, r := range rows {
		if _, err := judgetest.NewReplayer(strings.NewReader(r.lines)); err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: %v, want an error with %q", r.why, err, r.want)
		}
	}
	if p := replayer(t, "\n"+strings.TrimSuffix(good, "\n")+"\n\n"); p.Left() != 1 {
		t.Errorf("blank lines count: %d", p.Left())
	}
	if _, err := judgetest.NewReplayer(io.MultiReader(strings.NewReader(good), brokenReader{})); err == nil || !strings.Contains(err.Error(), "line 2: broken") {
		t.Errorf("a reader that fails: %v", err)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("broken") }

// compressed serves gzip to those who ask for it, and something worse to all.
func TestCompressedResponsesAreNotRecordedBlindly(t *testing.T) {
	var asked string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Get("Accept-Encoding")
		w.Header().Set("Content-Encoding", "br")
		io.WriteString(w, "secret in another coding")
	})
	var g got
	lines := recordOf(t, h, nil, func(c *http.Client) {
		req, _ := http.NewRequestWithContext(t.Context(), "POST", judgetest.URL+"/x", nil)
		req.Header.Set("Accept-Encoding", "br")
		resp, err := c.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		g.err = err
	})
	if g.err == nil || !strings.Contains(g.err.Error(), "br") || lines != "" || asked == "br" {
		t.Errorf("%v, asked for %q, recorded %q; want an error that names the coding and no record", g.err, asked, lines)
	}
}

func TestRecorderUsesTheDefaultTransport(t *testing.T) {
	real := httptest.NewServer(&judgetest.Server{Grade: replies(plain)})
	defer real.Close()
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	var b bytes.Buffer
	g := send(t.Context(), &http.Client{Transport: judgetest.NewRecorder(&b, nil)}, "POST", real.URL+"/chat/completions", question(judgetest.Chat, "U", nil))
	if g.err != nil || g.status != 200 || b.Len() == 0 {
		t.Errorf("%+v, %d bytes recorded", g, b.Len())
	}
}

func TestOneRequestFromManyGoroutinesPlaysEachRecordOnce(t *testing.T) {
	lines := recordOf(t, &judgetest.Server{Grade: replies(plain)}, nil, func(c *http.Client) {
		for range 20 {
			send(t.Context(), c, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil))
		}
	})
	p := replayer(t, lines)
	var mu sync.Mutex
	known := 0
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			if g := send(t.Context(), &http.Client{Transport: p}, "POST", address(judgetest.Chat), question(judgetest.Chat, "U", nil)); g.err == nil {
				mu.Lock()
				defer mu.Unlock()
				known++
			}
		})
	}
	wg.Wait()
	if known != 20 || p.Left() != 0 {
		t.Errorf("%d of 30 requests had one of 20 records, %d left", known, p.Left())
	}
}

func ExampleRecorder() {
	// A real run would pass nil for the endpoint's own transport, and a file for the buffer.
	endpoint := &judgetest.Server{Grade: judgetest.CriteriaMet(func(judgetest.Request) bool { return true })}
	var file bytes.Buffer
	recorder := judgetest.NewRecorder(&file, endpoint.Client().Transport)

	body := `{"model": "m", "messages": [{"role": "user", "content": "Does it name the statute?"}]}`
	ask := func(client *http.Client) {
		req, _ := http.NewRequest("POST", judgetest.URL+"/chat/completions", strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer secret-key")
		resp, err := client.Do(req)
		if err != nil {
			fmt.Println(errors.Is(err, judgetest.ErrNotRecorded))
			return
		}
		resp.Body.Close()
		fmt.Println(resp.Status)
	}
	ask(&http.Client{Transport: recorder})
	fmt.Println("secret in the record:", strings.Contains(file.String(), "secret-key"))

	replayer, err := judgetest.NewReplayer(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	ask(&http.Client{Transport: replayer})
	ask(&http.Client{Transport: replayer})
	// Output:
	// 200 OK
	// secret in the record: false
	// 200 OK
	// true
}
