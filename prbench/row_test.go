package prbench_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// row is a row of the dataset, as JSON decodes it.
type row map[string]any

// newRow returns a row with two turns and three criteria in which everything is as the dataset has it.
func newRow() row {
	r := row{
		"task": taskA, "turns": 2, "field": "Finance", "topic": "Corporate Finance", "expert": "Non-Expert",
		"scratchpad":       "SECRET NOTES",
		"economic_pathway": "Value Creation, Risk & Resilience",
		"decision_type":    "Planning & Forecasts, Operations, Processes & Controls",
		"canary":           "prbench:sample:finance_hard:" + taskA,
		"rubric": []any{
			newCriterion("c1", "States the rate.\n", "Financial Accuracy", "critically important", 9),
			newCriterion("c2", "Names “two” risks", "Risk & Regulatory Disclosure", "important", 5),
			newCriterion("c3", "Invents a source.", "Instruction Following", "detrimental", -6),
		},
	}
	for i := range 10 {
		r.set(nil, fmt.Sprintf("prompt_%d", i))
		r.set([]any{}, fmt.Sprintf("reference_texts_%d", i))
		if i < 9 {
			r.set(nil, fmt.Sprintf("response_%d", i))
			r.set(nil, fmt.Sprintf("model_%d", i))
		}
	}
	r["prompt_0"], r["response_0"], r["model_0"] = " What is the rate? ", "Five per cent.", "gpt-oss-20b"
	r["reference_texts_0"] = []any{"Table 1", "Table 2\n"}
	r["prompt_1"] = "And the risks?"
	return r
}

const (
	taskA = "aaaaaaaaaaaaaaaaaaaaaaaa"
	taskB = "bbbbbbbbbbbbbbbbbbbbbbbb"
)

// newCriterion returns a criterion with all weights; those of other classes are null.
func newCriterion(id, title, category, class string, weight any) map[string]any {
	annotations := map[string]any{
		"criteria_category": category, "criteria_description": "About " + id + ".",
		"field_for_category": "finance", "weight_class": class,
	}
	for _, c := range []string{"critically important", "important", "slightly important", "slightly detrimental", "detrimental", "critically detrimental"} {
		annotations[strings.ReplaceAll(c, " ", "_")+"_weight"] = nil
	}
	annotations[strings.ReplaceAll(class, " ", "_")+"_weight"] = weight
	return map[string]any{"id": id, "title": title, "annotations": annotations}
}

// absent is the value of a field that is not there.
var absent = struct{}{}

// set puts a value at a path of names and indices.
func (r row) set(value any, path ...any) row {
	var at any = map[string]any(r)
	for _, step := range path[:len(path)-1] {
		switch step := step.(type) {
		case string:
			at = at.(map[string]any)[step]
		case int:
			at = at.([]any)[step]
		}
	}
	switch last := path[len(path)-1].(type) {
	case string:
		if at.(map[string]any)[last] = value; value == absent {
			delete(at.(map[string]any), last)
		}
	case int:
		at.([]any)[last] = value
	}
	return r
}

// json returns the row in one line.
func (r row) json(t testing.TB) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// raw is a number as it is to stand in the file.
func raw(number string) json.RawMessage { return json.RawMessage(number) }
