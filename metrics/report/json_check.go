package report

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/judge"
)

// validate returns an error that names the first field of a report that Build cannot have written.
func (r *Report) validate() error {
	seen := make(map[sampleKey]int, len(r.Samples))
	for i := range r.Samples {
		s := &r.Samples[i]
		at := fmt.Sprintf("samples[%d]", i)
		k := sampleKey{s.Subset, s.ID}
		first, dup := seen[k]
		switch {
		case s.ID == "":
			return fmt.Errorf("report: field %s.id is missing or empty", at)
		case dup:
			return fmt.Errorf("report: field %s.id is %q, as samples[%d].id of the same subset", at, s.ID, first)
		case s.Status != Scored && s.Status != Excluded && s.Status != Unanswered:
			return fmt.Errorf("report: field %s.status is %q; it must be %q, %q or %q", at, s.Status, Scored, Excluded, Unanswered)
		}
		seen[k] = i
		switch {
		case s.Status != Scored && len(s.Scores) > 0:
			return fmt.Errorf("report: field %s.scores has values, of sample %q with the status %q", at, s.ID, s.Status)
		case s.Status == Unanswered && len(s.Grades) > 0:
			return fmt.Errorf("report: field %s.grades has verdicts, of sample %q with the status %q", at, s.ID, s.Status)
		}
		if err := s.validate(); err != nil {
			return fmt.Errorf("report: field %s.%w, of sample %q", at, err, s.ID)
		}
	}
	return nil
}

// validate checks the grades of a sample. The error begins with the field.
func (s *Sample) validate() error {
	seen := make(map[string]int, len(s.Grades))
	for i := range s.Grades {
		g := &s.Grades[i]
		first, dup := seen[g.Criterion]
		switch {
		case g.Criterion == "":
			return fmt.Errorf("grades[%d].criterion is missing or empty", i)
		case dup:
			return fmt.Errorf("grades[%d].criterion is %q, as grades[%d].criterion", i, g.Criterion, first)
		case g.Status != judge.Graded && g.Status != judge.Missing:
			return fmt.Errorf("grades[%d].status is %q; it must be %q or %q", i, g.Status, judge.Graded, judge.Missing)
		case g.Weight == 0 || math.IsNaN(g.Weight) || math.IsInf(g.Weight, 0):
			return fmt.Errorf("grades[%d].weight is missing or %v", i, g.Weight)
		}
		seen[g.Criterion] = i
	}
	return nil
}
