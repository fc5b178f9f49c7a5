package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

// account prints what the numbers have cost: this run, earlier runs whose ledger it went on with, and the
// model's answers.
func account(w io.Writer, rep *report.Report, price judge.Price) {
	fmt.Fprintf(w, "this run: %s\n", spent(rep.Usage, price))
	if earlier := rep.EarlierUsage; earlier != nil {
		fmt.Fprintf(w, "earlier runs, on the same questions: %s\n", spent(*earlier, price))
		fmt.Fprintf(w, "together: %s\n", spent(rep.Usage.Add(*earlier), price))
	}
	if u := rep.Provenance.ModelUsage; u != nil {
		fmt.Fprintf(w, "answers of %s: %s\n", rep.Provenance.Model, spent(*u, judge.Price{}))
	}
}

// spent returns usage in a line. What is not known of it is said.
func spent(u judge.Usage, price judge.Price) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls, %d prompt tokens", u.Calls, u.PromptTokens)
	if u.CachedTokens > 0 {
		fmt.Fprintf(&b, " (%.0f %% cached)", 100*float64(u.CachedTokens)/float64(u.PromptTokens))
	}
	fmt.Fprintf(&b, ", %d completion tokens", u.CompletionTokens)
	if cost := price.Cost(u); !math.IsNaN(cost) {
		fmt.Fprintf(&b, ", cost %.4g", cost)
	}
	if u.Unmetered > 0 {
		fmt.Fprintf(&b, ", without the tokens of %d calls that were not counted", u.Unmetered)
	}
	return b.String()
}

// complete counts the samples that are scored with all their verdicts, whatever is done about missing ones.
func complete(rep *report.Report) (n int) {
	for _, s := range rep.Samples {
		whole := s.Status == report.Scored
		for _, g := range s.Grades {
			whole = whole && g.Status == judge.Graded
		}
		if whole {
			n++
		}
	}
	return n
}
