package llm

import (
	"encoding/json"
	"strings"
)

// responsesBody is what is read of a response of the Responses API.
type responsesBody struct {
	ID         string          `json:"id"`
	Model      string          `json:"model"`
	Status     string          `json:"status"`
	Error      json.RawMessage `json:"error"`
	Incomplete *struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []outputItem `json:"output"`
	Usage  wireUsage    `json:"usage"`
}

type outputItem struct {
	Type    string          `json:"type"`
	Status  string          `json:"status"`
	Phase   string          `json:"phase"`
	Content json.RawMessage `json:"content"`
	Summary json.RawMessage `json:"summary"`
}

// readResponses classifies the body of a Responses API response with a good status: error and status
// come before any text. It fails only when the body is not one JSON value.
func (e *envelope) readResponses(body []byte, sent []string) error {
	var b responsesBody
	if err := decode(body, &b); err != nil {
		return err
	}
	e.served, e.id = b.Model, b.ID
	e.usage, e.metered = b.Usage.read()
	e.readOutput(b.Output)
	if says(b.Error) {
		e.fail(readFault(b.Error), 200, sent)
		return nil
	}
	e.readStatus(&b, body, sent)
	return nil
}

// readStatus classifies a response by its status.
func (e *envelope) readStatus(b *responsesBody, body []byte, sent []string) {
	switch b.Status {
	case "queued", "in_progress":
		if b.ID == "" {
			e.set(classBadBody, "the response is "+b.Status+" and has no ID")
			return
		}
		e.set(classPending, "the response is "+b.Status)
	case "incomplete":
		e.reply.Finish = "length"
		if b.Incomplete != nil && b.Incomplete.Reason == "content_filter" {
			e.reply.Finish = "content_filter"
		}
		e.finish()
	case "failed":
		e.set(classServer, "the response failed, without a reason")
	case "cancelled", "canceled":
		e.set(classAbort, "the response was cancelled")
	case "completed", "":
		if b.Output == nil {
			if isChat(body) {
				e.set(classBadBody, "the endpoint answers with a chat completion: check Config.API and the base URL")
				e.again = againNever
				return
			}
			e.badShape(body, sent)
			return
		}
		if e.reply.Finish == "" {
			e.reply.Finish = "stop"
		}
		e.finish()
	default:
		e.set(classBadBody, "the response has the unknown status "+cutText(b.Status, 40))
	}
}

// readOutput takes the reply from the message that is final, or else from the last one. Earlier ones
// are commentary.
func (e *envelope) readOutput(items []outputItem) {
	var last *outputItem
	for i := range items {
		item := &items[i]
		switch item.Type {
		case "message":
			if last == nil || item.Phase == "final_answer" || last.Phase != "final_answer" {
				last = item
			}
		case "reasoning":
			var p parts
			p.read(item.Summary)
			p.read(item.Content)
			e.reply.Reasoning += p.reasoning.String() + p.text.String()
		}
	}
	if last == nil {
		return
	}
	var p parts
	p.read(last.Content)
	e.reply.Text = p.text.String()
	e.reply.Refusal = p.refusal.String()
	if strings.EqualFold(last.Status, "incomplete") {
		e.reply.Finish = "length"
	}
}
