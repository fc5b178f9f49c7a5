package dataset_test

import (
	"fmt"
	"testing"

	"github.com/assize-eval/assize/dataset"
)

func ExampleCheckAnswers() {
	answers := map[string]string{"t1": "Yes, under Article 3.", "t9": "?"}
	fmt.Println(dataset.CheckAnswers(answers, []string{"t1", "t2"}))
	// Output:
	// dataset: answers to ids that none of the 2 samples has (1): "t9"
}

func TestUnknownAnswersShowsTheFirst(t *testing.T) {
	answers := map[string]string{}
	for i := range 9 {
		answers[fmt.Sprint("t", i)] = "x"
	}
	err := dataset.CheckAnswers(answers, []string{"t1"})
	const want = `dataset: answers to ids that none of the 1 samples has (8): "t0", "t2", "t3", "t4", "t5" and 3 more`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if err := dataset.CheckAnswers(nil, nil); err != nil {
		t.Errorf("no answers to no samples: %v", err)
	}
}
