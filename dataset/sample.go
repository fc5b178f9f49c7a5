package dataset

import "github.com/assize-eval/assize/rubric"

// Roles of a [Message].
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Message is one turn of a conversation.
type Message struct {
	// Role is who speaks: [System], [User] or [Assistant].
	Role string `json:"role"`
	// Content is what was said, byte for byte as the dataset has it.
	Content string `json:"content"`
}

// Sample is one conversation with the answer under judgement.
//
// Its methods may be called from several goroutines and return the same values every time; callers
// do not change what they return.
type Sample interface {
	// ID names the sample: unique and stable in its dataset.
	ID() string
	// Conversation returns the messages, oldest first. The last one is a user turn.
	Conversation() []Message
	// Response returns the answer to grade. It may be empty: an empty answer is graded like any
	// other. A sample that has no answer at all is not handed to a judge.
	Response() string
	// Rubric returns what the answer is graded against.
	Rubric() rubric.Rubric
}
