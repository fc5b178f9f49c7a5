package llm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

// slotServer bears so many requests at a time and refuses the others at once.
type slotServer struct {
	slots int
	retry string // Retry-After of a refusal; empty for none

	mu                           sync.Mutex
	rng                          *rand.Rand
	now, most                    int
	calls, refused, lateRefusals int
	took                         []time.Duration
	warm                         int // calls before refusals count as late
}

func (s *slotServer) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	s.calls++
	if s.now >= s.slots {
		s.refused++
		if s.calls > s.warm {
			s.lateRefusals++
		}
		s.mu.Unlock()
		if s.retry != "" {
			return respond(r, 429, `{}`, "Retry-After", s.retry), nil
		}
		return respond(r, 429, `{}`), nil
	}
	s.now++
	s.most = max(s.most, s.now)
	d := time.Duration(4 * math.Exp(0.5*s.rng.NormFloat64()) * float64(time.Second))
	s.took = append(s.took, d)
	s.mu.Unlock()
	time.Sleep(d)
	s.mu.Lock()
	s.now--
	s.mu.Unlock()
	return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
}

// TestLimiterFindsTheLimit runs 3400 calls against servers whose capacity the client does not know, in
// virtual time.
func TestLimiterFindsTheLimit(t *testing.T) {
	for _, tc := range []struct {
		slots, clients int
		retry          string
		reach          int
		slower         float64 // than a client that knows the capacity
		why            string
	}{
		{48, 64, "", 47, 1.10, "fewer slots than the client asks for"},
		{48, 64, "1", 47, 1.15, "the same with a wait that the server asks for, which stops the pool"},
		{200, 512, "", 190, 1.25, "many slots: start and end weigh more"},
		{200, 64, "", 64, 1.10, "the client asks for less than there is"},
		{1, 64, "", 1, 1.60, "a server that takes one at a time"},
	} {
		t.Run(fmt.Sprintf("%d slots, %d clients, %q", tc.slots, tc.clients, tc.retry), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := 3400
				if tc.slots == 1 {
					n = 100
				}
				s := &slotServer{slots: tc.slots, retry: tc.retry, rng: rand.New(rand.NewPCG(1, 2)), warm: n / 10}
				j := testJudge(t, s, func(c *Config) { c.MaxRetries = 20 })
				start := time.Now()
				out, err := judge.Run(t.Context(), j, testTasks(n), judge.Concurrency(tc.clients))
				wall := time.Since(start)
				if err != nil {
					t.Fatal(err)
				}
				for i, o := range out {
					if o.Err != nil {
						t.Fatalf("task %d: %v", i, o.Err)
					}
				}
				ideal := idealTime(s.took, min(tc.slots, tc.clients))
				t.Logf("wall %.0f s, ideal %.0f s (%.3f), %d refused (%d after the start), most %d, limit %.1f",
					wall.Seconds(), ideal.Seconds(), wall.Seconds()/ideal.Seconds(), s.refused, s.lateRefusals, s.most, j.e.limiter.limit)
				if s.most < tc.reach {
					t.Errorf("at most %d at a time, want %d (%s)", s.most, tc.reach, tc.why)
				}
				if ratio := wall.Seconds() / ideal.Seconds(); ratio > tc.slower {
					t.Errorf("%.3f times the ideal time, want at most %.2f (%s)", ratio, tc.slower, tc.why)
				}
				if tc.slots > 1 && float64(s.lateRefusals) > 0.01*float64(n) {
					t.Errorf("%d of %d calls refused after the start, want under 1 %% (%s)", s.lateRefusals, n, tc.why)
				}
			})
		})
	}
}

// idealTime is the time of a client that knows the capacity: it always has that many calls at work.
func idealTime(took []time.Duration, slots int) time.Duration {
	free := make([]time.Duration, slots)
	for _, d := range took {
		*slices.MinFunc(pointers(free), func(a, b *time.Duration) int { return int(*a - *b) }) += d
	}
	return slices.Max(free)
}

func pointers(s []time.Duration) []*time.Duration {
	out := make([]*time.Duration, len(s))
	for i := range s {
		out[i] = &s[i]
	}
	return out
}

// TestPoolWaits shows that a wait which one request is asked for holds all of them back.
func TestPoolWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		var at []time.Duration
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			at = append(at, time.Since(start))
			first := len(at) == 1
			mu.Unlock()
			if first {
				return respond(r, 429, `{}`, "Retry-After", "20"), nil
			}
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		})
		j := testJudge(t, rt, func(c *Config) { c.MaxConcurrency = 1 })
		if _, err := judge.Run(t.Context(), j, testTasks(10)); err != nil {
			t.Fatal(err)
		}
		if len(at) != 11 || at[1] < 20*time.Second || at[10] > 25*time.Second {
			t.Errorf("requests at %v", at)
		}
	})
}

func TestLimiterLaw(t *testing.T) {
	ctx := t.Context()
	l := newLimiter(1000, 0, 0)
	take := func(n int) []*slot {
		var out []*slot
		for range n {
			s, err := l.acquire(ctx, false, 0)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		return out
	}
	release := func(slots []*slot, o outcome) {
		for _, s := range slots {
			s.release(o, nil, 0)
		}
	}
	want := func(limit float64, why string) {
		t.Helper()
		if math.Abs(l.limit-limit) > 1e-9 {
			t.Errorf("limit %v, want %v: %s", l.limit, limit, why)
		}
	}
	want(8, "the start")
	release(take(8), outcomeServed)
	// The last half of the releases leaves the limit unused, so it says nothing of a larger one.
	if l.limit <= 8 || l.limit > 16 {
		t.Errorf("limit %v after a round of successes", l.limit)
	}
	l.limit = 32
	slots := take(32)
	release(slots[:2], outcomeRefused)
	want(28.8, "two refusals of one round count once")
	release(slots[2:4], outcomeNeutral)
	want(28.8, "other failures say nothing of the load")
	release(slots[4:5], outcomeServed)
	want(28.8+1/28.8, "slow growth after the first refusal")
	slots[4].release(outcomeServed, nil, 0)
	want(28.8+1/28.8, "a slot is given back once")
	release(slots[5:], outcomeNeutral)
	if l.inFlight != 0 {
		t.Errorf("%d in flight", l.inFlight)
	}
	release(take(1), outcomeRefused)
	want((28.8+1/28.8)*0.9, "a refusal of a later round")
	l.limit = 4
	slots = take(4)
	release(slots[:1], outcomeServed)
	want(4+1.0/16, "slower growth with few slots")
	release(slots[1:], outcomeNeutral)
	for range 200 {
		release(take(1), outcomeRefused)
	}
	want(1, "never below one")
}

func TestOutcomes(t *testing.T) {
	for _, tc := range []struct {
		status int
		body   string
		want   outcome
		why    string
	}{
		{429, `{}`, outcomeRefused, "too many"},
		{503, `{}`, outcomeRefused, "too much"},
		{529, `{}`, outcomeRefused, "too much"},
		{200, `{"error":{"code":429}}`, outcomeRefused, "too many, under a good status"},
		{200, chatReply("x", "stop"), outcomeServed, "served"},
		{200, chatReply("", "stop"), outcomeServed, "served, however badly"},
		{500, `{}`, outcomeNeutral, "a fault says nothing of the load"},
		{400, `{}`, outcomeNeutral, "nor does a refusal of the request"},
	} {
		e := classify(response{status: tc.status, body: []byte(tc.body), header: http.Header{}}, ChatCompletions, nil)
		if got := e.outcome(); got != tc.want {
			t.Errorf("%d %s: outcome %d, want %d (%s)", tc.status, tc.body, got, tc.want, tc.why)
		}
	}
}

func TestUrgentFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(1, 0, 0)
		first, err := l.acquire(t.Context(), false, 0)
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 3)
		wait := func(name string, urgent bool) {
			go func() {
				s, err := l.acquire(t.Context(), urgent, 0)
				if err != nil {
					t.Error(err)
					return
				}
				order <- name
				s.release(outcomeNeutral, nil, 0)
			}()
			synctest.Wait()
		}
		wait("new", false)
		wait("begun", true)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _, _ = l.acquire(ctx, true, 0) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		first.release(outcomeNeutral, nil, 0)
		if a, b := <-order, <-order; a != "begun" || b != "new" {
			t.Errorf("order %s, %s", a, b)
		}
	})
}

func TestBuckets(t *testing.T) {
	for _, tc := range []struct {
		name        string
		change      func(*Config)
		headers     func(n int) []string
		tasks       int
		least, most time.Duration
		why         string
	}{
		{"none", func(*Config) {}, nil, 100, 0, time.Second, "no limit is known"},
		{"requests", func(c *Config) { c.RequestsPerMinute = 60 }, nil, 180, 119 * time.Second, 122 * time.Second, "60 at once, then one a second"},
		{"tokens", func(c *Config) { c.TokensPerMinute = 6000; c.MaxTokens = 97 }, nil, 180, 119 * time.Second, 126 * time.Second, "100 tokens each: 60 at once, then one a second"},
		{"larger than the bucket", func(c *Config) { c.TokensPerMinute = 60; c.MaxTokens = 500 }, nil, 3, 240 * time.Second, 250 * time.Second, "a full bucket has to do, and its debt is paid first"},
		{"headers", func(*Config) {}, func(n int) []string {
			return []string{"X-Ratelimit-Limit-Requests", "60", "X-Ratelimit-Remaining-Requests", fmt.Sprint(max(0, 60-n)), "X-Ratelimit-Reset-Requests", fmt.Sprintf("%ds", min(n, 60))}
		}, 120, 20 * time.Second, 100 * time.Second, "learnt from the responses, which may come in any order"},
		{"headers correct the configuration", func(c *Config) { c.RequestsPerMinute = 1 }, func(n int) []string {
			return []string{"X-Ratelimit-Limit-Requests", "6000", "X-Ratelimit-Remaining-Requests", "5900", "X-Ratelimit-Reset-Requests", "1s"}
		}, 50, 0, time.Second, "the endpoint knows better"},
		{"broken headers", func(*Config) {}, func(n int) []string {
			return []string{"X-Ratelimit-Limit-Requests", "10", "X-Ratelimit-Remaining-Requests", "0", "X-Ratelimit-Reset-Requests", "100h"}
		}, 3, 0, 3 * maxStall, "no header stalls a run for good"},
		{"useless headers", func(*Config) {}, func(n int) []string {
			return []string{"X-Ratelimit-Limit-Requests", "-1", "X-Ratelimit-Remaining-Requests", "-1", "X-Ratelimit-Limit-Tokens", "5", "X-Ratelimit-Remaining-Tokens", "many"}
		}, 50, 0, time.Second, "not numbers of anything"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				n := 0
				rt := transportFunc(func(r *http.Request) (*http.Response, error) {
					mu.Lock()
					defer mu.Unlock()
					n++
					var h []string
					if tc.headers != nil {
						h = tc.headers(n)
					}
					return respond(r, 200, chatReply(`{"met":true}`, "stop"), h...), nil
				})
				start := time.Now()
				out, err := judge.Run(t.Context(), testJudge(t, rt, tc.change), testTasks(tc.tasks))
				took := time.Since(start)
				if err != nil || out[0].Err != nil {
					t.Fatal(err, out[0].Err)
				}
				if took < tc.least || took > tc.most {
					t.Errorf("took %v, want %v to %v (%s)", took, tc.least, tc.most, tc.why)
				}
			})
		})
	}
}
