package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Mismatch is a setting in which two runs differ.
type Mismatch struct {
	// Setting names the setting, such as "judge model".
	Setting string `json:"setting"`
	// A and B are its values in the two runs.
	A string `json:"a"`
	B string `json:"b"`
}

// MismatchError is the error of runs that differ in more than the answers that were graded. A
// difference of their means would be that of the settings as much as that of the models.
type MismatchError struct {
	// NameA and NameB are the names of the runs.
	NameA, NameB string
	// Mismatches are all the settings that differ, of which there is at least one.
	Mismatches []Mismatch
}

// Error lists all settings that differ, one a line.
func (e *MismatchError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "report: the runs differ in %s and are not compared:", numeral.Plural(len(e.Mismatches), "setting", "settings"))
	for _, m := range e.Mismatches {
		fmt.Fprintf(&b, "\n  %s: %s in %s, %s in %s", m.Setting, m.A, e.NameA, m.B, e.NameB)
	}
	return b.String()
}

// mismatches lists the settings in which two runs differ. Answers are no setting: they are what is
// compared.
func mismatches(a, b *Report) []Mismatch {
	var out []Mismatch
	add := func(setting, x, y string) {
		if x != y {
			out = append(out, Mismatch{setting, cmp.Or(x, "none"), cmp.Or(y, "none")})
		}
	}
	p, q := a.Provenance, b.Provenance
	add("benchmark", a.Benchmark, b.Benchmark)
	add("dataset", p.Dataset.Name, q.Dataset.Name)
	add("dataset hash", p.Dataset.content(q.Dataset), q.Dataset.content(p.Dataset))
	if p.Dataset.SHA256 != q.Dataset.SHA256 {
		add("subsets", subsetNames(a), subsetNames(b))
	}
	add("prompt", p.Prompt.Name, q.Prompt.Name)
	add("prompt hash", p.Prompt.SHA256, q.Prompt.SHA256)
	add("official prompt", fmt.Sprint(p.Prompt.Official), fmt.Sprint(q.Prompt.Official))
	add("contracts", strings.Join(p.Contracts, ", "), strings.Join(q.Contracts, ", "))
	before := len(out)
	for _, f := range []struct {
		setting string
		of      func(judge.Source) string
	}{
		{"judge", func(s judge.Source) string { return s.Judge }},
		{"judge model", func(s judge.Source) string { return s.Model }},
		{"served model", func(s judge.Source) string { return s.Served }},
		{"judge host", func(s judge.Source) string { return s.Host }},
		{"judge parameters", func(s judge.Source) string { return s.Parameters }},
	} {
		add(f.setting, settings(p.Judges, f.of), settings(q.Judges, f.of))
	}
	if before == len(out) {
		// The same models, hosts and parameters, but not in the same combinations.
		whole := func(s judge.Source) string {
			return strings.Join([]string{s.Judge, s.Model, s.Served, s.Host, s.Parameters}, " ")
		}
		add("judges", settings(p.Judges, whole), settings(q.Judges, whole))
	}
	deciding := func(s judge.Source) string { return strings.Join([]string{s.Judge, s.Model, s.Parameters}, " ") }
	add("panel", settings(p.Panels, deciding), settings(q.Panels, deciding))
	add("votes", ballots(a), ballots(b))
	for _, d := range a.Definitions {
		for _, e := range b.Definitions {
			if d.Name == e.Name {
				add("metric "+d.Name, d.made(), e.made())
			}
		}
	}
	add("missing verdicts", string(p.Missing), string(q.Missing))
	add("library", p.Library, q.Library)
	return out
}

// subsetNames lists the subsets that samples are of.
func subsetNames(r *Report) string {
	seen := map[string]bool{}
	for _, s := range r.Samples {
		seen[cmp.Or(s.Subset, "none")] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}

// made says how the number is made of the values of samples.
func (m Metric) made() string {
	out := "mean"
	if m.ClipMean {
		out = "clipped mean"
	}
	if m.Of != "" {
		out += " of " + m.Of
	}
	for _, subset := range slices.Sorted(maps.Keys(m.Weights)) {
		out += fmt.Sprintf(", %v %s", m.Weights[subset], subset)
	}
	return out
}

// content names what a dataset holds, with its counts where they differ from the other's.
func (d Dataset) content(other Dataset) string {
	if d.Samples == other.Samples && d.Criteria == other.Criteria {
		return d.SHA256
	}
	return fmt.Sprintf("%s (%d samples, %d criteria)", cmp.Or(d.SHA256, "none"), d.Samples, d.Criteria)
}

// settings returns the values that a setting has among judges.
func settings(judges []judge.Source, of func(judge.Source) string) string {
	seen := map[string]bool{}
	for _, j := range judges {
		seen[cmp.Or(of(j), "none")] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}

// ballots says how often each member of a panel was asked about a criterion.
func ballots(r *Report) string {
	repeats := map[string]int{}
	for _, s := range r.Samples {
		for _, g := range s.Grades {
			for _, v := range g.Votes {
				repeats[v.Member] = max(repeats[v.Member], v.Repeat+1)
			}
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(repeats)) {
		out = append(out, fmt.Sprintf("%s ×%d", name, repeats[name]))
	}
	return strings.Join(out, ", ")
}
