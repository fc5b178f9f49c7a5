package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// batchLine is one line of the output or the error file of a Batch job.
type batchLine struct {
	CustomID string `json:"custom_id"`
	Response *struct {
		Status int             `json:"status_code"`
		Body   json.RawMessage `json:"body"`
	} `json:"response"`
	Error json.RawMessage `json:"error"`
}

// ReadBatchLine reads one line of the output or the error file of a Batch job, as OpenAI and
// "vllm run-batch" write them, with the same classification as a live response. It returns the custom
// ID of the request that the line answers, which is the only thing that tells whose answer it is: the
// lines come in any order.
//
// The error is an *[judge.Error], nil when the completion has text. With [judge.Malformed] the line
// belongs to no request; with [judge.Transport] the request may be submitted again.
func ReadBatchLine(line []byte) (customID string, c Completion, err error) {
	id, e := classifyBatch(line)
	if id == "" {
		return "", Completion{}, &judge.Error{Code: judge.Malformed, Err: e.err()}
	}
	return id, e.completion(), e.batchError()
}

func (e *envelope) batchError() error {
	switch {
	case e.class == classOK, e.cut():
		return nil
	case e.class == classPending:
		return &judge.Error{Code: judge.Transport, Err: e.err()}
	}
	return &judge.Error{Code: e.code(), Status: e.status, Stop: e.stop(), Attempts: 1, Err: e.err()}
}

// classifyBatch says what a line is. The ID is empty when the line cannot be attributed.
func classifyBatch(line []byte) (id string, e envelope) {
	var l batchLine
	if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' || decode(line, &l) != nil {
		e.set(classBadBody, "the line is no JSON object of a Batch job")
		e.again = againNever
		return "", e
	}
	id = l.CustomID
	switch {
	case strings.TrimSpace(id) == "":
		e.set(classBadBody, "the line has no custom_id")
		e.again = againNever
		return "", e
	case l.Response == nil && !says(l.Error):
		e.set(classBadBody, "the line has neither response nor error")
	case l.Response == nil:
		e.fail(readFault(l.Error), http.StatusOK, nil)
	case says(l.Error) && (l.Response.Status < 400 || !says(l.Response.Body)):
		e.status = l.Response.Status
		e.fail(readFault(l.Error), cmp.Or(e.status, http.StatusOK), nil)
	default:
		h := http.Header{"Content-Type": {"application/json"}}
		status := cmp.Or(l.Response.Status, http.StatusOK)
		e = classify(response{status: status, header: h, body: l.Response.Body}, apiOf(l.Response.Body), nil)
	}
	return id, e
}

// isChat reports whether a body holds a chat completion.
func isChat(body []byte) bool {
	var b struct {
		Choices []chatChoice `json:"choices"`
	}
	return decode(body, &b) == nil && len(b.Choices) > 0
}

// apiOf tells from a body which API it belongs to.
func apiOf(body []byte) API {
	var b struct {
		Object string          `json:"object"`
		Output json.RawMessage `json:"output"`
	}
	if decode(body, &b) == nil && (b.Object == "response" || b.Output != nil) {
		return Responses
	}
	return ChatCompletions
}
