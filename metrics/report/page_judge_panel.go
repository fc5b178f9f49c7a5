package report

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/metrics"
)

// panelTable holds the numbers of one subset by each member of a panel alone.
type panelTable struct {
	Subset string
	Table  intervals
}

// panel returns the numbers by the members of the panel; none for a single judge.
func (r *Report) panel() []panelTable {
	members := slices.Sorted(maps.Keys(r.Members))
	subsets := map[string]bool{}
	for _, m := range members {
		for subset := range r.Members[m] {
			subsets[subset] = true
		}
	}
	var out []panelTable
	for _, subset := range slices.Sorted(maps.Keys(subsets)) {
		all := map[string]metrics.Estimate{}
		for _, m := range members {
			maps.Copy(all, r.Members[m][subset])
		}
		var lines []line
		for _, metric := range r.ordered("", all) {
			for _, m := range members {
				if e, ok := r.Members[m][subset][metric.metric]; ok {
					lines = append(lines, line{m, metric.metric, e})
				}
			}
		}
		out = append(out, panelTable{subset, r.tabulate("Member", lines)})
	}
	return out
}
