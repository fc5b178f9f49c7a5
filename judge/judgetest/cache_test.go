package judgetest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge/judgetest"
)

// prompts have a common beginning of a little more than the given number of tokens, and ends that
// differ.
func prompts(name string, common, n int) []string {
	prefix := strings.Repeat(fmt.Sprintf("%-8s", name), common/2+2)
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strings.Repeat(fmt.Sprintf(" item %3d", i), 60)
	}
	return out
}

// cached asks and returns the tokens that the answer reports as cached.
func cached(t testing.TB, s *judgetest.Server, prompt string, params object) int {
	t.Helper()
	_, _, usage := answerOf(t, judgetest.Chat, ask(t.Context(), s, judgetest.Chat, prompt, params))
	return int(usage["prompt_tokens_details"].(object)["cached_tokens"].(float64))
}

// server has 0.4 s of base, 1 ms per token of prefill and 4 s of reply.
func cachedServer(c *judgetest.Cache) *judgetest.Server {
	return &judgetest.Server{
		Grade: replies(plain), Cache: c,
		Latency: judgetest.Latency{Base: 400 * time.Millisecond, Prefill: time.Millisecond, Decode: 4 * time.Second},
	}
}

func TestACacheSharesWhatPromptsHaveInCommon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := cachedServer(&judgetest.Cache{})
		p := prompts("a", 2048, 3)
		if got := cached(t, s, p[0], nil); got != 0 {
			t.Errorf("the first prompt finds %d tokens", got)
		}
		start := time.Now()
		if got := cached(t, s, p[1], nil); got != 2048 {
			t.Errorf("the second prompt finds %d tokens, want 2048", got)
		}
		total := (len("user\n"+p[1]+"\n") + 3) / 4
		if took, want := time.Since(start), 4400*time.Millisecond+time.Duration(total-2048)*time.Millisecond; took != want {
			t.Errorf("the second prompt took %v, want %v: cached tokens are not prefilled", took, want)
		}
		if got, want := cached(t, s, p[0], nil), total/128*128; got != want {
			t.Errorf("the same prompt finds %d tokens, want all %d full blocks", got, want)
		}
		if got := cached(t, s, "x"+p[0], nil); got != 0 {
			t.Errorf("a prompt that begins otherwise finds %d tokens", got)
		}
		if st := s.Stats(); st.CachedTokens != int64(2048+total/128*128) {
			t.Errorf("stats %+v", st)
		}
	})
}

func TestACacheHasALeastLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, r := range []struct {
			cache  *judgetest.Cache
			common int
			want   int
		}{
			{&judgetest.Cache{}, 896, 0},
			{&judgetest.Cache{}, 1024, 1024},
			{&judgetest.Cache{}, 1100, 1024},
			{&judgetest.Cache{Min: 2048}, 1920, 0},
			{&judgetest.Cache{Min: 1, Block: 64}, 64, 64},
			{&judgetest.Cache{Min: 1, Block: 64}, 200, 192},
		} {
			s := cachedServer(r.cache)
			p := prompts("a", r.common, 2)
			cached(t, s, p[0], nil)
			if got := cached(t, s, p[1], nil); got != r.want {
				t.Errorf("%d tokens in common: %d are cached, want %d", r.common, got, r.want)
			}
		}
	})
}

// burst asks one question, and n others after a while, all at once, and returns how many found
// something.
func burst(t testing.TB, s *judgetest.Server, p []string, after time.Duration) int {
	var mu sync.Mutex
	hits := 0
	var wg sync.WaitGroup
	for i := range p {
		wg.Go(func() {
			if i > 0 {
				time.Sleep(after)
			}
			if cached(t, s, p[i], nil) > 0 {
				mu.Lock()
				defer mu.Unlock()
				hits++
			}
		})
	}
	wg.Wait()
	return hits
}

func TestAPromptIsReadableOnceItIsPrefilled(t *testing.T) {
	p := prompts("a", 2048, 17)
	prefilled := 400*time.Millisecond + time.Duration((len("user\n"+p[0]+"\n")+3)/4)*time.Millisecond
	answered := prefilled + 4*time.Second
	rows := []struct {
		name  string
		cache *judgetest.Cache
		after time.Duration
		hits  int
	}{
		{"all at once", &judgetest.Cache{}, 0, 0},
		{"just before the prefill ends", &judgetest.Cache{}, prefilled - time.Nanosecond, 0},
		{"when the prefill ends", &judgetest.Cache{}, prefilled, 16},
		{"settling", &judgetest.Cache{Settle: 2 * time.Second}, prefilled + 2*time.Second - 1, 0},
		{"settled", &judgetest.Cache{Settle: 2 * time.Second}, prefilled + 2*time.Second, 16},
		{"at the end, before it", &judgetest.Cache{AtEnd: true}, answered - 1, 0},
		{"at the end", &judgetest.Cache{AtEnd: true}, answered, 16},
		{"settling after the end", &judgetest.Cache{AtEnd: true, Settle: 2 * time.Second}, answered + 2*time.Second - 1, 0},
		{"settled after the end", &judgetest.Cache{AtEnd: true, Settle: 2 * time.Second}, answered + 2*time.Second, 16},
	}
	for _, r := range rows {
		synctest.Test(t, func(t *testing.T) {
			if got := burst(t, cachedServer(r.cache), p, r.after); got != r.hits {
				t.Errorf("%s: %d of 16 followers find the leader's prompt, want %d", r.name, got, r.hits)
			}
		})
	}
}

func TestACacheThatNeedsTwoLeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := cachedServer(&judgetest.Cache{Leaders: 2})
		p := prompts("a", 2048, 4)
		var got []int
		for _, i := range []int{0, 0, 1, 2, 3} {
			got = append(got, cached(t, s, p[i], nil))
		}
		full := (len("user\n"+p[0]+"\n") + 3) / 4 / 128 * 128
		if want := []int{0, full, 0, 2048, 2048}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("cached %v, want %v: the same prompt at once, a common beginning with the third prompt", got, want)
		}
	})
}

func TestASmallCacheForgetsWhatWasNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, c := prompts("a", 2048, 4), prompts("b", 2048, 2), prompts("c", 2048, 2)
		s := cachedServer(&judgetest.Cache{Capacity: 4000}) // 31 blocks; a prompt has 17, of which 16 are common
		ask := func(p string) int { return cached(t, s, p, nil) }
		ask(a[0])
		if got := ask(a[1]); got != 2048 {
			t.Errorf("the cache does not hold one prompt: %d", got)
		}
		ask(b[0])
		// 35 blocks were one time or another: the ends of both prompts of a are gone, and the last two
		// of its common blocks.
		if got := ask(a[2]); got != 14*128 {
			t.Errorf("%d tokens of a are left, want %d: ends go before beginnings", got, 14*128)
		}
		ask(b[1])
		ask(c[0])
		ask(c[1])
		if got := ask(a[3]); got != 0 {
			t.Errorf("a was not used for three prompts and is there still: %d", got)
		}
	})
}

func TestCallsAboveARateSpillToAnotherMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := cachedServer(&judgetest.Cache{PerMinute: 15})
		p := prompts("a", 2048, 40)
		cached(t, s, p[0], nil)
		hits := 0
		for i := 1; i < 12; i++ { // 12 calls of about 5 seconds each are in the minute
			if cached(t, s, p[i], nil) > 0 {
				hits++
			}
		}
		if hits != 11 {
			t.Errorf("%d of 11 calls within the rate find the prompt", hits)
		}
		time.Sleep(time.Minute)
		if got := burst(t, s, p[:21], 0); got != 15 {
			t.Errorf("%d of 21 calls at once find the prompt, want the 15 that one machine takes", got)
		}
		time.Sleep(time.Minute)
		if got := burst(t, s, p[:31], 0); got != 30 {
			t.Errorf("%d of 31 calls find it, want 30: two machines know it now, the third does not", got)
		}
		key := object{"prompt_cache_key": "sample 1"}
		if got := cached(t, s, p[0], key); got != 0 {
			t.Errorf("a call with a key of its own finds %d tokens of another key", got)
		}
		if got := cached(t, s, p[1], key); got != 2048 {
			t.Errorf("the next call with the key finds %d tokens", got)
		}
	})
}

func TestMachinesOfOtherPrefixesAreNotShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := cachedServer(&judgetest.Cache{PerMinute: 1})
		a, b := prompts("a", 2048, 2), prompts("b", 2048, 2)
		if got := []int{cached(t, s, a[0], nil), cached(t, s, b[0], nil)}; got[0]+got[1] != 0 {
			t.Errorf("first calls find %v", got)
		}
		time.Sleep(time.Minute)
		if x, y := cached(t, s, a[1], nil), cached(t, s, b[1], nil); x != 2048 || y != 2048 {
			t.Errorf("a minute later they find %d and %d tokens, want 2048: each prefix has its machine", x, y)
		}
	})
}

func TestResponsesReportCachedTokensToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := cachedServer(&judgetest.Cache{})
		p := prompts("a", 2048, 2)
		ask(t.Context(), s, judgetest.Responses, p[0], nil)
		_, _, usage := answerOf(t, judgetest.Responses, ask(t.Context(), s, judgetest.Responses, p[1], nil))
		if got := usage["input_tokens_details"].(object)["cached_tokens"]; got != 2048.0 {
			t.Errorf("cached tokens %v, want 2048", got)
		}
	})
}
