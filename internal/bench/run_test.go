package bench

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
)

// cpu returns the processor time that the process has used so far.
func cpu(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestReportsAreTheSameHoweverTheyAreMade runs one dataset with different concurrency, order and memory.
func TestReportsAreTheSameHoweverTheyAreMade(t *testing.T) {
	all := samples(120, 17, 2000, 1000)
	for i := range all {
		if i%11 == 10 {
			all[i].Answer = ""
		}
	}
	failing := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		v, err := byHash(ctx, task)
		if len(v.Raw)%2 == 0 && v.Usage.PromptTokens%20 == 0 {
			return v, judge.Errorf(judge.Refused, "this one never")
		}
		return v, err
	})
	first := ""
	for _, plan := range []judge.Plan{judge.FIFO(), judge.Hosted(), judge.SelfHosted(), judge.DeepSeek()} {
		plan.Settle /= 100 // this is real time
		for _, concurrency := range []int{1, 7, 64, 512} {
			opts := []judge.Option{judge.Order(plan), judge.Concurrency(concurrency)}
			rep, err := prbench.Score(t.Context(), all, failing, opts...)
			if err != nil {
				t.Fatal(err)
			}
			got := encode(t, rep)
			if first == "" {
				first = got
				if rep.Coverage.Missing == 0 || rep.Coverage.Graded == 0 || rep.Coverage.Unanswered == 0 {
					t.Fatalf("the coverage is %+v: the test shows little", rep.Coverage)
				}
			}
			if got != first {
				t.Fatalf("%+v with %d slots: %s", plan, concurrency, firstDifference(first, got))
			}
		}
	}
}

// BenchmarkRun is the run alone: the tasks have their prompts, and nothing is scored.
func BenchmarkRun(b *testing.B) {
	items, err := prbench.Benchmark{}.Items(samples(prSamples, 17, 100, 100))
	if err != nil {
		b.Fatal(err)
	}
	tasks := report.Tasks(items)
	for i := range tasks {
		tasks[i].Render = nil
	}
	always := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) { return judge.Met(t, true, ""), nil })
	for _, c := range []int{1, 64, 512} {
		b.Run(fmt.Sprint(c, " slots"), func(b *testing.B) {
			b.ReportAllocs()
			before := cpu(b)
			for b.Loop() {
				if _, err := judge.Run(b.Context(), always, tasks, judge.Concurrency(c)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(tasks))/((cpu(b)-before).Seconds()/float64(b.N)), "tasks/cpu-s")
		})
	}
}
