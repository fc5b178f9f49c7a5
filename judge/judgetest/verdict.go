package judgetest

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// faults says what is wrong with a verdict on the criteria.
func faults(v judge.Verdict, criteria []rubric.Criterion) []string {
	wrong := usageFaultsOf(v.Usage)
	known := make(map[string]rubric.Criterion, len(criteria))
	for _, c := range criteria {
		known[c.ID] = c
	}
	answers := make(map[string]int, len(v.Grades))
	for _, g := range v.Grades {
		c, ok := known[g.Criterion]
		if !ok {
			wrong = append(wrong, fmt.Sprintf("the verdict grades %q, which is not asked about", g.Criterion))
			continue
		}
		answers[g.Criterion]++
		wrong = append(wrong, gradeFaults(g, c)...)
	}
	for _, c := range criteria {
		switch n := answers[c.ID]; {
		case n == 0:
			wrong = append(wrong, fmt.Sprintf("the verdict does not answer criterion %q", c.ID))
		case n > 1:
			wrong = append(wrong, fmt.Sprintf("the verdict answers criterion %q %d times", c.ID, n))
		}
	}
	return wrong
}

func gradeFaults(g judge.Grade, c rubric.Criterion) (wrong []string) {
	add := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("grade of %q: ", g.Criterion)+fmt.Sprintf(format, args...))
	}
	lo, hi := c.Range()
	switch g.Status {
	case judge.Graded:
		switch {
		case math.IsNaN(g.Points) || math.IsInf(g.Points, 0):
			add("%v are no points", g.Points)
		case g.Points < lo || g.Points > hi:
			add("%v points are out of the range from %v to %v", g.Points, lo, hi)
		}
		if g.Reason != "" {
			add("it is graded and has the reason %q for being missing", g.Reason)
		}
	case judge.Missing:
		if g.Reason == "" {
			add("it is missing without a reason")
		}
	default:
		add("status %q is neither %q nor %q", g.Status, judge.Graded, judge.Missing)
	}
	if math.IsNaN(g.Max) || math.IsInf(g.Max, 0) {
		add("%v is no maximum", g.Max)
	}
	return wrong
}

func usageFaultsOf(u judge.Usage) (wrong []string) {
	if u.Calls < 0 || u.Retries < 0 || u.Unmetered < 0 || u.PromptTokens < 0 || u.CachedTokens < 0 ||
		u.CacheWriteTokens < 0 || u.CompletionTokens < 0 || u.ReasoningTokens < 0 {
		wrong = append(wrong, fmt.Sprintf("a count below 0 in the usage %+v", u))
	}
	if u.CachedTokens > u.PromptTokens || u.ReasoningTokens > u.CompletionTokens || u.Unmetered > u.Calls {
		wrong = append(wrong, fmt.Sprintf("a part that is more than its whole in the usage %+v", u))
	}
	return wrong
}
