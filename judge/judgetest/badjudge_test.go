package judgetest_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/rubric"
)

// grading returns a judge that grades as good does and then changes its verdict.
func grading(edit func(task judge.Task, v *judge.Verdict)) judge.Judge {
	return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		v, err := good(ctx, task)
		if err == nil {
			edit(task, &v)
		}
		return v, err
	})
}

// before returns a judge that does something and then grades as good does.
func before(do func(ctx context.Context, task judge.Task)) judge.Judge {
	return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if ctx.Err() == nil {
			do(ctx, task)
		}
		return good(ctx, task)
	})
}

// locked lets one call at a time into a judge, so that the race detector finds nothing in judges
// that write where they should not.
func locked(j judge.Judge) judge.Judge {
	var mu sync.Mutex
	return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		mu.Lock()
		defer mu.Unlock()
		return j.Grade(ctx, task)
	})
}

// reusing keeps its grades in one slice for all verdicts.
type reusing struct {
	mu     sync.Mutex
	grades []judge.Grade
}

func (r *reusing) Grade(_ context.Context, task judge.Task) (judge.Verdict, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.grades = r.grades[:0]
	for _, c := range task.Criteria {
		r.grades = append(r.grades, judge.Binary(c, true, ""))
	}
	return judge.Verdict{Grades: r.grades}, nil
}

// confused keeps the task at hand in a field, which the next call overwrites.
type confused struct {
	mu   sync.Mutex
	task judge.Task
}

func (c *confused) Grade(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	c.mu.Lock()
	c.task = task
	c.mu.Unlock()
	time.Sleep(time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	return good(context.WithoutCancel(ctx), c.task)
}

func TestRunFindsWhatIsWrongWithBadJudges(t *testing.T) {
	long := func(task judge.Task) bool { return len(task.Sample.Response()) > 1<<19 }
	rows := []struct {
		name  string
		judge judge.Judge
		opts  []judgetest.Option
		check string // the check that must find it
		want  string
	}{
		{"nil", nil, nil, "fatal", "no judge given"},
		{"no verdict", judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { return judge.Verdict{}, nil }), nil, "answers", "does not answer criterion"},
		{"drops the last criterion", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades = v.Grades[:max(1, len(v.Grades)-1)] }), nil, "answers", `does not answer criterion "借条-报警"`},
		{"answers twice", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades = append(v.Grades, v.Grades[0]) }), nil, "answers", "2 times"},
		{"answers another criterion too", grading(func(_ judge.Task, v *judge.Verdict) {
			v.Grades = append(v.Grades, judge.Grade{Criterion: "extra", Status: judge.Graded})
		}), nil, "answers", `grades "extra", which is not asked about`},
		{"answers without ids", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Criterion = "" }), nil, "answers", `grades "", which is not asked about`},
		{"answers the whole rubric", grading(func(task judge.Task, v *judge.Verdict) {
			*v = judge.Verdict{}
			for _, c := range task.Sample.Rubric().Criteria() {
				v.Grades = append(v.Grades, judge.Binary(c, true, ""))
			}
		}), nil, "answers", "which is not asked about"},
		{"by position, not by id", grading(func(task judge.Task, v *judge.Verdict) {
			for i := range v.Grades {
				v.Grades[i].Criterion = task.Sample.Rubric().Criteria()[i].ID
			}
		}), nil, "order of criteria", "which is not asked about"},
		{"no status", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Status = "" }), nil, "answers", `status ""`},
		{"a status of its own", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Status = "partial" }), nil, "answers", `status "partial"`},
		{"NaN", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Points = math.NaN() }), nil, "answers", "NaN are no points"},
		{"infinity", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Points = math.Inf(1) }), nil, "answers", "+Inf are no points"},
		{"more than the weight", grading(func(task judge.Task, v *judge.Verdict) { v.Grades[0].Points = math.Abs(task.Criteria[0].Weight) + 0.5 }), nil, "answers", "out of the range"},
		{"penalties with the wrong sign", grading(func(task judge.Task, v *judge.Verdict) {
			for i := range v.Grades {
				v.Grades[i].Points = math.Abs(task.Criteria[i].Weight)
			}
		}), nil, "answers", "7 points are out of the range from -7 to 0"},
		{"points below 0", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Points = -0.5 }), nil, "answers", "out of the range from 0 to 8"},
		{"missing without a reason", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Status = judge.Missing }), nil, "answers", "missing without a reason"},
		{"graded with a reason", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Reason = judge.Empty }), nil, "answers", `the reason "empty"`},
		{"an infinite maximum", grading(func(_ judge.Task, v *judge.Verdict) { v.Grades[0].Max = math.Inf(1) }), nil, "answers", "no maximum"},
		{"negative usage", grading(func(_ judge.Task, v *judge.Verdict) { v.Usage.Retries = -1 }), nil, "answers", "below 0"},
		{"more cached than sent", grading(func(_ judge.Task, v *judge.Verdict) { v.Usage = judge.Usage{PromptTokens: 3, CachedTokens: 4} }), nil, "answers", "more than its whole"},
		{"negative usage with an error", judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			if task.Sample.ID() == "margin" {
				return judge.Verdict{Usage: judge.Usage{Calls: -1}}, judge.Errorf(judge.Empty, "no")
			}
			return judge.Met(task, true, ""), nil
		}), nil, "answers", "below 0"},
		{"grades nothing", judgetest.Withholds(judge.Refused, "no"), nil, "answers", "graded none of 9 tasks"},
		{"always fails", judgetest.Fails(errors.New("no such host")), nil, "answers", "the last error: no such host"},
		{"panics", judgetest.Panics("index out of range"), nil, "answers", "panicked: index out of range"},
		{"panics with the stack", judgetest.Panics("boom"), nil, "answers", "line.go"},
		{"ends its goroutine", judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
			runtime.Goexit()
			return judge.Verdict{}, nil
		}), nil, "answers", "ended its goroutine"},
		{"never returns", judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
			time.Sleep(24 * time.Hour)
			return judge.Verdict{}, nil
		}), nil, "answers", "does not return; what else"},
		{"takes longer than it may", before(func(context.Context, judge.Task) { time.Sleep(time.Minute) }), []judgetest.Option{judgetest.PerCall(30 * time.Second)}, "answers", "did not return within 30s"},
		{"a coin", grading(func(_ judge.Task, v *judge.Verdict) {
			v.Grades[0].Explanation = time.Now().String()
			time.Sleep(time.Second)
		}), []judgetest.Option{judgetest.Deterministic()}, "same answer", "when asked again"},
		{"a verdict once, an error once", func() judge.Judge {
			var mu sync.Mutex
			n := 0
			return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				mu.Lock()
				defer mu.Unlock()
				if n++; n%2 == 0 {
					return judge.Verdict{}, judge.Errorf(judge.Empty, "every second time")
				}
				return good(ctx, task)
			})
		}(), []judgetest.Option{judgetest.Deterministic()}, "same answer", "a verdict once and an error once"},
		{"reuses its grades", new(reusing), nil, "answers", "verdicts share memory"},
		{"keeps the task in a field", new(confused), nil, "many calls at once", "which is not asked about"},
		{"locks up under concurrency", func() judge.Judge {
			var mu sync.Mutex
			at := 0
			return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
				mu.Lock()
				at++
				alone := at == 1
				mu.Unlock()
				time.Sleep(time.Second)
				if !alone {
					time.Sleep(time.Hour)
				}
				mu.Lock()
				at--
				mu.Unlock()
				return judge.Met(task, true, ""), nil
			})
		}(), nil, "many calls at once", "did not return"},
		{"ignores its context", before(func(context.Context, judge.Task) { time.Sleep(30 * time.Second) }), nil, "context canceled during the call", "did not return within 5s of its context's end"},
		{"ignores a context that is done", judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(30 * time.Second)
			return judge.Met(task, true, ""), nil
		}), nil, "context done before the call", "did not return within 5s"},
		{"less patience", before(func(context.Context, judge.Task) { time.Sleep(2 * time.Second) }), []judgetest.Option{judgetest.Patience(time.Second)}, "context canceled during the call", "did not return within 1s"},
		{"hides that it was canceled", judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			if ctx.Err() != nil {
				return judge.Verdict{}, errors.New("the endpoint hung up")
			}
			return good(ctx, task)
		}), nil, "context done before the call", `"the endpoint hung up" with code "unknown"`},
		{"calls it a transport error", judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			select {
			case <-time.After(time.Minute):
				return good(ctx, task)
			case <-ctx.Done():
				return judge.Verdict{}, &judge.Error{Code: judge.Transport, Err: ctx.Err()}
			}
		}), nil, "context canceled during the call", `code "transport"`},
		{"grades although it is canceled", judgetest.Meets(true, ""), []judgetest.Option{judgetest.MustCancel()}, "context done before the call", "a verdict although the context was done"},
		{"panics when canceled", judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
			if err := ctx.Err(); err != nil {
				panic(err)
			}
			return good(ctx, task)
		}), nil, "context done before the call", "panicked: context canceled"},
		{"changes the criteria", locked(before(func(_ context.Context, task judge.Task) { task.Criteria[0].Weight = math.Abs(task.Criteria[0].Weight) })), nil, "answers", "changes Task.Criteria"},
		{"sorts the criteria", locked(before(func(_ context.Context, task judge.Task) {
			slices.SortFunc(task.Criteria, func(a, b rubric.Criterion) int { return strings.Compare(b.ID, a.ID) })
		})), nil, "answers", "changes Task.Criteria"},
		{"appends to the criteria", locked(before(func(_ context.Context, task judge.Task) {
			_ = append(task.Criteria, rubric.Criterion{ID: "overall", Weight: 1})
		})), nil, "answers", "changes the sample's rubric"},
		{"appends to the conversation", locked(before(func(_ context.Context, task judge.Task) {
			_ = append(task.Sample.Conversation(), dataset.Message{Role: dataset.Assistant, Content: task.Sample.Response()})
		})), nil, "answers", "changes Sample.Conversation()"},
		{"trims the conversation", locked(before(func(_ context.Context, task judge.Task) { task.Sample.Conversation()[0].Content = "" })), nil, "answers", "changes Sample.Conversation()"},
		{"cannot take an empty answer", before(func(_ context.Context, task judge.Task) { _ = task.Sample.Response()[0] }), nil, "empty answer", "panicked"},
		{"cannot take a blank answer", before(func(_ context.Context, task judge.Task) { _ = strings.Fields(task.Sample.Response() + "\n")[0] }), nil, "empty answer", "panicked"},
		{"cannot take NUL", before(func(_ context.Context, task judge.Task) {
			if strings.ContainsRune(task.Sample.Response(), 0) {
				panic("NUL")
			}
		}), nil, "hostile text (NUL)", "panicked: NUL"},
		{"cannot take invalid UTF-8 in a criterion", before(func(_ context.Context, task judge.Task) {
			for _, c := range task.Criteria {
				if !utf8.ValidString(c.Text) {
					panic("not UTF-8")
				}
			}
		}), nil, "hostile text (invalid UTF-8)", "panicked: not UTF-8"},
		{"cannot take a long answer", before(func(ctx context.Context, task judge.Task) {
			if long(task) {
				time.Sleep(time.Hour)
			}
		}), nil, "hostile text (very long)", "did not return"},
		{"expands templates", before(func(_ context.Context, task judge.Task) {
			if strings.Contains(task.Sample.Response(), "%d {0}") {
				panic("bad template")
			}
		}), nil, "hostile text (placeholders)", "panicked: bad template"},
		{"needs a contract", before(func(_ context.Context, task judge.Task) {
			if task.Prompt.User() == "" {
				panic("no prompt")
			}
		}), nil, "hostile text (no prompt, no contract)", "panicked: no prompt"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			found := tried(t, r.judge, r.opts...)
			for _, f := range found {
				if strings.HasPrefix(f, "judgetest: "+r.check+": ") && strings.Contains(f, r.want) || r.check == "fatal" && strings.Contains(f, r.want) {
					return
				}
			}
			t.Errorf("check %q did not find %q; found %d things:\n%s", r.check, r.want, len(found), strings.Join(found, "\n"))
		})
	}
}
