package judge_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

func TestPriceOfUsage(t *testing.T) {
	full := judge.Price{Prompt: 2, Cached: 0.5, CacheWrite: 2.5, Completion: 8}
	million := judge.Usage{PromptTokens: 1_000_000}
	rows := []struct {
		name  string
		price judge.Price
		usage judge.Usage
		want  float64
		why   string
	}{
		{"nothing", full, judge.Usage{}, 0, "no tokens cost nothing"},
		{"prompt", full, million, 2, "per million"},
		{"completion", full, judge.Usage{CompletionTokens: 500_000, ReasoningTokens: 400_000}, 4, "reasoning tokens are completion tokens, and cost once"},
		{"cached", full, judge.Usage{PromptTokens: 1_000_000, CachedTokens: 800_000}, 0.2*2 + 0.8*0.5, "cached tokens are prompt tokens, at their own price"},
		{"written", full, judge.Usage{PromptTokens: 1_000_000, CacheWriteTokens: 800_000}, 0.2*2 + 0.8*2.5, "written tokens are prompt tokens, at their own price"},
		{"all", full, judge.Usage{PromptTokens: 1_000_000, CachedTokens: 500_000, CacheWriteTokens: 300_000, CompletionTokens: 100_000}, 0.2*2 + 0.5*0.5 + 0.3*2.5 + 0.1*8, "every kind"},
		{"no price of writing", judge.Price{Prompt: 2}, judge.Usage{PromptTokens: 1_000_000, CacheWriteTokens: 1_000_000}, 2, "0 means that of Prompt"},
		{"free cache", judge.Price{Prompt: 2}, judge.Usage{PromptTokens: 1_000_000, CachedTokens: 1_000_000}, 0, "0 means free for what is read"},
		{"more cached than prompt", full, judge.Usage{PromptTokens: 10, CachedTokens: 1_000_000}, 0.5, "never below what was counted"},
		{"unknown", judge.Price{}, million, math.NaN(), "no price is not a price of 0"},
	}
	for _, r := range rows {
		if got := r.price.Cost(r.usage); math.Abs(got-r.want) > 1e-12 || math.IsNaN(got) != math.IsNaN(r.want) {
			t.Errorf("%s: cost %v, want %v: %s", r.name, got, r.want, r.why)
		}
	}
}

// costing is a judge that takes a second, and whose calls cost u.
func costing(u judge.Usage) judge.Func {
	return func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		v, err := patient(ctx, task)
		v.Usage = u
		return v, err
	}
}

func TestABudgetEndsTheRun(t *testing.T) {
	call := judge.Usage{Calls: 1, PromptTokens: 800, CompletionTokens: 200}
	uncounted := judge.Usage{Calls: 1, Unmetered: 1}
	rows := []struct {
		name     string
		spending judge.Spending
		usage    judge.Usage
		asked    int // of 40, four at a time: so many, and up to three more that were at work
		text     string
		why      string
	}{
		{"none", judge.Spending{}, call, 40, "", "0 bounds nothing"},
		{"calls", judge.Spending{Calls: 10}, call, 10, "budget of 10 calls is spent", "what is at work is finished"},
		{"calls, to the last", judge.Spending{Calls: 40}, call, 40, "", "all that may be spent was needed"},
		{"more calls than tasks", judge.Spending{Calls: 100}, call, 40, "", "not reached"},
		{"retries count", judge.Spending{Calls: 10}, judge.Usage{Calls: 5, Retries: 4}, 2, "budget of 10 calls", "five calls for each task"},
		{"tokens", judge.Spending{Tokens: 10_000}, call, 10, "budget of 10000 tokens is spent: ", "prompt and completion tokens together"},
		{"money", judge.Spending{Cost: 0.02, Price: judge.Price{Prompt: 1, Completion: 6}}, call, 10, "budget of 0.02 is spent", "0.002 for each task"},
		{"a price without a budget", judge.Spending{Price: judge.Price{Prompt: 1}}, call, 40, "", "for the progress alone"},
		{"uncounted calls", judge.Spending{Tokens: 1_000_000}, uncounted, 10, "does not say how many tokens", "a budget of tokens that is never reached is none"},
		{"uncounted calls, budget of calls", judge.Spending{Calls: 20}, uncounted, 20, "budget of 20 calls", "calls can be counted"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tasks := oneTaskEach(40)
				out, err := judge.Run(t.Context(), costing(r.usage), tasks, judge.Concurrency(4), judge.Budget(r.spending))
				asked := 0
				for i, o := range out {
					if o.Err == nil {
						asked++
						continue
					}
					if e := wantMissing(t, o, tasks[i], judge.Canceled); !strings.Contains(e.Error(), r.text) {
						t.Errorf("task %d does not say why it was not asked: %v", i, e)
					}
				}
				if asked < r.asked || asked > min(40, r.asked+3) {
					t.Errorf("%d tasks were asked, want %d: %s", asked, r.asked, r.why)
				}
				switch {
				case r.text == "" && err != nil:
					t.Errorf("error %v although every task was asked", err)
				case r.text != "" && (judge.CodeOf(err) != judge.Canceled || !strings.Contains(err.Error(), r.text)):
					t.Errorf("error %v, want one that says %q", err, r.text)
				}
			})
		})
	}
}

// TestABudgetHoldsWithManyAtWork has as many slots as the budget has calls, and more: without a look ahead, all
// of them are spent before the first is counted.
func TestABudgetHoldsWithManyAtWork(t *testing.T) {
	for _, r := range []struct {
		spending    judge.Spending
		calls       int64 // of one task
		least, most int64
		why         string
	}{
		{judge.Spending{Calls: 1}, 1, 1, 1, "one is one"},
		{judge.Spending{Calls: 10}, 1, 10, 10, "calls can be counted before they are made"},
		{judge.Spending{Calls: 100}, 1, 100, 100, "more than there are slots"},
		{judge.Spending{Calls: 100}, 3, 100, 105, "a task may make several"},
		{judge.Spending{Tokens: 20_000}, 1, 20, 20, "a thousand each"},
		{judge.Spending{Tokens: 1}, 1, 1, 8, "nothing is known before the first"},
		{judge.Spending{Cost: 0.05, Price: judge.Price{Prompt: 1}}, 1, 50, 50, "a thousandth each"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var calls atomic.Int64
			j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
				calls.Add(r.calls)
				time.Sleep(time.Second)
				v := judge.Met(task, true, "")
				v.Usage = judge.Usage{Calls: r.calls, PromptTokens: 1000}
				return v, nil
			})
			if _, err := judge.Run(t.Context(), j, oneTaskEach(300), judge.Concurrency(64), judge.Budget(r.spending)); judge.CodeOf(err) != judge.Canceled {
				t.Errorf("%+v: error %v", r.spending, err)
			}
			if n := calls.Load(); n < r.least || n > r.most {
				t.Errorf("%+v: %d calls, want %d to %d: %s", r.spending, n, r.least, r.most, r.why)
			}
		})
	}
}

// TestUncountedCallsAreTakenToCostWhatOthersCost has every second call not counted.
func TestUncountedCallsAreTakenToCostWhatOthersCost(t *testing.T) {
	n := 0
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Met(task, true, "")
		v.Usage = judge.Usage{Calls: 1, PromptTokens: 1000}
		if n++; n%2 == 0 {
			v.Usage = judge.Usage{Calls: 1, Unmetered: 1}
		}
		return v, nil
	})
	if _, err := judge.Run(t.Context(), j, oneTaskEach(100), judge.Concurrency(1), judge.Budget(judge.Spending{Tokens: 20_000})); err == nil || n != 20 {
		t.Errorf("%d calls, error %v; want 20 calls of a thousand tokens each", n, err)
	}
}

// TestALaterRunDoesTheRest gives each of three runs the budget of a third.
func TestALaterRunDoesTheRest(t *testing.T) {
	tasks := oneTaskEach(30)
	kept := map[string]judge.Verdict{}
	calls := 0
	j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if v, ok := kept[task.Sample.ID()]; ok {
			v.Usage = judge.Usage{}
			return v, nil
		}
		calls++
		v, err := echo(ctx, task)
		kept[task.Sample.ID()] = v
		return v, err
	})
	for n := 1; n <= 3; n++ {
		_, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(1), judge.Budget(judge.Spending{Calls: 10}))
		if (err == nil) != (n == 3) || calls != 10*n {
			t.Errorf("run %d: %d calls in all, error %v", n, calls, err)
		}
	}
}

func TestABudgetThatBoundsNothingIsRefused(t *testing.T) {
	nan := math.NaN()
	for name, s := range map[string]judge.Spending{
		"negative calls":     {Calls: -1},
		"negative tokens":    {Tokens: -1},
		"negative money":     {Cost: -1, Price: judge.Price{Prompt: 1}},
		"money is NaN":       {Cost: nan, Price: judge.Price{Prompt: 1}},
		"infinite money":     {Cost: math.Inf(1), Price: judge.Price{Prompt: 1}},
		"money, no price":    {Cost: 1},
		"negative price":     {Price: judge.Price{Completion: -1}},
		"price is NaN":       {Price: judge.Price{Cached: nan}},
		"price of writing":   {Price: judge.Price{CacheWrite: math.Inf(1)}},
		"price of the calls": {Cost: 1, Price: judge.Price{Prompt: nan}},
	} {
		if out, err := judge.Run(t.Context(), echo, oneTaskEach(1), judge.Budget(s)); err == nil || out != nil {
			t.Errorf("%s: %v, %v; want an error before anything is asked", name, out, err)
		}
	}
}

func TestABudgetDoesNotHideWhyARunEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(time.Second)
			return judge.Verdict{Usage: judge.Usage{Calls: 1}}, &judge.Error{Code: judge.Auth, Stop: true}
		})
		_, err := judge.Run(t.Context(), j, oneTaskEach(9), judge.Concurrency(1), judge.Budget(judge.Spending{Calls: 1}))
		if judge.CodeOf(err) != judge.Auth {
			t.Errorf("error %v, want that of the key", err)
		}
	})
}

func ExampleBudget() {
	price := judge.Price{Prompt: 1.25, Cached: 0.125, Completion: 10} // per million tokens
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Met(t, true, "")
		v.Usage = judge.Usage{Calls: 1, PromptTokens: 4000, CompletionTokens: 500}
		return v, nil
	})
	outcomes, err := judge.Run(context.Background(), j, oneTaskEach(100), judge.Concurrency(1),
		judge.Budget(judge.Spending{Cost: 0.50, Price: price}))
	graded := 0
	for _, o := range outcomes {
		if o.Err == nil {
			graded++
		}
	}
	fmt.Println(graded, "of", len(outcomes), "graded:", errors.Unwrap(err))
	// Output: 50 of 100 graded: the budget of 0.5 is spent: 0.5
}

func ExamplePrice_Cost() {
	price := judge.Price{Prompt: 1.25, Cached: 0.125, Completion: 10} // per million tokens
	fmt.Printf("%.2f\n", price.Cost(judge.Usage{PromptTokens: 92_000_000, CachedTokens: 72_000_000, CompletionTokens: 3_000_000}))
	// Output: 64.00
}
