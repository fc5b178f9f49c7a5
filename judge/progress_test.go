package judge_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// metered is a judge that takes a second and says what it cost; task s3 fails, and every fourth prompt is
// read from a cache.
func metered(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	v, err := patient(ctx, task)
	v.Usage = judge.Usage{Calls: 1, PromptTokens: 1000, CompletionTokens: 200}
	if strings.HasSuffix(task.Sample.ID(), "4") {
		v.Usage.CachedTokens = 800
	}
	if task.Sample.ID() == "s3" {
		return v, judge.Errorf(judge.Refused, "no")
	}
	return v, err
}

// A judge that waits for its endpoint must not look like one that hangs.
func TestProgressIsToldWhileNothingIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all []judge.Progress
		slow := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(35 * time.Second)
			return judge.Met(task, true, ""), nil
		})
		_, err := judge.Run(t.Context(), slow, oneTaskEach(2), judge.Concurrency(1),
			judge.OnProgress(func(p judge.Progress) { all = append(all, p) }))
		var told []string
		for _, p := range all {
			told = append(told, fmt.Sprint(p.Elapsed, " ", p.Done, "+", p.AtWork))
		}
		want := []string{"10s 0+1", "20s 0+1", "30s 0+1", "35s 1+0", "45s 1+1", "55s 1+1", "1m5s 1+1", "1m10s 2+0"}
		if err != nil || !slices.Equal(told, want) {
			t.Errorf("told %q, want %q; error %v", told, want, err)
		}
		if line := all[0].String(); line != "0/2 done, 1 at work, 0.0/s" {
			t.Errorf("the first line is %q", line)
		}
	})
}

// A listener that takes longer than the pause between two progresses hears of each outcome, and of no more.
func TestASlowListenerIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []int
		_, err := judge.Run(t.Context(), echo, oneTaskEach(20), judge.Concurrency(2), judge.OnProgress(func(p judge.Progress) {
			told = append(told, p.Done)
			time.Sleep(15 * time.Second)
		}))
		if err != nil || len(told) != 20 {
			t.Errorf("told %v, %v; want each of 20 once", told, err)
		}
	})
}

// An iterator that has nothing to give for long leaves a run without an outcome and without a number of tasks.
func TestProgressIsToldWhileAnIteratorStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		ended := false
		err := judge.RunSeq(t.Context(), echo, func(yield func(judge.Task) bool) {
			time.Sleep(25 * time.Second)
			if yield(oneTaskEach(1)[0]) {
				time.Sleep(15 * time.Second)
			}
		}, func(int, judge.Task, judge.Outcome) {}, judge.OnProgress(func(p judge.Progress) {
			if ended {
				t.Error("told after the end of the run")
			}
			told = append(told, fmt.Sprintf("%v %d/%d", p.Elapsed, p.Done, p.Tasks))
		}))
		ended = true
		time.Sleep(time.Minute)
		want := []string{"10s 0/0", "20s 0/0", "25s 1/0", "35s 1/0", "40s 1/1"}
		if err != nil || !slices.Equal(told, want) {
			t.Errorf("told %q, %v; want %q", told, err, want)
		}
	})
}

// A panic in a progress that no outcome has called for ends in the run's error as any other.
func TestAPanicInAQuietProgressCostsNoOutcome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(15 * time.Second)
			return judge.Met(task, true, ""), nil
		})
		out, err := judge.Run(t.Context(), slow, oneTaskEach(1), judge.OnProgress(func(p judge.Progress) {
			if p.Done == 0 {
				panic("no terminal")
			}
		}))
		if judge.CodeOf(err) != judge.Panic || out[0].Err != nil {
			t.Errorf("error %v, outcome %v", err, out[0].Err)
		}
	})
}

func TestARunWithoutTasksTellsNoProgress(t *testing.T) {
	tell := judge.OnProgress(func(p judge.Progress) { t.Errorf("told %+v", p) })
	if _, err := judge.Run(t.Context(), echo, nil, tell); err != nil {
		t.Error(err)
	}
	if err := judge.RunSeq(t.Context(), echo, slices.Values([]judge.Task{}), func(int, judge.Task, judge.Outcome) {}, tell); err != nil {
		t.Error(err)
	}
}

func TestProgressCountsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all []judge.Progress
		price := judge.Price{Prompt: 1, Cached: 0.1, Completion: 4}
		_, err := judge.Run(t.Context(), judge.Func(metered), oneTaskEach(20), judge.Concurrency(5),
			judge.Budget(judge.Spending{Price: price}), judge.OnProgress(func(p judge.Progress) { all = append(all, p) }))
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 20 {
			t.Fatalf("%d calls for 20 tasks", len(all))
		}
		for i, p := range all {
			if p.Done != i+1 || p.Tasks != 20 || p.Usage.Calls != int64(i+1) || p.AtWork < 0 || p.AtWork > 4 {
				t.Errorf("after %d: %+v", i+1, p)
			}
		}
		last := all[19]
		if last.Failed != 1 || last.Elapsed != 4*time.Second || last.AtWork != 0 {
			t.Errorf("at the end: %+v", last)
		}
		if last.Usage.PromptTokens != 20_000 || last.Usage.CompletionTokens != 4_000 {
			t.Errorf("usage %+v, want that of the failed task too", last.Usage)
		}
		if want := (20_000-1600)*1e-6 + 1600*0.1e-6 + 4000*4e-6; math.Abs(last.Cost-want) > 1e-12 {
			t.Errorf("cost %v, want %v", last.Cost, want)
		}
		if got := last.CachedShare(); got != 1600.0/20_000 {
			t.Errorf("cached share %v", got)
		}
		if got := last.Rate(); got != 5 {
			t.Errorf("rate %v, want 5 a second", got)
		}
		if left, ok := all[9].Left(); !ok || left != 2*time.Second { // ten are done after two seconds
			t.Errorf("left after half of the tasks: %v, %v; want as long again", left, ok)
		}
	})
}

func TestProgressCountsACriterionWithoutAVerdict(t *testing.T) {
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Met(task, true, "")
		v.Grades[1] = judge.Ungraded(task.Criteria[1], judge.Conflict, "two answers")
		return v, nil
	})
	var p judge.Progress
	if o := runOne(t, j, wholeRubric(), judge.OnProgress(func(q judge.Progress) { p = q })); o.Err != nil {
		t.Fatal(o.Err)
	}
	if p.Failed != 1 {
		t.Errorf("%d tasks failed, want the one that left a criterion without a verdict", p.Failed)
	}
}

// TestProgressTellsWhatWasNotAskedFromWhatFailed ends a run of ten tasks after the fourth, of which one failed
// and one was ended at work, after a call.
func TestProgressTellsWhatWasNotAskedFromWhatFailed(t *testing.T) {
	until, end := context.WithCancel(t.Context())
	defer end()
	calls := 0
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		switch calls++; calls {
		case 2:
			return judge.Verdict{}, judge.Errorf(judge.Refused, "no")
		case 4:
			end()
			return judge.Verdict{Usage: judge.Usage{Calls: 1}}, judge.Errorf(judge.Canceled, "the end")
		}
		return judge.Met(task, true, ""), nil
	})
	var last judge.Progress
	_, err := judge.Run(t.Context(), j, oneTaskEach(10), judge.Concurrency(1), judge.Until(until), judge.OnProgress(func(p judge.Progress) { last = p }))
	if err == nil || last.Done != 10 || last.Failed != 2 || last.NotAsked != 6 {
		t.Errorf("%v; the last progress is %+v, want two failed and six not asked", err, last)
	}
	if got := last.String(); !strings.HasPrefix(got, "4/10 done, 2 failed, 6 not asked, ") {
		t.Errorf("in a line: %q", got)
	}
}

// TestTheRateIsThatOfLate has a run begin with what a ledger answers at once.
func TestTheRateIsThatOfLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := oneTaskEach(1100)
		n := 0
		j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			if n++; n <= 1000 {
				return judge.Met(task, true, ""), nil
			}
			return patient(ctx, task)
		})
		_, err := judge.Run(t.Context(), j, tasks, judge.Concurrency(1), judge.OnProgress(func(p judge.Progress) {
			if p.Done == 1050 {
				if left, ok := p.Left(); !ok || left < 45*time.Second || left > 55*time.Second {
					t.Errorf("with 50 tasks of a second each to go, %v are left: the thousand at the beginning count", left)
				}
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestProgressOfAnIteratorKnowsTheNumberAtItsEnd(t *testing.T) {
	var all []judge.Progress
	err := judge.RunSeq(t.Context(), echo, slices.Values(oneTaskEach(300)), func(int, judge.Task, judge.Outcome) {},
		judge.Concurrency(2), judge.OnProgress(func(p judge.Progress) { all = append(all, p) }))
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Tasks != 0 {
		t.Errorf("the first progress has %d tasks, want unknown", all[0].Tasks)
	}
	if _, ok := all[0].Left(); ok {
		t.Error("the time left is known although the number of tasks is not")
	}
	if got := all[0].String(); !strings.HasPrefix(got, "1 done") {
		t.Errorf("the first progress is %q", got)
	}
	if last := all[len(all)-1]; last.Tasks != 300 || last.Done != 300 {
		t.Errorf("the last progress is %+v", last)
	}
}

func TestProgressInALine(t *testing.T) {
	nan := math.NaN()
	rows := []struct {
		p    judge.Progress
		want string
		why  string
	}{
		{judge.Progress{Tasks: 10, Cost: nan}, "0/10 done, 0.0/s", "nothing is known yet"},
		{judge.Progress{Tasks: 10, Done: 5, Elapsed: 10 * time.Second, Cost: nan}, "5/10 done, 0.5/s, 10s left", "a judge that costs nothing"},
		{judge.Progress{Tasks: 10, Done: 10, Elapsed: 10 * time.Second, Cost: nan}, "10/10 done, 1.0/s", "nothing is left"},
		{judge.Progress{Tasks: 18_692, Done: 9_000, Failed: 3, Elapsed: 15 * time.Minute, Cost: 12.345,
			Usage: judge.Usage{Calls: 9_100, PromptTokens: 44_100_000, CachedTokens: 34_700_000, CompletionTokens: 1_350_000}},
			"9000/18692 done, 3 failed, 10.0/s, 45.5M tokens, 79 % cached, cost 12.35, 16m9s left", "everything"},
		{judge.Progress{Done: 7, Elapsed: time.Second, Cost: 0, Usage: judge.Usage{PromptTokens: 9_999}}, "7 done, 7.0/s, 9999 tokens, cost 0.00", "the number of tasks is not known"},
		{judge.Progress{Tasks: 10, Done: 10, Failed: 1, NotAsked: 6, Elapsed: 4 * time.Second, Cost: nan}, "4/10 done, 1 failed, 6 not asked, 1.0/s", "the run ended early"},
		{judge.Progress{Tasks: 2, Done: 1, Elapsed: time.Second, Cost: nan, Usage: judge.Usage{PromptTokens: 12_400}}, "1/2 done, 1.0/s, 12k tokens, 1s left", "thousands"},
	}
	for _, r := range rows {
		if got := r.p.String(); got != r.want {
			t.Errorf("%s: got %q, want %q", r.why, got, r.want)
		}
	}
}

func TestCachedShareIsUnknownWithoutTokens(t *testing.T) {
	if got := (judge.Progress{}).CachedShare(); !math.IsNaN(got) {
		t.Errorf("cached share %v, want NaN", got)
	}
}

// TestProgressLine shows runs of 25 tasks of a second each.
func TestProgressLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		show := judge.ProgressLine(&b)
		for range 2 { // the second run is shown as the first one was
			if _, err := judge.Run(t.Context(), judge.Func(metered), oneTaskEach(25), judge.Concurrency(1),
				judge.Budget(judge.Spending{Price: judge.Price{Prompt: 2.5, Cached: 0.25, Completion: 10}}), judge.OnProgress(show)); err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "progress.txt", b.String())
	})
}

func TestProgressLineWritesToStandardErrorAsItIs(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	draw := judge.ProgressLine(nil)
	old := os.Stderr
	os.Stderr = w // after it was made, as a notebook does
	draw(judge.Progress{Tasks: 1, Done: 1, Cost: math.NaN()})
	os.Stderr = old
	w.Close()
	got, err := io.ReadAll(r)
	if err != nil || string(got) != "1/1 done, 0.0/s\n" {
		t.Errorf("written: %q, %v", got, err)
	}
}

func TestAPanicInOnProgressCostsNoOutcome(t *testing.T) {
	out, err := judge.Run(t.Context(), echo, oneTaskEach(3), judge.OnProgress(func(judge.Progress) { panic("no terminal") }))
	if judge.CodeOf(err) != judge.Panic || !strings.Contains(err.Error(), "OnProgress") {
		t.Errorf("error %v", err)
	}
	for i, o := range out {
		if o.Err != nil {
			t.Errorf("task %d: %v", i, o.Err)
		}
	}
}

func ExampleOnProgress() {
	_, err := judge.Run(context.Background(), echo, oneTaskEach(3), judge.Concurrency(1), judge.OnProgress(func(p judge.Progress) {
		fmt.Println(p.Done, "of", p.Tasks)
	}))
	fmt.Println(err)
	// Output:
	// 1 of 3
	// 2 of 3
	// 3 of 3
	// <nil>
}

func ExampleProgressLine() {
	// With nil in place of os.Stdout the line is shown on standard error.
	draw := judge.ProgressLine(os.Stdout)
	draw(judge.Progress{Tasks: 200, Done: 200, Failed: 1, Elapsed: 10 * time.Second, Cost: 0.25,
		Usage: judge.Usage{PromptTokens: 900_000, CachedTokens: 675_000, CompletionTokens: 50_000}})
	// Output: 200/200 done, 1 failed, 20.0/s, 950k tokens, 75 % cached, cost 0.25
}
