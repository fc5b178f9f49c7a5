package llm

import (
	"math"

	"github.com/assize-eval/assize/judge"
)

// tokens is a number of tokens as a body states it; nil when it does not.
type tokens *float64

// stated returns the first number that is one of tokens.
func stated(counts ...tokens) (n int64, ok bool) {
	for _, c := range counts {
		if c != nil && *c >= 0 && *c < 1e15 && *c == math.Trunc(*c) {
			return int64(*c), true
		}
	}
	return 0, false
}

// sum adds up what is stated.
func sum(counts ...tokens) int64 {
	var s int64
	for _, c := range counts {
		n, _ := stated(c)
		s += n
	}
	return s
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
// the reasoning ones. metered says that both were stated. What contradicts itself, such as more cached
// tokens than prompt tokens, is cut down to what is possible.
func (w *wireUsage) read() (u judge.Usage, metered bool) {
	var prompted, completed bool
	u.PromptTokens, prompted = stated(w.Prompt, w.Input, w.GeminiPrompt)
	u.CompletionTokens, completed = stated(w.Completion, w.Output, w.GeminiCandidates)
	u.ReasoningTokens, _ = stated(w.CompletionDetails.Reasoning, w.OutputDetails.Reasoning, w.Reasoning, w.GeminiThoughts)
	u.CachedTokens, _ = stated(w.PromptDetails.Cached, w.InputDetails.Cached, w.CacheHit, w.Cached, w.GeminiCached, w.CacheRead)
	u.CacheWriteTokens, _ = stated(w.PromptDetails.CacheWrite, w.InputDetails.CacheWrite, w.CacheCreation)

	if w.cacheIsExtra(u) {
		u.PromptTokens += sum(w.CacheRead, w.CacheCreation)
	}
	if w.reasoningIsExtra(u) {
		u.CompletionTokens += u.ReasoningTokens
	}
	u.CachedTokens = min(u.CachedTokens, u.PromptTokens)
	u.CacheWriteTokens = min(u.CacheWriteTokens, u.PromptTokens-u.CachedTokens)
	u.ReasoningTokens = min(u.ReasoningTokens, u.CompletionTokens)
	return u, prompted && completed
}

// cacheIsExtra reports whether the prompt tokens leave out those read from and written to the cache.
// That is Anthropic's convention, and input_tokens its spelling; under prompt_tokens gateways use
// both conventions, and only the sum can tell.
func (w *wireUsage) cacheIsExtra(u judge.Usage) bool {
	extra := sum(w.CacheRead, w.CacheCreation)
	total, summed := stated(w.Total)
	switch {
	case extra == 0:
		return false
	case w.Prompt == nil && w.Input != nil && w.InputDetails.Cached == nil:
		return true
	case extra > u.PromptTokens:
		return true
	}
	return summed && total == u.PromptTokens+extra+u.CompletionTokens
}

// reasoningIsExtra reports whether the completion tokens leave out the reasoning ones, as xAI's and
// Gemini's do: the sum tells, or there are more of them than of all.
func (w *wireUsage) reasoningIsExtra(u judge.Usage) bool {
	total, summed := stated(w.Total)
	switch {
	case u.ReasoningTokens == 0:
		return false
	case w.Completion == nil && w.Output == nil && w.GeminiCandidates != nil:
		return true
	case u.ReasoningTokens > u.CompletionTokens:
		return true
	}
	return summed && total == u.PromptTokens+u.CompletionTokens+u.ReasoningTokens
}
