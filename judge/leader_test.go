package judge_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

// recorder is a judge that takes a second and notes when each task was started.
type recorder struct {
	mu    sync.Mutex
	begun time.Time
	at    map[string]time.Duration
	order []string
	// says gives the verdict's usage and error by the name of the task, which is its sample's with its
	// criterion's.
	says func(name string) (judge.Usage, error)
}

func (r *recorder) Grade(_ context.Context, t judge.Task) (judge.Verdict, error) {
	name := t.Sample.ID() + t.Criteria[0].ID
	r.mu.Lock()
	r.at[name] = time.Since(r.begun)
	r.order = append(r.order, name)
	r.mu.Unlock()
	u, err := r.says(name)
	if u.Calls > 0 {
		time.Sleep(time.Second)
	}
	v := judge.Met(t, true, "")
	v.Usage = u
	return v, err
}

// record runs the tasks under the plan and returns when each was started.
func record(t *testing.T, tasks []judge.Task, plan judge.Plan, says func(string) (judge.Usage, error), opts ...judge.Option) *recorder {
	t.Helper()
	r := &recorder{at: map[string]time.Duration{}, says: says, begun: time.Now()}
	if _, err := judge.Run(t.Context(), r, tasks, append(opts, judge.Order(plan))...); err != nil {
		t.Fatal(err)
	}
	return r
}

var asked = judge.Usage{Calls: 1, PromptTokens: 2000, CachedTokens: 1000}

func TestLeadersGoFirstAndFollowersWaitUntilThePrefixIsCached(t *testing.T) {
	const settle = 2 * time.Second
	refused := judge.Errorf(judge.Refused, "no")
	rows := []struct {
		name string
		plan judge.Plan
		says func(name string) (judge.Usage, error)
		// at says when the four tasks of the only sample are started.
		at  [4]time.Duration
		why string
	}{
		{"one leader", judge.Plan{Leaders: 1, Settle: settle}, func(string) (judge.Usage, error) { return asked, nil },
			[4]time.Duration{0, 3 * time.Second, 3 * time.Second, 3 * time.Second}, "a second for the leader, two to settle"},
		{"two leaders", judge.Plan{Leaders: 2, Settle: settle}, func(string) (judge.Usage, error) { return asked, nil },
			[4]time.Duration{0, 0, 3 * time.Second, 3 * time.Second}, "both lead at once"},
		{"no leader", judge.FIFO(), func(string) (judge.Usage, error) { return asked, nil },
			[4]time.Duration{}, "nobody waits"},
		{"a leader whose reply cannot be read", judge.Plan{Leaders: 1}, func(name string) (judge.Usage, error) {
			if name == "s0c0" {
				return asked, judge.Errorf(judge.Malformed, "no")
			}
			return asked, nil
		}, [4]time.Duration{0, time.Second, time.Second, time.Second}, "its prompt is in the cache"},
		{"a leader that never got through", judge.Plan{Leaders: 1}, func(name string) (judge.Usage, error) {
			if name == "s0c0" {
				return judge.Usage{Calls: 1}, refused
			}
			return asked, nil
		}, [4]time.Duration{0, time.Second, 2 * time.Second, 2 * time.Second}, "the next one leads"},
		{"no usage", judge.Hosted(), func(string) (judge.Usage, error) { return judge.Usage{}, nil },
			[4]time.Duration{}, "a judge that counts no calls has no cache to wait for"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := record(t, many(1, 4), r.plan, r.says)
				for i, want := range r.at {
					if name := "s0c" + string(rune('0'+i)); got.at[name] != want {
						t.Errorf("%s was started after %v, want %v: %s", name, got.at[name], want, r.why)
					}
				}
			})
		})
	}
}

// TestVerdictsOutOfALedgerLeadNobody has a ledger know the first two tasks of the second sample, once the
// first sample has shown that the judge counts its calls.
func TestVerdictsOutOfALedgerLeadNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := record(t, many(2, 4), judge.Plan{Leaders: 1, Settle: 2 * time.Second, Window: 1}, func(name string) (judge.Usage, error) {
			if name == "s1c0" || name == "s1c1" {
				return judge.Usage{}, nil
			}
			return asked, nil
		})
		lead := got.at["s1c2"]
		if got.at["s1c0"] != lead || got.at["s1c1"] != lead {
			t.Errorf("what the ledger knows took time: %v", got.at)
		}
		if want := lead + 3*time.Second; got.at["s1c3"] != want {
			t.Errorf("the last task was started after %v, want %v: it follows the first that was asked", got.at["s1c3"], want)
		}
	})
}

// TestAWholeRunOutOfALedgerWaitsForNothing re-reads a run as hosted plans order it.
func TestAWholeRunOutOfALedgerWaitsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		record(t, many(300, 17), judge.Hosted(), func(string) (judge.Usage, error) { return judge.Usage{}, nil })
		if took := time.Since(begun); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

func TestFreeSlotsTakeOtherSamples(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		got := record(t, many(8, 4), judge.Plan{Leaders: 1}, func(string) (judge.Usage, error) { return asked, nil }, judge.Concurrency(4))
		if took := time.Since(begun); took != 8*time.Second {
			t.Errorf("32 tasks of a second in 4 slots took %v: slots stood idle", took)
		}
		for _, name := range got.order[:4] {
			if !strings.HasSuffix(name, "c0") {
				t.Errorf("%s is among the first four, want leaders alone: %v", name, got.order[:4])
			}
		}
	})
}

func TestTheWindowBoundsTheSamplesThatAreBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := record(t, many(10, 4), judge.Plan{Leaders: 1, Window: 2}, func(string) (judge.Usage, error) { return asked, nil }, judge.Concurrency(3))
		begun, left := map[string]bool{}, map[string]int{}
		for _, name := range got.order {
			id := name[:2]
			if !begun[id] {
				begun[id], left[id] = true, 4
			}
			if left[id]--; left[id] == 0 {
				delete(left, id)
			}
			if len(left) > 2 {
				t.Fatalf("more than two samples are begun and not all started: %v", got.order)
			}
		}
	})
}

func TestFollowersAreTakenInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Both leaders come back at one time, and after a minute all their followers may go.
		got := record(t, many(2, 4), judge.Plan{Leaders: 1, Window: 2, Settle: time.Minute},
			func(string) (judge.Usage, error) { return asked, nil }, judge.Concurrency(2))
		for i := 2; i < 8; i += 2 {
			if pair := got.order[i : i+2]; pair[0][:2] == pair[1][:2] {
				t.Errorf("the tasks went as %v, want no prefix asked for twice while another waits", got.order)
				break
			}
		}
	})
}

func TestLargeSamplesGoFirst(t *testing.T) {
	tasks := slices.Concat(many(1, 2), many(1, 3))
	for i := range tasks {
		s := tasks[i].Sample.(sample)
		s.id, s.answer = "small", "A"
		if i >= 2 {
			s.id, s.answer = "large", strings.Repeat("A", 1000)
		}
		tasks[i].Sample = s
	}
	for _, r := range []struct {
		largest bool
		first   string
	}{{true, "large"}, {false, "small"}} {
		synctest.Test(t, func(t *testing.T) {
			got := record(t, tasks, judge.Plan{Leaders: 1, LargestFirst: r.largest}, func(string) (judge.Usage, error) { return asked, nil }, judge.Concurrency(1))
			if !strings.HasPrefix(got.order[0], r.first) {
				t.Errorf("largest first %v: the order is %v", r.largest, got.order)
			}
		})
	}
}

func TestColdFollowersAreReleasedAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := many(10, 20)
		got := record(t, tasks, judge.Plan{Leaders: 1, Settle: time.Hour}, func(string) (judge.Usage, error) { return asked, nil }, judge.Concurrency(20))
		cold := 0
		for name, at := range got.at {
			if !strings.HasSuffix(name, "c0") && at < time.Hour {
				cold++
			}
		}
		if cold != 4 {
			t.Errorf("%d followers of 200 tasks went before their prefix was cached, want 2 in a hundred", cold)
		}
	})
}

func TestGivingUpLeadersIsSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelWarn}))
		never := judge.Usage{Calls: 1, PromptTokens: 2000}
		got := record(t, many(30, 3), judge.Plan{Leaders: 1, Settle: time.Minute, Window: 1, Patience: 3},
			func(string) (judge.Usage, error) { return never, nil }, judge.Concurrency(3), judge.Logger(log))
		if n := strings.Count(b.String(), "no cached tokens are reported"); n != 1 || !strings.Contains(b.String(), "samples=3") {
			t.Errorf("%d warnings:\n%s", n, b.String())
		}
		last := time.Duration(0)
		for _, at := range got.at {
			last = max(last, at)
		}
		if last > 10*time.Minute {
			t.Errorf("the last task was started after %v: tasks still wait for leaders", last)
		}
	})
}

// TestACacheThatHelpsNowAndThenKeepsItsLeaders has every third sample find its prompt in the cache.
func TestACacheThatHelpsNowAndThenKeepsItsLeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		record(t, many(30, 3), judge.Plan{Leaders: 1, Window: 1, Patience: 3}, func(name string) (judge.Usage, error) {
			u := judge.Usage{Calls: 1, PromptTokens: 2000}
			if strings.ContainsAny(name[1:len(name)-2], "0369") && strings.HasSuffix(name, "c1") {
				u.CachedTokens = 1000
			}
			return u, nil
		}, judge.Concurrency(1), judge.Logger(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelWarn}))))
		if b.Len() > 0 {
			t.Errorf("leaders were given up:\n%s", b.String())
		}
	})
}

// TestASampleCountsOnceHoweverSlowlyItsTasksCome has each task come when the one before is done, so that
// every sample is done before it is known to be whole.
func TestASampleCountsOnceHoweverSlowlyItsTasksCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		came := make(chan bool, 1)
		done, told := 0, 0
		tasks := func(yield func(judge.Task) bool) {
			for _, task := range many(5, 2) {
				if !yield(task) {
					return
				}
				<-came
			}
		}
		err := judge.RunSeq(t.Context(), costing(judge.Usage{Calls: 1, PromptTokens: 2000}), tasks, func(int, judge.Task, judge.Outcome) {
			done++
			if b.Len() > 0 && told == 0 {
				told = done
			}
			came <- true
		}, judge.Order(judge.Plan{Leaders: 1, Patience: 2}), judge.Logger(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelWarn}))))
		if err != nil || told != 6 {
			t.Errorf("the warning came before outcome %d, want it once the second sample is known to be whole (%v)", told, err)
		}
	})
}

func TestAPlanWithANegativeNumberIsRefused(t *testing.T) {
	for _, p := range []judge.Plan{{Leaders: -1}, {Settle: -1}, {Window: -1}, {Patience: -1}} {
		if out, err := judge.Run(t.Context(), echo, oneTaskEach(1), judge.Order(p)); err == nil || out != nil {
			t.Errorf("%+v: %v, %v", p, out, err)
		}
	}
}

func ExampleOrder() {
	// Deterministic and in the order of the tasks, for a judge without a cache.
	_, err := judge.Run(context.Background(), echo, oneTaskEach(10), judge.Order(judge.FIFO()))
	if err != nil {
		panic(err)
	}
	// A plan of one's own: leaders, but no more than eight samples at a time, for a small cache.
	plan := judge.SelfHosted()
	plan.Window = 8
	_, err = judge.Run(context.Background(), echo, oneTaskEach(10), judge.Order(plan))
	if err != nil {
		panic(err)
	}
	// Output:
}
