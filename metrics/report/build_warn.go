package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// smallN is the number of samples below which a mean is called small: with fewer, the t interval
// rests on the scores being near normal.
const smallN = 20

// lowCoverage is the share of scored samples below which a report warns.
const lowCoverage = 0.95

// provenance fills in what the numbers depend on.
func (b *builder) provenance() {
	all := map[judge.Source]bool{}
	for _, of := range b.sources {
		maps.Copy(all, of)
	}
	delete(b.contracts, "")
	b.rep.Provenance = Provenance{
		Library:   "assize " + Version,
		Dataset:   b.identity.of(b.Dataset),
		Model:     b.Model,
		Prompt:    b.Prompt,
		Contracts: append([]string{}, slices.Sorted(maps.Keys(b.contracts))...),
		Judges:    sortedSources(all),
		Panels:    sortedSources(b.panels),
		Missing:   b.Missing,
	}
	reasons := []string{noFigures}
	if b.NotComparable != nil {
		reasons = append([]string{}, b.NotComparable(b.rep)...)
	}
	b.rep.Provenance.Comparable, b.rep.Provenance.Reasons = len(reasons) == 0, reasons
}

// warn says what a reader of the numbers should know.
func (b *builder) warn() {
	w := append([]string{}, b.Warnings...)
	c := b.rep.Coverage
	if c.Missing > 0 {
		w = append(w, fmt.Sprintf("%d of %d verdicts are missing (%s)", c.Missing, c.Missing+c.Graded, codes(c.Codes)))
		if b.Missing == Official {
			w = append(w, "missing verdicts count as no points, as in the released program: failures of the judge lower the scores")
		}
	}
	if c.Excluded > 0 {
		w = append(w, fmt.Sprintf("%d of %d samples are excluded from the means; beside each mean stands what their missing verdicts allow", c.Excluded, c.Samples))
	}
	if c.Unanswered > 0 {
		w = append(w, fmt.Sprintf("%d of %d samples have no answer and are in no mean", c.Unanswered, c.Samples))
	}
	switch {
	case b.outside > 0 && b.Unbounded:
		w = append(w, fmt.Sprintf("%d grades lay outside the range of their criterion and count as the judge gave them", b.outside))
	case b.outside > 0:
		w = append(w, fmt.Sprintf("%d grades lay outside the range of their criterion and were bounded to it", b.outside))
	}
	if share := c.Share(); share < lowCoverage {
		w = append(w, fmt.Sprintf("only %.1f %% of the samples are scored", 100*share))
	}
	w = append(w, b.sourceWarnings()...)
	clusters := b.clusters()
	if apart, together := clusterCounts(clusters); together < apart {
		w = append(w, fmt.Sprintf("samples of different subsets resemble each other: means over several subsets rest on %d clusters", together))
	}
	for _, name := range slices.Sorted(maps.Keys(b.rep.Subsets)) {
		n, units := len(clusters[name]), clustered.Distinct(clusters[name])
		called := name
		switch {
		case name == "" && len(b.rep.Subsets) == 1:
			called = "the run"
		case name == "":
			called = "the subset without a name"
		}
		if units < n {
			w = append(w, fmt.Sprintf("the %d scored samples of %s come in %d clusters of samples that resemble each other: standard errors are clustered and rest on the clusters", n, called, units))
		}
		for _, m := range b.Metrics {
			if e, ok := b.rep.Subsets[name][m.Name]; ok {
				if text := few(called, e.N, units); text != "" {
					w = append(w, text)
					break
				}
			}
		}
	}
	if text := b.undefinedOverall(); text != "" {
		w = append(w, text)
	}
	b.rep.Warnings = w
}

// undefinedOverall says which numbers over the subsets are not defined, and which subsets they lack; "" when
// all are.
func (b *builder) undefinedOverall() string {
	var names []string
	lacking := map[string]bool{}
	for _, o := range b.Overall {
		if !math.IsNaN(b.rep.Metrics[o.Name].Value) {
			continue
		}
		names = append(names, o.Name)
		for subset := range o.Weights {
			if e, ok := b.rep.Subsets[subset][o.Metric]; !ok || math.IsNaN(e.Value) {
				lacking[subset] = true
			}
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case len(lacking) == 0:
		return "not defined: " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("not defined: %s, since no sample of %s is scored", strings.Join(names, ", "), strings.Join(slices.Sorted(maps.Keys(lacking)), ", "))
}

// few says that a subset's means rest on little; "" when they do not.
func few(subset string, samples, clusters int) string {
	switch {
	case samples == 0:
		return fmt.Sprintf("no sample of %s is scored: it has no numbers", subset)
	case samples == 1:
		return fmt.Sprintf("%s rests on one sample: it has no interval", subset)
	case samples < smallN:
		return fmt.Sprintf("%s rests on %d samples: read its interval, not its mean", subset, samples)
	case clusters < smallN:
		return fmt.Sprintf("%s rests on %d clusters of samples: read its interval, not its mean", subset, clusters)
	}
	return ""
}

// codes lists the reasons of missing verdicts, in order of name.
func codes(m map[judge.Code]int) string {
	s := ""
	for i, code := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf("%s %d", code, m[code])
	}
	return s
}
