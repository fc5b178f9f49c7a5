package agreement

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// Breakdown is how two raters agree, overall and by parts.
type Breakdown struct {
	// Overall covers all criteria that both raters judged.
	Overall Summary `json:"overall"`
	// Categories are the parts by category of the criterion; empty when no samples were given.
	Categories map[string]Summary `json:"categories"`
	// Positive and Negative are the parts by sign of the weight. N is 0 when no samples were given.
	Positive Summary `json:"positive"`
	Negative Summary `json:"negative"`
	// OnlyFirst and OnlySecond are what one rater alone judged, in rising order. They do not count.
	OnlyFirst  []Key `json:"only_first"`
	OnlySecond []Key `json:"only_second"`
}

// Between returns how two raters agree on the criteria that both judged. samples, when it is not
// nil, gives category and weight of the criteria. It is an error when a rater labeled a criterion
// twice, when two samples have the same ID, and when samples are given and lack a labeled criterion.
func Between(first, second []Label, samples []dataset.Sample) (Breakdown, error) {
	return BetweenClusters(first, second, samples, nil)
}

// BetweenClusters is [Between] for samples that resemble each other: clusters names the cluster of a
// sample by its ID, and intervals are clustered by it. A sample that it does not have is a cluster of its
// own. The Samples of a summary then count clusters.
func BetweenClusters(first, second []Label, samples []dataset.Sample, clusters map[string]string) (Breakdown, error) {
	a, err := byKey(first)
	if err != nil {
		return Breakdown{}, fmt.Errorf("%w by the first rater", err)
	}
	b, err := byKey(second)
	if err != nil {
		return Breakdown{}, fmt.Errorf("%w by the second rater", err)
	}
	criteria, err := index(samples)
	if err != nil {
		return Breakdown{}, err
	}
	out := Breakdown{OnlyFirst: without(a, b), OnlySecond: without(b, a)}
	if samples != nil {
		for _, labels := range []map[Key]bool{a, b} {
			for _, k := range without(labels, criteria) {
				return Breakdown{}, fmt.Errorf("agreement: no sample has the labeled criterion: sample %s, criterion %s", k.Sample, k.Criterion)
			}
		}
	}
	shared := keys(a, func(k Key) bool { _, ok := b[k]; return ok })
	part := func(holds func(rubric.Criterion) bool) (Summary, error) {
		var met [2][]bool
		var names []string
		for _, k := range shared {
			if holds(criteria[k]) {
				met[0], met[1] = append(met[0], a[k]), append(met[1], b[k])
				name := "sample\x00" + k.Sample
				if c, ok := clusters[k.Sample]; ok {
					name = "cluster\x00" + c
				}
				names = append(names, name)
			}
		}
		return Summarize(met[0], met[1], names)
	}
	if out.Overall, err = part(func(rubric.Criterion) bool { return true }); err != nil {
		return Breakdown{}, err
	}
	if out.Positive, err = part(func(c rubric.Criterion) bool { return c.Weight > 0 }); err != nil {
		return Breakdown{}, err
	}
	if out.Negative, err = part(func(c rubric.Criterion) bool { return c.Weight < 0 }); err != nil {
		return Breakdown{}, err
	}
	out.Categories = map[string]Summary{}
	for _, k := range shared {
		category := criteria[k].Category
		if _, done := out.Categories[category]; done || samples == nil {
			continue
		}
		if out.Categories[category], err = part(func(c rubric.Criterion) bool { return c.Category == category }); err != nil {
			return Breakdown{}, err
		}
	}
	return out, nil
}

// index returns the criteria of samples by key.
func index(samples []dataset.Sample) (map[Key]rubric.Criterion, error) {
	out := map[Key]rubric.Criterion{}
	seen := map[string]bool{}
	for _, s := range samples {
		id := s.ID()
		if seen[id] {
			return nil, fmt.Errorf("agreement: two samples have the ID %s", id)
		}
		seen[id] = true
		for _, c := range s.Rubric().Criteria() {
			out[Key{id, c.ID}] = c
		}
	}
	return out, nil
}

// without returns the keys of a that b lacks, in rising order.
func without[V any](a map[Key]bool, b map[Key]V) []Key {
	return keys(a, func(k Key) bool { _, ok := b[k]; return !ok })
}

// keys returns the keys of a for which keep holds, in rising order.
func keys(a map[Key]bool, keep func(Key) bool) []Key {
	var out []Key
	for k := range a {
		if keep(k) {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(x, y Key) int {
		return cmp.Or(cmp.Compare(x.Sample, y.Sample), cmp.Compare(x.Criterion, y.Criterion))
	})
	return out
}
