package judgetest_test

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge/judgetest"
)

func TestSlotsAreKept(t *testing.T) {
	for _, full := range []judgetest.Fault{"", judgetest.Status503Seconds} {
		synctest.Test(t, func(t *testing.T) {
			s := &judgetest.Server{Grade: replies(plain), Slots: 48, Full: full, Latency: judgetest.Latency{Base: time.Second}}
			var mu sync.Mutex
			status := make(map[int]int)
			var wg sync.WaitGroup
			for i := range 64 {
				wg.Go(func() {
					g := ask(t.Context(), s, judgetest.Chat, fmt.Sprint(i), nil)
					mu.Lock()
					defer mu.Unlock()
					status[g.status]++
				})
			}
			synctest.Wait()
			if st := s.Stats(); st.AtWork != 48 {
				t.Errorf("%d requests are at work, want 48", st.AtWork)
			}
			wg.Wait()
			busy := map[judgetest.Fault]int{"": 429, judgetest.Status503Seconds: 503}[full]
			st := s.Stats()
			if status[200] != 48 || status[busy] != 16 || st.Rejected != 16 || st.Peak != 48 || st.AtWork != 0 || st.Calls != 64 || st.Faults[judgetest.Healthy] != 48 {
				t.Errorf("statuses %v, stats %+v", status, st)
			}
		})
	}
}

func TestFullMustBeAStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &judgetest.Server{Grade: replies(plain), Slots: 1, Full: judgetest.NetHang, Latency: judgetest.Latency{Base: time.Second}}
		var wg sync.WaitGroup
		wg.Go(func() { ask(t.Context(), s, judgetest.Chat, "a", nil) })
		synctest.Wait()
		if g := ask(t.Context(), s, judgetest.Chat, "b", nil); g.status != 500 || g.err != nil {
			t.Errorf("%+v, want what the user did wrong", g)
		}
		wg.Wait()
	})
}

func TestClientsThatDoNotWaitAreCounted(t *testing.T) {
	rows := []struct {
		fault judgetest.Fault
		wait  time.Duration
	}{
		{judgetest.Status429Seconds, 2 * time.Second},
		{judgetest.Status429Millis, 1500 * time.Millisecond},
		{judgetest.Status429Fraction, 1500 * time.Millisecond},
		{judgetest.Status429ResetAzure, 55 * time.Second},
		{judgetest.Status429ResetOpenAI, 63 * time.Second},
		{judgetest.Status429Date, 3 * time.Second},
		{judgetest.Status429Day, 24 * time.Hour},
		{judgetest.Status429Junk, 0},
		{judgetest.Status429, 0},
	}
	for _, r := range rows {
		for _, early := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Sequence(r.fault)}
				ask(t.Context(), s, judgetest.Chat, "U", nil)
				want := 0
				if wait := r.wait; early && wait > 0 {
					time.Sleep(wait - time.Millisecond)
					want = 1
				} else {
					time.Sleep(wait)
				}
				ask(t.Context(), s, judgetest.Chat, "another question may come at any time", nil)
				ask(t.Context(), s, judgetest.Chat, "U", nil)
				if got := s.Stats().Early; got != want {
					t.Errorf("%s, early: %v: %d requests count as early, want %d", r.fault, early, got, want)
				}
			})
		}
	}
}

func TestLatencyIsThatOfItsModel(t *testing.T) {
	took := func(s *judgetest.Server, prompt string) (d time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			ask(t.Context(), s, judgetest.Chat, prompt, nil)
			d = time.Since(start)
		})
		return d
	}
	prompt := string(make([]byte, 4000-len("user\n")-1)) // 1,000 tokens
	l := judgetest.Latency{Base: 400 * time.Millisecond, Prefill: 150 * time.Microsecond, Decode: 4 * time.Second}
	if got, want := took(&judgetest.Server{Grade: replies(plain), Latency: l}, prompt), 4550*time.Millisecond; got != want {
		t.Errorf("an answer took %v, want %v", got, want)
	}
	if got, want := took(&judgetest.Server{Grade: replies(plain), Latency: l, Plan: judgetest.Always(judgetest.Status500)}, prompt), 400*time.Millisecond; got != want {
		t.Errorf("an error took %v, want %v", got, want)
	}
	l = judgetest.Latency{Decode: 4 * time.Second, Sigma: 0.5, Seed: 3}
	logs := make([]float64, 400)
	for i := range logs {
		d := took(&judgetest.Server{Grade: replies(plain), Latency: l}, fmt.Sprint(i))
		if d != took(&judgetest.Server{Grade: replies(plain), Latency: l}, fmt.Sprint(i)) {
			t.Fatal("the same question took another time")
		}
		logs[i] = math.Log(d.Seconds() / 4)
	}
	mean, square := 0.0, 0.0
	for _, x := range logs {
		mean += x / float64(len(logs))
		square += x * x / float64(len(logs))
	}
	if sigma := math.Sqrt(square - mean*mean); math.Abs(mean) > 0.1 || math.Abs(sigma-0.5) > 0.08 {
		t.Errorf("the logarithm of time over median has mean %v and deviation %v, want 0 and 0.5", mean, sigma)
	}

}

func TestLimitsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &judgetest.Server{Grade: replies(plain), Limits: &judgetest.Limits{Requests: 60, Tokens: 600}}
		prompt := string(make([]byte, 40-6)) // 10 tokens
		for i := range 60 {
			g := ask(t.Context(), s, judgetest.Chat, prompt, nil)
			if g.status != 200 || g.header.Get("X-Ratelimit-Remaining-Requests") != fmt.Sprint(59-i) || g.header.Get("X-Ratelimit-Remaining-Tokens") != fmt.Sprint(590-10*i) {
				t.Fatalf("request %d: status %d, headers %v", i, g.status, g.header)
			}
		}
		g := ask(t.Context(), s, judgetest.Chat, prompt, nil)
		if g.status != 429 || g.header.Get("Retry-After-Ms") != "1001" || g.header.Get("Retry-After") != "1" || g.header.Get("X-Ratelimit-Limit-Requests") != "60" || g.header.Get("X-Ratelimit-Reset-Tokens") != "1m0s" {
			t.Errorf("above the limit: status %d, headers %v", g.status, g.header)
		}
		ask(t.Context(), s, judgetest.Chat, prompt, nil)
		time.Sleep(1001 * time.Millisecond)
		if g := ask(t.Context(), s, judgetest.Chat, prompt, nil); g.status != 200 {
			t.Errorf("a second later: status %d", g.status)
		}
		if early := s.Stats().Early; early != 1 {
			t.Errorf("%d requests count as early, want the one that did not wait", early)
		}
		long := string(make([]byte, 4000)) // more than the bucket ever holds
		if g := ask(t.Context(), s, judgetest.Chat, long, nil); g.status != 429 || g.header.Get("Retry-After") != "60" {
			t.Errorf("a long prompt on an empty bucket: status %d, headers %v", g.status, g.header)
		}
		time.Sleep(time.Minute)
		if g := ask(t.Context(), s, judgetest.Chat, long, nil); g.status != 200 {
			t.Errorf("a long prompt on a full bucket: status %d", g.status)
		}
		time.Sleep(time.Hour)
		if g := ask(t.Context(), s, judgetest.Chat, prompt, nil); g.header.Get("X-Ratelimit-Remaining-Requests") != "59" || g.header.Get("X-Ratelimit-Remaining-Tokens") != "590" {
			t.Errorf("after an hour the buckets hold more than a minute brings: %v", g.header)
		}
		if st := s.Stats(); st.Limited != 3 || st.Faults[judgetest.Healthy] != 63 {
			t.Errorf("stats %+v", st)
		}
	})
}

func TestTheZeroLimitsLimitNothing(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain), Limits: new(judgetest.Limits)}
	for range 10 {
		if g := ask(t.Context(), s, judgetest.Chat, string(make([]byte, 9999)), nil); g.status != 200 || g.header.Get("X-Ratelimit-Limit-Requests") != "" {
			t.Fatalf("%+v", g)
		}
	}
}
