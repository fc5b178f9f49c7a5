package agreement

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// item is a sample that has only a name and a rubric.
type item struct {
	id       string
	criteria rubric.List
}

func (i item) ID() string { return i.id }

func (item) Conversation() []dataset.Message { return nil }

func (item) Response() string { return "" }

func (i item) Rubric() rubric.Rubric { return i.criteria }

func TestFromGrades(t *testing.T) {
	s := item{"s", rubric.List{{ID: "a", Weight: 5}, {ID: "b", Weight: 3}, {ID: "p", Weight: -4}, {ID: "q", Weight: 1}}}
	c := s.criteria
	got, err := FromGrades(s, []judge.Grade{judge.Binary(c[0], true, ""), judge.Binary(c[1], false, ""), judge.Binary(c[2], true, ""), judge.Ungraded(c[3], judge.Empty, "")})
	if want := []Label{{"s", "a", true}, {"s", "b", false}, {"s", "p", true}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	for _, tt := range []struct {
		g    judge.Grade
		want string
	}{
		{judge.Grade{Criterion: "a", Status: judge.Graded, Points: 2.5}, "2.5 points of 5 are no verdict"},
		{judge.Grade{Criterion: "p", Status: judge.Graded, Points: 4}, "4 points of -4"},
		{judge.Grade{Criterion: "z", Status: judge.Graded}, `no criterion "z"`},
	} {
		if _, err := FromGrades(s, []judge.Grade{tt.g}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}

func TestKeysAndLabelsInJSON(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{Key{"s", "c"}, `{"sample":"s","criterion":"c"}`},
		{Label{"s", "c", true}, `{"sample":"s","criterion":"c","met":true}`},
		{PointLabel{"s", "c", 2.5}, `{"sample":"s","criterion":"c","points":2.5}`},
	} {
		if text, err := json.Marshal(tt.v); err != nil || string(text) != tt.want {
			t.Errorf("%s, %v; want %s", text, err, tt.want)
		}
	}
	// A label in JSON is a line that ReadJSONL reads.
	text, _ := json.Marshal(Label{"s", "c", true})
	if got, err := ReadJSONL(bytes.NewReader(text), "labels"); err != nil || got[0] != (Label{"s", "c", true}) {
		t.Errorf("read back %v, %v", got, err)
	}
}
