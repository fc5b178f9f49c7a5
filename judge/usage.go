package judge

// Usage counts calls and tokens. It adds up over verdicts; the zero Usage is "nothing asked".
//
// PromptTokens include the cached ones, and CompletionTokens include the reasoning ones, whatever a
// provider's own convention is. What a provider does not state is not counted, and Unmetered says on
// how many calls that was so: with Unmetered above 0 the token counts are lower bounds.
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

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	u.Calls += v.Calls
	u.Retries += v.Retries
	u.Unmetered += v.Unmetered
	u.PromptTokens += v.PromptTokens
	u.CachedTokens += v.CachedTokens
	u.CacheWriteTokens += v.CacheWriteTokens
	u.CompletionTokens += v.CompletionTokens
	u.ReasoningTokens += v.ReasoningTokens
	return u
}
