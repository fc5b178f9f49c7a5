package ledger_test

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// TestAResumedRunReadsWhatTheFirstOneGot gives verdicts that do not survive JSON as they are: the first
// run must be given what the second will read.
func TestAResumedRunReadsWhatTheFirstOneGot(t *testing.T) {
	task := oneTask()
	rows := []struct {
		name string
		edit func(*judge.Verdict)
		why  string
	}{
		{"plain", func(*judge.Verdict) {}, "every field"},
		{"not UTF-8", func(v *judge.Verdict) { v.Grades[0].Explanation = "caf\xe9"; v.Raw = "\xff" }, "JSON has no such text"},
		{"empty flags", func(v *judge.Verdict) { v.Grades[0].Flags = []string{} }, "empty is not nil"},
		{"flags and maximum", func(v *judge.Verdict) {
			v.Grades[0].Flags, v.Grades[0].Max = []string{"points above the maximum"}, 5
		}, "audits need them"},
		{"small points", func(v *judge.Verdict) {
			v.Grades[0].Points, v.Grades[1].Points = 0.1+0.2, math.SmallestNonzeroFloat64
		}, "no bit is lost"},
		{"minus zero", func(v *judge.Verdict) { v.Grades[0].Points = math.Copysign(0, -1) }, "it is written as it is"},
		{"other order", func(v *judge.Verdict) { v.Grades[0], v.Grades[1] = v.Grades[1], v.Grades[0] }, "grades are kept in the order of the criteria"},
		{"votes", func(v *judge.Verdict) {
			v.Grades[0].Votes = []judge.Vote{{Member: "a", Repeat: 1, Status: judge.Missing, Reason: judge.Refused},
				{Member: "b", Status: judge.Graded, Points: 4, Explanation: "x", Source: judge.Source{Judge: "llm", Model: "m"}}}
		}, "a panel may stand behind a ledger"},
		{"no source", func(v *judge.Verdict) { v.Source = judge.Source{} }, "a judge that does not say"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			path := newPath(t)
			plain := new(counting)
			j := judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				v, err := plain.Grade(ctx, task)
				r.edit(&v)
				return v, err
			})
			l := open(t, path, ledger.About{})
			first := run(t, l.Judge(j, "j"), []judge.Task{task})[0].Verdict
			if first.Usage.Calls != 1 || first.Usage.PromptTokens != 100 {
				t.Errorf("the first run's usage is %+v", first.Usage)
			}
			l.Close()
			l = open(t, path, ledger.About{})
			again := run(t, l.Judge(j, "j"), []judge.Task{task})[0].Verdict
			if plain.calls.Load() != 1 {
				t.Fatal("the verdict was asked for again")
			}
			if again.Usage != (judge.Usage{}) {
				t.Errorf("a verdict from the ledger costs %+v, want nothing", again.Usage)
			}
			first.Usage = judge.Usage{}
			if diff := cmp.Diff(first, again); diff != "" {
				t.Errorf("%s (-first +resumed):\n%s", r.why, diff)
			}
			if got := l.Usage(); got.Calls != 1 || got.PromptTokens != 100 || got.CachedTokens != 50 || got.CompletionTokens != 10 {
				t.Errorf("the ledger's usage is %+v, want what its verdict cost", got)
			}
		})
	}
}

func TestOnlyVerdictsAreKept(t *testing.T) {
	task := oneTask()
	met := judge.Met(task, true, "")
	with := func(edit func([]judge.Grade) []judge.Grade) judge.Verdict {
		v := judge.Met(task, true, "")
		v.Grades = edit(v.Grades)
		v.Usage.Calls = 2
		return v
	}
	rows := []struct {
		name string
		v    judge.Verdict
		err  error
		kept bool
		why  string
	}{
		{"verdict", met, nil, true, "every criterion is graded"},
		{"error", judge.Verdict{Usage: judge.Usage{Calls: 2}}, judge.Errorf(judge.Refused, "no"), false, "a failure is no verdict"},
		{"verdict beside an error", with(func(g []judge.Grade) []judge.Grade { return g }), errors.New("no"), false, "it is used for its usage alone"},
		{"one criterion missing", with(func(g []judge.Grade) []judge.Grade {
			g[1] = judge.Ungraded(task.Criteria[1], judge.Conflict, "two")
			return g
		}), nil, false, "half a verdict is asked for again"},
		{"none", judge.Verdict{Usage: judge.Usage{Calls: 2}}, nil, false, "no grades"},
		{"too few", with(func(g []judge.Grade) []judge.Grade { return g[:1] }), nil, false, "Run rejects it, and so must a resumed run"},
		{"too many", with(func(g []judge.Grade) []judge.Grade {
			return append(g, judge.Grade{Criterion: "c", Status: judge.Graded})
		}), nil, false, "the same"},
		{"twice the same", with(func(g []judge.Grade) []judge.Grade { g[1] = g[0]; return g }), nil, false, "the same"},
		{"another criterion", with(func(g []judge.Grade) []judge.Grade { g[1].Criterion = "z"; return g }), nil, false, "the same"},
		{"no status", with(func(g []judge.Grade) []judge.Grade { g[1].Status = ""; return g }), nil, false, "the same"},
		{"NaN", with(func(g []judge.Grade) []judge.Grade { g[1].Points = math.NaN(); return g }), nil, false, "JSON has no NaN, and that must not end the run"},
		{"infinite", with(func(g []judge.Grade) []judge.Grade { g[1].Points = math.Inf(1); return g }), nil, false, "the same"},
		{"maximum NaN", with(func(g []judge.Grade) []judge.Grade { g[1].Max = math.NaN(); return g }), nil, false, "the same"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			path := newPath(t)
			l := open(t, path, ledger.About{})
			calls := 0
			j := l.Judge(judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { calls++; return r.v, r.err }), "j")
			for range 2 {
				v, err := j.Grade(t.Context(), task)
				if !errors.Is(err, r.err) {
					t.Errorf("error %v, want %v", err, r.err)
				}
				var e *judge.Error
				if errors.As(err, &e) && e.Stop {
					t.Errorf("%v ends the run", e)
				}
				if !r.kept && v.Usage != r.v.Usage {
					t.Errorf("usage %+v, want that of the calls, %+v", v.Usage, r.v.Usage)
				}
			}
			want := 2
			if r.kept {
				want = 1
			}
			if calls != want || l.Len() != 2-want {
				t.Errorf("asked %d times, %d kept; want %d times: %s", calls, l.Len(), want, r.why)
			}
		})
	}
}

func TestARecordTooLongToBeReadAgainIsNotKept(t *testing.T) {
	l := open(t, newPath(t), ledger.About{})
	j := l.Judge(judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Met(task, true, "")
		v.Raw = strings.Repeat("\x01", 12<<20) // six letters each in JSON
		return v, nil
	}), "j")
	_, err := j.Grade(t.Context(), oneTask())
	var e *judge.Error
	if !errors.As(err, &e) || e.Code != judge.Malformed || e.Stop || l.Len() != 0 {
		t.Errorf("error %v, want a malformed verdict and no end of the run", err)
	}
}

func TestRepliesAreReadAgainUnderAnotherContract(t *testing.T) {
	path := newPath(t)
	task := oneTask()
	fill(t, path, ledger.About{}, []judge.Task{task})

	better := task
	better.Contract = judge.Contract{Name: "plain/2", Read: func(task judge.Task, r judge.Reply) (judge.Verdict, error) {
		v := judge.Met(task, r.Text != "met", "read the other way round")
		v.How = "turned"
		return v, nil
	}}
	l := open(t, path, ledger.About{})
	j := new(counting)
	v, err := l.Judge(j, "test/1").Grade(t.Context(), better)
	if err != nil || j.calls.Load() != 0 {
		t.Fatalf("%v after %d calls, want the old reply read again", err, j.calls.Load())
	}
	if v.Grades[0].Points != 0 || v.How != "turned" || v.Raw != "met" || v.Source.Served != "m-1" || v.Usage != (judge.Usage{}) {
		t.Errorf("the verdict is %+v", v)
	}

	worse := task
	worse.Contract = judge.Contract{Name: "plain/3", Read: func(judge.Task, judge.Reply) (judge.Verdict, error) {
		return judge.Verdict{}, judge.Errorf(judge.Malformed, "no")
	}}
	if _, err := l.Judge(j, "test/1").Grade(t.Context(), worse); err != nil || j.calls.Load() != 1 {
		t.Errorf("%v after %d calls, want a new call where the old reply cannot be read", err, j.calls.Load())
	}
	if _, err := l.Judge(j, "test/1").Grade(t.Context(), worse); err != nil || j.calls.Load() != 1 {
		t.Errorf("%v after %d calls: the new verdict was not kept under its own contract", err, j.calls.Load())
	}
	if v, err := l.Judge(j, "test/1").Grade(t.Context(), task); err != nil || v.Grades[0].Points != 4 || j.calls.Load() != 1 {
		t.Errorf("%+v, %v: the verdict under the first contract has changed", v.Grades[0], err)
	}
}

func TestAnIncompleteReadingIsAskedAgain(t *testing.T) {
	path := newPath(t)
	task := oneTask()
	fill(t, path, ledger.About{}, []judge.Task{task})
	l := open(t, path, ledger.About{})
	for name, read := range map[string]func(judge.Task, judge.Reply) (judge.Verdict, error){
		"no reader": nil,
		"a criterion too few": func(task judge.Task, _ judge.Reply) (judge.Verdict, error) {
			v := judge.Met(task, true, "")
			v.Grades = v.Grades[:1]
			return v, nil
		},
		"a missing grade": func(task judge.Task, _ judge.Reply) (judge.Verdict, error) {
			v := judge.Met(task, true, "")
			v.Grades[0] = judge.Ungraded(task.Criteria[0], judge.Conflict, "")
			return v, nil
		},
	} {
		other := task
		other.Contract = judge.Contract{Name: name, Read: read}
		j := new(counting)
		if v, err := l.Judge(j, "test/1").Grade(t.Context(), other); err != nil || j.calls.Load() != 1 || v.Grades[0].Status != judge.Graded {
			t.Errorf("%s: %+v, %v after %d calls, want the verdict of a new call", name, v, err, j.calls.Load())
		}
	}
}

func TestReadAnswersFromTheLedgerAlone(t *testing.T) {
	path := newPath(t)
	all := tasks(3)
	fill(t, path, ledger.About{}, all[:2])
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, j := range []judge.Judge{nil, new(counting)} {
		out, err := judge.Run(t.Context(), l.Judge(j, "test/1"), all)
		if err != nil {
			t.Fatal(err)
		}
		if out[0].Err != nil || out[1].Err != nil || judge.CodeOf(out[2].Err) != judge.Canceled {
			t.Errorf("errors %v, %v, %v; want the third alone, as of a run that ended before it", out[0].Err, out[1].Err, out[2].Err)
		}
		if c, ok := j.(*counting); ok && c.calls.Load() != 0 {
			t.Error("a ledger that is only read asked a judge")
		}
	}
	after, err := os.ReadFile(path)
	if err != nil || string(after) != string(before) {
		t.Errorf("Read changed the file (%v)", err)
	}
	if _, err := os.Stat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Read made a lock: %v", err)
	}
}

func TestOneQuestionIsAskedOnceByTasksAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, newPath(t), ledger.About{})
		same := make([]judge.Task, 20)
		for i := range same {
			same[i] = edited(oneTask(), func(s *sample) { s.id = string(rune('a' + i)) })
		}
		first := true
		calls := 0
		j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			calls++
			time.Sleep(time.Second)
			if first { // a failure is not shared
				first = false
				return judge.Verdict{}, judge.Errorf(judge.Transport, "broken")
			}
			return judge.Met(task, true, "once"), nil
		})
		out, err := judge.Run(t.Context(), l.Judge(j, "j"), same, judge.Order(judge.FIFO()))
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for _, o := range out {
			if o.Err != nil {
				failed++
			}
		}
		if calls != 2 || failed != 1 {
			t.Errorf("%d calls and %d failures, want one failure of its own task and one verdict for the others", calls, failed)
		}
	})
}

func TestWaitingForTheSameQuestionEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, newPath(t), ledger.About{})
		j := l.Judge(judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(time.Hour)
			return judge.Met(task, true, ""), nil
		}), "j")
		go j.Grade(t.Context(), oneTask())
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		if _, err := j.Grade(ctx, oneTask()); judge.CodeOf(err) != judge.Canceled || time.Since(begun) != time.Second {
			t.Errorf("error %v after %v, want the context's after a second", err, time.Since(begun))
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestATaskWithoutASample(t *testing.T) {
	l := open(t, newPath(t), ledger.About{})
	if _, err := l.Judge(new(counting), "j").Grade(t.Context(), judge.Task{}); judge.CodeOf(err) != judge.BadRequest {
		t.Errorf("error %v, want %s", err, judge.BadRequest)
	}
}
