package judge

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// Task is one question to a judge.
//
// A task is read only once it is handed to [Run]. Its zero value is not useful: Run reports a task
// without a sample or without criteria as an error of that task.
type Task struct {
	// Sample is the conversation with the answer under judgement.
	Sample dataset.Sample
	// Criteria are the criteria that the verdict must answer: one in PRBench, a whole rubric in
	// PLawBench.
	Criteria []rubric.Criterion
	// Prompt is what an LLM judge is asked. A programmatic judge may ignore it.
	Prompt Prompt
	// Render, when it is not nil, makes the prompt just before the task is graded, so that the
	// prompts of a large run need not be in memory at once. Run calls it and puts its result into
	// Prompt for the time of the call.
	Render func() Prompt
	// Contract reads the reply of an LLM judge. A programmatic judge may ignore it.
	Contract Contract
	// Repeat counts the independent repeats of the same question, from 0.
	Repeat int
}

// Prompt is the text of one question to an LLM judge. System goes out as a system message when it
// is not empty; Prefix and Suffix, joined without a separator, are the user message.
type Prompt struct {
	// System is the system message; empty for none.
	System string
	// Prefix is the part of the user message that is identical for all tasks of a sample, so that a
	// provider can cache it.
	Prefix string
	// Suffix is the rest of the user message.
	Suffix string
}

// User returns the whole user message.
func (p Prompt) User() string { return p.Prefix + p.Suffix }
