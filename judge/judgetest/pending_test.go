package judgetest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
)

func TestAnswersThatAreFetchedLater(t *testing.T) {
	rows := []struct {
		fault judgetest.Fault
		first string
		polls []string // status of the answer, or HTTP status
	}{
		{judgetest.ResponsesQueued, "queued", []string{"in_progress", "completed", "completed"}},
		{judgetest.ResponsesInProgress, "in_progress", []string{"completed"}},
		{judgetest.ResponsesStuck, "queued", []string{"in_progress", "in_progress", "in_progress"}},
		{judgetest.ResponsesPollError, "queued", []string{"500", "completed"}},
		{judgetest.ResponsesPollGone, "queued", []string{"404", "404"}},
	}
	for _, r := range rows {
		s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(r.fault)}
		var doc struct{ ID, Status string }
		g := ask(t.Context(), s, judgetest.Responses, "U", nil)
		if json.Unmarshal([]byte(g.body), &doc) != nil || doc.Status != r.first || strings.Contains(g.body, "criteria_met") {
			t.Errorf("%s: %s", r.fault, g.body)
		}
		url := address(judgetest.Responses) + "/" + doc.ID
		for i, want := range r.polls {
			g := send(t.Context(), s.Client(), "GET", url, nil)
			switch want {
			case "500", "404":
				if g.status != map[string]int{"500": 500, "404": 404}[want] {
					t.Errorf("%s, poll %d: status %d, want %s", r.fault, i, g.status, want)
				}
			case "completed":
				if text, status, usage := answerOf(t, judgetest.Responses, g); text != plain || status != want || usage["output_tokens"] == nil {
					t.Errorf("%s, poll %d: %q, %q, %v", r.fault, i, text, status, usage)
				}
			default:
				if json.Unmarshal([]byte(g.body), &doc) != nil || doc.Status != want || strings.Contains(g.body, "criteria_met") {
					t.Errorf("%s, poll %d: %s", r.fault, i, g.body)
				}
			}
		}
		if st := s.Stats(); st.Polls != len(r.polls) || st.Calls != 1 {
			t.Errorf("%s: stats %+v", r.fault, st)
		}
		if g := send(t.Context(), s.Client(), "POST", url+"/cancel", nil); g.status != 200 || !strings.Contains(g.body, "cancelled") {
			t.Errorf("%s: canceling says %d %s", r.fault, g.status, g.body)
		}
		if g := send(t.Context(), s.Client(), "GET", url, nil); g.status != 404 {
			t.Errorf("%s: the canceled answer is there still: %s", r.fault, g.body)
		}
	}
}

func TestAnswersOfDifferentQuestionsHaveDifferentIDs(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain)}
	seen := make(map[string]bool)
	for _, prompt := range []string{"a", "a", "b"} {
		var doc struct{ ID string }
		if err := json.Unmarshal([]byte(ask(t.Context(), s, judgetest.Responses, prompt, nil).body), &doc); err != nil {
			t.Fatal(err)
		}
		seen[doc.ID] = true
	}
	if len(seen) != 3 {
		t.Errorf("ids %v, want three", seen)
	}
}
