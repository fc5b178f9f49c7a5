package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// entry is a name with its value, for people.
type entry struct{ Name, Value string }

// facts lists the provenance in the order in which it is shown. What nobody has said is left out.
func (p Provenance) facts() []entry {
	var out []entry
	add := func(name string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if len(parts) > 0 {
			out = append(out, entry{name, strings.Join(parts, ", ")})
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
	return out
}

// usages lists in a line each what the run cost, and what was spent besides.
func (r *Report) usages() []entry {
	var out []entry
	add := func(name string, u *judge.Usage) {
		if u != nil && *u != (judge.Usage{}) {
			out = append(out, entry{name, spent(*u)})
		}
	}
	add("Usage", &r.Usage)
	add("Usage of earlier runs on the same questions", r.EarlierUsage)
	add("Usage of the model's answers", r.Provenance.ModelUsage)
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
	for _, part := range []entry{{"model", j.Model}, {"served", j.Served}, {"host", j.Host}, {"parameters", j.Parameters}} {
		if part.Value != "" {
			s += fmt.Sprintf(", %s %s", part.Name, part.Value)
		}
	}
	return s
}

// spent returns a usage in a line.
func spent(u judge.Usage) string {
	return fmt.Sprintf("%d calls, %d of them repeated; %d prompt tokens (%d cached), %d completion tokens; %d calls without a token count",
		u.Calls, u.Retries, u.PromptTokens, u.CachedTokens, u.CompletionTokens, u.Unmetered)
}
