package prbench_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// FuzzRead checks what every sample promises that was read without an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte(newRow().json(f)))
	f.Add([]byte("[" + newRow().json(f) + "," + newRow().set(taskB, "task").json(f) + "]"))
	f.Add([]byte(newRow().set(raw("5.0"), "rubric", 1, "annotations", "important_weight").set("", "rubric", 1, "annotations", "weight_class").json(f)))
	f.Add([]byte(`{"task":"t","turns":1,"field":"f","topic":"t","expert":"e","prompt_0":"p","rubric":[{"id":"i","title":"t","annotations":{"criteria_category":"c","weight_class":"important","important_weight":4}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		samples, err := prbench.Read(bytes.NewReader(data), "F")
		if err != nil {
			if e := (*dataset.Error)(nil); !errors.As(err, &e) || e.File != "F" || samples != nil {
				t.Errorf("got %d samples and the error %v", len(samples), err)
			}
			return
		}
		seen := map[string]bool{}
		for _, s := range samples {
			if err := rubric.Validate(s.Rubric()); err != nil {
				t.Error(err)
			}
			for _, c := range s.Criteria {
				if c.Weight != math.Trunc(c.Weight) || c.Text == "" || c.Category == "" || (c.Weight < 0) != strings.Contains(c.WeightClass, "detrimental") {
					t.Errorf("the criterion is %+v", c)
				}
			}
			talk := s.Conversation()
			if len(talk) != 2*len(s.Turns)-1 || talk[len(talk)-1].Role != dataset.User {
				t.Errorf("the conversation is %+v", talk)
			}
			for _, m := range talk {
				if m.Content == "" {
					t.Errorf("a message is empty in %+v", talk)
				}
			}
			if seen[s.Split+" "+s.Task] || s.Task == "" || s.HasAnswer() {
				t.Errorf("the sample is %+v", s)
			}
			seen[s.Split+" "+s.Task] = true
		}
		prbench.Lint(samples)
	})
}
