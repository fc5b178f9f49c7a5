package prbench_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

func TestDecode(t *testing.T) {
	samples, err := prbench.Read(strings.NewReader(newRow().json(t)), "rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	want := []prbench.Sample{{
		Task: taskA, Split: "finance_hard", Field: "Finance", Topic: "Corporate Finance", Expert: "Non-Expert",
		Turns: []prbench.Turn{
			{Prompt: " What is the rate? ", References: []string{"Table 1", "Table 2\n"}, Response: "Five per cent.", Model: "gpt-oss-20b"},
			{Prompt: "And the risks?", References: []string{}},
		},
		Criteria: []prbench.Criterion{
			{Criterion: rubric.Criterion{ID: "c1", Text: "States the rate.\n", Category: "Financial Accuracy", Weight: 9}, WeightClass: "critically important", Description: "About c1."},
			{Criterion: rubric.Criterion{ID: "c2", Text: "Names “two” risks", Category: "Risk & Regulatory Disclosure", Weight: 5}, WeightClass: "important", Description: "About c2."},
			{Criterion: rubric.Criterion{ID: "c3", Text: "Invents a source.", Category: "Instruction Following", Weight: -6}, WeightClass: "detrimental", Description: "About c3."},
		},
		EconomicPathway: "Value Creation, Risk & Resilience",
		DecisionType:    "Planning & Forecasts, Operations, Processes & Controls",
		Canary:          "prbench:sample:finance_hard:" + taskA,
	}}
	if diff := cmp.Diff(want, samples); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDecodeWeight reads one criterion beside a good one.
func TestDecodeWeight(t *testing.T) {
	tests := []struct {
		why, class string
		weight     any
		stale      map[string]any
		want       float64
	}{
		{"a whole number", "important", raw("5"), nil, 5},
		{"a whole number as a float", "critically important", raw("8.0"), nil, 8},
		{"a whole number with an exponent", "critically important", raw("1e1"), nil, 10},
		{"a penalty as a float", "slightly detrimental", raw("-2.0"), nil, -2},
		{"out of the measured range", "slightly important", raw("12"), nil, 12},
		{"weights left over from other classes", "detrimental", raw("-7"), map[string]any{"important_weight": 6, "critically_important_weight": 10.0, "slightly_detrimental_weight": -1}, -7},
		{"weights of other classes that make no sense", "important", raw("4"), map[string]any{"detrimental_weight": "none", "slightly_important_weight": 8.5}, 4},
		{"weights of other classes that are not there", "important", raw("4"), map[string]any{"detrimental_weight": absent, "critically_detrimental_weight": absent}, 4},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			r := newRow().set(newCriterion("c2", "x", "Practical Utility", test.class, test.weight), "rubric", 1)
			for field, value := range test.stale {
				r.set(value, "rubric", 1, "annotations", field)
			}
			samples, err := prbench.Read(strings.NewReader(r.json(t)), "F")
			if err != nil {
				t.Fatal(err)
			}
			if got := samples[0].Criteria[1].Weight; got != test.want {
				t.Errorf("got the weight %v, want %v", got, test.want)
			}
		})
	}
}

func TestDecodeAccepts(t *testing.T) {
	tests := []struct {
		why  string
		row  row
		want func(prbench.Sample) bool
	}{
		{"columns that are not there", newRow().set(absent, "prompt_9").set(absent, "response_1").set(absent, "model_0").set(absent, "reference_texts_1").set(absent, "scratchpad").set(absent, "canary").set(absent, "decision_type"),
			func(s prbench.Sample) bool {
				return len(s.Turns) == 2 && s.Turns[0].Model == "" && s.Canary == "" && s.DecisionTypes() == nil
			}},
		{"reference texts that are null", newRow().set(nil, "reference_texts_0"), func(s prbench.Sample) bool { return s.Turns[0].References == nil }},
		{"turns as a float", newRow().set(raw("2.0"), "turns"), func(s prbench.Sample) bool { return len(s.Turns) == 2 }},
		{"a column of another's", newRow().set(map[string]any{"x": 1}, "mine"), func(s prbench.Sample) bool { return s.Task == taskA }},
		{"a title of white space alone, which Lint tells of", newRow().set(" \n", "rubric", 0, "title"), func(s prbench.Sample) bool { return s.Criteria[0].Text == " \n" }},
		{"a note of an editor's as a title, which Lint tells of", newRow().set("NO CHANGE.", "rubric", 0, "title"), func(s prbench.Sample) bool { return s.Criteria[0].Text == "NO CHANGE." }},
		{"a canary of no known split", newRow().set("prbench:sample:train:"+taskA, "canary"), func(s prbench.Sample) bool { return s.Split == "legal" }},
		{"no canary", newRow().set(nil, "canary"), func(s prbench.Sample) bool { return s.Split == "legal" }},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			samples, err := prbench.Read(strings.NewReader(test.row.json(t)), "dir/legal.jsonl.gz")
			if err != nil {
				t.Fatal(err)
			}
			if len(samples) != 1 || !test.want(samples[0]) {
				t.Errorf("got %+v", samples)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	const classes = "critically important, important, slightly important, slightly detrimental, detrimental, critically detrimental"
	annotation := func(value any, field string) row { return newRow().set(value, "rubric", 1, "annotations", field) }
	tests := []struct {
		why  string
		row  row
		want string // after the file, the line and, unless it begins with "!", the task
	}{
		{"no task", newRow().set(absent, "task"), "!task: want a string, found nothing"},
		{"a task that is null", newRow().set(nil, "task"), "!task: want a string, found null"},
		{"a task that is a number", newRow().set(12, "task"), "!task: want a string, found the number 12"},
		{"a task of white space", newRow().set(" ", "task"), `!task: want a text, found the string " "`},
		{"no field", newRow().set(absent, "field"), "field: want a string, found nothing"},
		{"no topic", newRow().set(nil, "topic"), "topic: want a string, found null"},
		{"an expert that is a truth value", newRow().set(true, "expert"), "expert: want a string, found true"},
		{"a pathway that is a list", newRow().set([]string{"a"}, "economic_pathway"), "economic_pathway: want a string, found a list of 1"},
		{"a canary that is a number", newRow().set(1, "canary"), "canary: want a string, found the number 1"},

		{"no turns", newRow().set(absent, "turns"), "turns: want a whole number, found nothing"},
		{"half a turn", newRow().set(1.5, "turns"), "turns: want a whole number, found the number 1.5"},
		{"turns as a string", newRow().set("2", "turns"), `turns: want a whole number, found the string "2"`},
		{"no turn", newRow().set(0, "turns"), "turns: want 1 to 10, found 0"},
		{"too many turns", newRow().set(11, "turns"), "turns: want 1 to 10, found 11"},
		{"more turns than prompts", newRow().set(3, "turns"), "response_1: want a text in a conversation of turns = 3, found null"},
		{"fewer turns than prompts", newRow().set(1, "turns"), `response_0: want nothing in a conversation of turns = 1, found the string "Five per cent."`},
		{"a prompt that is null", newRow().set(nil, "prompt_0"), "prompt_0: want a text in a conversation of turns = 2, found null"},
		{"a prompt that is missing", newRow().set(absent, "prompt_1"), "prompt_1: want a text in a conversation of turns = 2, found nothing"},
		{"a prompt of white space, also of Python's", newRow().set("\x1c\u3000\n", "prompt_1"), `prompt_1: want a text in a conversation of turns = 2, found the string "\x1c\u3000\n"`},
		{"a prompt that is a list", newRow().set([]string{"x"}, "prompt_0"), "prompt_0: want a string, found a list of 1"},
		{"a prompt after a gap", newRow().set("x", "prompt_5"), `prompt_5: want nothing in a conversation of turns = 2, found the string "x"`},
		{"a last prompt too many", newRow().set("", "prompt_9"), `prompt_9: want nothing in a conversation of turns = 2, found the string ""`},
		{"a response that is null", newRow().set(nil, "response_0"), "response_0: want a text in a conversation of turns = 2, found null"},
		{"a response in the last turn", newRow().set("x", "response_1"), `response_1: want nothing in a conversation of turns = 2, found the string "x"`},
		{"a model that is a number", newRow().set(4, "model_0"), "model_0: want a string, found the number 4"},
		{"reference texts in one string", newRow().set("['a']", "reference_texts_0"), `reference_texts_0: want a list of strings, found the string "['a']"`},
		{"reference texts in a list of lists", newRow().set([]any{[]any{"a"}}, "reference_texts_0"), "reference_texts_0[0]: want a string, found a list of 1"},
		{"a reference text that is null", newRow().set([]any{"a", nil}, "reference_texts_0"), "reference_texts_0[1]: want a string, found null"},
		{"reference texts after the last turn", newRow().set([]any{"a"}, "reference_texts_4"), "reference_texts_4: want nothing after 2 turns, found a list of 1"},

		{"no rubric", newRow().set(absent, "rubric"), "rubric: want a list of objects, found nothing"},
		{"a rubric that is null", newRow().set(nil, "rubric"), "rubric: want a list of objects, found null"},
		{"a rubric that is an object of lists", newRow().set(map[string]any{"id": []any{"c1"}}, "rubric"), "rubric: want a list of objects, found an object"},
		{"a rubric in one string", newRow().set("[{}]", "rubric"), `rubric: want a list of objects, found the string "[{}]"`},
		{"a rubric without criteria", newRow().set([]any{}, "rubric"), "rubric: want a criterion with a positive weight, found none in 0"},
		{"a rubric of penalties", newRow().set([]any{newCriterion("c1", "x", "y", "detrimental", -4)}, "rubric"), "rubric: want a criterion with a positive weight, found none in 1"},
		{"a criterion that is a string", newRow().set("x", "rubric", 2), `rubric[2]: want an object, found the string "x"`},
		{"a criterion without an id", newRow().set(absent, "rubric", 1, "id"), "rubric[1].id: want a string, found nothing"},
		{"an id that stands twice", newRow().set("c1", "rubric", 2, "id"), `rubric[2].id: "c1" is the id of rubric[0] too`},
		{"a criterion without a title", newRow().set(nil, "rubric", 1, "title"), "rubric[1].title: want a string, found null"},
		{"an empty title", newRow().set("", "rubric", 1, "title"), `rubric[1].title: want a text, found the string ""`},
		{"a title in a list", newRow().set([]any{"x"}, "rubric", 1, "title"), "rubric[1].title: want a string, found a list of 1"},
		{"no annotations", newRow().set(absent, "rubric", 1, "annotations"), "rubric[1].annotations: want an object, found nothing"},
		{"annotations in a list", newRow().set([]any{map[string]any{}}, "rubric", 1, "annotations"), "rubric[1].annotations: want an object, found a list of 1"},
		{"no category", annotation(nil, "criteria_category"), "rubric[1].annotations.criteria_category: want a string, found null"},
		{"a description that is a number", annotation(3, "criteria_description"), "rubric[1].annotations.criteria_description: want a string, found the number 3"},

		{"no weight class", annotation(absent, "weight_class"), "rubric[1].annotations.weight_class: want a string, found nothing"},
		{"a class that is unknown", annotation("vital", "weight_class"), "rubric[1].annotations.weight_class: want one of " + classes + `; found the string "vital"`},
		{"a class in capitals", annotation("Important", "weight_class"), "rubric[1].annotations.weight_class: want one of " + classes + `; found the string "Important"`},
		{"a class with an underscore", annotation("critically_important", "weight_class"), "rubric[1].annotations.weight_class: want one of " + classes + `; found the string "critically_important"`},
		{"a class whose weight is null", annotation("detrimental", "weight_class"), `rubric[1].annotations.detrimental_weight: want the weight of the class "detrimental", a whole number other than 0, found null`},
		{"a class whose weight is missing", annotation(absent, "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found nothing`},
		{"half a point", annotation(4.5, "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found the number 4.5`},
		{"no point", annotation(0, "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found the number 0`},
		{"no point, as a negative float", annotation(raw("-0.0"), "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found the number -0.0`},
		{"a weight as a string", annotation("5", "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found the string "5"`},
		{"a weight without bounds", annotation(raw("1e400"), "important_weight"), `rubric[1].annotations.important_weight: want the weight of the class "important", a whole number other than 0, found the number 1e400`},
		{"a penalty in a class of points", annotation(-5, "important_weight"), `rubric[1].annotations.important_weight: want a weight with the sign of the class "important", found the number -5`},
		{"points in a class of penalties", newRow().set(6, "rubric", 2, "annotations", "detrimental_weight"), `rubric[2].annotations.detrimental_weight: want a weight with the sign of the class "detrimental", found the number 6`},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			good := newRow().set(taskB, "task").json(t)
			samples, err := prbench.Read(strings.NewReader(good+"\n"+test.row.json(t)+"\n"), "F.jsonl")
			want := "F.jsonl: line 2: task " + taskA + ": " + test.want
			if rest, ok := strings.CutPrefix(test.want, "!"); ok {
				want = "F.jsonl: line 2: " + rest
			}
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if e := (*dataset.Error)(nil); !errors.As(err, &e) {
				t.Errorf("the error is of type %T", err)
			}
			if samples != nil {
				t.Errorf("got %d samples beside the error", len(samples))
			}
		})
	}
}
