package judge

import "math"

// Price is what tokens cost, per million, in whatever currency the user counts in. The zero Price is
// unknown. There is no table of prices in this library: it would be out of date.
type Price struct {
	// Prompt is the price of prompt tokens that are neither read from a cache nor written to one.
	Prompt float64
	// Cached is the price of prompt tokens read from a cache.
	Cached float64
	// CacheWrite is the price of prompt tokens written to a cache; 0 means that of Prompt.
	CacheWrite float64
	// Completion is the price of completion tokens, reasoning included.
	Completion float64
}

// Cost returns what u cost, in the price's currency, and NaN when the price is unknown. Calls without
// a token count are not in it: with u.Unmetered above 0 it is a lower bound.
func (p Price) Cost(u Usage) float64 {
	if p == (Price{}) {
		return math.NaN()
	}
	write := p.CacheWrite
	if write == 0 {
		write = p.Prompt
	}
	plain := max(0, float64(u.PromptTokens)-float64(u.CachedTokens)-float64(u.CacheWriteTokens))
	return (plain*p.Prompt + float64(u.CachedTokens)*p.Cached +
		float64(u.CacheWriteTokens)*write + float64(u.CompletionTokens)*p.Completion) / 1e6
}
