package judge_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// model is a model of an endpoint with a prefix cache, in virtual time: a call takes 400 ms, 150 µs
// for each prompt token that is not cached, and a log-normal time for the reply. A prefix can be read
// once the prefill of the call that wrote it is over, and delay after that call's response.
type model struct {
	prefix, suffix int           // tokens
	decode         time.Duration // median
	delay          time.Duration
	// perMinute is how many calls a minute a prefix may have before they miss; 0 for any number.
	perMinute int
	// writers is how many calls must have had a prefix before it can be read.
	writers int
	// capacity is how many tokens the cache holds; the least recently used go first. 0 for any number.
	capacity int
	seed     uint64 // of the times of the replies
}

// provider is a model at work.
type provider struct {
	model
	mu       sync.Mutex
	readable map[string]time.Time
	wrote    map[string]int
	recent   map[string][]time.Time
	atWork   int
	busy     time.Duration // slot time used
	changed  time.Time
	cached   int64
	prompt   int64
	// left is how many tasks are not started; idle is the slot time that was not used while there were
	// any.
	left, slots int
	idle        time.Duration
	// order has the cached prefixes, the least recently used first, and size what each holds.
	order []string
	size  map[string]int
	held  int
}

func (p *provider) Grade(ctx context.Context, t judge.Task) (judge.Verdict, error) {
	id := t.Sample.ID()
	p.mu.Lock()
	now := time.Now()
	p.pass(now)
	p.atWork++
	p.left--
	at, hit := p.readable[id]
	p.use(id)
	hit = hit && !now.Before(at) && p.wrote[id] >= max(1, p.writers) && !p.spills(id, now)
	p.mu.Unlock()

	cached := 0
	if hit {
		cached = p.prefix / 128 * 128
	}
	prefill := 400*time.Millisecond + time.Duration(p.prefix+p.suffix-cached)*150*time.Microsecond
	time.Sleep(prefill)
	if !hit && p.delay == 0 {
		p.write(id, time.Now())
	}
	rng := rand.New(rand.NewPCG(p.seed, uint64(t.Repeat)))
	time.Sleep(time.Duration(float64(p.decode) * math.Exp(0.5*rng.NormFloat64())))

	p.mu.Lock()
	defer p.mu.Unlock()
	now = time.Now()
	p.pass(now)
	p.atWork--
	if !hit && p.delay > 0 {
		p.wrote[id]++
		p.readable[id] = now.Add(p.delay)
	}
	p.cached += int64(cached)
	p.prompt += int64(p.prefix + p.suffix)
	v := judge.Met(t, true, "")
	v.Usage = judge.Usage{Calls: 1, PromptTokens: int64(p.prefix + p.suffix), CachedTokens: int64(cached)}
	return v, nil
}

// pass counts the slot time since the last change.
func (p *provider) pass(now time.Time) {
	since := now.Sub(p.changed)
	p.changed = now
	p.busy += time.Duration(p.atWork) * since
	if p.left > 0 {
		p.idle += time.Duration(p.slots-p.atWork) * since
	}
}

func (p *provider) write(id string, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrote[id]++
	p.readable[id] = at
}

// use makes room in the cache for a call with the prefix.
func (p *provider) use(id string) {
	if p.capacity == 0 {
		return
	}
	if i := slices.Index(p.order, id); i >= 0 {
		p.order = slices.Delete(p.order, i, i+1)
	} else {
		p.size[id] += p.prefix
		p.held += p.prefix
	}
	p.order = append(p.order, id)
	p.size[id] += p.suffix
	p.held += p.suffix
	for p.held > p.capacity && len(p.order) > 1 {
		old := p.order[0]
		p.order = p.order[1:]
		p.held -= p.size[old]
		delete(p.size, old)
		delete(p.readable, old)
	}
}

// spills reports whether the prefix has had its calls of the last minute.
func (p *provider) spills(id string, now time.Time) bool {
	if p.perMinute == 0 {
		return false
	}
	recent := p.recent[id]
	for len(recent) > 0 && now.Sub(recent[0]) > time.Minute {
		recent = recent[1:]
	}
	p.recent[id] = append(recent, now)
	return len(recent) >= p.perMinute
}

// costed is what a simulated run took.
type costed struct {
	wall   time.Duration
	cached float64 // share of the prompt tokens
	busy   float64 // share of the slot time
	// idle is the share of the slot time that was not used although there was work left.
	idle float64
}

// simulate runs samples of k criteria against a fresh provider.
func simulate(t *testing.T, m model, plan judge.Plan, samples, k, slots int) costed {
	t.Helper()
	tasks := make([]judge.Task, 0, samples*k)
	for s := range samples {
		sample := &cacheSample{id: fmt.Sprint(s)}
		for c := range k {
			// Repeat carries the index, which seeds the time of the reply.
			tasks = append(tasks, judge.Task{Sample: sample, Criteria: rubric.List{{ID: fmt.Sprint(c), Weight: 1}}, Repeat: len(tasks)})
		}
	}
	var out costed
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		p := &provider{model: m, changed: begun, left: len(tasks), slots: slots,
			readable: map[string]time.Time{}, wrote: map[string]int{}, recent: map[string][]time.Time{}, size: map[string]int{}}
		if _, err := judge.Run(t.Context(), p, tasks, judge.Concurrency(slots), judge.Order(plan)); err != nil {
			t.Error(err)
		}
		out.wall = time.Since(begun)
		out.cached = float64(p.cached) / float64(p.prompt)
		out.busy = float64(p.busy) / float64(out.wall) / float64(slots)
		out.idle = float64(p.idle) / float64(out.wall) / float64(slots)
	})
	return out
}

type cacheSample struct{ id string }

func (s *cacheSample) ID() string { return s.id }
func (s *cacheSample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "Q"}}
}
func (s *cacheSample) Response() string      { return "A" }
func (s *cacheSample) Rubric() rubric.Rubric { return rubric.List{{ID: "0", Weight: 1}} }

// mean returns the mean of a few simulations that differ in the times of the replies.
func mean(t *testing.T, m model, plan judge.Plan, slots int) costed {
	t.Helper()
	const seeds = 4
	var sum costed
	for m.seed = 1; m.seed <= seeds; m.seed++ {
		c := simulate(t, m, plan, 200, 17, slots)
		sum.wall += c.wall / seeds
		sum.cached += c.cached / seeds
		sum.busy += c.busy / seeds
		sum.idle += c.idle / seeds
	}
	return sum
}

func TestPlansAtPrefixCaches(t *testing.T) {
	usual := model{prefix: 4116, suffix: 784, decode: 4 * time.Second}
	late := with(usual, func(m *model) { m.delay = 2 * time.Second })
	// blocks is the share of a prompt that a cache hit saves.
	const blocks = 4116 / 128 * 128 / (4116.0 + 784)
	for _, c := range []struct {
		why    string
		m      model
		plan   judge.Plan
		slots  int
		cached float64 // at least
		wall   float64 // at most, as a share of FIFO's
		idle   float64 // at most
	}{
		{"a usual hosted API", usual, judge.Hosted(), 64, 0.97 * 16 / 17 * blocks, 1, 0.02},
		{"an entry that is readable only after the response", late, judge.Hosted(), 64, 0.97 * 16 / 17 * blocks, 1, 0.02},
		{"more slots than samples", usual, judge.Hosted(), 512, 0.94 * 16 / 17 * blocks, 1.03, 1},
		{"15 calls a minute for a prefix", with(usual, func(m *model) { m.perMinute = 15 }), judge.Hosted(), 64, 0.95 * 16 / 17 * blocks, 1, 0.02},
		{"a cache that keeps a prefix after two calls", with(late, func(m *model) { m.writers = 2 }), judge.DeepSeek(), 64, 0.97 * 15 / 17 * blocks, 1, 0.02},
		{"an engine of one's own", usual, judge.SelfHosted(), 64, 0.97 * 16 / 17 * blocks, 1, 0.06},
		{"an engine with a small cache", with(usual, func(m *model) { m.capacity = 150_000 }), judge.SelfHosted(), 64, 0.9 * 16 / 17 * blocks, 1.05, 0.06},
	} {
		got, fifo := mean(t, c.m, c.plan, c.slots), mean(t, c.m, judge.FIFO(), c.slots)
		ratio := float64(got.wall) / float64(fifo.wall)
		t.Logf("%s: %v, %.3f of FIFO's; cached %.3f, FIFO %.3f; slots busy %.3f, idle while work is left %.3f", c.why, got.wall.Round(time.Second), ratio, got.cached, fifo.cached, got.busy, got.idle)
		if got.cached < c.cached {
			t.Errorf("%s: the cached share is %.3f, want at least %.3f", c.why, got.cached, c.cached)
		}
		if got.idle > c.idle {
			t.Errorf("%s: %.3f of the slot time is not used although work is left, want at most %.3f", c.why, got.idle, c.idle)
		}
		if ratio > c.wall {
			t.Errorf("%s: the time is %.3f of FIFO's, want at most %.3f", c.why, ratio, c.wall)
		}
	}
}

func TestLeadersAreGivenUpWhereNothingIsCached(t *testing.T) {
	none := model{prefix: 4116, suffix: 784, decode: 4 * time.Second, writers: math.MaxInt}
	patient := judge.Hosted()
	patient.Patience = 0
	waits, gives := simulate(t, none, patient, 40, 17, 64), simulate(t, none, judge.Hosted(), 40, 17, 64)
	if gives.cached != 0 {
		t.Fatalf("cached share %v, want none", gives.cached)
	}
	if gives.wall > waits.wall {
		t.Errorf("giving up leaders takes %v, waiting for them %v", gives.wall, waits.wall)
	}
}

func with(p model, edit func(*model)) model {
	edit(&p)
	return p
}

// TestPresetsAreNearTheBestPlanTried compares each preset, where it belongs, with plans of all kinds.
func TestPresetsAreNearTheBestPlanTried(t *testing.T) {
	if testing.Short() {
		t.Skip("two dozen simulations of 3,400 calls")
	}
	usual := model{prefix: 4116, suffix: 784, decode: 4 * time.Second, seed: 1}
	tried := map[string]judge.Plan{"FIFO": judge.FIFO(), "Hosted": judge.Hosted(), "SelfHosted": judge.SelfHosted(), "DeepSeek": judge.DeepSeek()}
	for _, w := range []int{8, 12, 16, 32} {
		tried[fmt.Sprint("window ", w)] = judge.Plan{Leaders: 1, Window: w, LargestFirst: true}
	}
	for _, c := range []struct {
		preset string
		m      model
		why    string
	}{
		{"Hosted", with(usual, func(m *model) { m.perMinute = 15 }), "15 calls a minute for a prefix"},
		{"DeepSeek", with(usual, func(m *model) { m.delay, m.writers = 2*time.Second, 2 }), "a prefix is kept after two calls"},
		{"SelfHosted", with(usual, func(m *model) { m.capacity = 150_000 }), "a cache of eleven samples"},
	} {
		got := map[string]costed{}
		wall, cached := time.Duration(math.MaxInt64), 0.0
		for name, plan := range tried {
			r := simulate(t, c.m, plan, 200, 17, 64)
			got[name] = r
			wall, cached = min(wall, r.wall), max(cached, r.cached)
			t.Logf("%s: %s takes %v, cached %.3f", c.why, name, r.wall.Round(time.Second), r.cached)
		}
		if own := got[c.preset]; float64(own.wall) > 1.05*float64(wall) || own.cached < 0.95*cached {
			t.Errorf("%s: %s takes %v with %.3f cached; the best take %v and have %.3f", c.why, c.preset, own.wall, own.cached, wall, cached)
		}
	}
}
