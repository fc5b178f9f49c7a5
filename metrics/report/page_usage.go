package report

import "github.com/assize-eval/assize/judge"

// usageLines lists what a run cost; nothing where it cost nothing.
func usageLines(u judge.Usage) []entry {
	if u == (judge.Usage{}) {
		return nil
	}
	out := []entry{
		{"Calls", count(u.Calls)},
		{"of them repeated", count(u.Retries)},
		{"Prompt tokens", count(u.PromptTokens)},
		{"of them read from a cache", count(u.CachedTokens)},
		{"of them written to a cache", count(u.CacheWriteTokens)},
		{"Completion tokens", count(u.CompletionTokens)},
		{"of them reasoning", count(u.ReasoningTokens)},
	}
	if u.Unmetered > 0 {
		out = append(out, entry{"Calls without a token count", count(u.Unmetered) + ": the tokens are lower bounds"})
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
