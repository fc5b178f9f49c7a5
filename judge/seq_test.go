package judge_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// stream is the outcomes of a RunSeq, by index, and its error.
type stream struct {
	outcomes map[int]judge.Outcome
	err      error
}

func runSeq(ctx context.Context, t *testing.T, j judge.Judge, tasks iter.Seq[judge.Task], opts ...judge.Option) stream {
	t.Helper()
	s := stream{outcomes: map[int]judge.Outcome{}}
	s.err = judge.RunSeq(ctx, j, tasks, func(i int, _ judge.Task, o judge.Outcome) {
		if _, twice := s.outcomes[i]; twice {
			t.Errorf("task %d has two outcomes", i)
		}
		s.outcomes[i] = o
	}, opts...)
	return s
}

// many returns tasks of samples with k criteria each.
func many(samples, k int) []judge.Task {
	var tasks []judge.Task
	for s := range samples {
		var criteria rubric.List
		for c := range k {
			criteria = append(criteria, rubric.Criterion{ID: fmt.Sprint("c", c), Weight: 1})
		}
		own := sample{id: fmt.Sprint("s", s), answer: "A", criteria: criteria}
		for c := range k {
			tasks = append(tasks, judge.Task{Sample: own, Criteria: criteria[c : c+1]})
		}
	}
	return tasks
}

func TestRunSeqGivesWhatRunGives(t *testing.T) {
	j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		switch id := task.Sample.ID(); {
		case id == "s7" && task.Criteria[0].ID == "c1":
			panic("seven")
		case id == "s11":
			return judge.Verdict{Usage: judge.Usage{Calls: 3}}, judge.Errorf(judge.Refused, "no")
		}
		v, err := shuffled(ctx, task)
		v.Grades[0].Explanation = task.Sample.ID() + task.Criteria[0].ID
		return v, err
	})
	tasks := many(60, 5)
	for _, plan := range []judge.Plan{judge.FIFO(), judge.Hosted(), judge.SelfHosted(), judge.DeepSeek(), {Leaders: 1, Window: 1}} {
		for _, concurrency := range []int{1, 3, 64, 1 << 40} {
			synctest.Test(t, func(t *testing.T) {
				opts := []judge.Option{judge.Order(plan), judge.Concurrency(concurrency)}
				want, err := judge.Run(t.Context(), j, tasks, opts...)
				if err != nil {
					t.Fatal(err)
				}
				got := runSeq(t.Context(), t, j, slices.Values(tasks), opts...)
				if got.err != nil || len(got.outcomes) != len(tasks) {
					t.Fatalf("%+v, %d slots: %d outcomes of %d, error %v", plan, concurrency, len(got.outcomes), len(tasks), got.err)
				}
				text := cmp.Transformer("text", func(err error) string { return fmt.Sprint(err) })
				for i, o := range want {
					if diff := cmp.Diff(o, got.outcomes[i], text); diff != "" {
						t.Fatalf("%+v, %d slots: outcome %d differs (-Run +RunSeq):\n%s", plan, concurrency, i, diff)
					}
				}
			})
		}
	}
}

func TestRunSeqHandsOverTheTaskWithItsOutcome(t *testing.T) {
	tasks := oneTaskEach(20)
	n := 0
	err := judge.RunSeq(t.Context(), echo, slices.Values(tasks), func(i int, task judge.Task, o judge.Outcome) {
		n++
		if task.Sample.ID() != tasks[i].Sample.ID() || o.Verdict.Grades[0].Explanation != task.Sample.ID() {
			t.Errorf("index %d has the task of %s and the outcome of %s", i, task.Sample.ID(), o.Verdict.Grades[0].Explanation)
		}
	})
	if err != nil || n != 20 {
		t.Errorf("%d outcomes, %v", n, err)
	}
}

func TestRunSeqNeedsTasksAJudgeAndAListener(t *testing.T) {
	each := func(int, judge.Task, judge.Outcome) {}
	none := slices.Values([]judge.Task(nil))
	for name, err := range map[string]error{
		"no iterator": judge.RunSeq(t.Context(), echo, nil, each),
		"no function": judge.RunSeq(t.Context(), echo, none, nil),
		"no judge":    judge.RunSeq(t.Context(), nil, none, each),
		"bad option":  judge.RunSeq(t.Context(), echo, none, each, judge.Concurrency(0)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := judge.RunSeq(t.Context(), echo, none, each); err != nil {
		t.Errorf("no tasks: %v", err)
	}
}

// TestRunSeqHoldsAFewSamples counts the tasks that were taken from the iterator and have no outcome yet.
func TestRunSeqHoldsAFewSamples(t *testing.T) {
	for _, r := range []struct {
		name string
		plan judge.Plan
		most int
		why  string
	}{
		{"hosted", judge.Hosted(), (16 + 3) * 5, "a window of twice as many samples as slots"},
		{"self-hosted", judge.SelfHosted(), (4 + 3) * 5, "a window of 5/2·8/5 samples"},
		{"window 2", judge.Plan{Leaders: 1, Window: 2}, (2 + 3) * 5, "the window of the plan, and enough to fill the slots"},
		{"fifo", judge.FIFO(), (16 + 3) * 5, "a window of twice as many samples as slots"},
	} {
		synctest.Test(t, func(t *testing.T) {
			taken, done, most := 0, 0, 0
			tasks := func(yield func(judge.Task) bool) {
				for _, task := range many(200, 5) {
					if !yield(task) {
						return
					}
					taken++
				}
			}
			j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				v, err := shuffled(ctx, task)
				v.Usage = judge.Usage{Calls: 1, PromptTokens: 2, CachedTokens: 1}
				return v, err
			})
			err := judge.RunSeq(t.Context(), j, tasks, func(int, judge.Task, judge.Outcome) {
				done++
				synctest.Wait() // the iterator is where it waits to be asked
				most = max(most, taken-done)
			}, judge.Order(r.plan), judge.Concurrency(8))
			if err != nil || done != 1000 {
				t.Fatal(done, err)
			}
			if most > r.most {
				t.Errorf("%s: up to %d tasks were held, want at most %d: %s", r.name, most, r.most, r.why)
			}
		})
	}
}

func TestRunSeqBoundsTheTasksOfOneSample(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var taken atomic.Int64
		done, most := 0, 0
		long := func(yield func(judge.Task) bool) {
			for _, task := range many(1, 20_000) {
				if !yield(task) {
					return
				}
				taken.Add(1)
			}
		}
		err := judge.RunSeq(t.Context(), judge.Func(shuffled), long, func(int, judge.Task, judge.Outcome) {
			done++
			most = max(most, int(taken.Load())-done)
		}, judge.Concurrency(4), judge.Order(judge.Hosted()))
		if err != nil || done != 20_000 {
			t.Fatal(done, err)
		}
		if most > 2*4*64+8 {
			t.Errorf("up to %d tasks were held", most)
		}
	})
}

func TestASlowIteratorHoldsNoOutcomeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		slow := func(yield func(judge.Task) bool) {
			for i, task := range many(4, 3) {
				if i == 6 {
					time.Sleep(time.Hour)
				}
				if !yield(task) {
					return
				}
			}
		}
		var at []time.Duration
		err := judge.RunSeq(t.Context(), deaf(time.Second), slow, func(int, judge.Task, judge.Outcome) { at = append(at, time.Since(begun)) },
			judge.Order(judge.Hosted()))
		if err != nil || len(at) != 12 {
			t.Fatal(len(at), err)
		}
		if at[5] > 5*time.Second || at[6] < time.Hour {
			t.Errorf("the outcomes came at %v, want six at once and the others after an hour", at)
		}
	})
}

// TestAnIteratorMayWaitForOutcomes has each task depend on the outcome of the one before.
func TestAnIteratorMayWaitForOutcomes(t *testing.T) {
	for _, plan := range []judge.Plan{judge.FIFO(), judge.Hosted(), judge.DeepSeek()} {
		synctest.Test(t, func(t *testing.T) {
			came := make(chan int, 1)
			tasks := func(yield func(judge.Task) bool) {
				for _, task := range many(3, 4) {
					if !yield(task) {
						return
					}
					<-came
				}
			}
			n := 0
			err := judge.RunSeq(t.Context(), echo, tasks, func(i int, _ judge.Task, _ judge.Outcome) { n++; came <- i }, judge.Order(plan))
			if err != nil || n != 12 {
				t.Errorf("%d outcomes, %v", n, err)
			}
		})
	}
}

// TestRunSeqForgetsWhatIsDone holds a large sample for each task, which the collector must be able to
// take while the run goes on.
func TestRunSeqForgetsWhatIsDone(t *testing.T) {
	var alive, most atomic.Int64
	tasks := func(yield func(judge.Task) bool) {
		for i := range 2000 {
			s := &sample{id: fmt.Sprint(i), criteria: rubric.List{{ID: "c", Weight: 1}}}
			alive.Add(1)
			runtime.AddCleanup(s, func(int) { alive.Add(-1) }, 0)
			if !yield(judge.Task{Sample: s, Criteria: s.criteria}) {
				return
			}
		}
	}
	n := 0
	err := judge.RunSeq(t.Context(), echo, tasks, func(int, judge.Task, judge.Outcome) {
		if n++; n%200 == 0 {
			runtime.GC()
			runtime.GC()
			for range 100 { // cleanups run in a goroutine of their own
				runtime.Gosched()
			}
			most.Store(max(most.Load(), alive.Load()))
		}
	}, judge.Concurrency(4), judge.Order(judge.Hosted()))
	if err != nil || n != 2000 {
		t.Fatal(n, err)
	}
	if most.Load() > 400 {
		t.Errorf("%d samples of 2000 were alive at once, at a concurrency of 4", most.Load())
	}
}

func ExampleRunSeq() {
	// Tasks that are made as they are needed.
	tasks := func(yield func(judge.Task) bool) {
		for i := range 1000 {
			s := sample{id: fmt.Sprint("s", i), criteria: rubric.List{{ID: "c", Weight: 1}}}
			if !yield(judge.Task{Sample: s, Criteria: s.criteria}) {
				return
			}
		}
	}
	met, failed := 0, 0
	err := judge.RunSeq(context.Background(), echo, tasks, func(index int, t judge.Task, o judge.Outcome) {
		switch {
		case o.Err != nil:
			failed++
		case o.Verdict.Grades[0].Points > 0:
			met++
		}
	})
	fmt.Println(met, failed, err)
	// Output: 910 0 <nil>
}
