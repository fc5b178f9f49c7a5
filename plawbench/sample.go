package plawbench

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// Total is the ID of the only criterion of a consultation or a statement.
const Total = "total"

// Sample is one task of PLawBench with the answer under judgement. It implements [dataset.Sample].
type Sample struct {
	// SampleID is the subset's name with the record's number, such as "case_analysis-17".
	SampleID string
	// Subset is the part of the benchmark that the sample belongs to.
	Subset Subset
	// Category is the field of law: the dataset's "label" of a case, its "tag" of a statement; empty
	// for a consultation.
	Category string
	// Context is the case; empty outside [CaseAnalysis].
	Context string
	// Question is what is asked about the case, or what the client tells.
	Question string
	// Sections are the four sections of a [CaseAnalysis] with their rubrics, in the order of the
	// dataset; nil in other subsets.
	Sections []Section
	// RubricText is the rubric outside [CaseAnalysis], byte for byte; empty for a case analysis.
	RubricText string
	// MaxPoints are what the whole sample is worth: the sum of the sections' points; the score that
	// the dataset states for a statement; for a consultation the sum of the points of its rubric's
	// items, which is also the total that the rubric states, if it states one that adds up.
	MaxPoints float64
	// TaskPrompts are what the model under test is asked. The zero value is the library's own.
	TaskPrompts TaskPrompts
	// Answer is the answer under judgement, as the model gave it.
	Answer string
	// Answered says that Answer is an answer even if it is the empty string. [SetAnswers] sets it.
	Answered bool
}

// HasAnswer reports whether there is an answer to grade: Answer is not empty, or Answered says so.
func (s Sample) HasAnswer() bool { return s.Answered || s.Answer != "" }

// ID returns SampleID.
func (s Sample) ID() string { return s.SampleID }

// Response returns Answer.
func (s Sample) Response() string { return s.Answer }

// Conversation returns the one message that the model under test is asked, made by TaskPrompts.
func (s Sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: s.TaskPrompts.Render(s)}}
}

// Rubric returns a [rubric.List]: for a case analysis one criterion for each section, with the
// section's name as ID; else one criterion with the ID [Total]. The weights are the points.
func (s Sample) Rubric() rubric.Rubric {
	if s.Subset != CaseAnalysis {
		return rubric.List{{ID: Total, Text: s.RubricText, Weight: s.MaxPoints}}
	}
	list := make(rubric.List, len(s.Sections))
	for i, section := range s.Sections {
		list[i] = rubric.Criterion{ID: section.Name, Text: section.Text, Weight: section.Points}
	}
	return list
}
