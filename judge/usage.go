package judge

import "math"

// Usage counts calls and tokens. It adds up over verdicts; the zero Usage is "nothing asked".
//
// PromptTokens include the cached ones, and CompletionTokens include the reasoning ones, whatever a
// provider's own convention is. What a provider does not state, or states as no count of tokens, is not
// counted, and Unmetered says on how many calls that was so: with Unmetered above 0 the token counts are
// lower bounds.
type Usage struct {
	Calls            int64 `json:"calls"`
	Retries          int64 `json:"retries"`
	Unmetered        int64 `json:"unmetered_calls"`
	PromptTokens     int64 `json:"prompt_tokens"`
	CachedTokens     int64 `json:"cached_tokens"`
	CacheWriteTokens int64 `json:"cache_write_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
	ReasoningTokens  int64 `json:"reasoning_tokens"`
}

// Add returns the sum of u and v. A count below 0, which only a judge with a fault states, counts nothing,
// and a sum that does not fit stays at [math.MaxInt64].
func (u Usage) Add(v Usage) Usage {
	u.Calls = addCounts(u.Calls, v.Calls)
	u.Retries = addCounts(u.Retries, v.Retries)
	u.Unmetered = addCounts(u.Unmetered, v.Unmetered)
	u.PromptTokens = addCounts(u.PromptTokens, v.PromptTokens)
	u.CachedTokens = addCounts(u.CachedTokens, v.CachedTokens)
	u.CacheWriteTokens = addCounts(u.CacheWriteTokens, v.CacheWriteTokens)
	u.CompletionTokens = addCounts(u.CompletionTokens, v.CompletionTokens)
	u.ReasoningTokens = addCounts(u.ReasoningTokens, v.ReasoningTokens)
	return u
}

func addCounts(a, b int64) int64 {
	a, b = max(0, a), max(0, b)
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
