package llm

import (
	"net/http"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestUsageConventions(t *testing.T) {
	for _, tc := range []struct {
		name, usage string
		want        judge.Usage
		metered     bool
		why         string
	}{
		{"openai", `{"prompt_tokens":100,"completion_tokens":40,"total_tokens":140,"prompt_tokens_details":{"cached_tokens":64,"cache_write_tokens":10},"completion_tokens_details":{"reasoning_tokens":30}}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CacheWriteTokens: 10, CompletionTokens: 40, ReasoningTokens: 30}, true, "cached and reasoning are included"},
		{"responses", `{"input_tokens":100,"output_tokens":40,"input_tokens_details":{"cached_tokens":64},"output_tokens_details":{"reasoning_tokens":30}}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 40, ReasoningTokens: 30}, true, "the same under other names"},
		{"deepseek", `{"prompt_tokens":100,"completion_tokens":4,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 4}, true, "hits are included"},
		{"moonshot", `{"prompt_tokens":100,"completion_tokens":4,"cached_tokens":64}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 4}, true, "at the top"},
		{"anthropic", `{"input_tokens":36,"output_tokens":4,"cache_read_input_tokens":64,"cache_creation_input_tokens":20}`,
			judge.Usage{PromptTokens: 120, CachedTokens: 64, CacheWriteTokens: 20, CompletionTokens: 4}, true, "additional: added"},
		{"anthropic behind a gateway", `{"prompt_tokens":120,"completion_tokens":4,"total_tokens":124,"cache_read_input_tokens":64,"cache_creation_input_tokens":20}`,
			judge.Usage{PromptTokens: 120, CachedTokens: 64, CacheWriteTokens: 20, CompletionTokens: 4}, true, "the gateway has added them"},
		{"anthropic behind another", `{"prompt_tokens":90,"completion_tokens":4,"total_tokens":178,"cache_read_input_tokens":64,"cache_creation_input_tokens":20}`,
			judge.Usage{PromptTokens: 174, CachedTokens: 64, CacheWriteTokens: 20, CompletionTokens: 4}, true, "the sum tells"},
		{"more cached than all", `{"prompt_tokens":36,"completion_tokens":4,"cache_read_input_tokens":64}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 4}, true, "they cannot be included"},
		{"gemini", `{"promptTokenCount":100,"candidatesTokenCount":4,"thoughtsTokenCount":30,"cachedContentTokenCount":64,"totalTokenCount":134}`,
			judge.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 34, ReasoningTokens: 30}, true, "thoughts are additional"},
		{"xai", `{"prompt_tokens":100,"completion_tokens":4,"total_tokens":134,"completion_tokens_details":{"reasoning_tokens":30}}`,
			judge.Usage{PromptTokens: 100, CompletionTokens: 34, ReasoningTokens: 30}, true, "reasoning is additional"},
		{"contradiction", `{"prompt_tokens":10,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":64}}`,
			judge.Usage{PromptTokens: 10, CachedTokens: 10, CompletionTokens: 4}, true, "not more cached than prompted"},
		{"floats", `{"prompt_tokens":100.0,"completion_tokens":4e0}`, judge.Usage{PromptTokens: 100, CompletionTokens: 4}, true, "whole numbers all the same"},
		{"zero", `{"prompt_tokens":0,"completion_tokens":0}`, judge.Usage{}, true, "stated"},
		{"half", `{"prompt_tokens":100}`, judge.Usage{PromptTokens: 100}, false, "the completion is not stated"},
		{"strings", `{"prompt_tokens":"100","completion_tokens":4}`, judge.Usage{CompletionTokens: 4}, false, "not a number"},
		{"odd numbers", `{"prompt_tokens":-5,"completion_tokens":1.5}`, judge.Usage{}, false, "no numbers of tokens"},
		{"more than any model reads", `{"prompt_tokens":1e18,"completion_tokens":4}`, judge.Usage{CompletionTokens: 4}, false, "no number of tokens"},
		{"more than a number holds", `{"prompt_tokens":100,"completion_tokens":1e400}`, judge.Usage{PromptTokens: 100}, false, "no number of tokens"},
		{"absurd parts", `{"prompt_tokens":100,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":9223372036854775807},"cache_creation_input_tokens":-7,"completion_tokens_details":{"reasoning_tokens":1e15}}`,
			judge.Usage{PromptTokens: 100, CompletionTokens: 4}, true, "the parts are not known, the whole is"},
		{"the most", `{"prompt_tokens":100000000,"completion_tokens":100000001}`, judge.Usage{PromptTokens: 1e8}, false, "up to the bound"},
		{"null", `null`, judge.Usage{}, false, "not stated is not zero"},
		{"list", `[1]`, judge.Usage{}, false, "no usage"},
		{"odd details", `{"prompt_tokens":100,"completion_tokens":4,"prompt_tokens_details":[],"completion_tokens_details":null}`, judge.Usage{PromptTokens: 100, CompletionTokens: 4}, true, "details are not needed"},
	} {
		body := `{"choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":` + tc.usage + `}`
		e := classify(response{status: 200, body: []byte(body), header: http.Header{}}, ChatCompletions, nil)
		if e.class != classOK || e.usage != tc.want || e.metered != tc.metered {
			t.Errorf("%s: %s, %+v, metered %v; want %+v, %v (%s)", tc.name, e.class, e.usage, e.metered, tc.want, tc.metered, tc.why)
		}
	}
}
