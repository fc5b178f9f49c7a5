package prbench_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/prbench"
)

func ExampleSetAnswers() {
	samples := []prbench.Sample{{Task: "t1"}, {Task: "t2"}, {Task: "t3"}}
	unanswered, err := prbench.SetAnswers(samples, map[string]string{
		"t1": "Yes, under Article 3.",
		"t3": "", // graded like any other
		"t9": "?",
	})
	fmt.Println("unanswered:", unanswered)
	fmt.Println(err)
	// Output:
	// unanswered: [t2]
	// dataset: answers to ids that none of the 3 samples has (1): "t9"
}

func TestSetAnswers(t *testing.T) {
	samples := []prbench.Sample{
		{Task: "a", Split: "finance"}, {Task: "b", Answer: "of before"}, {Task: "c"},
		{Task: "a", Split: "finance_hard"}, {Task: "d", Answered: true},
	}
	unanswered, err := prbench.SetAnswers(samples, map[string]string{"a": "", "x": "X"})
	want := []prbench.Sample{
		{Task: "a", Split: "finance", Answered: true}, {Task: "b", Answer: "of before"}, {Task: "c"},
		{Task: "a", Split: "finance_hard", Answered: true}, {Task: "d", Answered: true},
	}
	if diff := cmp.Diff(want, samples); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"c"}, unanswered); diff != "" {
		t.Errorf("unanswered (-want +got):\n%s", diff)
	}
	var unknown *dataset.UnknownAnswers
	if !errors.As(err, &unknown) || !cmp.Equal(unknown, &dataset.UnknownAnswers{IDs: []string{"x"}, Samples: 5}) {
		t.Errorf("got the error %v", err)
	}
	if unanswered, err := prbench.SetAnswers(samples, nil); err != nil || len(unanswered) != 1 {
		t.Errorf("no answers: got %q unanswered and the error %v", unanswered, err)
	}
	if unanswered, err := prbench.SetAnswers(nil, nil); err != nil || unanswered != nil {
		t.Errorf("nothing at all: got %q unanswered and the error %v", unanswered, err)
	}
}

func TestHasAnswer(t *testing.T) {
	tests := []struct {
		why  string
		s    prbench.Sample
		want bool
	}{
		{"the zero sample", prbench.Sample{}, false},
		{"a text", prbench.Sample{Answer: "x"}, true},
		{"white space is a text", prbench.Sample{Answer: " "}, true},
		{"an empty answer", prbench.Sample{Answered: true}, true},
	}
	for _, test := range tests {
		if got := test.s.HasAnswer(); got != test.want {
			t.Errorf("%s: got %t, want %t", test.why, got, test.want)
		}
	}
}
