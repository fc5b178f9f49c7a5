package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// kept is what a test reads of a record.
type kept struct {
	Key, Contract, Failure, Error, Raw string
	Grades                             []judge.Grade
	Usage                              judge.Usage
	Unread, Partial                    bool
}

// records returns the records of a ledger.
func records(t *testing.T, path string) (all []kept) {
	t.Helper()
	for _, line := range lines(t, path) {
		var k kept
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if k.Key != "" {
			all = append(all, k)
		}
	}
	return all
}

// says is a judge whose model says raw, which the task's contract then reads; calls cost one call and ten
// tokens.
func says(calls *int, raw string) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		*calls++
		v, err := t.Contract.Read(t, judge.Reply{Text: raw})
		v.Raw, v.Usage = raw, judge.Usage{Calls: 1, PromptTokens: 10}
		v.Source = judge.Source{Judge: "test", Model: "m"}
		return v, err
	})
}

func TestFailuresAreKeptAndAskedAgain(t *testing.T) {
	task := oneTask()
	usage := judge.Usage{Calls: 3, PromptTokens: 30}
	half := judge.Met(task, true, "")
	half.Grades[1] = judge.Ungraded(task.Criteria[1], judge.Conflict, "two")
	half.Raw, half.Usage = "met, and not met", usage
	broken := judge.Met(task, true, "")
	broken.Grades[0].Points = math.NaN()
	for _, r := range []struct {
		name string
		v    judge.Verdict
		err  error
		want kept
		why  string
	}{
		{"malformed", judge.Verdict{Raw: "perhaps", Usage: usage}, judge.Errorf(judge.Malformed, "neither"),
			kept{Failure: "malformed", Error: "neither", Raw: "perhaps", Usage: usage, Unread: true}, "the reply was paid for"},
		{"a connection", judge.Verdict{Usage: usage}, judge.Errorf(judge.Transport, "broken"),
			kept{Failure: "transport", Error: "broken", Usage: usage}, "calls that failed cost too"},
		{"no code", judge.Verdict{}, errors.New("odd"), kept{Failure: "unknown", Error: "odd"}, "whatever a judge returns"},
		{"half a verdict", half, nil,
			kept{Failure: "conflict", Error: "criterion b has no verdict: two", Raw: half.Raw, Usage: usage, Grades: half.Grades, Unread: true, Partial: true}, "the whole reply can be read again"},
		{"no number", broken, nil, kept{Failure: "malformed", Error: "the verdict does not grade each of the 2 criteria once"}, "JSON has no NaN"},
		{"a long error", judge.Verdict{}, errors.New(strings.Repeat("é", 5000)), kept{Failure: "unknown", Error: strings.Repeat("é", 1000)}, "a page of HTML is not kept"},
		{"canceled at work", judge.Verdict{Usage: usage}, judge.Errorf(judge.Canceled, "the end"),
			kept{Failure: "canceled", Error: "the end", Usage: usage}, "it was paid for all the same"},
	} {
		t.Run(r.name, func(t *testing.T) {
			path := newPath(t)
			calls := 0
			j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { calls++; return r.v, r.err })
			for n := range 2 {
				l := open(t, path, ledger.About{})
				if _, err := l.Judge(j, "j").Grade(t.Context(), task); !errors.Is(err, r.err) {
					t.Errorf("error %v, want the judge's own %v", err, r.err)
				}
				if calls != n+1 || l.Len() != 0 {
					t.Errorf("%d calls, %d verdicts; want the task asked again: %s", calls, l.Len(), r.why)
				}
				want := judge.Usage{}
				for range n + 1 {
					want = want.Add(r.v.Usage)
				}
				if l.Usage() != want {
					t.Errorf("the ledger's usage is %+v, want %+v", l.Usage(), want)
				}
				if n == 1 && l.Earlier() != r.v.Usage {
					t.Errorf("earlier runs have spent %+v, want %+v", l.Earlier(), r.v.Usage)
				}
				l.Close()
			}
			all := records(t, path)
			if len(all) != 2 {
				t.Fatalf("%d records, want one for each asking", len(all))
			}
			for _, k := range all {
				k.Key, k.Contract = "", ""
				if a, b := show(t, k), show(t, r.want); a != b {
					t.Errorf("%s: kept\n%s, want\n%s", r.why, a, b)
				}
			}
		})
	}
}

func show(t *testing.T, k kept) string {
	t.Helper()
	b, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestReadGivesFailuresAsTheyWere holds the outcomes of a run against those that its ledger alone gives.
func TestReadGivesFailuresAsTheyWere(t *testing.T) {
	path := newPath(t)
	all := append(tasks(5), oneTask())
	l := open(t, path, ledger.About{})
	j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		v := judge.Verdict{Raw: "raw of " + task.Sample.ID(), Source: judge.Source{Model: "m"}}
		switch task.Sample.ID() {
		case "s0":
			return v, judge.Errorf(judge.Malformed, "neither %s", "nor")
		case "s1":
			return v, &judge.Error{Code: judge.Transport, Attempts: 3}
		case "s2":
			return v, errors.New("odd")
		case "s3":
			panic("here")
		case "s":
			v.Grades = []judge.Grade{judge.Ungraded(task.Criteria[1], judge.Conflict, "two"), judge.Binary(task.Criteria[0], true, "yes")}
			return v, nil
		}
		v.Grades = judge.Met(task, true, "").Grades
		return v, nil
	})
	outcomes := func(l *ledger.Ledger, j judge.Judge) []judge.Outcome {
		out, err := judge.Run(t.Context(), l.Judge(j, "j"), all)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := outcomes(l, j)
	l.Close()
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i, again := range outcomes(l, nil) {
		if judge.CodeOf(again.Err) != judge.CodeOf(first[i].Err) {
			t.Errorf("task %d: error %v, first %v", i, again.Err, first[i].Err)
		}
		if diff := cmp.Diff(first[i].Verdict, again.Verdict); diff != "" {
			t.Errorf("task %d (-first +read):\n%s", i, diff)
		}
	}
}

func TestATaskThatWasNotAskedLeavesNoRecord(t *testing.T) {
	path := newPath(t)
	l := open(t, path, ledger.About{})
	j := l.Judge(judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
		return judge.Verdict{}, context.Canceled
	}), "j")
	if _, err := j.Grade(t.Context(), oneTask()); judge.CodeOf(err) != judge.Canceled || len(lines(t, path)) != 0 {
		t.Errorf("error %v, %d lines", err, len(lines(t, path)))
	}
}

func TestAPanicOfTheJudgeIsAFailureLikeOthers(t *testing.T) {
	path := newPath(t)
	l := open(t, path, ledger.About{})
	j := l.Judge(judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) { panic("index out of range") }), "j")
	out, err := judge.Run(t.Context(), j, []judge.Task{oneTask()})
	if err != nil || judge.CodeOf(out[0].Err) != judge.Panic {
		t.Fatalf("%v, %v", out[0].Err, err)
	}
	if all := records(t, path); len(all) != 1 || all[0].Failure != "panic" || !strings.Contains(all[0].Error, "index out of range") {
		t.Errorf("kept: %+v", all)
	}
}

// yes reads also what readPlain cannot.
func yes(t judge.Task, r judge.Reply) (judge.Verdict, error) {
	if r.Text == "yes" {
		r.Text = "met"
	}
	return readPlain(t, r)
}

func TestABetterReaderReadsTheRepliesOfFailures(t *testing.T) {
	path := newPath(t)
	task := oneTask()
	calls := 0
	l := open(t, path, ledger.About{})
	for range 2 {
		if _, err := l.Judge(says(&calls, "yes"), "j").Grade(t.Context(), task); judge.CodeOf(err) != judge.Malformed {
			t.Fatal(err)
		}
	}
	l.Close()
	for name, contract := range map[string]string{"under a new name": "plain/2", "under the same name": "plain/1"} {
		better := task
		better.Contract = judge.Contract{Name: contract, Read: yes}
		before := lines(t, path)
		read, err := ledger.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		v, err := read.Judge(nil, "j").Grade(t.Context(), better)
		if err != nil || v.Grades[0].Points != 4 || v.Raw != "yes" || v.How != "strict" || v.Source.Model != "m" || v.Usage != (judge.Usage{}) {
			t.Errorf("%s: %+v, %v; want the kept reply read without a call", name, v, err)
		}
		if got := read.Earlier(); got.Calls != 2 || got.PromptTokens != 20 {
			t.Errorf("%s: earlier runs have spent %+v, want both calls", name, got)
		}
		read.Close()
		if strings.Join(lines(t, path), "") != strings.Join(before, "") {
			t.Errorf("%s: reading has changed the file", name)
		}
	}
	// With the reader of then it is asked again, and a verdict counts more than a reply that can be read.
	l = open(t, path, ledger.About{})
	if _, err := l.Judge(says(&calls, "unmet"), "j").Grade(t.Context(), task); err != nil || calls != 3 {
		t.Fatalf("%v after %d calls", err, calls)
	}
	better := task
	better.Contract = judge.Contract{Name: "plain/2", Read: yes}
	if v, err := l.Judge(nil, "j").Grade(t.Context(), better); err != nil || v.Grades[0].Points != 0 {
		t.Errorf("%+v, %v; want the verdict that was given", v, err)
	}
}

// TestWhatFailedForAnotherReasonIsNotReadAgain has replies with a readable text that were refused for what
// stood around it.
func TestWhatFailedForAnotherReasonIsNotReadAgain(t *testing.T) {
	for _, r := range []struct {
		code judge.Code
		raw  string
		why  string
	}{
		{judge.Truncated, "yes", "the reply was cut, and what it would have said is not known"},
		{judge.Filtered, "yes", "a filter ended it"},
		{judge.Malformed, "met", "the contract of then could read the text: it was refused for something else"},
		{judge.Refused, "met", "the endpoint marked it as a refusal"},
	} {
		l := open(t, newPath(t), ledger.About{})
		calls := 0
		j := judge.Func(func(context.Context, judge.Task) (judge.Verdict, error) {
			calls++
			return judge.Verdict{Raw: r.raw, Usage: judge.Usage{Calls: 1}}, judge.Errorf(r.code, "no")
		})
		task := oneTask()
		for n := range 2 {
			if _, err := l.Judge(j, "j").Grade(t.Context(), task); judge.CodeOf(err) != r.code || calls != n+1 {
				t.Errorf("%s of %q: %v after %d calls: %s", r.code, r.raw, err, calls, r.why)
			}
			task.Contract.Read = yes
		}
	}
}

func TestAReaderThatPanicsOnAKeptReplyCostsNoVerdict(t *testing.T) {
	l := open(t, newPath(t), ledger.About{})
	calls := 0
	task := oneTask()
	if _, err := l.Judge(says(&calls, "yes"), "j").Grade(t.Context(), task); err == nil {
		t.Fatal("no failure")
	}
	task.Contract = judge.Contract{Name: "plain/2", Read: func(judge.Task, judge.Reply) (judge.Verdict, error) { panic("reader") }}
	j := new(counting)
	if _, err := l.Judge(j, "j").Grade(t.Context(), task); err != nil || j.calls.Load() != 1 {
		t.Errorf("%v after %d calls, want the task asked", err, j.calls.Load())
	}
}

func TestMergeTakesFailuresAndCountsEachAskingOnce(t *testing.T) {
	dir := t.TempDir()
	a, b, to := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "to")
	task := oneTask()
	calls := 0
	l := open(t, a, ledger.About{})
	l.Judge(says(&calls, "yes"), "j").Grade(t.Context(), task)
	l.Close()
	write(t, b, lines(t, a)...) // a copy, in which the run went on
	l = open(t, b, ledger.About{})
	l.Judge(says(&calls, "no idea"), "j").Grade(t.Context(), task)
	l.Judge(says(&calls, "met"), "j").Grade(t.Context(), task)
	l.Close()
	if calls != 3 {
		t.Fatalf("%d calls", calls)
	}
	old := strings.Replace(lines(t, b)[1], `{"v":1,`, `{"v":0,`, 1)
	write(t, a, append(lines(t, a), old)...)
	notes, err := ledger.Merge(to, a, b)
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "line 2 is of version 0") {
		t.Errorf("notes %q, %v; want the failure of another version passed over", notes, err)
	}
	l = open(t, to, ledger.About{})
	if got := l.Usage(); got.Calls != 3 || l.Len() != 1 || len(records(t, to)) != 3 {
		t.Errorf("usage %+v, %d verdicts, %d records; want each asking once", got, l.Len(), len(records(t, to)))
	}
	if v, err := l.Judge(nil, "j").Grade(t.Context(), task); err != nil || v.Grades[0].Points != 4 {
		t.Errorf("%+v, %v: a failure has taken the verdict's place", v, err)
	}
	if got := l.Earlier(); got.Calls != 3 {
		t.Errorf("earlier runs have spent %+v, want three calls", got)
	}
}

// TestEarlierCountsTheQuestionsOfThisRun has a ledger that serves two runs.
func TestEarlierCountsTheQuestionsOfThisRun(t *testing.T) {
	path := newPath(t)
	all := tasks(5)
	fill(t, path, ledger.About{}, all[:4])
	l := open(t, path, ledger.About{})
	j := new(counting)
	if got := l.Earlier(); got != (judge.Usage{}) {
		t.Errorf("before any question, %+v", got)
	}
	for range 2 { // asking again is no spending
		run(t, l.Judge(j, "test/1"), all[2:])
	}
	if got := l.Earlier(); got.Calls != 2 || got.PromptTokens != 200 {
		t.Errorf("earlier runs have spent %+v on the questions, want two calls", got)
	}
	if got := l.Usage(); got.Calls != 5 || j.calls.Load() != 1 {
		t.Errorf("the ledger has %+v after %d calls of this run, want five and one", got, j.calls.Load())
	}
}

func TestAboutsAreThoseOfAllRuns(t *testing.T) {
	path := newPath(t)
	one, two := ledger.About{Dataset: "d", Judge: "a"}, ledger.About{Dataset: "d", Judge: "b"}
	for _, a := range []ledger.About{one, two, one, {}} {
		open(t, path, a).Close()
	}
	got := open(t, path, ledger.About{}).Abouts()
	if len(got) != 2 || got[0] != one || got[1] != two {
		t.Errorf("abouts %+v", got)
	}
	got[0].Judge = "changed"
	if l, err := ledger.Read(path); err != nil || l.Abouts()[0] != one {
		t.Errorf("abouts %+v, %v", l.Abouts(), err)
	}
}
