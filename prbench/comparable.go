package prbench

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report"
)

// paperJudge is the judge of the published figures.
const paperJudge = "o4-mini"

// splitSize is what a split holds: samples, and criteria after the revision of July 2026, of which
// the paper's figures know nothing.
var splitSize = map[string]struct{ samples, revisedCriteria int }{
	"finance":      {600, 9865},
	"legal":        {500, 8827},
	"finance_hard": {300, 5085},
	"legal_hard":   {250, 4458},
}

// sizes are how many samples and criteria of each split were graded.
type sizes struct{ samples, criteria map[string]int }

func newSizes() sizes { return sizes{map[string]int{}, map[string]int{}} }

func (n sizes) add(s report.Sample) {
	n.samples[s.Subset]++
	n.criteria[s.Subset] += len(s.Grades)
}

// notComparable lists what keeps the numbers of r from being set beside the published ones.
func notComparable(r *report.Report) []string {
	n := newSizes()
	for _, s := range r.Samples {
		n.add(s)
	}
	return n.notComparable(r)
}

// notComparable does so for a report that does not hold its samples.
func (n sizes) notComparable(r *report.Report) []string {
	var reasons []string
	if !r.Provenance.Prompt.Official {
		reasons = append(reasons, "the prompt is not the official one")
	}
	for _, j := range r.Provenance.Judges {
		if !strings.HasPrefix(path.Base(j.Model), paperJudge) {
			reasons = append(reasons, "published figures have the judge "+paperJudge)
			break
		}
	}
	if len(r.Provenance.Panels) > 0 {
		reasons = append(reasons, "grades are made of votes; published figures rest on one verdict on each criterion")
	}
	if r.Coverage.Missing > 0 && r.Provenance.Missing != report.Official {
		reasons = append(reasons, "samples with a missing verdict are excluded; published figures count the verdict as not met")
	}
	for _, split := range slices.Sorted(maps.Keys(n.samples)) {
		size, known := splitSize[split]
		switch {
		case !known:
			reasons = append(reasons, fmt.Sprintf("%q is not a published split", split))
		case n.samples[split] != size.samples || r.Coverage.Unanswered > 0:
			reasons = append(reasons, fmt.Sprintf("not all %d samples of %s were graded", size.samples, split))
		case n.criteria[split] == size.revisedCriteria:
			reasons = append(reasons, split+" has the rubrics as revised in July 2026; the paper's figures rest on the first ones")
		}
	}
	return reasons
}
