package plawbench

import (
	"fmt"
	"strconv"
)

// Lint returns what is odd about the samples and yet lets them be scored, in their order. Each warning
// begins with the sample's ID. None of it changes a score: denominators are MaxPoints and the points
// of the sections.
//
// It reports
//   - a consultation whose rubric states no total, or one that is not the sum of its items' points;
//   - a statement whose rubric states another total than MaxPoints, or whose parts add up to another;
//   - a section whose items are marked with more points than the section has, or with fewer while
//     every item is marked. Rubrics in which marks are nested or stand in several lists are left out,
//     since their marks are not meant to be added.
func Lint(samples []Sample) []string {
	var warnings []string
	for i := range samples {
		s := &samples[i]
		for _, w := range s.lint() {
			warnings = append(warnings, s.SampleID+": "+w)
		}
	}
	return warnings
}

func (s *Sample) lint() []string {
	switch s.Subset {
	case CaseAnalysis:
		return s.lintSections()
	case LegalConsultation:
		return s.lintConsultation()
	}
	return s.lintStatement()
}

func (s *Sample) lintConsultation() []string {
	items, n := marked(s.RubricText)
	said, says := stated(s.RubricText)
	switch {
	case n == 0:
		return []string{fmt.Sprintf("no item of the rubric has points; the total that it states, %v, is used", said)}
	case !says:
		return []string{fmt.Sprintf("the rubric states no total; the sum of its items' points, %v, is used", items)}
	case !same(said, items):
		return []string{fmt.Sprintf("the rubric states a total of %v points, its items add up to %v; the sum is used", said, items)}
	}
	return nil
}

func (s *Sample) lintStatement() (warnings []string) {
	if said, says := stated(s.RubricText); says && !same(said, s.MaxPoints) {
		warnings = append(warnings, fmt.Sprintf("the rubric states a total of %v points, the sample has %v", said, s.MaxPoints))
	}
	total := 0.0
	parts := partHeading.FindAllStringSubmatch(s.RubricText, -1)
	for _, m := range parts {
		if p, err := strconv.ParseFloat(m[1], 64); err == nil {
			total += p
		}
	}
	if len(parts) > 1 && !same(total, s.MaxPoints) {
		warnings = append(warnings, fmt.Sprintf("the %d parts of the rubric add up to %v points, the sample has %v", len(parts), total, s.MaxPoints))
	}
	return warnings
}

func (s *Sample) lintSections() (warnings []string) {
	for _, section := range s.Sections {
		l := readList(section.Text)
		var how string
		switch {
		case !l.flat || l.items < 2 || same(l.total, section.Points):
			continue
		case l.total > section.Points:
			how = "more than"
		case l.total < section.Points && l.complete:
			how = "fewer than"
		default:
			continue
		}
		warnings = append(warnings, fmt.Sprintf("section %s: the %d items have %v points, %s the section's %v",
			section.Name, l.items, l.total, how, section.Points))
	}
	return warnings
}
