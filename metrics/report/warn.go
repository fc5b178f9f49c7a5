package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/assize-eval/assize/judge"
)

// smallN is the number of samples below which a mean is called small: with fewer, the t interval
// rests on the scores being near normal.
const smallN = 20

// provenance fills in what the numbers depend on.
func (b *builder) provenance() {
	sources := slices.SortedFunc(maps.Keys(b.sources), func(x, y judge.Source) int {
		return cmp.Or(cmp.Compare(x.Judge, y.Judge), cmp.Compare(x.Model, y.Model), cmp.Compare(x.Served, y.Served),
			cmp.Compare(x.Host, y.Host), cmp.Compare(x.Parameters, y.Parameters))
	})
	delete(b.contracts, "")
	b.rep.Provenance = Provenance{
		Library:   "assize " + Version,
		Dataset:   b.identity.of(b.Dataset),
		Prompt:    b.Prompt,
		Contracts: append([]string{}, slices.Sorted(maps.Keys(b.contracts))...),
		Judges:    append([]judge.Source{}, sources...),
		Missing:   b.Missing,
	}
	reasons := []string{"no published figures are known"}
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
		w = append(w, fmt.Sprintf("%d of %d samples are excluded from the means; worst and best bound what they could change", c.Excluded, c.Samples))
	}
	if c.Unanswered > 0 {
		w = append(w, fmt.Sprintf("%d of %d samples have no answer and are in no mean", c.Unanswered, c.Samples))
	}
	if b.clamped > 0 {
		w = append(w, fmt.Sprintf("%d grades lay outside the range of their criterion and were bounded to it", b.clamped))
	}
	if served := servedModels(b.rep.Provenance.Judges); len(served) > 1 {
		w = append(w, fmt.Sprintf("verdicts came from %d judges or served models: %v", len(served), served))
	}
	for _, name := range slices.Sorted(maps.Keys(b.rep.Subsets)) {
		for _, m := range b.Metrics {
			if e, ok := b.rep.Subsets[name][m.Name]; ok && e.N < smallN {
				w = append(w, fmt.Sprintf("%s rests on %d samples: read its interval, not its mean", name, e.N))
				break
			}
		}
	}
	b.rep.Warnings = w
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

// servedModels names the judges that gave verdicts by what served them.
func servedModels(sources []judge.Source) []string {
	seen := map[string]bool{}
	for _, s := range sources {
		seen[cmp.Or(s.Served, s.Model, s.Judge, "unnamed judge")] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
