package judgetest_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge/judgetest"
)

func TestRatesHappenAtTheirRates(t *testing.T) {
	rates := map[judgetest.Fault]float64{judgetest.Status500: 0.2, judgetest.NetReset: 0.05, judgetest.BodyNull: 0}
	plan := judgetest.Rates(1, rates)
	seen := make(map[judgetest.Fault]int)
	const n = 20000
	for i := range n {
		seen[plan(judgetest.Request{Key: fmt.Sprint(i / 4), Attempt: i % 4})]++
	}
	for f, want := range map[judgetest.Fault]float64{judgetest.Status500: 0.2, judgetest.NetReset: 0.05, judgetest.BodyNull: 0, judgetest.Healthy: 0.75} {
		got := float64(seen[f]) / n
		if got < want-0.015 || got > want+0.015 { // five standard deviations
			t.Errorf("%q happens at a rate of %v, want %v", f, got, want)
		}
	}
	if n := seen[judgetest.BodyNull]; n > 0 {
		t.Errorf("a fault with a rate of 0 happened %d times", n)
	}
	rates[judgetest.Status500] = 1
	if plan(judgetest.Request{Key: "0"}) != judgetest.Rates(1, map[judgetest.Fault]float64{judgetest.Status500: 0.2, judgetest.NetReset: 0.05})(judgetest.Request{Key: "0"}) {
		t.Error("the plan changed with the caller's map")
	}
}

func TestRatesDependOnSeedQuestionAndAttemptAlone(t *testing.T) {
	rates := judgetest.Each(0.5, judgetest.Status500, judgetest.NetReset)
	one, same, other := judgetest.Rates(1, rates), judgetest.Rates(1, rates), judgetest.Rates(2, rates)
	differs := map[string]bool{}
	for i := range 200 {
		r := judgetest.Request{Key: fmt.Sprint(i), Attempt: 3}
		if one(r) != same(r) || one(r) != one(judgetest.Request{Key: r.Key, Attempt: 3, Model: "else", API: judgetest.Responses}) {
			t.Fatalf("request %d meets different faults under one seed", i)
		}
		differs["seed"] = differs["seed"] || one(r) != other(r)
		differs["attempt"] = differs["attempt"] || one(r) != one(judgetest.Request{Key: r.Key, Attempt: 4})
		differs["key"] = differs["key"] || one(r) != one(judgetest.Request{Key: r.Key + "x", Attempt: 3})
	}
	for _, what := range []string{"seed", "attempt", "key"} {
		if !differs[what] {
			t.Errorf("the faults do not depend on the %s", what)
		}
	}
}

func TestRatesAboveOneLeaveNoHealth(t *testing.T) {
	plan := judgetest.Rates(1, map[judgetest.Fault]float64{"a": 0.7, "b": 0.7, "c": 0.7})
	for i := range 500 {
		if f := plan(judgetest.Request{Key: fmt.Sprint(i)}); f != "a" && f != "b" {
			t.Fatalf("fault %q, want a or b", f)
		}
	}
}

func TestEachDividesTheRate(t *testing.T) {
	want := map[judgetest.Fault]float64{"a": 0.2, "b": 0.1}
	if got := judgetest.Each(0.3, "a", "b", "a"); !maps.EqualFunc(got, want, func(x, y float64) bool { return x-y < 1e-12 && y-x < 1e-12 }) {
		t.Errorf("Each = %v, want %v", got, want)
	}
	if got := judgetest.Each(0.3); len(got) != 0 {
		t.Errorf("Each without faults = %v", got)
	}
}

func TestPlansByAttempt(t *testing.T) {
	rows := []struct {
		name string
		plan judgetest.Plan
		want []judgetest.Fault
	}{
		{"sequence", judgetest.Sequence("a", judgetest.Healthy, "b"), []judgetest.Fault{"a", "", "b", "", ""}},
		{"no sequence", judgetest.Sequence(), []judgetest.Fault{"", ""}},
		{"always", judgetest.Always("a"), []judgetest.Fault{"a", "a", "a"}},
		{"first", judgetest.First(2, judgetest.Always("a")), []judgetest.Fault{"a", "a", "", ""}},
		{"first of none", judgetest.First(2, nil), []judgetest.Fault{"", ""}},
	}
	for _, r := range rows {
		for i, want := range r.want {
			if got := r.plan(judgetest.Request{Key: "k", Attempt: i}); got != want {
				t.Errorf("%s, attempt %d: %q, want %q", r.name, i, got, want)
			}
		}
	}
}

// TestFaultsDoNotDependOnConcurrency asks 300 questions until each is answered, one at a time and 50
// at a time, and compares what befell each question.
func TestFaultsDoNotDependOnConcurrency(t *testing.T) {
	befell := func(t *testing.T, workers int) map[string][]judgetest.Fault {
		seen := make(map[string][]judgetest.Fault)
		s := &judgetest.Server{
			Grade:   judgetest.Coin(),
			Plan:    judgetest.First(6, judgetest.Rates(11, judgetest.Each(0.6, judgetest.Status500, judgetest.NetReset, judgetest.BodyNull, judgetest.Refusal{Param: "seed"}.Fault()))),
			Slots:   20,
			Latency: judgetest.Latency{Base: time.Second, Decode: time.Second, Sigma: 1},
			Watch: func(r judgetest.Request, f judgetest.Fault) {
				if len(seen[r.Key]) != r.Attempt {
					t.Errorf("attempt %d of %s after %d", r.Attempt, r.Key, len(seen[r.Key]))
				}
				seen[r.Key] = append(seen[r.Key], f)
			},
		}
		prompts := make(chan string)
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for prompt := range prompts {
					for tries := 0; ; tries++ {
						g := ask(t.Context(), s, judgetest.Chat, prompt, object{"seed": tries % 2, "temperature": 0})
						if g.err == nil && g.status == 200 && g.body != "null" {
							break
						}
						time.Sleep(time.Second)
					}
				}
			})
		}
		for i := range 300 {
			prompts <- fmt.Sprint("question ", i)
		}
		close(prompts)
		wg.Wait()
		if st := s.Stats(); workers > 20 && st.Rejected == 0 || st.Peak > 20 || st.AtWork != 0 {
			t.Errorf("stats %+v: 50 workers on 20 slots are turned away, and nobody else", st)
		}
		return seen
	}
	synctest.Test(t, func(t *testing.T) {
		one, many := befell(t, 1), befell(t, 50)
		if diff := cmp.Diff(one, many); diff != "" || len(one) != 300 {
			t.Errorf("%d questions; one at a time and 50 at a time differ:\n%s", len(one), diff)
		}
	})
}
