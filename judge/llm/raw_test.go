package llm

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assize-eval/assize/judge"
	"github.com/google/go-cmp/cmp"
)

// TestRawOfFailures shows that a task that fails carries the last reply that there was, who gave it and
// what it cost, out of the judge and out of a run.
func TestRawOfFailures(t *testing.T) {
	chat := func(text, finish string) func(*http.Request) (*http.Response, error) {
		return step(200, chatReply(text, finish))
	}
	served := judge.Source{Judge: "llm", Model: "m", Served: "served-1", Host: "judge.test"}
	unserved := served
	unserved.Served = ""
	for _, tc := range []struct {
		name   string
		steps  []func(*http.Request) (*http.Response, error)
		code   judge.Code
		raw    string
		source judge.Source
		calls  int64
		tokens int64 // of the prompts, 9 a reply
		why    string
	}{
		{"malformed", seq(chat("first", "stop"), chat("second", "stop"), chat("third", "stop")), judge.Malformed, "third", served, 3, 27, "the last of three, and the cost of all"},
		{"conflict", seq(chat("both", "stop")), judge.Conflict, "both", served, 3, 27, "to be read by a person"},
		{"refused in words", seq(chat("I cannot do that", "stop")), judge.Refused, "I cannot do that", served, 3, 27, "found by the contract"},
		{"refused in its field", seq(step(200, `{"model":"served-1","choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"No."}}],"usage":{"prompt_tokens":9,"completion_tokens":4}}`)), judge.Refused, "No.", served, 1, 9, "the refusal is the reply"},
		{"truncated", seq(chat(`{"met": tr`, "length")), judge.Truncated, `{"met": tr`, served, 3, 27, "as far as it came"},
		{"filtered halfway", seq(chat(`{"met"`, "content_filter")), judge.Filtered, `{"met"`, served, 1, 9, "as far as it came"},
		{"empty after words", seq(chat("words", "stop"), chat("", "stop")), judge.Empty, "words", served, 3, 27, "the last reply with text"},
		{"no reply after words", seq(chat("words", "stop"), step(401, `{}`)), judge.Auth, "words", served, 2, 9, "what was paid for is kept"},
		{"never a reply", seq(step(401, `{}`)), judge.Auth, "", unserved, 1, 0, "who was asked is known all the same"},
		{"empty for good", seq(chat(" \n", "stop")), judge.Empty, "", served, 3, 27, "blanks are no reply"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				task := testTask("a", "b")
				task.Contract.Read = func(task judge.Task, r judge.Reply) (judge.Verdict, error) {
					if r.Text == "both" {
						return judge.Verdict{How: "chosen"}, judge.Errorf(judge.Conflict, "two verdicts")
					}
					return readMet(task, r)
				}
				direct, err := testJudge(t, scripted(t, tc.steps...)).Grade(t.Context(), task)
				if judge.CodeOf(err) != tc.code {
					t.Fatalf("error %v, want the code %s", err, tc.code)
				}
				want := judge.Verdict{Raw: tc.raw, Source: tc.source, Usage: direct.Usage}
				if d := cmp.Diff(want, direct); d != "" {
					t.Errorf("%s (-want +got):\n%s", tc.why, d)
				}
				if u := direct.Usage; u.Calls != tc.calls || u.PromptTokens != tc.tokens {
					t.Errorf("usage %+v, want %d calls and %d tokens: %s", u, tc.calls, tc.tokens, tc.why)
				}
				outcomes, _ := judge.Run(t.Context(), testJudge(t, scripted(t, tc.steps...)), []judge.Task{task})
				o := outcomes[0].Verdict
				if o.Raw != tc.raw || o.Source != tc.source || o.Usage != direct.Usage || o.Grades[0].Reason != tc.code {
					t.Errorf("the run keeps %+v: %s", o, tc.why)
				}
			})
		})
	}
}

// TestRawIsTheWholeReply shows that nothing is cut off a reply that could not be read.
func TestRawIsTheWholeReply(t *testing.T) {
	long := strings.Repeat("no verdict, 没有结论\n", 5000)
	v, err := testJudge(t, scripted(t, step(200, chatReply(long, "stop")))).Grade(t.Context(), testTask("a", "b"))
	if judge.CodeOf(err) != judge.Malformed || v.Raw != long {
		t.Errorf("error %v with %d bytes of %d", err, len(v.Raw), len(long))
	}
}
