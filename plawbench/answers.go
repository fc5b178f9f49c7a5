package plawbench

import "github.com/assize-eval/assize/dataset"

// SetAnswers puts the answers, by sample ID, into the samples: Answer and Answered. An empty answer is
// an answer. Samples that the map does not name are left as they are.
//
// It returns the samples that have no answer now, by ID and in their order; they are not graded.
// Answers to none of the samples are an *[dataset.UnknownAnswers] error; the others are set all the
// same.
func SetAnswers(samples []Sample, answers map[string]string) (unanswered []string, err error) {
	ids := make([]string, len(samples))
	for i := range samples {
		s := &samples[i]
		ids[i] = s.SampleID
		if answer, ok := answers[s.SampleID]; ok {
			s.Answer, s.Answered = answer, true
		}
		if !s.HasAnswer() {
			unanswered = append(unanswered, s.SampleID)
		}
	}
	return unanswered, dataset.CheckAnswers(answers, ids)
}
