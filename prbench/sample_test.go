package prbench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// A Sample is a dataset.Sample by value and by pointer.
var (
	_ dataset.Sample = prbench.Sample{}
	_ dataset.Sample = &prbench.Sample{}
)

func ExampleRead() {
	rows := strings.NewReader(`[{"task": "0123456789abcdef01234567", "turns": 1, "field": "Legal", "topic": "Family Law",
 "expert": "Expert", "prompt_0": "Who inherits?", "reference_texts_0": ["Art. 1: The spouse."],
 "rubric": [{"id": "c1", "title": "Names the spouse.", "annotations":
   {"weight_class": "critically important", "critically_important_weight": 9, "criteria_category": "Legal Accuracy"}}]}]`)
	samples, err := prbench.Read(rows, "legal.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := samples[0]
	fmt.Println(s.Split, s.Topic)
	fmt.Println(s.Conversation()[0].Content)
	for _, c := range s.Rubric().Criteria() {
		fmt.Println(c.Weight, c.Text)
	}
	// Output:
	// legal Family Law
	// Reference Text 0:
	// Art. 1: The spouse.
	//
	// Who inherits?
	// 9 Names the spouse.
}

func TestSample(t *testing.T) {
	s := prbench.Sample{
		Task: "t", Answer: "<think>x</think>\n answer",
		Turns: []prbench.Turn{
			{Prompt: "\nfirst ", References: []string{"A\n", ""}, Response: " reply "},
			{Prompt: "second", References: []string{}, Response: "never read"},
		},
		Criteria: []prbench.Criterion{{Criterion: rubric.Criterion{ID: "c", Text: "x", Category: "k", Weight: -3}, WeightClass: "slightly detrimental", Description: "d"}},
	}
	messages := []dataset.Message{
		{Role: "user", Content: "Reference Text 0:\nA\n\n\nReference Text 1:\n\n\n\nfirst "},
		{Role: "assistant", Content: " reply "},
		{Role: "user", Content: "second"},
	}
	if diff := cmp.Diff(messages, s.Conversation()); diff != "" {
		t.Errorf("conversation (-want +got):\n%s", diff)
	}
	if s.ID() != "t" || s.Response() != s.Answer {
		t.Errorf("id %q, response %q", s.ID(), s.Response())
	}
	if diff := cmp.Diff([]rubric.Criterion{{ID: "c", Text: "x", Category: "k", Weight: -3}}, s.Rubric().Criteria()); diff != "" {
		t.Errorf("rubric (-want +got):\n%s", diff)
	}
	var zero prbench.Sample
	if len(zero.Conversation()) != 0 || len(zero.Rubric().Criteria()) != 0 {
		t.Error("the zero sample holds something")
	}
}

// TestScratchpadIsDropped looks for the expert's notes in everything that a sample holds.
func TestScratchpadIsDropped(t *testing.T) {
	text := newRow().json(t)
	if !strings.Contains(text, "SECRET NOTES") {
		t.Fatal("the row has no notes")
	}
	samples, err := prbench.Read(strings.NewReader(text), "F")
	if err != nil {
		t.Fatal(err)
	}
	if held := fmt.Sprintf("%#v", samples); strings.Contains(held, "SECRET") {
		t.Errorf("the notes are in %s", held)
	}
}
