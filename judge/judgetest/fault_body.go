package judgetest

import "net/http"

// Faults of the body under status 200.
const (
	// The body is null, an empty list, or nothing but blanks.
	BodyNull  Fault = "body-null"
	BodyList  Fault = "body-list"
	BodyBlank Fault = "body-blank"
	// The answer after blank lines, which keep connections alive.
	BodyLeadingBlanks Fault = "body-leading-blanks"
	// A web page: as HTML, and under a JSON content type.
	BodyHTML       Fault = "body-html"
	BodyHTMLAsJSON Fault = "body-html-as-json"
	// The answer under content type text/plain, and under none.
	BodyPlainText Fault = "body-plain-text"
	BodyNoType    Fault = "body-no-type"
	// The answer as a stream of events that nobody asked for.
	BodySSE Fault = "body-sse"
	// The answer and the end of a stream of events.
	BodyDone Fault = "body-done"
	// JSON that ends in the middle although all bytes are there.
	BodyCut Fault = "body-cut-json"
	// The answer and then an error.
	BodyTrailingError Fault = "body-trailing-error"
	// An error object in place of the answer.
	BodyError Fault = "body-error"
	// A body without end.
	BodyEndless Fault = "body-endless"
)

var bodyFaults = map[Fault]spec{
	BodyNull:          {action: Retry, body: replaced("null")},
	BodyList:          {action: Retry, body: replaced("[]")},
	BodyBlank:         {action: Retry, body: replaced("\n\n \n")},
	BodyLeadingBlanks: {action: Use, body: func(r *response) { r.body = append([]byte("\n\n\n "), r.body...) }},
	BodyHTML:          {action: StopRun, body: typed("text/html", replaced("<!doctype html><title>Sign in</title>"))},
	BodyHTMLAsJSON:    {action: Retry, body: replaced("<html><body>Service restarting</body></html>")},
	BodyPlainText:     {action: Use, body: typed("text/plain", nil)},
	BodyNoType:        {action: Use, body: func(r *response) { r.header["Content-Type"] = nil }},
	BodySSE: {action: StopRun, body: typed("text/event-stream", func(r *response) {
		r.body = append(append([]byte("data: "), r.body...), "\n\ndata: [DONE]\n\n"...)
	})},
	BodyDone: {action: Use, body: typed("text/event-stream", func(r *response) {
		r.body = append(r.body, "\n\ndata: [DONE]\n\n"...)
	})},
	BodyCut:           {action: Retry, body: func(r *response) { r.body = r.body[:len(r.body)/2] }},
	BodyTrailingError: {action: Retry, body: func(r *response) { r.body = append(r.body, "\n{\"error\": {\"message\": \"late failure\"}}"...) }},
	BodyError:         {action: Retry, body: replaced(`{"error": {"message": "Provider returned error", "code": 502}}`)},
	BodyEndless:       {action: Retry, body: func(r *response) { r.send = endless }},
}

func replaced(body string) func(*response) {
	return func(r *response) { r.body = []byte(body) }
}

// typed changes the content type, and then does what comes next if anything does.
func typed(contentType string, next func(*response)) func(*response) {
	return func(r *response) {
		r.header = http.Header{"Content-Type": {contentType}}
		if next != nil {
			next(r)
		}
	}
}
