package ledger_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/rubric"
)

// sample is a dataset.Sample made of plain fields.
type sample struct {
	id, question, answer string
	criteria             rubric.List
}

func (s sample) ID() string { return s.id }
func (s sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: s.question}}
}
func (s sample) Response() string      { return s.answer }
func (s sample) Rubric() rubric.Rubric { return s.criteria }

// oneTask returns a task with two criteria.
func oneTask() judge.Task {
	s := sample{id: "s", question: "What must the notice say?", answer: "The date.", criteria: rubric.List{
		{ID: "a", Text: "Names the date.", Category: "form", Weight: 4}, {ID: "b", Text: "Is rude.", Category: "tone", Weight: -2},
	}}
	return judge.Task{
		Sample: s, Criteria: s.criteria,
		Prompt:   judge.Prompt{System: "You grade.", Prefix: "Answer: The date. ", Suffix: "Is it so?"},
		Contract: judge.Contract{Name: "plain/1", Read: readPlain},
	}
}

// readPlain reads "met" or "unmet" as the verdict on all criteria.
func readPlain(t judge.Task, r judge.Reply) (judge.Verdict, error) {
	if r.Text != "met" && r.Text != "unmet" {
		return judge.Verdict{}, judge.Errorf(judge.Malformed, "neither met nor unmet")
	}
	v := judge.Met(t, r.Text == "met", "as it says")
	v.How, v.Raw = "strict", r.Text
	return v, nil
}

// tasks returns n tasks of n samples, with one criterion each.
func tasks(n int) []judge.Task {
	out := make([]judge.Task, n)
	for i := range out {
		s := sample{id: fmt.Sprint("s", i), question: fmt.Sprint("Question ", i), answer: fmt.Sprint("Answer ", i),
			criteria: rubric.List{{ID: fmt.Sprint("c", i), Text: fmt.Sprint("Says ", i, "."), Weight: float64(i%9 + 1)}}}
		out[i] = judge.Task{Sample: s, Criteria: s.criteria, Prompt: judge.Prompt{Prefix: s.answer, Suffix: s.criteria[0].Text},
			Contract: judge.Contract{Name: "plain/1", Read: readPlain}}
	}
	return out
}

// counting is a judge that counts its calls and finds every criterion met.
type counting struct{ calls atomic.Int64 }

func (c *counting) Grade(_ context.Context, t judge.Task) (judge.Verdict, error) {
	n := c.calls.Add(1)
	v := judge.Met(t, true, fmt.Sprintf("call %d <&> \u2028 \"é\"", n))
	v.How, v.Raw = "strict", "met"
	v.Source = judge.Source{Judge: "test", Model: "m", Served: "m-1", Host: "h", Parameters: `{"seed":1}`}
	v.Usage = judge.Usage{Calls: 1, PromptTokens: 100, CachedTokens: 50, CompletionTokens: 10}
	return v, nil
}

// open opens a ledger and closes it at the end of the test.
func open(t testing.TB, path string, about ledger.About, opts ...ledger.Option) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(path, about, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// fill makes a ledger at path with verdicts on the tasks, and closes it.
func fill(t testing.TB, path string, about ledger.About, tasks []judge.Task) {
	t.Helper()
	l, err := ledger.Open(path, about, ledger.SyncWindow(0))
	if err != nil {
		t.Fatal(err)
	}
	run(t, l.Judge(new(counting), "test/1"), tasks)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// run grades the tasks, none of which may fail.
func run(t testing.TB, j judge.Judge, tasks []judge.Task) []judge.Outcome {
	t.Helper()
	out, err := judge.Run(t.Context(), j, tasks)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range out {
		if o.Err != nil {
			t.Fatalf("task %d: %v", i, o.Err)
		}
	}
	return out
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "run.jsonl") }
