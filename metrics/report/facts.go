package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// fact is one line of provenance for people.
type fact struct{ name, value string }

// facts lists the provenance in the order in which it is shown.
func (r *Report) facts() []fact {
	p := r.Provenance
	official := "the library's own"
	if p.Prompt.Official {
		official = "official"
	}
	var out []fact
	if p.Model != "" {
		out = append(out, fact{"Model", p.Model})
	}
	out = append(out, []fact{
		{"Library", p.Library},
		{"Dataset", fmt.Sprintf("%s: %d samples, %d criteria, SHA-256 %s", p.Dataset.Name, p.Dataset.Samples, p.Dataset.Criteria, p.Dataset.SHA256)},
		{"Answers", "SHA-256 " + p.Dataset.AnswersSHA256},
		{"Prompt", fmt.Sprintf("%s (%s), SHA-256 %s", p.Prompt.Name, official, p.Prompt.SHA256)},
		{"Contract", strings.Join(p.Contracts, ", ")},
	}...)
	for _, j := range p.Judges {
		out = append(out, fact{"Judge", describeSource(j)})
	}
	for _, j := range p.Panels {
		out = append(out, fact{"Panel", describeSource(j)})
	}
	out = append(out, fact{"Missing verdicts", string(p.Missing)})
	comparable := "yes"
	if !p.Comparable {
		comparable = "no: " + strings.Join(p.Reasons, "; ")
	}
	out = append(out, fact{"Comparable with published figures", comparable}, fact{"Usage", spent(r.Usage)})
	if r.EarlierUsage != nil {
		out = append(out, fact{"Usage of earlier runs on the same questions", spent(*r.EarlierUsage)})
	}
	if p.ModelUsage != nil {
		out = append(out, fact{"Usage of the model's answers", spent(*p.ModelUsage)})
	}
	return out
}

// describeSource returns a source in a line.
func describeSource(j judge.Source) string {
	s := cmp.Or(j.Judge, "unnamed judge")
	for _, part := range []fact{{"model", j.Model}, {"served", j.Served}, {"host", j.Host}, {"parameters", j.Parameters}} {
		if part.value != "" {
			s += fmt.Sprintf(", %s %s", part.name, part.value)
		}
	}
	return s
}

func spent(u judge.Usage) string {
	return fmt.Sprintf("%d calls, %d of them repeated; %d prompt tokens (%d cached), %d completion tokens; %d calls without a token count",
		u.Calls, u.Retries, u.PromptTokens, u.CachedTokens, u.CompletionTokens, u.Unmetered)
}
