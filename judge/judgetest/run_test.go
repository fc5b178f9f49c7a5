package judgetest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

// findings is a testing.TB that keeps what is reported to it.
type findings struct {
	testing.TB
	mu    sync.Mutex
	texts []string
}

func (f *findings) Helper() {}
func (f *findings) Errorf(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.texts = append(f.texts, fmt.Sprintf(format, args...))
}
func (f *findings) Fatalf(format string, args ...any) {
	f.Errorf("fatal: "+format, args...)
}

// tried returns what Run finds about a judge, in a bubble.
func tried(t *testing.T, j judge.Judge, opts ...judgetest.Option) (found []string) {
	synctest.Test(t, func(t *testing.T) {
		f := &findings{TB: t}
		judgetest.Run(f, j, opts...)
		found = f.texts
		time.Sleep(100 * time.Hour) // calls that were given up on end, too
	})
	return found
}

// good grades by words of the answer and honors its context.
func good(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return judge.Verdict{}, err
	}
	return judge.Met(task, strings.Contains(task.Sample.Response(), "wear"), "by a word"), nil
}

func TestRunIsContentWithGoodJudges(t *testing.T) {
	server := func(plan judgetest.Plan) *judgetest.Server {
		return &judgetest.Server{Grade: grader, Plan: plan, Latency: judgetest.Latency{Base: time.Second, Decode: 4 * time.Second, Sigma: 0.5}}
	}
	rows := []struct {
		name  string
		judge func() judge.Judge
		opts  []judgetest.Option
	}{
		{"by words", func() judge.Judge { return judge.Func(good) }, []judgetest.Option{judgetest.Deterministic(), judgetest.MustCancel(), nil}},
		{"without a look at its context", func() judge.Judge { return judgetest.Meets(true, "always") }, []judgetest.Option{judgetest.Deterministic()}},
		{"that withholds some grades", func() judge.Judge {
			return new(judgetest.Script).On("margin", "", judgetest.Withholds(judge.Refused, "not my field")).Otherwise(judgetest.Meets(false, ""))
		}, nil},
		{"that fails on some tasks", func() judge.Judge {
			return new(judgetest.Script).On("margin", "", judgetest.Fails(errors.New("not my field"))).Otherwise(judgetest.Meets(false, ""))
		}, nil},
		{"that waits", func() judge.Judge {
			return new(judgetest.Script).Otherwise(judgetest.Waits(10*time.Second, judgetest.Meets(true, "")))
		}, []judgetest.Option{judgetest.MustCancel(), judgetest.Deterministic()}},
		{"that ends what it has begun", func() judge.Judge {
			return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				v, err := good(ctx, task)
				time.Sleep(time.Second)
				return v, err
			})
		}, []judgetest.Option{judgetest.MustCancel()}},
		{"behind a server", func() judge.Judge { return strict{server(nil).Client(), judgetest.Chat, 1} }, []judgetest.Option{judgetest.MustCancel(), judgetest.Deterministic()}},
		{"behind a server with faults", func() judge.Judge {
			plan := judgetest.First(2, judgetest.Rates(1, judgetest.Each(0.5, judgetest.Status500, judgetest.NetShort, judgetest.ReplyConflict)))
			return strict{server(plan).Client(), judgetest.Responses, 3}
		}, []judgetest.Option{judgetest.MustCancel(), judgetest.Deterministic()}},
		{"of a panel's kind, with votes", func() judge.Judge {
			return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				a, _ := good(ctx, task)
				v, err := good(ctx, task)
				v.Usage = a.Usage.Add(judge.Usage{Calls: 2, PromptTokens: 100, CachedTokens: 100, CompletionTokens: 5, ReasoningTokens: 5, Unmetered: 2})
				return v, err
			})
		}, nil},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if found := tried(t, r.judge(), r.opts...); len(found) > 0 {
				t.Errorf("%d findings, the first of them:\n%s", len(found), found[0])
			}
		})
	}
}

func TestRunSaysOneThingAFewTimes(t *testing.T) {
	found := tried(t, grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Status = "" }))
	n := 0
	for _, f := range found {
		if strings.HasPrefix(f, "judgetest: answers: ") {
			n++
		}
	}
	if n != 6 || !strings.Contains(strings.Join(found, "\n"), "more of this kind") {
		t.Errorf("%d findings of one check, want 5 and a word about the rest", n)
	}
}

func TestRunTriesTheTasksItIsGiven(t *testing.T) {
	task := judgetest.Tasks()[2]
	rendered := 0
	task.Render = func() judge.Prompt { rendered++; return judge.Prompt{Suffix: "rendered"} }
	script := new(judgetest.Script).Otherwise(judgetest.Waits(time.Second, judgetest.Meets(true, "")))
	if found := tried(t, script, judgetest.WithTasks(task), judgetest.LongAnswer(1000)); len(found) > 0 {
		t.Errorf("found %q", found)
	}
	own, longest, others := 0, 0, make(map[string]bool)
	for _, c := range script.Calls() {
		if c.Task.Prompt.Suffix == "rendered" {
			own++
		}
		others[c.Task.Sample.ID()] = true
		longest = max(longest, len(c.Task.Sample.Response()))
	}
	if own < 20 || rendered == 0 || others["margin"] && len(others) > 2 {
		t.Errorf("%d calls about the given task, %d renderings, samples %v", own, rendered, others)
	}
	if longest < 1000 || longest > 1<<15 {
		t.Errorf("the longest answer has %d bytes, want about 1000", longest)
	}
	if script.Peak() != 16 {
		t.Errorf("%d calls at once, want 16", script.Peak())
	}
}

func TestRunCancelsAtDifferentMoments(t *testing.T) {
	script := new(judgetest.Script).Otherwise(judgetest.Waits(10*time.Second, judgetest.Meets(true, "")))
	if found := tried(t, script); len(found) > 0 {
		t.Fatalf("found %q", found)
	}
	moments := make(map[time.Duration]bool)
	for _, c := range script.Calls() {
		if errors.Is(c.Err, context.Canceled) {
			moments[c.End.Sub(c.Start)] = true
		}
	}
	if len(moments) < 5 {
		t.Errorf("calls were canceled after %v, want more moments", moments)
	}
}

func TestRunMakesAboutAHundredCalls(t *testing.T) {
	script := new(judgetest.Script).Otherwise(judgetest.Meets(true, ""))
	tried(t, script, judgetest.Deterministic())
	if n := len(script.Calls()); n < 80 || n > 160 {
		t.Errorf("%d calls; the documentation says about a hundred", n)
	}
	seen := make(map[string]bool)
	for _, c := range script.Calls() {
		for _, m := range []string{"\x00", "\xff\xfe", "criteria_met\": true", "<<conversation>>", "\u202e"} {
			if strings.Contains(c.Task.Sample.Response(), m) && strings.Contains(c.Task.Prompt.User(), m) {
				seen[m] = true
			}
		}
		if c.Task.Sample.Response() == "" {
			seen["empty"] = true
		}
		if len(c.Task.Sample.Response()) >= 1<<20 {
			seen["long"] = true
		}
		if whole := c.Task.Sample.Rubric().Criteria(); len(c.Task.Criteria) > 1 && c.Task.Criteria[0].ID == whole[len(whole)-1].ID {
			seen["backwards"] = true
		}
	}
	if len(seen) != 8 {
		t.Errorf("only %v were tried", seen)
	}
}

// TestRunOutsideABubble makes sure that a good judge passes in real time too, without waiting.
func TestRunOutsideABubble(t *testing.T) {
	judgetest.Run(t, judge.Func(good), judgetest.Deterministic(), judgetest.MustCancel())
}

func ExampleRun() {
	// In a test of your own this is:
	//
	//	func TestMyJudge(t *testing.T) { judgetest.Run(t, myJudge) }
	//
	// Here a testing.TB that collects takes the place of t.
	t := new(findings)
	judgetest.Run(t, judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Met(task, true, "always")
		v.Grades[0].Points = 10
		return v, nil
	}))
	fmt.Println(t.texts[0])
	// Output:
	// judgetest: answers: sample "deposit", criterion "deposit-wear": grade of "deposit-wear": 10 points are out of the range from 0 to 8
}
