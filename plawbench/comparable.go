package plawbench

import (
	"fmt"
	"path"
	"strings"

	"github.com/assize-eval/assize/metrics/report"
)

// notComparable lists what keeps the numbers of r from being set beside the published ones.
func notComparable(r *report.Report) []string {
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
	public := map[Subset]int{CaseAnalysis: 250, LegalConsultation: 18, PlaintiffStatement: 6, DefendantStatement: 6}
	run := map[Subset]int{}
	for _, s := range r.Samples {
		if s.Status != report.Unanswered {
			run[Subset(s.Subset)]++
		}
	}
	for _, s := range Subsets() {
		if run[s] != public[s] {
			reasons = append(reasons, fmt.Sprintf("%d of the %d public samples of %s were graded", run[s], public[s], s))
		}
	}
	return reasons
}
