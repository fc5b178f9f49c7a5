package prbench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// SetAnswers puts the answers, by task ID, into the samples: Answer and Answered. An empty answer is
// an answer. Samples that the map does not name are left as they are.
//
// It returns the tasks that have no answer now, in the order of the samples; they are not graded.
// Answers to tasks that are not among the samples are an *[UnknownTasks] error, since they often mean
// that answers and samples do not belong together; the other answers are set all the same.
func SetAnswers(samples []Sample, answers map[string]string) (unanswered []string, err error) {
	known := make(map[string]bool, len(samples))
	for i := range samples {
		s := &samples[i]
		known[s.Task] = true
		if answer, ok := answers[s.Task]; ok {
			s.Answer, s.Answered = answer, true
		}
		if !s.HasAnswer() {
			unanswered = append(unanswered, s.Task)
		}
	}
	var unknown []string
	for task := range answers {
		if !known[task] {
			unknown = append(unknown, task)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		err = &UnknownTasks{Tasks: unknown, Samples: len(samples)}
	}
	return unanswered, err
}

// UnknownTasks is the error of answers to tasks that are not among the samples.
type UnknownTasks struct {
	// Tasks are the IDs that the answers name and the samples do not have, sorted.
	Tasks []string
	// Samples is the number of samples.
	Samples int
}

// Error names the first few tasks and their number.
func (e *UnknownTasks) Error() string {
	const show = 5
	names := make([]string, 0, show)
	for _, task := range e.Tasks[:min(show, len(e.Tasks))] {
		names = append(names, dataset.Quote(task))
	}
	more := ""
	if n := len(e.Tasks) - show; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("prbench: answers to tasks that are not among the %d samples (%d): %s%s",
		e.Samples, len(e.Tasks), strings.Join(names, ", "), more)
}
