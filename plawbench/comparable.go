package plawbench

import (
	"fmt"
	"path"
	"strings"

	"github.com/assize-eval/assize/metrics/report"
)

// sizes are how many samples of each subset were graded.
type sizes map[Subset]int

func (n sizes) add(s report.Sample) {
	if s.Status != report.Unanswered {
		n[Subset(s.Subset)]++
	}
}

// notComparable lists what keeps the numbers of r from being set beside the published ones.
func notComparable(r *report.Report) []string {
	n := sizes{}
	for _, s := range r.Samples {
		n.add(s)
	}
	return n.notComparable(r)
}

// notComparable does so for a report that does not hold its samples.
func (n sizes) notComparable(r *report.Report) []string {
	// 850 questions are in the paper's tables, 280 in the public release.
	reasons := []string{"published figures rest on 850 samples, of which 280 are public"}
	if !r.Provenance.Prompt.Official {
		reasons = append(reasons, "the judge's prompts are not the official ones")
	}
	for _, j := range r.Provenance.Judges {
		if !strings.HasPrefix(path.Base(j.Model), "gemini-3") {
			reasons = append(reasons, "published figures have the judge Gemini 3.0 Pro Preview")
			break
		}
	}
	if len(r.Provenance.Panels) > 0 {
		reasons = append(reasons, "grades are made of votes; published figures rest on one verdict on each sample")
	}
	public := map[Subset]int{CaseAnalysis: 250, LegalConsultation: 18, PlaintiffStatement: 6, DefendantStatement: 6}
	for _, s := range Subsets() {
		if n[s] != public[s] {
			reasons = append(reasons, fmt.Sprintf("%d of the %d public samples of %s were graded", n[s], public[s], s))
		}
	}
	return reasons
}
