package judgetest

// Faults of the answer. Those marked Chat do not exist in Responses.
const (
	ChoicesNull           Fault = "choices-null"            // Chat: choices are null
	ChoicesEmpty          Fault = "choices-empty"           // Chat: no choices, and tokens that were paid for
	ChoicesMissing        Fault = "choices-missing"         // Chat: no member for choices
	ChoiceRateLimit       Fault = "choice-rate-limit"       // Chat: an error with code 429 beside an empty choice
	ChoiceError           Fault = "choice-error"            // Chat: the finish reason is error
	FinishLength          Fault = "finish-length"           // the reply was cut at the limit of tokens; in Responses, status incomplete
	FinishLengthReasoning Fault = "finish-length-reasoning" // reasoning took all tokens; in Responses, status incomplete
	FinishFilter          Fault = "finish-filter"           // a content filter cut the reply; in Responses, status incomplete
	FinishAbort           Fault = "finish-abort"            // the server gave up half way; in Responses, status cancelled
	FinishNull            Fault = "finish-null"             // Chat: a whole reply without a finish reason
	ContentEmpty          Fault = "content-empty"           // the text is empty
	ContentNull           Fault = "content-null"            // Chat: the content is null
	ContentReasoning      Fault = "content-reasoning"       // all text is in the reasoning
	ContentParts          Fault = "content-parts"           // Chat: a list of parts: a draft as reasoning, then the text in two pieces
	ContentObject         Fault = "content-object"          // Chat: an object that holds the text
	ContentTool           Fault = "content-tool"            // Chat: a call of a tool that nobody offered
	ContentRefusal        Fault = "content-refusal"         // the model declines, in the field for it
	ServedOther           Fault = "served-other"            // another model answers than was asked for
)

var answerFaults = map[Fault]spec{
	ChoicesNull:     {action: Retry, chat: func(doc object, _ *exchange) { doc["choices"] = nil }},
	ChoicesEmpty:    {action: Retry, chat: func(doc object, _ *exchange) { doc["choices"] = []any{} }},
	ChoicesMissing:  {action: Retry, chat: func(doc object, _ *exchange) { delete(doc, "choices") }},
	ChoiceRateLimit: {action: Wait, chat: choiceRateLimit},
	ChoiceError:     {action: Retry, chat: finish("error", firstHalf)},

	FinishLength:          {action: AskAgain, chat: finish("length", firstHalf), responses: incomplete("max_output_tokens", firstHalf)},
	FinishLengthReasoning: {action: AskAgain, chat: allReasoning, responses: incomplete("max_output_tokens", nil)},
	FinishFilter:          {action: GiveUp, chat: finish("content_filter", firstHalf), responses: incomplete("content_filter", firstHalf)},
	FinishAbort:           {action: Retry, chat: finish("abort", firstHalf), responses: cancelled},
	FinishNull:            {action: Use, chat: func(doc object, _ *exchange) { choice(doc)["finish_reason"] = nil }},

	ContentEmpty:     {action: AskAgain, chat: setContent(func(*exchange) any { return "" }), responses: output(func(*exchange) []any { return []any{message("")} })},
	ContentNull:      {action: AskAgain, chat: setContent(func(*exchange) any { return nil })},
	ContentReasoning: {action: AskAgain, chat: reasoningOnly, responses: output(func(x *exchange) []any { return []any{reasoning(x.text)} })},
	ContentParts:     {action: Use, chat: setContent(parts)},
	ContentObject:    {action: AskAgain, chat: setContent(func(x *exchange) any { return object{"type": "text", "text": x.text} })},
	ContentTool:      {action: AskAgain, chat: toolCall},
	ContentRefusal:   {action: GiveUp, chat: refusal, responses: output(func(*exchange) []any { return []any{declined()} })},
	ServedOther:      {action: Use, chat: servedOther, responses: servedOther},
}

// choice returns the first choice of a chat answer.
func choice(doc object) object { return doc["choices"].([]any)[0].(object) }

// said returns the message of the first choice of a chat answer.
func said(doc object) object { return choice(doc)["message"].(object) }

func firstHalf(text string) string { return text[:len(text)/2] }

// finish sets the finish reason and changes the text.
func finish(reason string, edit func(string) string) func(object, *exchange) {
	return func(doc object, x *exchange) {
		choice(doc)["finish_reason"] = reason
		said(doc)["content"] = edit(x.text)
	}
}

// setContent sets the content of the message.
func setContent(f func(*exchange) any) func(object, *exchange) {
	return func(doc object, x *exchange) { said(doc)["content"] = f(x) }
}

func choiceRateLimit(doc object, _ *exchange) {
	said(doc)["content"] = nil
	doc["error"] = object{"message": "Provider returned error", "code": 429, "metadata": object{"raw": "error code: 1015"}}
}

// allReasoning spends every token on reasoning.
func allReasoning(doc object, x *exchange) {
	choice(doc)["finish_reason"] = "length"
	said(doc)["content"] = ""
	said(doc)["reasoning_content"] = "The criterion asks for a date. The answer has one, but"
	x.usage.reasoning = x.usage.completion
	doc["usage"] = x.usage.chat()
}

// reasoningOnly puts what should be the content into the field for reasoning.
func reasoningOnly(doc object, x *exchange) {
	said(doc)["content"] = ""
	said(doc)["reasoning_content"] = x.text
}

// parts is the content as a list: a draft in the reasoning, then the text in two pieces.
func parts(x *exchange) any {
	draft, err := flip(x.text)
	if err != nil {
		draft = "Let me see."
	}
	cut := len(firstHalf(x.text))
	return []any{
		object{"type": "thinking", "thinking": []any{object{"type": "text", "text": draft}}},
		object{"type": "text", "text": x.text[:cut]},
		object{"type": "text", "text": x.text[cut:]},
	}
}

func toolCall(doc object, x *exchange) {
	choice(doc)["finish_reason"] = "tool_calls"
	said(doc)["content"] = nil
	said(doc)["tool_calls"] = []any{object{
		"id": "call_1", "type": "function", "function": object{"name": "grade", "arguments": x.text},
	}}
}

func refusal(doc object, _ *exchange) {
	said(doc)["content"] = nil
	said(doc)["refusal"] = "I will not grade this."
}

func servedOther(doc object, x *exchange) { doc["model"] = x.Model + "-2026-11-01" }
