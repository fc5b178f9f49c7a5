package prbench

import (
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// Sample is one task of PRBench with the answer under judgement. It implements [dataset.Sample].
//
// The expert's notes on the answer, which the dataset has as "scratchpad", are not kept: neither a
// model nor a judge may see them.
type Sample struct {
	// Task is the task's ID: 24 hexadecimal digits, unique in its split, and the same in the full
	// and the hard split.
	Task string
	// Split is "finance", "legal", "finance_hard" or "legal_hard": the split that Canary names, else
	// the one that the file's name begins with; empty when neither names one.
	Split string
	// Field is "Finance" or "Legal".
	Field string
	// Topic is the subject within the field. One topic has the same name in both fields.
	Topic string
	// Expert is "Expert" or "Non-Expert": who is asking.
	Expert string
	// Turns are the turns of the conversation, 1 to 10. The last one has no Response: it is the one
	// to be answered.
	Turns []Turn
	// Criteria are what experts look for in the answer, in the order of the dataset.
	Criteria []Criterion
	// EconomicPathway and DecisionType hold one or two labels each, in one string as the dataset has
	// them. [Sample.EconomicPathways] and [Sample.DecisionTypes] take them apart. They may be empty.
	EconomicPathway, DecisionType string
	// Canary is the string by which the dataset can be found in training data; it may be empty.
	Canary string
	// Answer is the answer under judgement, as the model gave it.
	Answer string
	// Answered says that Answer is an answer even if it is the empty string. [SetAnswers] sets it.
	Answered bool
}

// Turn is one turn of the user's, with what it was answered.
type Turn struct {
	// Prompt is what the user says, byte for byte.
	Prompt string
	// References are texts that the user hands over with the prompt; mostly none.
	References []string
	// Response is what the assistant answered; empty in the last turn.
	Response string
	// Model is the name of the model that gave Response.
	Model string
}

// Criterion is one thing that an expert looks for in an answer. Its Text is the dataset's "title".
type Criterion struct {
	rubric.Criterion
	// WeightClass is the class that selects the weight, from "critically important" to "critically
	// detrimental".
	WeightClass string
	// Description is the author's reason for the criterion. It is no part of what a judge is asked.
	Description string
}

// HasAnswer reports whether there is an answer to grade: Answer is not empty, or Answered says so.
func (s Sample) HasAnswer() bool { return s.Answered || s.Answer != "" }

// ID returns Task.
func (s Sample) ID() string { return s.Task }

// Response returns Answer, as the model gave it. A [Prompt] shows a judge what [StripReasoning]
// leaves of it.
func (s Sample) Response() string { return s.Answer }

// Rubric returns the criteria as a [rubric.List].
func (s Sample) Rubric() rubric.Rubric {
	list := make(rubric.List, len(s.Criteria))
	for i, c := range s.Criteria {
		list[i] = c.Criterion
	}
	return list
}

// Conversation returns the messages in order, from the first prompt to the last. The reference texts
// of a turn stand before its prompt, as the official code means to put them there:
//
//	Reference Text 0:
//	…
//
// (The released code leaves them out, since it looks for lists where there are arrays.)
func (s Sample) Conversation() []dataset.Message {
	messages := make([]dataset.Message, 0, 2*len(s.Turns))
	for i, t := range s.Turns {
		messages = append(messages, dataset.Message{Role: dataset.User, Content: t.content()})
		if i < len(s.Turns)-1 {
			messages = append(messages, dataset.Message{Role: dataset.Assistant, Content: t.Response})
		}
	}
	return messages
}
