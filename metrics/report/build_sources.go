package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/assize-eval/assize/judge"
)

// heard notes who gave a verdict: a member of a panel, or "" for a single judge.
func (b *builder) heard(member string, s judge.Source) {
	if b.sources[member] == nil {
		b.sources[member] = map[judge.Source]bool{}
	}
	b.sources[member][s] = true
}

func sortedSources(m map[judge.Source]bool) []judge.Source {
	return append([]judge.Source{}, slices.SortedFunc(maps.Keys(m), func(x, y judge.Source) int {
		return cmp.Or(cmp.Compare(x.Judge, y.Judge), cmp.Compare(x.Model, y.Model), cmp.Compare(x.Served, y.Served),
			cmp.Compare(x.Host, y.Host), cmp.Compare(x.Parameters, y.Parameters))
	})...)
}

// sourceWarnings says where a judge, or a member of a panel, was not the same throughout.
func (b *builder) sourceWarnings() (warnings []string) {
	for _, member := range slices.Sorted(maps.Keys(b.sources)) {
		sources := sortedSources(b.sources[member])
		who := "verdicts"
		if member != "" {
			who = "votes of " + member
		}
		if served := servedModels(sources); len(served) > 1 {
			warnings = append(warnings, fmt.Sprintf("%s came from %d judges or served models: %v", who, len(served), served))
		}
		for _, same := range byModel(sources) {
			name := cmp.Or(same[0].Model, same[0].Judge, "unnamed judge")
			if hosts := differing(same, func(s judge.Source) string { return s.Host }); hosts != nil {
				warnings = append(warnings, fmt.Sprintf("%s of %s came from %d hosts: %v", who, name, len(hosts), hosts))
			}
			if sets := differing(same, func(s judge.Source) string { return s.Parameters }); sets != nil {
				warnings = append(warnings, fmt.Sprintf("%s of %s were asked for with %d sets of parameters: %v", who, name, len(sets), sets))
			}
		}
	}
	return warnings
}

// byModel splits sorted sources by judge and model asked for.
func byModel(sources []judge.Source) (parts [][]judge.Source) {
	for i, s := range sources {
		if i == 0 || s.Judge != sources[i-1].Judge || s.Model != sources[i-1].Model {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], s)
	}
	return parts
}

// differing returns the values of a setting, sorted, or nil when there is one alone.
func differing(sources []judge.Source, of func(judge.Source) string) []string {
	seen := map[string]bool{}
	for _, s := range sources {
		seen[cmp.Or(of(s), "none")] = true
	}
	if len(seen) < 2 {
		return nil
	}
	return slices.Sorted(maps.Keys(seen))
}

// servedModels names the judges that gave verdicts by what served them.
func servedModels(sources []judge.Source) []string {
	seen := map[string]bool{}
	for _, s := range sources {
		seen[cmp.Or(s.Served, s.Model, s.Judge, "unnamed judge")] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
