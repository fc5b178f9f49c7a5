package bench

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/judge/reply"
	"github.com/assize-eval/assize/rubric"
)

// Sizes of PRBench's prompts in the official order, in characters, of which four are a token.
const (
	prefixSize = 16_463
	suffixSize = 3_138
)

// prompted returns tasks of samples with k criteria, with prompts of the usual size.
func prompted(samples, k int) []judge.Task {
	var tasks []judge.Task
	contract := reply.CriteriaMet()
	for i := range samples {
		s := sample(i, k, 100, 100)
		prefix := text(fmt.Sprint("Sample ", i), prefixSize)
		for c, criterion := range s.Criteria {
			tasks = append(tasks, judge.Task{
				Sample: s, Criteria: []rubric.Criterion{criterion.Criterion}, Contract: contract,
				Render: func() judge.Prompt {
					return judge.Prompt{Prefix: prefix, Suffix: text(fmt.Sprintf(" Criterion %d of sample %d", c, i), suffixSize)}
				},
			})
		}
	}
	return tasks
}

// served is what a run at a server with a prefix cache took.
type served struct {
	wall   time.Duration
	cached float64 // share of the prompt tokens
}

// serve runs the tasks against a server like a hosted API, in virtual time: a call takes 400 ms, 150 µs for
// each token of the prompt that is not cached, and a time for the reply with a median of 4 s.
func serve(t *testing.T, tasks []judge.Task, plan judge.Plan, slots int, cache *judgetest.Cache) (out served) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		server := &judgetest.Server{
			Grade: judgetest.Coin(), Slots: slots, Cache: cache,
			Latency: judgetest.Latency{Base: 400 * time.Millisecond, Prefill: 150 * time.Microsecond, Decode: 4 * time.Second, Sigma: 0.5, Seed: 1},
		}
		j, err := llm.New(llm.Config{BaseURL: judgetest.URL, Model: "m", HTTPClient: server.Client(), MaxRetries: 20})
		if err != nil {
			t.Fatal(err)
		}
		var last judge.Progress
		begun := time.Now()
		outcomes, err := judge.Run(t.Context(), j, tasks, judge.Order(plan), judge.Concurrency(slots), judge.OnProgress(func(p judge.Progress) { last = p }))
		if err != nil {
			t.Fatal(err)
		}
		out.wall = time.Since(begun)
		for i, o := range outcomes {
			if o.Err != nil {
				t.Fatalf("task %d: %v", i, o.Err)
			}
		}
		out.cached = last.CachedShare()
		if stats := server.Stats(); stats.PromptTokens != last.Usage.PromptTokens || stats.CachedTokens != last.Usage.CachedTokens {
			t.Errorf("the run counts %+v, the server %d prompt tokens with %d cached", last.Usage, stats.PromptTokens, stats.CachedTokens)
		}
	})
	return out
}

// TestPlansAtAnEndpoint runs 200 samples of 17 criteria through the client against endpoints of several
// kinds, and compares each plan with the plain order.
func TestPlansAtAnEndpoint(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("ten runs of 3,400 calls of 20 KB, which take minutes under the race detector")
	}
	const k = 17
	tasks := prompted(200, k)
	// shared is the share of a prompt that a hit saves: whole blocks of 128 tokens.
	const shared = prefixSize / 4 / 128 * 128 / ((prefixSize + suffixSize) / 4.0)
	ideal := shared * (k - 1) / k
	rows := []struct {
		name   string
		plan   judge.Plan
		slots  int
		cache  func() *judgetest.Cache
		cached float64 // at least, of the ideal
		wall   float64 // at most, of FIFO's
		why    string
	}{
		{"hosted", judge.Hosted(), 64, func() *judgetest.Cache { return new(judgetest.Cache) }, 0.97, 1, "a usual hosted API"},
		{"readable late", judge.Hosted(), 64, func() *judgetest.Cache { return &judgetest.Cache{AtEnd: true, Settle: 2 * time.Second} }, 0.97, 1, "an entry is readable two seconds after the response"},
		{"512 slots", judge.Hosted(), 512, func() *judgetest.Cache { return new(judgetest.Cache) }, 0.97, 1.03, "more slots than samples"},
		{"15 a minute", judge.Hosted(), 64, func() *judgetest.Cache { return &judgetest.Cache{PerMinute: 15} }, 0.92, 1, "calls above 15 a minute go to a machine without the prefix"},
		{"two leaders", judge.DeepSeek(), 64, func() *judgetest.Cache { return &judgetest.Cache{Leaders: 2} }, 0.97 * 15 / 16.0, 1, "a prefix is kept after two prompts have had it"},
		{"small cache", judge.SelfHosted(), 64, func() *judgetest.Cache { return &judgetest.Cache{Capacity: 150_000} }, 0.92, 1, "an engine of one's own"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got, fifo := serve(t, tasks, r.plan, r.slots, r.cache()), serve(t, tasks, judge.FIFO(), r.slots, r.cache())
			ratio := float64(got.wall) / float64(fifo.wall)
			t.Logf("%v, %.3f of FIFO's %v; cached %.3f of the ideal, FIFO %.3f", got.wall.Round(time.Second), ratio, fifo.wall.Round(time.Second), got.cached/ideal, fifo.cached/ideal)
			if got.cached < r.cached*ideal {
				t.Errorf("cached %.3f, want at least %.3f of the ideal %.3f: %s", got.cached, r.cached, ideal, r.why)
			}
			if ratio > r.wall {
				t.Errorf("%.3f of FIFO's time, want at most %.2f: %s", ratio, r.wall, r.why)
			}
		})
	}
}
