package llm

import (
	"math"
	"strconv"

	"github.com/assize-eval/assize/judge"
)

// maxTokens is more tokens than any model reads or writes in one call: ten times the largest context in use.
const maxTokens = 1e8

// tokens is a number of tokens as a body states it. It takes what is not a number, or no number of
// tokens, for not stated: a text, a fraction, a number below 0 or above maxTokens.
type tokens struct {
	n      int64
	stated bool
}

// UnmarshalJSON reads a number.
func (t *tokens) UnmarshalJSON(b []byte) error {
	if f, err := strconv.ParseFloat(string(b), 64); err == nil && f >= 0 && f <= maxTokens && f == math.Trunc(f) {
		*t = tokens{int64(f), true}
	}
	return nil
}

// first returns the first count that is stated.
func first(counts ...tokens) (n int64, ok bool) {
	for _, c := range counts {
		if c.stated {
			return c.n, true
		}
	}
	return 0, false
}

type tokenDetails struct {
	Cached     tokens `json:"cached_tokens"`
	CacheWrite tokens `json:"cache_write_tokens"`
	Reasoning  tokens `json:"reasoning_tokens"`
}

// wireUsage has the spellings of token counts that are in use.
type wireUsage struct {
	Prompt            tokens       `json:"prompt_tokens"`
	Completion        tokens       `json:"completion_tokens"`
	Input             tokens       `json:"input_tokens"`
	Output            tokens       `json:"output_tokens"`
	Total             tokens       `json:"total_tokens"`
	PromptDetails     tokenDetails `json:"prompt_tokens_details"`
	InputDetails      tokenDetails `json:"input_tokens_details"`
	CompletionDetails tokenDetails `json:"completion_tokens_details"`
	OutputDetails     tokenDetails `json:"output_tokens_details"`
	CacheHit          tokens       `json:"prompt_cache_hit_tokens"`
	Cached            tokens       `json:"cached_tokens"`
	Reasoning         tokens       `json:"reasoning_tokens"`
	CacheRead         tokens       `json:"cache_read_input_tokens"`
	CacheCreation     tokens       `json:"cache_creation_input_tokens"`
	GeminiPrompt      tokens       `json:"promptTokenCount"`
	GeminiCached      tokens       `json:"cachedContentTokenCount"`
	GeminiCandidates  tokens       `json:"candidatesTokenCount"`
	GeminiThoughts    tokens       `json:"thoughtsTokenCount"`
}

// read brings token counts to one convention: prompt tokens include the cached ones, completion tokens
// the reasoning ones. What contradicts itself, such as more cached tokens than prompt tokens, is cut down
// to what is possible.
func (w *wireUsage) read(e *envelope) {
	var u judge.Usage
	var prompted, completed bool
	u.PromptTokens, prompted = first(w.Prompt, w.Input, w.GeminiPrompt)
	u.CompletionTokens, completed = first(w.Completion, w.Output, w.GeminiCandidates)
	u.ReasoningTokens, _ = first(w.CompletionDetails.Reasoning, w.OutputDetails.Reasoning, w.Reasoning, w.GeminiThoughts)
	u.CachedTokens, _ = first(w.PromptDetails.Cached, w.InputDetails.Cached, w.CacheHit, w.Cached, w.GeminiCached, w.CacheRead)
	u.CacheWriteTokens, _ = first(w.PromptDetails.CacheWrite, w.InputDetails.CacheWrite, w.CacheCreation)

	e.cached = u.CachedTokens
	if w.cacheIsExtra(u) {
		u.PromptTokens += w.CacheRead.n + w.CacheCreation.n
	}
	if w.reasoningIsExtra(u) {
		u.CompletionTokens += u.ReasoningTokens
	}
	u.CachedTokens = min(u.CachedTokens, u.PromptTokens)
	u.CacheWriteTokens = min(u.CacheWriteTokens, u.PromptTokens-u.CachedTokens)
	u.ReasoningTokens = min(u.ReasoningTokens, u.CompletionTokens)
	e.usage, e.prompted, e.metered = u, prompted, prompted && completed
}

// cacheIsExtra reports whether the prompt tokens leave out those read from and written to the cache.
// That is Anthropic's convention, and input_tokens its spelling; under prompt_tokens gateways use
// both conventions, and only the sum can tell.
func (w *wireUsage) cacheIsExtra(u judge.Usage) bool {
	extra := w.CacheRead.n + w.CacheCreation.n
	switch {
	case extra == 0:
		return false
	case !w.Prompt.stated && w.Input.stated && !w.InputDetails.Cached.stated:
		return true
	case extra > u.PromptTokens:
		return true
	}
	return w.Total.stated && w.Total.n == u.PromptTokens+extra+u.CompletionTokens
}

// reasoningIsExtra reports whether the completion tokens leave out the reasoning ones, as xAI's and
// Gemini's do: the sum tells, or there are more of them than of all.
func (w *wireUsage) reasoningIsExtra(u judge.Usage) bool {
	switch {
	case u.ReasoningTokens == 0:
		return false
	case !w.Completion.stated && !w.Output.stated && w.GeminiCandidates.stated:
		return true
	case u.ReasoningTokens > u.CompletionTokens:
		return true
	}
	return w.Total.stated && w.Total.n == u.PromptTokens+u.CompletionTokens+u.ReasoningTokens
}
