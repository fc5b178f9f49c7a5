package dataset

import (
	"fmt"
	"slices"
	"strings"
)

// UnknownAnswers is the error of answers to samples that are not there, which often means that answers
// and samples do not belong together.
type UnknownAnswers struct {
	// IDs are the IDs that the answers name and no sample has, sorted.
	IDs []string
	// Samples is the number of samples.
	Samples int
}

// CheckAnswers returns an *[UnknownAnswers] error when answers are to samples that are not among ids.
func CheckAnswers(answers map[string]string, ids []string) error {
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	var unknown []string
	for id := range answers {
		if !known[id] {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return &UnknownAnswers{IDs: unknown, Samples: len(ids)}
}

// Error names the first few IDs and their number.
func (e *UnknownAnswers) Error() string {
	const show = 5
	names := make([]string, 0, show)
	for _, id := range e.IDs[:min(show, len(e.IDs))] {
		names = append(names, Quote(id))
	}
	more := ""
	if n := len(e.IDs) - show; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("dataset: answers to ids that none of the %d samples has (%d): %s%s", e.Samples, len(e.IDs), strings.Join(names, ", "), more)
}
