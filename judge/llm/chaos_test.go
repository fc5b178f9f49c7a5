package llm

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/google/go-cmp/cmp"
)

// chaos is a server that spoils a share of its responses, by turns in every way that a client can live
// with. Whether a criterion is met is decided by the question, so that the right verdicts are known. No
// question meets more spoilt replies than a client asks again for.
type chaos struct {
	t     testing.TB
	share float64

	mu     sync.Mutex
	rng    *rand.Rand
	spoilt map[string]int
	faults int
}

func (c *chaos) RoundTrip(r *http.Request) (*http.Response, error) {
	b := readRequest(c.t, r)
	question := b.Messages[1].Content
	good := fmt.Sprintf(`{"met":%v}`, len(question)%2 == 0 == strings.HasSuffix(question, "1"))
	c.mu.Lock()
	fault := -1
	if c.rng.Float64() < c.share {
		fault = c.rng.IntN(len(spoil) + len(spoilReply))
		if fault >= len(spoil) {
			if c.spoilt[question]++; c.spoilt[question] > defaultReasks {
				fault = -1
			}
		}
	}
	if fault >= 0 {
		c.faults++
	}
	latency := time.Second + rand.N(time.Second)
	c.mu.Unlock()
	time.Sleep(latency)
	switch {
	case b.has("temperature"):
		return respond(r, 400, errorBody("temperature is not supported with this model", "temperature", "unsupported_value")), nil
	case fault < 0:
		return respond(r, 200, chatReply(good, "stop")), nil
	case fault < len(spoil):
		return spoil[fault](r)
	}
	return respond(r, 200, chatReply(spoilReply[fault-len(spoil)](good), "stop")), nil
}

var spoil = []func(*http.Request) (*http.Response, error){
	step(429, `{"error":{"message":"slow down"}}`),
	step(429, `{"error":{"message":"slow down"}}`, "Retry-After", "1"),
	step(500, `{"error":{"message":"boom"}}`),
	step(502, `<html>bad gateway</html>`, "Content-Type", "text/html"),
	step(503, `{"error":{"message":"overloaded"}}`, "Retry-After-Ms", "300"),
	step(529, ``),
	fails(syscall.ECONNRESET),
	fails(io.EOF),
	step(200, `{"choices":[{"finish_reason":"stop","mess`),
	step(200, `<html>restarting</html>`),
	step(200, `null`),
	step(200, `{"error":{"code":429,"message":"x"}}`),
	step(200, `{"choices":null}`),
	step(200, chatReply(`{"met":true}`, "abort")),
}

var spoilReply = []func(string) string{
	func(string) string { return "" },
	func(string) string { return "I am not sure." },
	func(good string) string { return good + ` {"met":true} {"met":false}` },
	func(string) string { return `{"met":` },
}

func TestChaos(t *testing.T) {
	const n = 2000
	run := func(t *testing.T, share float64) (verdicts []judge.Verdict, faults int) {
		synctest.Test(t, func(t *testing.T) {
			temperature := 0.0
			srv := &chaos{t: t, share: share, rng: rand.New(rand.NewPCG(7, 7)), spoilt: make(map[string]int)}
			j := testJudge(t, srv, func(c *Config) { c.Temperature, c.MaxRetries = &temperature, 12 })
			out, err := judge.Run(t.Context(), j, testTasks(n))
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range out {
				if o.Err != nil {
					t.Fatalf("task %d: %v", i, o.Err)
				}
				o.Verdict.Usage = judge.Usage{}
				verdicts = append(verdicts, o.Verdict)
			}
			synctest.Wait()
			// The bubble ends when every goroutine in it has: one that is left fails the test.
			if n := j.e.limiter.inFlight; n != 0 {
				t.Errorf("%d slots are left", n)
			}
			faults = srv.faults
		})
		return verdicts, faults
	}
	calm, none := run(t, 0)
	stormy, faults := run(t, 0.3)
	if none != 0 || faults < n/4 {
		t.Errorf("%d and %d faults", none, faults)
	}
	if d := cmp.Diff(calm, stormy); d != "" {
		t.Errorf("faults changed verdicts:\n%s", d)
	}
	if calm[0].Grades[0].Points == calm[1].Grades[0].Points {
		t.Error("all verdicts are alike: the test shows nothing")
	}
}

// TestOnlyFailures shows that an endpoint that only ever fails ends a run in a bounded time, with every
// failure named.
func TestOnlyFailures(t *testing.T) {
	for i, fault := range append(spoil[:len(spoil):len(spoil)], func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}) {
		synctest.Test(t, func(t *testing.T) {
			j := testJudge(t, transportFunc(fault), func(c *Config) { c.AttemptTimeout = time.Minute })
			start := time.Now()
			out, err := judge.Run(t.Context(), j, testTasks(100))
			codes := make(map[judge.Code]int)
			for _, o := range out {
				codes[judge.CodeOf(o.Err)]++
				if e, ok := o.Err.(*judge.Error); !ok || e.Code != judge.Canceled && (e.Attempts < 2 || e.Attempts > 7) {
					t.Errorf("fault %d: %v", i, o.Err)
				}
			}
			if codes[judge.Transport]+codes[judge.RateLimited]+codes[judge.Empty] == 0 || codes[judge.Canceled] > 0 && err == nil {
				t.Errorf("fault %d: codes %v, error %v", i, codes, err)
			}
			if took := time.Since(start); took > 25*time.Minute {
				t.Errorf("fault %d: took %v", i, took)
			}
		})
	}
}
