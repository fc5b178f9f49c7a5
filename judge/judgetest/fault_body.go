package judgetest

import "net/http"

// Faults of the body under status 200.
const (
	BodyNull          Fault = "body-null"           // null
	BodyList          Fault = "body-list"           // an empty list
	BodyBlank         Fault = "body-blank"          // nothing but blanks
	BodyLeadingBlanks Fault = "body-leading-blanks" // the answer after blank lines, which keep connections alive
	BodyHTML          Fault = "body-html"           // a web page
	BodyHTMLAsJSON    Fault = "body-html-as-json"   // a web page under a JSON content type
	BodyPlainText     Fault = "body-plain-text"     // the answer under content type text/plain
	BodyNoType        Fault = "body-no-type"        // the answer without a content type
	BodySSE           Fault = "body-sse"            // the answer as a stream of events
	BodyDone          Fault = "body-done"           // the answer and then the end of a stream of events
	BodyCut           Fault = "body-cut-json"       // half of the answer, as if it were all
	BodyTrailingError Fault = "body-trailing-error" // the answer and then an error object
	BodyError         Fault = "body-error"          // an error object
	BodyEndless       Fault = "body-endless"        // the answer and then blanks without end
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
