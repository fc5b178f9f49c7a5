package prbench_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

func ExampleLint() {
	s := clean()
	s.Criteria[3].Text = "NO CHANGE."
	s.Criteria = s.Criteria[:9]
	for _, w := range prbench.Lint([]prbench.Sample{s}) {
		fmt.Println(w)
	}
	// Output:
	// legal: task aaaaaaaaaaaaaaaaaaaaaaaa: the rubric has 9 criteria, not 10 to 30 (rubric-size)
	// legal: task aaaaaaaaaaaaaaaaaaaaaaaa: c3: the text is "NO CHANGE." (no-change)
}

// clean returns a sample without anything odd.
func clean() prbench.Sample {
	s := prbench.Sample{
		Task: taskA, Split: "legal", Field: "Legal", Expert: "Expert", Canary: "prbench:sample:legal:" + taskA,
		Turns:  []prbench.Turn{{Prompt: "x"}},
		Answer: "An answer.",
	}
	for i := range 10 {
		s.Criteria = append(s.Criteria, prbench.Criterion{
			Criterion:   rubric.Criterion{ID: fmt.Sprint("c", i), Text: fmt.Sprint("Says ", i), Category: "Legal Accuracy", Weight: 5},
			WeightClass: "important",
		})
	}
	return s
}

func TestLint(t *testing.T) {
	tests := []struct {
		why    string
		change func(*prbench.Sample)
		want   []string // the kinds, each with its criterion
	}{
		{"nothing", func(*prbench.Sample) {}, nil},
		{"an editor's note", func(s *prbench.Sample) { s.Criteria[1].Text = "NO CHANGE." }, []string{"no-change c1"}},
		{"an editor's note in other letters", func(s *prbench.Sample) { s.Criteria[1].Text = " No change\n" }, []string{"no-change c1"}},
		{"a text about a change", func(s *prbench.Sample) { s.Criteria[1].Text = "No change in rates is assumed." }, nil},
		{"a blank text, also to Python", func(s *prbench.Sample) { s.Criteria[1].Text = "\x1f\u2003\n" }, []string{"blank-text c1"}},
		{"the same text", func(s *prbench.Sample) { s.Criteria[4].Text = s.Criteria[2].Text }, []string{"repeated-text c4"}},
		{"the same text three times", func(s *prbench.Sample) {
			s.Criteria[4].Text, s.Criteria[5].Text = s.Criteria[2].Text, s.Criteria[2].Text
		}, []string{"repeated-text c4", "repeated-text c5"}},
		{"a weight above its class", func(s *prbench.Sample) { s.Criteria[0].Weight = 8 }, []string{"weight-range c0"}},
		{"a weight below its class", func(s *prbench.Sample) { s.Criteria[0].Weight = 3 }, []string{"weight-range c0"}},
		{"a penalty out of its class", func(s *prbench.Sample) {
			s.Criteria[0].WeightClass, s.Criteria[0].Weight = "critically detrimental", -7
		}, []string{"weight-range c0"}},
		{"the ends of the classes", func(s *prbench.Sample) {
			for i, c := range []struct {
				class  string
				weight float64
			}{{"critically important", 8}, {"critically important", 10}, {"important", 4}, {"important", 7}, {"slightly important", 1}, {"slightly important", 3}, {"slightly detrimental", -1}, {"detrimental", -7}} {
				s.Criteria[i].WeightClass, s.Criteria[i].Weight = c.class, c.weight
			}
		}, nil},
		{"a class of the user's own", func(s *prbench.Sample) { s.Criteria[0].WeightClass, s.Criteria[0].Weight = "mine", 99 }, nil},
		{"nine criteria", func(s *prbench.Sample) { s.Criteria = s.Criteria[:9] }, []string{"rubric-size "}},
		{"31 criteria", func(s *prbench.Sample) {
			for i := len(s.Criteria); i < 31; i++ {
				c := s.Criteria[0]
				c.ID, c.Text = fmt.Sprint("c", i), fmt.Sprint("Says ", i)
				s.Criteria = append(s.Criteria, c)
			}
		}, []string{"rubric-size "}},
		{"a category of penalties", func(s *prbench.Sample) {
			s.Criteria[0].Category, s.Criteria[0].WeightClass, s.Criteria[0].Weight = "Handling Uncertainty", "detrimental", -5
		}, []string{"penalties-alone "}},
		{"a category of penalties and points", func(s *prbench.Sample) {
			s.Criteria[0].Category, s.Criteria[0].WeightClass, s.Criteria[0].Weight = "Handling Uncertainty", "detrimental", -5
			s.Criteria[9].Category = "Handling Uncertainty"
		}, nil},
		{"more penalties than points", func(s *prbench.Sample) {
			for i := range 6 {
				s.Criteria[i].WeightClass, s.Criteria[i].Weight = "detrimental", -5
			}
		}, []string{"penalties-outweigh "}},
		{"as many penalties as points", func(s *prbench.Sample) {
			for i := range 5 {
				s.Criteria[i].WeightClass, s.Criteria[i].Weight = "detrimental", -5
			}
		}, nil},
		{"a category of the other field", func(s *prbench.Sample) { s.Criteria[0].Category = "Financial Accuracy" }, []string{"unknown-label "}},
		{"another field, of which no category is known", func(s *prbench.Sample) { s.Field = "Tax" }, []string{"unknown-label "}},
		{"another kind of user", func(s *prbench.Sample) { s.Expert = "Non Expert" }, []string{"unknown-label "}},
		{"another kind of id", func(s *prbench.Sample) { s.Task, s.Canary = "T1", "prbench:sample:legal:T1" }, []string{"task-form "}},
		{"no canary", func(s *prbench.Sample) { s.Canary = "" }, []string{"canary-form "}},
		{"the canary of another task", func(s *prbench.Sample) { s.Canary = "prbench:sample:legal:" + taskB }, []string{"canary-form "}},
		{"an empty answer", func(s *prbench.Sample) { s.Answer, s.Answered = "", true }, []string{"empty-answer "}},
		{"an answer of reasoning alone", func(s *prbench.Sample) { s.Answer = " <think>x</think>\n" }, []string{"empty-answer "}},
		{"reasoning that is closed", func(s *prbench.Sample) { s.Answer = "<think>x</think>y" }, nil},
		{"reasoning that is not closed", func(s *prbench.Sample) { s.Answer = "<THINK>x y" }, []string{"open-reasoning "}},
		{"reasoning that is not opened", func(s *prbench.Sample) { s.Answer = "x</reasoning>y" }, []string{"open-reasoning "}},
		{"no answer", func(s *prbench.Sample) { s.Answer = "" }, nil},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			s := clean()
			test.change(&s)
			// The samples around it show that a warning is about its own sample.
			other := clean()
			other.Task, other.Canary = taskB, "prbench:sample:legal:"+taskB
			var got []string
			for _, w := range prbench.Lint([]prbench.Sample{other, s, other}) {
				got = append(got, w.Kind+" "+w.Criterion)
				if w.Task != s.Task || w.Split != s.Split || w.Text == "" {
					t.Errorf("the warning is %+v", w)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWarningString(t *testing.T) {
	w := prbench.Warning{Task: "t", Kind: "k", Text: "it is odd"}
	if got, want := w.String(), "task t: it is odd (k)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLintCountsUpstream compares what Lint finds in a split with counts that were made otherwise.
func TestLintCountsUpstream(t *testing.T) {
	samples, err := prbench.Load(upstream(t, "finance_hard.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, w := range prbench.Lint(samples) {
		counts[w.Kind]++
	}
	want := map[string]int{prbench.NoChange: 2, prbench.RubricSize: 7, prbench.PenaltiesAlone: 41}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.ContainsFunc(prbench.Lint(samples), func(w prbench.Warning) bool {
		return w.Task == "88c6dee04e472e3b634801df" && strings.HasPrefix(w.Criterion, "65857001-") && w.Kind == prbench.NoChange
	}) {
		t.Error("the known criterion is not among the warnings")
	}
}
