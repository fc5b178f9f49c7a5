package plawbench

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/reply"
)

// Contract returns the contract that reads replies to [Prompts] about a subset: [reply.Sections] with
// the four sections for [CaseAnalysis], [reply.Points] for the others.
//
// Sections may have any of the names that [SectionName] knows. A section "others", which the released
// template has, is no part of the verdict. A stated maximum that is not the dataset's is an error, also
// in the few cases whose rubrics are marked with more points than a section has: 5 of 10 may mean half
// of the section's points or all of them.
func Contract(s Subset) judge.Contract {
	if s != CaseAnalysis {
		return reply.Points()
	}
	c := reply.Sections(reply.SectionOptions{
		Names:    SectionNames(),
		Aliases:  sectionAliases,
		Suffixes: sectionSuffixes,
		Ignore:   []string{"others", "other", "其他", "其它"},
	})
	c.Name = "plawbench/" + c.Name
	return c
}
