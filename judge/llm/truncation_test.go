package llm

import (
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestSilentTruncation(t *testing.T) {
	english := strings.Repeat("The court held that the lessee may withhold rent. ", 400) // 20 KB
	chinese := strings.Repeat("出租人应当按照约定将租赁物交付承租人并保持用途", 400)
	reply := func(tokens string) string {
		return strings.Replace(chatReply(`{"met":true}`, "stop"), `"prompt_tokens":9`, `"prompt_tokens":`+tokens, 1)
	}
	for _, tc := range []struct {
		name, prompt, tokens string
		skip, cut            bool
		flagged              bool
		unmetered            int64
		why                  string
	}{
		{"english whole", english, "4400", false, false, false, 0, "4.5 bytes a token"},
		{"english dense", english, "2800", false, false, false, 0, "7 bytes a token could be a very good tokenizer"},
		{"english cut", english, "2051", false, true, false, 0, "the 2048 of a default context"},
		{"chinese whole", chinese, "5200", false, false, false, 0, "nearly two characters a token"},
		{"chinese cut", chinese, "2051", false, true, false, 0, "more than four characters a token"},
		{"short", english[:4000], "200", false, false, false, 0, "too short to tell"},
		{"not so short", english[:8000], "512", false, true, false, 0, "the least context in use"},
		{"not stated", english, "null", false, false, false, 1, "nothing to compare"},
		{"zero", english, "0", false, false, true, 1, "no count"},
		{"zero of a short prompt", "Who?", "0", false, false, false, 1, "no count, and nothing that could be cut"},
		{"one", english, "1", false, false, true, 1, "no count"},
		{"just no context", chinese, "127", false, false, true, 1, "no context is as small"},
		{"just a context", chinese, "128", false, true, false, 0, "who knows"},
		{"placeholder, switched off", english, "9", true, false, false, 1, "the user says that the count is not one"},
		{"placeholder", english, "9", false, false, true, 1, "no context is as small"},
		{"ruled line", strings.Repeat("=", 20000), "300", false, false, false, 0, "runs take few tokens"},
		{"switched off", english, "2051", true, false, false, 0, "the user says that the count is not one"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := scripted(t, step(200, reply(tc.tokens)))
			j := testJudge(t, s, func(c *Config) { c.SkipTruncationCheck = tc.skip })
			v, err := j.Grade(t.Context(), testTask(tc.prompt, "b"))
			switch {
			case tc.cut:
				wantError(t, err, judge.ContextLength, false, 1)
			case err != nil:
				t.Errorf("%v (%s)", err, tc.why)
			case slices.Contains(v.Grades[0].Flags, flagUncounted) != tc.flagged:
				t.Errorf("flags %q (%s)", v.Grades[0].Flags, tc.why)
			}
			if u := v.Usage; u.Unmetered != tc.unmetered || tc.unmetered > 0 && u.PromptTokens != 0 {
				t.Errorf("usage %+v, want %d unmetered calls (%s)", u, tc.unmetered, tc.why)
			}
		})
	}
}

// TestCountsOfPrompts has counts that leave something out.
func TestCountsOfPrompts(t *testing.T) {
	long := strings.Repeat("The court held that the lessee may withhold rent. ", 400)
	for name, tc := range map[string]struct {
		usage string
		want  judge.Usage
		cut   bool
		why   string
	}{
		"cached ones, in another place":  {`{"prompt_tokens":300,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":4200}}`, judge.Usage{Calls: 1, PromptTokens: 300, CachedTokens: 300, CompletionTokens: 4}, false, "what was cached has been read"},
		"cached ones, as Anthropic does": {`{"input_tokens":300,"output_tokens":4,"cache_read_input_tokens":4200}`, judge.Usage{Calls: 1, PromptTokens: 4500, CachedTokens: 4200, CompletionTokens: 4}, false, "added"},
		"nothing but the completion":     {`{"completion_tokens":4}`, judge.Usage{Calls: 1, Unmetered: 1, CompletionTokens: 4}, false, "nothing to compare"},
		"nothing but the prompt":         {`{"prompt_tokens":2051}`, judge.Usage{Calls: 1, Unmetered: 1, PromptTokens: 2051}, true, "the prompt's count is enough"},
		"no completion of a text":        {`{"prompt_tokens":4400,"completion_tokens":0}`, judge.Usage{Calls: 1, Unmetered: 1, PromptTokens: 4400}, false, "a text has tokens"},
		"placeholders with a cache":      {`{"prompt_tokens":1,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":1}}`, judge.Usage{Calls: 1, Unmetered: 1, CompletionTokens: 4}, false, "no count"},
	} {
		body := `{"choices":[{"finish_reason":"stop","message":{"content":"{\"met\":true}"}}],"usage":` + tc.usage + `}`
		v, err := testJudge(t, scripted(t, step(200, body))).Grade(t.Context(), testTask(long, "b"))
		if v.Usage != tc.want || (judge.CodeOf(err) == judge.ContextLength) != tc.cut || err != nil && !tc.cut {
			t.Errorf("%s: usage %+v, error %v; want %+v, cut %v: %s", name, v.Usage, err, tc.want, tc.cut, tc.why)
		}
	}
}
