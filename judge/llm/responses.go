package llm

import (
	"encoding/json"
	"strings"
)

// responsesBody is what is read of a response of the Responses API.
type responsesBody struct {
	ID         word            `json:"id"`
	Model      word            `json:"model"`
	Status     word            `json:"status"`
	Error      json.RawMessage `json:"error"`
	Incomplete *struct {
		Reason word `json:"reason"`
	} `json:"incomplete_details"`
	Output *[]outputItem   `json:"output"`
	Usage  json.RawMessage `json:"usage"`
}

type outputItem struct {
	Type    word            `json:"type"`
	Status  word            `json:"status"`
	Phase   word            `json:"phase"`
	Content json.RawMessage `json:"content"`
	Summary json.RawMessage `json:"summary"`
}

// readResponses classifies the body of a Responses API response with a good status: error and status
// come before any text.
func (e *envelope) readResponses(body []byte, sent []string) {
	var b responsesBody
	if err := json.Unmarshal(body, &b); err != nil {
		e.badShape(body, sent)
		return
	}
	e.served, e.id = string(b.Model), string(b.ID)
	e.usage, e.metered = readUsage(b.Usage)
	if b.Output != nil {
		e.readOutput(*b.Output)
	}
	if says(b.Error) {
		e.fail(readFault(b.Error), 200, sent)
		return
	}
	switch b.Status {
	case "queued", "in_progress":
		if b.ID == "" {
			e.set(classBadBody, "the response is "+string(b.Status)+" and has no ID")
			return
		}
		e.set(classPending, "the response is "+string(b.Status))
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
			e.badShape(body, sent)
			return
		}
		if e.reply.Finish == "" {
			e.reply.Finish = "stop"
		}
		e.finish()
	default:
		e.set(classBadBody, "the response has the unknown status "+cutText(string(b.Status), 40))
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
	if strings.EqualFold(string(last.Status), "incomplete") {
		e.reply.Finish = "length"
	}
}
