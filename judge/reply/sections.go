package reply

import "github.com/assize-eval/assize/judge"

// SectionOptions say how the sections of a rubric are named in replies. The zero value reads the
// criteria's own IDs.
type SectionOptions struct {
	// Names are the sections in the order in which a JSON Schema lists them; they are the IDs of the
	// criteria. Without them the contract has no schema.
	Names []string
	// Aliases are other names of sections: the ID of the criterion, and what a judge may call it.
	// Case, width, blanks, quotes and brackets do not matter. A name that is listed for two sections
	// counts for neither.
	Aliases map[string][]string
	// Suffixes are words that may follow any name of a section, such as "score".
	Suffixes []string
	// Ignore are names of sections that are no part of the verdict. Others that the task does not
	// have are ignored as well, with a flag.
	Ignore []string
	// AnyMaximum accepts points whose stated maximum is not the criterion's weight, as long as they
	// are not above that weight, and flags them. It is for rubrics whose own marks do not add up to
	// what a section is worth. Without it such points are on another scale and no verdict.
	AnyMaximum bool
}

// Flags of the grades of sections.
const (
	flagMaximum = "the stated maximum is not the criterion's"
	flagUnknown = "the reply has a section that the task does not have"
	flagGrand   = "the grand total is not the sum of the sections"
)

// Sections returns the contract "score_details/1": a task with one criterion for each section, whose
// ID is the section's name, and an object that has, under score_details, an object with total_points,
// max_points and a breakdown for each section.
//
// The points of each section must lie in its criterion's range, the stated maximum must be its weight
// (see [SectionOptions] for the exception), and where all items of a breakdown state points the total
// must be their sum, bounded to the range. A section that is missing, null or without a total leaves
// no verdict: nothing is added up in the judge's place. A grand total is not used. Sections may stand
// at the root, in a list with their names, or as bare numbers. Its reader may be called from several
// goroutines.
func Sections(o SectionOptions) judge.Contract {
	s := &sections{canonical: make(map[string]string), ignore: make(map[string]bool), anyMaximum: o.AnyMaximum}
	for _, w := range o.Suffixes {
		if w = fold(w); w != "" {
			s.suffixes = append(s.suffixes, w)
		}
	}
	for _, name := range o.Ignore {
		s.ignore[fold(name)] = true
	}
	for _, id := range o.Names {
		s.alias(id, id)
	}
	for id, names := range o.Aliases {
		s.alias(id, id)
		for _, name := range names {
			s.alias(name, id)
		}
	}
	schema := ""
	if len(o.Names) > 0 {
		schema = sectionSchema(o.Names)
	}
	return contract(s, "score_details/1", schema)
}

// alias makes name a name of the section id.
func (s *sections) alias(name, id string) {
	folded := fold(name)
	if have, taken := s.canonical[folded]; taken && have != id {
		// Without an ID that any criterion has.
		id = ""
	}
	s.canonical[folded] = id
}

func sectionSchema(names []string) string {
	item := objectSchema(
		property{"rubric_item", stringSchema},
		property{"rationale", stringSchema},
		property{"max_points", numberSchema},
		property{"points_awarded", numberSchema},
	)
	section := objectSchema(
		property{"breakdown", arraySchema(item)},
		property{"total_points", numberSchema},
		property{"max_points", numberSchema},
	)
	members := make([]property, len(names))
	for i, name := range names {
		members[i] = property{name, section}
	}
	return objectSchema(property{"score_details", objectSchema(members...)})
}
