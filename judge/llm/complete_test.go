package llm

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/google/go-cmp/cmp"
)

func TestComplete(t *testing.T) {
	conversation := []dataset.Message{
		{Role: dataset.System, Content: "You are a lawyer."}, {Role: dataset.User, Content: "May I?"},
		{Role: dataset.Assistant, Content: "What?"}, {Role: dataset.User, Content: "Withhold \"rent\"\n"},
	}
	for _, tc := range []struct {
		name   string
		bodies []string
		change func(*Config)
		code   judge.Code
		calls  int
		want   Completion // of it, Text, Finish, Reasoning and Refusal
		why    string
	}{
		{"answer", []string{chatReply("Yes.", "stop")}, nil, "", 1, Completion{Text: "Yes.", Finish: "stop"}, "the usual"},
		{"reasoning", []string{`{"choices":[{"finish_reason":"stop","message":{"content":"Yes.","reasoning":"hm"}}]}`}, nil, "", 1, Completion{Text: "Yes.", Finish: "stop", Reasoning: "hm"}, "kept apart"},
		{"cut", []string{chatReply("Yes, bu", "length")}, func(c *Config) { c.MaxTokens = 5 }, "", 1, Completion{Text: "Yes, bu", Finish: "length"}, "reported as cut, not lost and not asked for again"},
		{"all reasoning", []string{chatReply("", "length")}, nil, judge.Truncated, 1, Completion{Finish: "length"}, "there is no answer"},
		{"empty", []string{chatReply("", "stop"), chatReply("Yes.", "stop")}, nil, "", 2, Completion{Text: "Yes.", Finish: "stop"}, "asked again"},
		{"empty for good", []string{chatReply(" ", "stop")}, nil, judge.Empty, 3, Completion{Text: " ", Finish: "stop"}, "bounded"},
		{"refusal", []string{`{"choices":[{"finish_reason":"stop","message":{"refusal":"I will not."}}]}`}, nil, judge.Refused, 1, Completion{Finish: "stop", Refusal: "I will not."}, "the text is kept"},
		{"filtered", []string{chatReply("Yes", "content_filter")}, nil, judge.Filtered, 1, Completion{Text: "Yes", Finish: "content_filter"}, "an error with what came"},
		{"blip", []string{`null`, chatReply("Yes.", "stop")}, nil, "", 2, Completion{Text: "Yes.", Finish: "stop"}, "retried as any call"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scripted(t)
				for _, b := range tc.bodies {
					s.steps = append(s.steps, step(200, b))
				}
				change := func(c *Config) { c.Output = JSONSchema }
				if tc.change != nil {
					change = tc.change
				}
				c, err := testJudge(t, s, change).Complete(t.Context(), conversation)
				if tc.code != "" {
					wantError(t, err, tc.code, false, tc.calls)
				} else if err != nil {
					t.Fatalf("%v (%s)", err, tc.why)
				}
				got := Completion{Text: c.Text, Finish: c.Finish, Reasoning: c.Reasoning, Refusal: c.Refusal}
				if d := cmp.Diff(tc.want, got); d != "" {
					t.Errorf("%s (-want +got):\n%s", tc.why, d)
				}
				if c.Truncated() != (tc.want.Finish == "length") || c.Usage.Calls != int64(tc.calls) || c.Source.Model != "m" || c.Source.Host != "judge.test" {
					t.Errorf("%+v", c)
				}
				for i, r := range s.requests {
					if d := cmp.Diff(conversation, r.Messages); d != "" || r.has("response_format") {
						t.Errorf("call %d: what is asked must not change:\n%s", i, d)
					}
				}
			})
		})
	}
}

func TestCompleteRefusesBadMessages(t *testing.T) {
	j := testJudge(t, scripted(t, step(200, chatReply("x", "stop"))))
	for why, messages := range map[string][]dataset.Message{
		"none": nil, "all empty": {{Role: dataset.User}}, "no role": {{Content: "x"}},
	} {
		if _, err := j.Complete(t.Context(), messages); judge.CodeOf(err) != judge.BadRequest {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := (*Judge)(nil).Complete(t.Context(), []dataset.Message{{Role: dataset.User, Content: "x"}}); judge.CodeOf(err) != judge.BadRequest {
		t.Errorf("no Judge: %v", err)
	}
}

func TestReadBatchLine(t *testing.T) {
	line := func(status, body string) string {
		return `{"id":"b","custom_id":"k1","response":{"status_code":` + status + `,"body":` + body + `},"error":null}` + "\n"
	}
	for _, tc := range []struct {
		name, line, id, text string
		code                 judge.Code
		why                  string
	}{
		{"answer", line("200", chatReply("Yes.", "stop")), "k1", "Yes.", "", "the usual"},
		{"responses", line("200", `{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Yes."}]}]}`), "k1", "Yes.", "", "the other API"},
		{"cut", line("200", chatReply("Ye", "length")), "k1", "Ye", "", "reported by Finish"},
		{"inner error", line("429", errorBody("no", "", "insufficient_quota")), "k1", "", judge.Quota, "classified as a live one"},
		{"expired", `{"custom_id":"k1","response":null,"error":{"code":"batch_expired","message":"too late"}}`, "k1", "", judge.Transport, "submit again"},
		{"nothing", `{"custom_id":"k1","response":null,"error":null}`, "k1", "", judge.Transport, "submit again"},
		{"pending", line("200", `{"object":"response","id":"r","status":"queued","output":[]}`), "k1", "", judge.Transport, "not an answer yet"},
		{"no status", `{"custom_id":"k1","response":{"body":` + chatReply("Yes.", "stop") + `}}`, "k1", "Yes.", "", "the body says it"},
		{"error beside an empty response", `{"custom_id":"k1","response":{"status_code":400,"request_id":"q","body":null},"error":{"object":"error","message":"maximum context length is 4096 tokens","code":400}}`, "k1", "", judge.ContextLength, "vllm's way"},
		{"error beside a refused response", `{"custom_id":"k1","response":{"status_code":429,"body":{"error":{"code":"insufficient_quota"}}},"error":{"message":"failed"}}`, "k1", "", judge.Quota, "the response says more"},
		{"error beside an answer", `{"custom_id":"k1","response":{"status_code":200,"body":` + chatReply("Yes.", "stop") + `},"error":{"code":"batch_expired","message":"late"}}`, "k1", "", judge.Transport, "failed or not?"},
		{"no id", `{"response":{"status_code":200,"body":{}}}`, "", "", judge.Malformed, "nobody's answer"},
		{"blank id", `{"custom_id":" ","response":{"status_code":200,"body":{}}}`, "", "", judge.Malformed, "nobody's answer"},
		{"half a line", `{"custom_id":"k1","resp`, "", "", judge.Malformed, "cut"},
		{"a list", `[1]`, "", "", judge.Malformed, "no line of a batch"},
		{"nothing at all", ``, "", "", judge.Malformed, "no line of a batch"},
	} {
		id, c, err := ReadBatchLine([]byte(tc.line))
		if id != tc.id || c.Text != tc.text || judge.CodeOf(err) != tc.code {
			t.Errorf("%s: id %q, text %q, error %v; want %q, %q, %q (%s)", tc.name, id, c.Text, err, tc.id, tc.text, tc.code, tc.why)
		}
		if err != nil && strings.HasSuffix(err.Error(), ": ") {
			t.Errorf("%s: %q does not say what is wrong", tc.name, err)
		}
	}
}
