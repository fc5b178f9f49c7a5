package judgetest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/rubric"
)

func TestSamplesAreWhatABenchmarkHolds(t *testing.T) {
	ids := make(map[string]bool)
	for _, s := range judgetest.Samples() {
		if err := rubric.Validate(s.Rubric()); err != nil {
			t.Errorf("%s: %v", s.ID(), err)
		}
		if positive, negative := rubric.Totals(s.Rubric().Criteria()); positive <= 0 || negative >= 0 {
			t.Errorf("%s: weights sum to %v and %v, want both signs", s.ID(), positive, negative)
		}
		turns := s.Conversation()
		if last := turns[len(turns)-1]; last.Role != dataset.User {
			t.Errorf("%s ends with a turn of the %s", s.ID(), last.Role)
		}
		if s.Response() == "" || ids[s.ID()] {
			t.Errorf("%s has no answer, or its id twice", s.ID())
		}
		ids[s.ID()] = true
	}
	judgetest.Samples()[0].Items[0].Weight = 99
	if judgetest.Samples()[0].Items[0].Weight == 99 {
		t.Error("samples share memory with samples of another call")
	}
}

func TestTasksCoverEveryCriterionOnce(t *testing.T) {
	asked := make(map[string]int)
	for _, task := range judgetest.Tasks() {
		for _, c := range task.Criteria {
			asked[c.ID]++
		}
		prompt := task.Prompt.User()
		for _, want := range []string{task.Sample.Response(), task.Sample.Conversation()[0].Content, task.Criteria[0].Text} {
			if !strings.Contains(prompt, want) {
				t.Errorf("%s: the prompt does not hold %q", task.Sample.ID(), want)
			}
		}
		if !json.Valid([]byte(task.Contract.Schema)) || task.Contract.Name == "" || task.Contract.Read == nil {
			t.Errorf("%s: contract %+v", task.Sample.ID(), task.Contract)
		}
	}
	for _, s := range judgetest.Samples() {
		for _, c := range s.Items {
			if asked[c.ID] != 1 {
				t.Errorf("criterion %s is asked about %d times", c.ID, asked[c.ID])
			}
		}
	}
	tasks := judgetest.Tasks()
	if tasks[0].Prompt.Prefix != tasks[1].Prompt.Prefix || tasks[0].Prompt.Suffix == tasks[1].Prompt.Suffix {
		t.Error("the tasks of a sample do not share their prefix alone")
	}
}

func TestContractOfOneCriterion(t *testing.T) {
	task := find(t, "deposit", "deposit-rent")
	rows := []struct{ text, finish, refusal, want, why string }{
		{`{"explanation": "x", "criteria_met": true}`, "", "", "deposit-rent -7", "a penalty that is met"},
		{" {\"explanation\":\"x\",\"criteria_met\":false}\n", "stop", "", "deposit-rent 0", "blanks around it"},
		{`{"explanation": "x", "criteria_met": "true"}`, "", "", "malformed", "text is no boolean"},
		{`{"explanation": "x", "criteria_met": 1}`, "", "", "malformed", "a number is no boolean"},
		{`{"explanation": "x", "criteria_met": null}`, "", "", "malformed", "null is no verdict"},
		{`{"explanation": "x"}`, "", "", "malformed", "no verdict is not false"},
		{`{"explanation": "x", "criteria_met": true, "criteria_met": false}`, "", "", "malformed", "two verdicts"},
		{`{"criteria_met": true, "explanation": "x"}`, "", "", "malformed", "verdict before explanation"},
		{`{"explanation": "x", "Criteria_Met": true}`, "", "", "malformed", "another key"},
		{`{"explanation": ["x"], "criteria_met": true}`, "", "", "malformed", "an explanation that is no text"},
		{`{"explanation": "x", "criteria_met": true} {}`, "", "", "malformed", "more than one object"},
		{`{"explanation": "x", "criteria_met": tru`, "", "", "malformed", "cut"},
		{`[]`, "", "", "malformed", "no object"},
		{``, "", "", "empty", "no text"},
		{`{"explanation": "x", "criteria_met": true}`, "length", "", "truncated", "cut, it says"},
		{`{"explanation": "x", "criteria_met": true}`, "", "no", "refused", "declined, it says"},
	}
	for _, r := range rows {
		v, err := task.Contract.Read(task, judge.Reply{Text: r.text, Finish: r.finish, Refusal: r.refusal})
		got := string(judge.CodeOf(err))
		if err == nil {
			got = said(v, nil)
			if v.Raw != r.text || v.How != "strict" || v.Grades[0].Explanation != "x" {
				t.Errorf("%s: verdict %+v", r.why, v)
			}
		}
		if got != r.want {
			t.Errorf("%q is %s, want %s: %s", r.text, got, r.want, r.why)
		}
	}
}

func TestContractOfSeveralCriteria(t *testing.T) {
	task := find(t, "借条", "")
	rows := []struct{ points, want, why string }{
		{`{"借条-报警": -1.5, "借条-证据": 2, "借条-举证": 0.5, "借条-时效": 0}`, "借条-证据 2 借条-举证 0.5 借条-时效 0 借条-报警 -1.5", "in any order"},
		{`{"借条-证据": 2}`, "借条-证据 2 借条-举证 missing (malformed) 借条-时效 missing (malformed) 借条-报警 missing (malformed)", "what is not named is missing, not 0"},
		{`{}`, "借条-证据 missing (malformed) 借条-举证 missing (malformed) 借条-时效 missing (malformed) 借条-报警 missing (malformed)", "nothing is named"},
		{`{"借条-证据": 3}`, "malformed", "above the weight"},
		{`{"借条-证据": -1}`, "malformed", "below 0"},
		{`{"借条-报警": 1}`, "malformed", "above 0 for a penalty"},
		{`{"借条-证据": "2"}`, "malformed", "text is no number"},
		{`{"借条-证据": null}`, "malformed", "null is no number"},
		{`{"借条-证据": 1, "借条-证据": 1}`, "conflict", "named twice"},
		{`{"别的": 1}`, "malformed", "not asked about"},
		{`[2, 1, 0, 0]`, "malformed", "no object"},
	}
	for _, r := range rows {
		v, err := task.Contract.Read(task, judge.Reply{Text: `{"explanation": "x", "points": ` + r.points + `}`})
		got := string(judge.CodeOf(err))
		if err == nil {
			got = said(v, nil)
		}
		if got != r.want {
			t.Errorf("%s is %s, want %s: %s", r.points, got, r.want, r.why)
		}
	}
}

func ExampleTasks() {
	for _, task := range judgetest.Tasks() {
		fmt.Println(task.Sample.ID(), len(task.Criteria), task.Criteria[0].ID)
	}
	// Output:
	// deposit 1 deposit-wear
	// deposit 1 deposit-deadline
	// deposit 1 deposit-photos
	// deposit 1 deposit-rent
	// margin 1 margin-gross
	// margin 1 margin-operating
	// margin 1 margin-bank
	// margin 1 margin-tax
	// 借条 4 借条-证据
}
