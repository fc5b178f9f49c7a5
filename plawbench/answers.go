package plawbench

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// SetAnswers puts the answers, by sample ID, into the samples: Answer and Answered. An empty answer
// is an answer. Samples that the map does not name are left as they are.
//
// It returns the IDs of the samples that have no answer now, in the order of the samples; they are
// not graded. Answers to IDs that are not among the samples are an error that names some of them,
// since answers and samples may not belong together; the other answers are set all the same.
func SetAnswers(samples []Sample, answers map[string]string) (unanswered []string, err error) {
	rest := maps.Clone(answers)
	for i := range samples {
		s := &samples[i]
		if text, ok := answers[s.SampleID]; ok {
			s.Answer, s.Answered = text, true
			delete(rest, s.SampleID)
		}
		if !s.HasAnswer() {
			unanswered = append(unanswered, s.SampleID)
		}
	}
	if len(rest) == 0 {
		return unanswered, nil
	}
	names := slices.Sorted(maps.Keys(rest))
	if len(names) > 5 {
		names = append(names[:5], "…")
	}
	return unanswered, fmt.Errorf("plawbench: %d of %d answers are to none of the %d samples: %s",
		len(rest), len(answers), len(samples), strings.Join(names, ", "))
}
