package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// fact is one line of provenance for people.
type fact struct{ name, value string }

// facts lists the provenance in the order in which it is shown. What nobody has said is left out.
func (r *Report) facts() []fact {
	p := r.Provenance
	var out []fact
	add := func(name string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if len(parts) > 0 {
			out = append(out, fact{name, strings.Join(parts, ", ")})
		}
	}
	add("Model", p.Model)
	add("Library", p.Library)
	add("Dataset", p.Dataset.describe(), hashed(p.Dataset.SHA256))
	add("Answers", hashed(p.Dataset.AnswersSHA256))
	add("Prompt", p.Prompt.describe(), hashed(p.Prompt.SHA256))
	add("Contract", p.Contracts...)
	for _, j := range p.Judges {
		add("Judge", describeSource(j))
	}
	for _, j := range p.Panels {
		add("Panel", describeSource(j))
	}
	add("Missing verdicts", string(p.Missing))
	comparable := "yes"
	if !p.Comparable {
		comparable = strings.TrimSuffix("no: "+strings.Join(p.Reasons, "; "), ": ")
	}
	add("Comparable with published figures", comparable)
	add("Usage", spent(r.Usage))
	if r.EarlierUsage != nil {
		add("Usage of earlier runs on the same questions", spent(*r.EarlierUsage))
	}
	if p.ModelUsage != nil {
		add("Usage of the model's answers", spent(*p.ModelUsage))
	}
	return out
}

// describe names a dataset with its size; "" for one about which nothing is known.
func (d Dataset) describe() string {
	if d.Samples == 0 {
		return d.Name
	}
	size := numeral.Plural(d.Samples, "sample", "samples") + ", " + numeral.Plural(d.Criteria, "criterion", "criteria")
	if d.Name == "" {
		return size
	}
	return d.Name + ": " + size
}

// describe names a prompt.
func (p Prompt) describe() string {
	if p.Official {
		return strings.TrimSpace(p.Name + " (official)")
	}
	return p.Name
}

func hashed(sha256 string) string {
	if sha256 == "" {
		return ""
	}
	return "SHA-256 " + sha256
}

// describeSource returns a source in a line; "" for one that says nothing.
func describeSource(j judge.Source) string {
	if j == (judge.Source{}) {
		return ""
	}
	s := cmp.Or(j.Judge, "unnamed judge")
	for _, part := range []fact{{"model", j.Model}, {"served", j.Served}, {"host", j.Host}, {"parameters", j.Parameters}} {
		if part.value != "" {
			s += fmt.Sprintf(", %s %s", part.name, part.value)
		}
	}
	return s
}

// spent returns a usage in a line; "" for none.
func spent(u judge.Usage) string {
	if u == (judge.Usage{}) {
		return ""
	}
	return fmt.Sprintf("%d calls, %d of them repeated; %d prompt tokens (%d cached), %d completion tokens; %d calls without a token count",
		u.Calls, u.Retries, u.PromptTokens, u.CachedTokens, u.CompletionTokens, u.Unmetered)
}
