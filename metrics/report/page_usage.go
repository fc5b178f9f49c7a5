package report

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// usageLines lists what a run cost; nothing where it cost nothing.
func usageLines(u judge.Usage) []entry {
	if u == (judge.Usage{}) {
		return nil
	}
	out := []entry{
		{"Calls", numeral.Count(u.Calls)},
		{"of them repeated", numeral.Count(u.Retries)},
		{"Prompt tokens", numeral.Count(u.PromptTokens)},
		{"of them read from a cache", numeral.Count(u.CachedTokens)},
		{"of them written to a cache", numeral.Count(u.CacheWriteTokens)},
		{"Completion tokens", numeral.Count(u.CompletionTokens)},
		{"of them reasoning", numeral.Count(u.ReasoningTokens)},
	}
	if u.Unmetered > 0 {
		out = append(out, entry{"Calls without a token count", numeral.Count(u.Unmetered) + ": the tokens are lower bounds"})
	}
	return out
}

// costView is what was spent on something.
type costView struct {
	Title   string
	Entries []entry
}

// costs lists what was spent besides this run.
func (r *Report) costs() []costView {
	var out []costView
	if u := r.EarlierUsage; u != nil {
		out = append(out, costView{"Earlier runs on the same questions", usageLines(*u)})
	}
	if u := r.Provenance.ModelUsage; u != nil {
		out = append(out, costView{"The model’s answers", usageLines(*u)})
	}
	return out
}
