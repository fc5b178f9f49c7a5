package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// chatBody is what is read of a Chat Completions response. Fields that servers fill in several ways
// are left raw.
type chatBody struct {
	Object  string          `json:"object"`
	Model   string          `json:"model"`
	Error   json.RawMessage `json:"error"`
	Choices []chatChoice    `json:"choices"`
	Usage   wireUsage       `json:"usage"`
}

type chatChoice struct {
	Finish  string          `json:"finish_reason"`
	Error   json.RawMessage `json:"error"`
	Message *chatMessage    `json:"message"`
	Delta   json.RawMessage `json:"delta"`
}

type chatMessage struct {
	Role             string          `json:"role"`
	Error            json.RawMessage `json:"error"`
	Content          json.RawMessage `json:"content"`
	Refusal          json.RawMessage `json:"refusal"`
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	Reasoning        json.RawMessage `json:"reasoning"`
	Thinking         json.RawMessage `json:"thinking"`
	ToolCalls        json.RawMessage `json:"tool_calls"`
	FunctionCall     json.RawMessage `json:"function_call"`
}

// readChat classifies the body of a Chat Completions response with a good status. It fails only when
// the body is not one JSON value.
func (e *envelope) readChat(body []byte, sent []string) error {
	var b chatBody
	if err := decode(body, &b); err != nil {
		return err
	}
	e.served = b.Model
	b.Usage.read(e)
	switch {
	case e.setTwice(body, chatMembers):
	case says(b.Error):
		e.fail(readFault(b.Error), 200, sent)
	case b.Choices == nil && b.Object == "response":
		e.set(classBadBody, "the endpoint answers with a response of the Responses API: check Config.API and the base URL")
	case b.Choices == nil:
		e.badShape(body, sent)
	case len(b.Choices) == 0:
		e.set(classEmpty, "the response has no choices")
	default:
		e.readChoices(b.Choices, sent)
	}
	return nil
}

// decode decodes a JSON value. Fields of another type than expected are left as they were, so that an
// odd field never costs a reply; it fails only when the body is not one JSON value.
func decode(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return nil
}

func (e *envelope) readChoice(c chatChoice, sent []string) {
	if says(c.Error) {
		e.fail(readFault(c.Error), 200, sent)
		return
	}
	if c.Message == nil {
		if says(c.Delta) {
			e.set(classBadBody, "the endpoint answers with a stream although none was asked for")
			e.again = againNever
			return
		}
		e.set(classEmpty, "the choice has no message")
		return
	}
	if says(c.Message.Error) {
		e.fail(readFault(c.Message.Error), 200, sent)
		return
	}
	if !isModel(c.Message.Role) {
		e.set(classBadBody, "the message of the response is not the model's, but has the role "+cutText(inOneLine(c.Message.Role), 40))
		return
	}
	e.reply.Finish = c.Finish
	var p parts
	p.read(c.Message.Content)
	e.reply.Text = p.text.String()
	e.reply.Refusal = plainString(c.Message.Refusal) + p.refusal.String()
	e.reply.Reasoning = cmp.Or(plainString(c.Message.ReasoningContent), plainString(c.Message.Reasoning), plainString(c.Message.Thinking), p.reasoning.String())
	e.finish()
	if e.class == classEmpty && (says(c.Message.ToolCalls) || says(c.Message.FunctionCall)) {
		e.set(classEmpty, noText+": it is a call of a tool")
	}
}

// isModel reports whether a role is not that of one whose messages are sent: an endpoint that sends a
// message back has not answered it.
func isModel(role string) bool {
	switch strings.ToLower(role) {
	case "user", "system", "developer", "tool", "function":
		return false
	}
	return true
}

// noText says of a reply that it is empty.
const noText = "the reply has no text"

// finish classifies a reply by the reason it ended for, before its text is looked at. The reason is
// brought to the words of the Chat Completions API.
func (e *envelope) finish() {
	switch finishClass(e.reply.Finish) {
	case classTruncated:
		e.reply.Finish = "length"
		e.set(classTruncated, "the reply was cut by its token budget")
		return
	case classContentFilter:
		e.reply.Finish = "content_filter"
		e.set(classContentFilter, "a content filter stopped the reply")
		return
	case classInBandError:
		e.set(classInBandError, "the endpoint gave up in the middle of the reply")
		return
	case classAbort:
		e.set(classAbort, "the endpoint ended the reply before its end")
		return
	case classRefusal:
		e.set(classRefusal, "the model refused")
		return
	case classOK:
		e.reply.Finish = "stop"
	}
	switch {
	case strings.TrimSpace(e.reply.Refusal) != "":
		e.set(classRefusal, "the model refused: "+cutText(inOneLine(e.reply.Refusal), 300))
	case strings.TrimSpace(e.reply.Text) == "":
		e.set(classEmpty, noText)
	default:
		e.set(classOK, "")
	}
}

// parts gathers the texts of a content by their kind.
type parts struct{ text, reasoning, refusal strings.Builder }

// read takes a content: a string, a list of parts, or one part. Of the parts only those of text are
// the answer.
func (p *parts) read(raw json.RawMessage) {
	if len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '"':
		p.text.WriteString(plainString(raw))
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			for _, item := range list {
				p.read(item)
			}
		}
	case '{':
		p.readPart(raw)
	}
}

func (p *parts) readPart(raw json.RawMessage) {
	var part struct {
		Type      *string         `json:"type"`
		Text      json.RawMessage `json:"text"`
		Refusal   json.RawMessage `json:"refusal"`
		Thinking  json.RawMessage `json:"thinking"`
		Reasoning json.RawMessage `json:"reasoning"`
	}
	if json.Unmarshal(raw, &part) != nil {
		return
	}
	switch {
	case part.Type == nil && len(part.Text) == 0:
		// Some servers hand out the object that the model wrote in place of its text.
		p.text.Write(raw)
	case part.Type == nil, *part.Type == "text", *part.Type == "output_text":
		p.text.WriteString(plainString(part.Text))
	case *part.Type == "refusal":
		p.refusal.WriteString(plainString(part.Refusal))
	case *part.Type == "thinking", *part.Type == "reasoning", *part.Type == "reasoning_text", *part.Type == "summary_text":
		for _, r := range []json.RawMessage{part.Thinking, part.Reasoning, part.Text} {
			var inner parts
			inner.read(r)
			p.reasoning.WriteString(inner.text.String())
		}
	}
}

// plainString returns the string that raw is, or "".
func plainString(raw json.RawMessage) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// says reports whether a field for errors or streams holds anything, at any depth: some servers have an error
// beside each reply, with nothing in it.
func says(raw json.RawMessage) bool {
	return len(raw) > maxEmpty || holds(gjson.ParseBytes(raw), 0)
}

// maxEmpty is the length above which a field holds something for certain.
const maxEmpty = 1 << 10

func holds(v gjson.Result, depth int) (found bool) {
	if !v.IsObject() && !v.IsArray() {
		return v.Type != gjson.Null && v.Type != gjson.False && v.Raw != "0" && (v.Type != gjson.String || v.Str != "")
	}
	if depth > maxDepth {
		return true
	}
	v.ForEach(func(_, member gjson.Result) bool {
		found = holds(member, depth+1)
		return !found
	})
	return found
}
