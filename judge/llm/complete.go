package llm

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// Completion is a model's answer to a conversation.
type Completion struct {
	// Text is the answer.
	Text string
	// Finish is why it ended, in the words of the Chat Completions API; "length" when its token budget
	// cut it. Empty when the endpoint does not say.
	Finish string
	// Reasoning is text that the endpoint marks as reasoning.
	Reasoning string
	// Refusal is text that the endpoint marks as a refusal.
	Refusal string
	// Source says who answered and what was sent beside model and messages.
	Source judge.Source
	// Usage is what all calls for the answer cost.
	Usage judge.Usage
}

// Truncated reports whether the answer was cut by its token budget.
func (c Completion) Truncated() bool { return c.Finish == "length" }

// Complete has the model continue a conversation, for the answers of a model that is to be judged. It
// classifies, waits and retries as [Judge.Grade] does, but changes nothing of what it asks: it adds no
// reminders, sends no output form, and repeats an empty reply as it is, at most [Config].Reasks times.
//
// An answer that was cut has [Completion.Truncated] and no error. The error is an *[judge.Error]; the
// Completion with it holds the usage and whatever came, such as the text of a refusal.
func (j *Judge) Complete(ctx context.Context, messages []dataset.Message) (Completion, error) {
	if j == nil || j.e == nil {
		return Completion{}, errNotMade
	}
	if err := checkMessages(messages); err != nil {
		return Completion{}, &judge.Error{Code: judge.BadRequest, Err: err}
	}
	q := chatQuestion(messages)
	q.key = tailKey{plain: true, tokens: j.e.MaxTokens}
	var t tally
	a, failed := j.e.complete(ctx, q, &t)
	c := a.completion()
	c.Source, c.Usage = j.e.source(&a), t.usage
	if failed = j.e.settle(&t, conversationOf(messages), failed); failed != nil {
		return c, failed
	}
	return c, nil
}

func (e *engine) complete(ctx context.Context, q *question, t *tally) (answer, *judge.Error) {
	for n := 0; ; n++ {
		a, failed := e.ask(ctx, q, t)
		switch {
		case failed != nil:
			return a, failed
		case a.class == classOK, a.cut():
			return a, nil
		case a.class != classEmpty && a.class != classConflict || n >= e.Reasks || t.spent >= e.TotalTimeout:
			return a, e.failure(&a.envelope, t, nil)
		}
	}
}

// completion returns what a response holds of an answer.
func (e *envelope) completion() Completion {
	u := e.usage
	u.Calls = 1
	if !e.metered {
		u.Unmetered = 1
	}
	return Completion{
		Text: e.reply.Text, Finish: e.reply.Finish, Reasoning: e.reply.Reasoning, Refusal: e.reply.Refusal,
		Source: judge.Source{Judge: "llm", Served: e.served}, Usage: u,
	}
}

// conversationOf names a conversation by its last message.
func conversationOf(messages []dataset.Message) string { return messages[len(messages)-1].Content }

func checkMessages(messages []dataset.Message) error {
	if len(messages) == 0 {
		return errors.New("there are no messages")
	}
	blank := func(m dataset.Message) bool { return strings.TrimSpace(m.Content) == "" }
	if !slices.ContainsFunc(messages, func(m dataset.Message) bool { return !blank(m) }) {
		return errors.New("all messages are empty")
	}
	if i := slices.IndexFunc(messages, func(m dataset.Message) bool { return m.Role == "" }); i >= 0 {
		return errors.New("a message has no role")
	}
	return nil
}
