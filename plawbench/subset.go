package plawbench

import "slices"

// Subset is one of the four parts of the benchmark. The zero Subset is none of them.
type Subset string

// The subsets, with the number of samples in the public release.
const (
	// CaseAnalysis: answer a question about a case in four sections (250; Task 2).
	CaseAnalysis Subset = "case_analysis"
	// LegalConsultation: ask a client the questions that matter (18; Task 1).
	LegalConsultation Subset = "legal_consultation"
	// PlaintiffStatement: write a statement of claim (6; Task 3).
	PlaintiffStatement Subset = "plaintiff_statement"
	// DefendantStatement: write a statement of defence (6; Task 3).
	DefendantStatement Subset = "defendant_statement"
)

// Subsets returns the four subsets in the order in which a directory is read.
func Subsets() []Subset {
	return []Subset{CaseAnalysis, LegalConsultation, PlaintiffStatement, DefendantStatement}
}

func (s Subset) valid() bool { return slices.Contains(Subsets(), s) }

// kind is what the release calls the judge's type: which prompts and which format of replies a
// subset has.
type kind string

const (
	caseKind         kind = "case_analysis"
	consultationKind kind = "legal_qa"
	documentKind     kind = "document_generation"
)

func (s Subset) kind() kind {
	switch s {
	case CaseAnalysis:
		return caseKind
	case LegalConsultation:
		return consultationKind
	}
	return documentKind
}
