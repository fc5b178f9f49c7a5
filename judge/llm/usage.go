package llm

import (
	"encoding/json"
	"math"

	"github.com/assize-eval/assize/judge"
)

// count is a number of tokens; nil when it is not stated. It takes what is not a number, or no number
// of tokens, for not stated, so that odd usage never costs a reply.
type count struct{ n *int64 }

// UnmarshalJSON reads a number.
func (c *count) UnmarshalJSON(b []byte) error {
	var f float64
	if json.Unmarshal(b, &f) == nil && string(b) != "null" && f >= 0 && f < 1e15 && f == math.Trunc(f) {
		n := int64(f)
		c.n = &n
	}
	return nil
}

func (c count) or(d count) count {
	if c.n != nil {
		return c
	}
	return d
}

func (c count) value() int64 {
	if c.n == nil {
		return 0
	}
	return *c.n
}

type tokenDetails struct {
	Cached     count `json:"cached_tokens"`
	CacheWrite count `json:"cache_write_tokens"`
	Reasoning  count `json:"reasoning_tokens"`
}

// details reads an object of details and takes anything else for none.
type details struct{ tokenDetails }

// UnmarshalJSON reads an object.
func (d *details) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &d.tokenDetails) != nil {
		d.tokenDetails = tokenDetails{}
	}
	return nil
}

// wireUsage has the spellings of token counts that are in use.
type wireUsage struct {
	Prompt            count   `json:"prompt_tokens"`
	Completion        count   `json:"completion_tokens"`
	Input             count   `json:"input_tokens"`
	Output            count   `json:"output_tokens"`
	Total             count   `json:"total_tokens"`
	PromptDetails     details `json:"prompt_tokens_details"`
	InputDetails      details `json:"input_tokens_details"`
	CompletionDetails details `json:"completion_tokens_details"`
	OutputDetails     details `json:"output_tokens_details"`
	CacheHit          count   `json:"prompt_cache_hit_tokens"`
	Cached            count   `json:"cached_tokens"`
	Reasoning         count   `json:"reasoning_tokens"`
	CacheRead         count   `json:"cache_read_input_tokens"`
	CacheCreation     count   `json:"cache_creation_input_tokens"`
	GeminiPrompt      count   `json:"promptTokenCount"`
	GeminiCached      count   `json:"cachedContentTokenCount"`
	GeminiCandidates  count   `json:"candidatesTokenCount"`
	GeminiThoughts    count   `json:"thoughtsTokenCount"`
}

// readUsage brings token counts to one convention: prompt tokens include the cached ones, completion
// tokens the reasoning ones. metered says that both were stated. What contradicts itself, such as more
// cached tokens than prompt tokens, is cut down to what is possible.
func readUsage(raw json.RawMessage) (u judge.Usage, metered bool) {
	var w wireUsage
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &w) != nil {
		return u, false
	}
	prompt := w.Prompt.or(w.Input).or(w.GeminiPrompt)
	completion := w.Completion.or(w.Output).or(w.GeminiCandidates)
	u.PromptTokens = prompt.value()
	u.CompletionTokens = completion.value()
	u.ReasoningTokens = w.CompletionDetails.Reasoning.or(w.OutputDetails.Reasoning).or(w.Reasoning).or(w.GeminiThoughts).value()
	u.CachedTokens = w.PromptDetails.Cached.or(w.InputDetails.Cached).or(w.CacheHit).or(w.Cached).or(w.GeminiCached).or(w.CacheRead).value()
	u.CacheWriteTokens = w.PromptDetails.CacheWrite.or(w.InputDetails.CacheWrite).or(w.CacheCreation).value()

	if w.cacheIsExtra(u) {
		u.PromptTokens += w.CacheRead.value() + w.CacheCreation.value()
	}
	if w.reasoningIsExtra(u) {
		u.CompletionTokens += u.ReasoningTokens
	}
	u.CachedTokens = min(u.CachedTokens, u.PromptTokens)
	u.CacheWriteTokens = min(u.CacheWriteTokens, u.PromptTokens-u.CachedTokens)
	u.ReasoningTokens = min(u.ReasoningTokens, u.CompletionTokens)
	return u, prompt.n != nil && completion.n != nil
}

// cacheIsExtra reports whether the prompt tokens leave out those read from and written to the cache.
// That is Anthropic's convention, and input_tokens its spelling; under prompt_tokens gateways use
// both conventions, and only the sum can tell.
func (w *wireUsage) cacheIsExtra(u judge.Usage) bool {
	extra := w.CacheRead.value() + w.CacheCreation.value()
	switch {
	case extra == 0:
		return false
	case w.Prompt.n == nil && w.Input.n != nil && w.InputDetails.Cached.n == nil:
		return true
	case extra > u.PromptTokens:
		return true
	}
	return w.Total.n != nil && w.Total.value() == u.PromptTokens+extra+u.CompletionTokens
}

// reasoningIsExtra reports whether the completion tokens leave out the reasoning ones, as xAI's and
// Gemini's do: the sum tells, or there are more of them than of all.
func (w *wireUsage) reasoningIsExtra(u judge.Usage) bool {
	switch {
	case u.ReasoningTokens == 0:
		return false
	case w.Completion.n == nil && w.Output.n == nil && w.GeminiCandidates.n != nil:
		return true
	case u.ReasoningTokens > u.CompletionTokens:
		return true
	}
	return w.Total.n != nil && w.Total.value() == u.PromptTokens+u.CompletionTokens+u.ReasoningTokens
}
