package plawbench

import (
	"cmp"
	"strings"

	"github.com/assize-eval/assize/metrics/report"
)

// cluster names what a sample shares with others: the case that it asks about, or the question where
// there is none. The statements of claim and of defense are written for the two sides of one dispute,
// by the number and the tag of their records; the release has six of them, with the same parties and
// facts in other words.
func cluster(s *Sample) string {
	if s.Subset == PlaintiffStatement || s.Subset == DefendantStatement {
		if number, ok := strings.CutPrefix(s.SampleID, string(s.Subset)+"-"); ok && s.Category != "" {
			return report.ClusterOf("dispute\x00" + number + "\x00" + s.Category)
		}
	}
	return report.ClusterOf(cmp.Or(s.Context, s.Question))
}
