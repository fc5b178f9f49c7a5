package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// ending is what the reason why a reply ended allows.
type ending uint8

const (
	// regular: the judge said all that it wanted to say.
	regular ending = iota
	// unknown: the endpoint does not say. What is read as regular, and a reply that breaks off counts
	// as truncated.
	unknown
	// broken: the reply may not be whole. It is read only when all of it is one valid object.
	broken
	// stopped: the reply is not to be used.
	stopped
)

// endingOf says what finish allows, and the code and words for a reply that it does not allow.
func endingOf(finish string) (ending, judge.Code, string) {
	switch f := strings.ToLower(finish); f {
	case "":
		return unknown, judge.Truncated, "the reply breaks off"
	case "stop", "completed", "complete", "end_turn", "eos", "eos_token", "stop_sequence", "finished":
		return regular, judge.Malformed, ""
	case "length", "max_tokens", "max_output_tokens", "model_length", "incomplete":
		return broken, judge.Truncated, "the reply was cut at its length limit"
	case "content_filter", "content_filtered", "safety", "recitation", "blocklist", "prohibited_content":
		return stopped, judge.Filtered, "a content filter ended the reply"
	case "refusal":
		return stopped, judge.Refused, "the judge declined to grade"
	case "tool_calls", "tool_use", "function_call":
		return broken, judge.Malformed, "the reply ended in a tool call; the object is due in the text"
	}
	return broken, judge.Truncated, "the reply ended with " + quote(finish)
}

// envelope checks what stands around the text of a reply. It returns an error for a reply whose text
// is not looked at.
func envelope(r judge.Reply, textIsEmpty bool) (ending, *judge.Error) {
	end, code, fault := endingOf(r.Finish)
	switch {
	case trim(r.Refusal) != "":
		return end, judge.Errorf(judge.Refused, "the judge declined to grade: %s", quote(r.Refusal))
	case end == stopped:
		return end, judge.Errorf(code, "%s", fault)
	case !textIsEmpty:
		return end, nil
	case end == broken:
		return end, judge.Errorf(code, "%s before it held any text", fault)
	case trim(r.Reasoning) != "":
		return end, judge.Errorf(judge.Empty, "the answer is empty: all text came as reasoning, which is not graded")
	}
	return end, judge.Errorf(judge.Empty, "the reply is empty")
}
