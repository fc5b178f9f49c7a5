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

// reason returns why the response is incomplete; empty when it does not say that it is.
func (b *responsesBody) reason() string {
	if b.Incomplete == nil {
		return ""
	}
	return b.Incomplete.Reason
}

type outputItem struct {
	Role    string          `json:"role"`
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
	b.Usage.read(e)
	differ, calls := e.readOutput(b.Output)
	if e.setTwice(body, responsesMembers) {
		return nil
	}
	if says(b.Error) {
		e.fail(readFault(b.Error), 200, sent)
		return nil
	}
	e.readStatus(&b, body, sent)
	switch {
	case e.class == classEmpty && calls:
		e.set(classEmpty, noText+": it is a call of a tool")
	case e.class == classOK && differ:
		e.set(classConflict, "the response has several final messages, which differ")
	}
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
		e.reply.Finish = incompleteFinish(b.reason())
		e.finish()
	case "failed":
		e.set(classServer, "the response failed, without a reason")
	case "cancelled", "canceled", "expired":
		e.set(classAbort, "the response was "+b.Status)
	case "completed", "":
		if b.Output == nil {
			if isChat(body) {
				e.set(classBadBody, "the endpoint answers with a chat completion: check Config.API and the base URL")
				return
			}
			e.badShape(body, sent)
			return
		}
		switch {
		case e.reply.Finish != "":
		case b.reason() != "":
			e.reply.Finish = incompleteFinish(b.reason())
		default:
			e.reply.Finish = "stop"
		}
		e.finish()
	default:
		e.set(classBadBody, "the response has the unknown status "+cutText(inOneLine(b.Status), 40))
	}
}

// readOutput takes the reply from the message that is final, or else from the last one: earlier ones are
// commentary. It reports whether there are final messages that differ, and whether there are calls of
// tools.
func (e *envelope) readOutput(items []outputItem) (differ, calls bool) {
	var last *outputItem
	reply := new(parts)
	for i := range items {
		item := &items[i]
		p := new(parts)
		switch item.Type {
		case "message":
			if !isModel(item.Role) || last != nil && last.Phase == finalPhase && item.Phase != finalPhase {
				continue
			}
			p.read(item.Content)
			if last != nil && last.Phase == finalPhase && !sameText(p.text.String(), reply.text.String()) {
				differ = true
			}
			last, reply = item, p
		case "reasoning":
			p.read(item.Summary)
			p.read(item.Content)
			e.reply.Reasoning += p.reasoning.String() + p.text.String()
		case "function_call", "custom_tool_call", "mcp_call":
			calls = true
		}
	}
	if last == nil {
		return differ, calls
	}
	e.reply.Text = reply.text.String()
	e.reply.Refusal = reply.refusal.String()
	if strings.EqualFold(last.Status, "incomplete") {
		e.reply.Finish = "length"
	}
	return differ, calls
}

// finalPhase is the phase of the message that is the answer.
const finalPhase = "final_answer"

// incompleteFinish brings the reason of an incomplete response to the words of the Chat Completions API.
func incompleteFinish(reason string) string {
	if reason == "content_filter" {
		return reason
	}
	return "length"
}
