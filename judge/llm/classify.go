package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// response is what came over the wire, read to its end.
type response struct {
	status int
	header http.Header
	body   []byte
	// err is the error that ended the reading of the body early.
	err error
}

// classify says what a response is. api tells how to read a good one; sent names the parameters that
// the request carried.
func classify(r response, api API, sent []string) envelope {
	e := envelope{status: r.status, whole: r.err == nil}
	switch {
	case r.status >= 400:
		f := readFault(r.body)
		if packed(r.header) != "" && !utf8.Valid(r.body) {
			f = fault{message: packed(r.header)}
		}
		e.fail(f, r.status, sent)
		if isMissingPoll(api, r.status, f) {
			e.again = againPoll
		}
	case r.status >= 300:
		e.set(classConfig, "the endpoint redirects; redirects are not followed: set the base URL to where it leads")
	case r.err != nil:
		e = classifyNet(r.err)
		e.status = r.status
	case r.status < 200:
		e.set(classBadBody, fmt.Sprintf("the endpoint answers with the status %03d, which is no final one", r.status))
	default:
		e.readGood(r, api, sent)
	}
	if e.again != againSame && e.again != againPoll {
		return e
	}
	e.wait, e.hinted = waitHint(r.header, e.outcome() == outcomeRefused, e.fault, time.Now())
	if e.hinted && e.wait > longWait {
		e.again = againNever
	}
	return e
}

// longWait is the wait above which a repeat within the run is out of the question.
const longWait = time.Hour

// isMissingPoll reports whether a response in the making is not there, or not there yet.
func isMissingPoll(api API, status int, f fault) bool {
	text := normalize(f.message)
	return api == Responses && status == 404 && strings.Contains(text, "response") &&
		strings.Contains(text, "not found") && !strings.Contains(text, "model")
}

func (e *envelope) set(c class, message string) {
	e.class, e.again, e.fault = c, c.again(), fault{message: message}
}

// fail takes the class of an error that was read from a body.
func (e *envelope) fail(f fault, status int, sent []string) {
	c := f.classify(status, sent)
	e.class, e.again, e.fault = c, c.again(), f
	if c == classTruncated {
		e.reply.Finish = "length"
	}
}

// readGood classifies a response with a status of the 200s.
func (e *envelope) readGood(r response, api API, sent []string) {
	body := bytes.TrimSpace(plainUTF8(bytes.TrimSpace(r.body)))
	switch {
	case len(body) == 0:
		e.set(classBadBody, "the response is empty")
		return
	case packed(r.header) != "" && !utf8.Valid(body):
		e.set(classBadBody, packed(r.header))
		return
	case foreignCharset(r.header, body) != "":
		e.set(classBadBody, "the response is in the charset "+cutText(foreignCharset(r.header, body), 40)+"; JSON is UTF-8")
		return
	case body[0] == '<':
		e.readPage(r.header.Get("Content-Type"))
		return
	case isStream(body):
		e.readStream(body, sent)
		return
	}
	if body[0] == '{' && e.readObject(body, api, sent) == nil {
		return
	}
	first, rest, err := firstValue(body)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.set(classTruncated, "the response breaks off")
		e.whole = false
	case err != nil:
		e.set(classBadBody, "the response is not JSON: "+plainText(body))
	case first[0] != '{':
		e.badShape(first, sent)
	default:
		_ = e.readObject(first, api, sent) // one JSON value for certain
		e.readTrailer(rest)
	}
}

// readPage classifies a page for people. One that is declared as JSON may be a gateway's accident.
func (e *envelope) readPage(contentType string) {
	kind, _, _ := mime.ParseMediaType(contentType)
	e.set(classBadBody, fmt.Sprintf("the endpoint answers with a page (%q), not with a completion: check the base URL", kind))
	e.fault.html = true
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		e.again = againNever
	}
}

// readObject classifies an object. It fails only when the body is not one JSON value.
func (e *envelope) readObject(body []byte, api API, sent []string) error {
	if api == Responses {
		return e.readResponses(body, sent)
	}
	return e.readChat(body, sent)
}

// firstValue splits a body into its first JSON value and what follows. It fails with
// io.ErrUnexpectedEOF when the value breaks off.
func firstValue(body []byte) (first, rest []byte, err error) {
	d := json.NewDecoder(bytes.NewReader(body))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, nil, err
	}
	return raw, bytes.TrimSpace(body[d.InputOffset():]), nil
}

// readTrailer looks at what follows the first value of a body. A stray end mark of a stream does no
// harm; anything else means that the reply cannot be relied on.
func (e *envelope) readTrailer(rest []byte) {
	if len(rest) == 0 || string(rest) == "data: [DONE]" || string(rest) == "[DONE]" {
		return
	}
	if e.class != classOK {
		return
	}
	var b struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(rest, &b) == nil && says(b.Error) {
		e.set(classInBandError, "an error follows the reply: "+readFault(b.Error).message)
		return
	}
	e.set(classBadBody, "something follows the reply: "+plainText(rest))
}

// isStream reports whether a body is framed as server-sent events.
func isStream(body []byte) bool {
	for _, p := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(body, []byte(p)) {
			return true
		}
	}
	return false
}

// readStream classifies a stream that nobody asked for: an error in its first event counts as one.
func (e *envelope) readStream(body []byte, sent []string) {
	for line := range bytes.Lines(body) {
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		if !ok {
			continue
		}
		var b struct {
			Error json.RawMessage `json:"error"`
		}
		if json.Unmarshal(data, &b) == nil && says(b.Error) {
			e.fail(readFault(b.Error), 200, sent)
			return
		}
		break
	}
	e.set(classBadBody, "the endpoint answers with a stream although none was asked for")
	e.again = againNever
}

// badShape classifies JSON that is no completion: an error without an error key, or anything else.
func (e *envelope) badShape(body []byte, sent []string) {
	f := readFault(body)
	if len(f.codes) == 0 && f.status == 0 && f.message == "" || body[0] != '{' && body[0] != '[' {
		e.set(classBadBody, "the response is JSON but no completion: "+plainText(body))
		return
	}
	e.fail(f, 200, sent)
	if e.class == classInBandError && f.status == 0 && (f.message == "" || f.fine) {
		e.set(classBadBody, "the response is JSON but no completion: "+plainText(body))
	}
}
