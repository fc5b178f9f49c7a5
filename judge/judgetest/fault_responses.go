package judgetest

// Faults of the Responses API alone.
const (
	ResponsesEmpty       Fault = "responses-empty"        // status completed, and no output
	ResponsesFailed      Fault = "responses-failed"       // status failed: an error of the server
	ResponsesFailedQuota Fault = "responses-failed-quota" // status failed: no quota left
	ResponsesFailedRate  Fault = "responses-failed-rate"  // status failed: a rate limit
	ResponsesQueued      Fault = "responses-queued"       // queued; the second poll has the answer
	ResponsesInProgress  Fault = "responses-in-progress"  // in progress; the first poll has the answer
	ResponsesPollError   Fault = "responses-poll-error"   // queued; the first poll fails with 500, the second has the answer
	ResponsesPollGone    Fault = "responses-poll-gone"    // queued; every poll is told that there is no such answer
	ResponsesStuck       Fault = "responses-stuck"        // queued and never ready: polls need a deadline
	ResponsesTwoMessages Fault = "responses-two-messages" // a message with the opposite verdict as commentary, then the answer
	ResponsesReasoning   Fault = "responses-reasoning"    // reasoning with the opposite verdict, then the answer
)

var responsesFaults = map[Fault]spec{
	ResponsesEmpty:       {action: AskAgain, responses: output(func(*exchange) []any { return []any{} })},
	ResponsesFailed:      {action: Retry, responses: failed("server_error", "boom")},
	ResponsesFailedQuota: {action: StopRun, responses: failed("insufficient_quota", "You exceeded your current quota.")},
	ResponsesFailedRate:  {action: Wait, responses: failed("rate_limit_exceeded", "slow down")},
	ResponsesQueued:      {action: Poll, responses: later("queued", pollProgress)},
	ResponsesInProgress:  {action: Poll, responses: later("in_progress")},
	ResponsesStuck:       {action: GiveUp, responses: later("queued", pollProgress, pollAgain)},
	ResponsesPollError:   {action: Poll, responses: later("queued", pollError)},
	ResponsesPollGone:    {action: Retry, responses: later("queued", pollGone, pollAgain)},
	ResponsesTwoMessages: {action: Use, responses: output(twoMessages)},
	ResponsesReasoning:   {action: Use, responses: output(reasoningFirst)},
}

// message is an output item with text.
func message(text string) object {
	return object{
		"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
		"content": []any{object{"type": "output_text", "text": text, "annotations": []any{}}},
	}
}

// reasoning is an output item with text that is not for the reader.
func reasoning(text string) object {
	return object{
		"type": "reasoning", "id": "rs_1", "summary": []any{},
		"content": []any{object{"type": "reasoning_text", "text": text}},
	}
}

// declined is an output item with a refusal.
func declined() object {
	return object{
		"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
		"content": []any{object{"type": "refusal", "refusal": "I will not grade this."}},
	}
}

// output sets the items of the answer.
func output(f func(*exchange) []any) func(object, *exchange) {
	return func(doc object, x *exchange) { doc["output"] = f(x) }
}

// incomplete ends the answer early, with what edit leaves of its text, or with reasoning alone.
func incomplete(reason string, edit func(string) string) func(object, *exchange) {
	return func(doc object, x *exchange) {
		doc["status"] = "incomplete"
		doc["incomplete_details"] = object{"reason": reason}
		if edit == nil {
			doc["output"] = []any{reasoning("The criterion asks for a date.")}
			x.usage.reasoning = x.usage.completion
			doc["usage"] = x.usage.responses()
			return
		}
		m := message(edit(x.text))
		m["status"] = "incomplete"
		doc["output"] = []any{m}
	}
}

func cancelled(doc object, _ *exchange) {
	doc["status"] = "cancelled"
	doc["output"] = []any{}
	doc["usage"] = nil
}

func failed(code, message string) func(object, *exchange) {
	return func(doc object, _ *exchange) {
		doc["status"] = "failed"
		doc["error"] = object{"code": code, "message": message}
		doc["output"] = []any{}
		doc["usage"] = nil
	}
}

func twoMessages(x *exchange) []any {
	text, err := flip(x.text)
	if err != nil {
		text = "Let me see."
	}
	draft, final := message(text), message(x.text)
	draft["id"], draft["phase"] = "msg_0", "commentary"
	final["phase"] = "final_answer"
	return []any{draft, final}
}

func reasoningFirst(x *exchange) []any {
	text, err := flip(x.text)
	if err != nil {
		text = "Let me see."
	}
	return []any{reasoning(text), message(x.text)}
}

// later keeps the answer back: the response has the status, the polls after it do the given steps,
// and the poll after those has the answer.
func later(status string, steps ...pollStep) func(object, *exchange) {
	return func(doc object, x *exchange) {
		x.pending = &pending{doc: copied(doc), steps: steps}
		waiting(doc, status)
	}
}

// waiting turns an answer into one that is not ready.
func waiting(doc object, status string) {
	doc["status"] = status
	doc["output"] = []any{}
	doc["usage"] = nil
}
