package llm

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assize-eval/assize/judge"
)

// TestReminders shows that the second asking names the fault of the first reply in the prompt's language.
func TestReminders(t *testing.T) {
	const english, chinese = "Is the statute cited? Answer as JSON.", "请判断回答是否引用了法条，并以JSON格式输出。"
	empty := func(message string) string {
		return `{"choices":[{"finish_reason":"stop","message":` + message + `}]}`
	}
	for _, tc := range []struct {
		name, prompt, first string
		want                []string
		why                 string
	}{
		{"malformed", english, chatReply("yes", "stop"), []string{"could not be used", `no key "met" of true or false`, "exactly the form"}, "the fault is named"},
		{"malformed in Chinese", chinese, chatReply("是", "stop"), []string{"无法使用", `no key "met" of true or false`, "格式"}, "the language of the prompt"},
		{"empty", english, chatReply("", "stop"), []string{"was empty", "no text"}, "the fault is named"},
		{"a tool call", english, empty(`{"tool_calls":[{"id":"1"}]}`), []string{"was empty", "call of a tool", "as text"}, "the fault is named"},
		{"empty in Chinese", chinese, chatReply("", "stop"), []string{"为空", "no text"}, "the language of the prompt"},
		{"cut", english, chatReply("{", "length"), []string{"cut off", "briefly"}, "the fault is named"},
		{"cut in Chinese", chinese, chatReply("{", "length"), []string{"截断", "简短"}, "the language of the prompt"},
		{"refused", english, chatReply("I cannot do that", "stop"), []string{"gave no verdict", "a refusal"}, "the fault is named"},
		{"refused in Chinese", chinese, chatReply("I cannot do that", "stop"), []string{"没有给出", "a refusal"}, "the language of the prompt, not of the reply"},
		{"two choices", english, `{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}`, []string{"could not be used", "2 choices", "one verdict only"}, "the fault is named"},
		{"two choices in Chinese", chinese, `{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}`, []string{"无法使用", "2 choices", "只给出一个"}, "the language of the prompt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := scripted(t, step(200, tc.first), step(200, chatReply(`{"met":true}`, "stop")))
			task := testTask("", tc.prompt)
			task.Prompt.System = ""
			if _, err := testJudge(t, s, func(c *Config) { c.MaxTokens = 50 }).Grade(t.Context(), task); err != nil {
				t.Fatal(err)
			}
			messages := s.requests[1].Messages
			if len(messages) != 2 || messages[0].Content != tc.prompt || messages[1].Role != "user" {
				t.Fatalf("messages %+v", messages)
			}
			for _, w := range tc.want {
				if !strings.Contains(messages[1].Content, w) || strings.Contains(messages[1].Content, "..") {
					t.Errorf("the reminder %q does not say %q: %s", messages[1].Content, w, tc.why)
				}
			}
		})
	}
}

func TestEveryFaultHasAReminder(t *testing.T) {
	for _, code := range reaskable {
		for name, words := range map[string]map[judge.Code]string{"English": reminders, "Chinese": chineseReminders} {
			if words[code] == "" {
				t.Errorf("%s has no words for %s", name, code)
			}
		}
	}
}

func TestIsChinese(t *testing.T) {
	for _, tc := range []struct {
		text string
		want bool
		why  string
	}{
		{"", false, "nothing"},
		{"Is the criterion met?", false, "English"},
		{"请判断该标准是否满足。", true, "Chinese"},
		{`请以JSON格式输出：{"total_points": 12, "max_points": 16}，并说明理由；评分应当依据上述细则逐项进行。`, true, "Chinese with keys in English"},
		{"The answer cites 民法典第五百七十七条 and explains what breach of contract means in that article.", false, "English with a quotation"},
		{"この回答は基準を満たしていますか。", false, "Japanese"},
		{"Отвечает ли ответ критерию? 是", false, "Russian"},
	} {
		if got := isChinese([]string{"", tc.text}); got != tc.want {
			t.Errorf("%q: %v: %s", tc.text, got, tc.why)
		}
	}
}

// TestRolesThatMustAlternate shows that a reminder reaches endpoints that take no two messages of one role
// in a row, whatever status they say so with.
func TestRolesThatMustAlternate(t *testing.T) {
	for _, status := range []int{400, 422, 500} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			s := scripted(t, func(r *http.Request) (*http.Response, error) {
				n++
				switch n {
				case 1:
					return respond(r, 200, chatReply("yes", "stop")), nil
				case 2:
					return respond(r, status, `{"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/..."}}`), nil
				}
				return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
			})
			_, err := testJudge(t, s).Grade(t.Context(), testTask("a", "b"))
			last := s.requests[len(s.requests)-1].Messages
			if err != nil || s.calls() != 3 || len(last) != 2 || !strings.Contains(last[1].Content, "could not be used") {
				t.Errorf("status %d: error %v after %d calls, with %+v", status, err, s.calls(), last)
			}
		})
	}
}
