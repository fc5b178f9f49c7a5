package judgetest

import (
	"net/http"
	"time"
)

// Faults that answer with an HTTP status in place of an answer.
const (
	// Too many requests.
	Status429            Fault = "status-429"              // no word on how long to wait
	Status429Seconds     Fault = "status-429-seconds"      // Retry-After in seconds
	Status429Date        Fault = "status-429-date"         // Retry-After as a date, two to three seconds away
	Status429Millis      Fault = "status-429-millis"       // milliseconds in retry-after-ms, and seconds beside them
	Status429Fraction    Fault = "status-429-fraction"     // Retry-After with a fraction of a second
	Status429Junk        Fault = "status-429-junk"         // Retry-After below zero
	Status429Day         Fault = "status-429-day"          // Retry-After of a whole day
	Status429ResetAzure  Fault = "status-429-reset-azure"  // seconds in x-rate-limit-reset-tokens alone
	Status429ResetOpenAI Fault = "status-429-reset-openai" // a duration in x-ratelimit-reset-tokens alone
	Status429Flex        Fault = "status-429-flex"         // a cheaper tier has nothing free

	// The account may not spend more.
	Status429Quota     Fault = "status-429-quota"     // as 429 with a code
	Status402          Fault = "status-402"           // as 402 without one
	Status400Quota     Fault = "status-400-quota"     // as 400, in a gateway's words
	Status400Arrearage Fault = "status-400-arrearage" // as 400, in another dialect

	// Failures of the server and of what stands before it.
	Status500        Fault = "status-500"             // a plain error
	Status500Empty   Fault = "status-500-empty"       // no body
	Status500Same    Fault = "status-500-same"        // a position in the text that is the same at every attempt
	Status500Wrapped Fault = "status-500-wrapped-429" // a rate limit that a gateway wrapped
	Status500String  Fault = "status-500-string"      // an error that is text and no object
	Status502        Fault = "status-502"             // a gateway's web page
	Status504        Fault = "status-504"             // a gateway ran out of patience
	Status520        Fault = "status-520"             // a web page of a content network
	Status524        Fault = "status-524"             // a web page of a content network that ran out of patience
	Status408        Fault = "status-408"             // the server ran out of patience with the request

	// Overload.
	Status503        Fault = "status-503"         // no word on how long to wait
	Status503Seconds Fault = "status-503-seconds" // Retry-After in seconds
	Status503List    Fault = "status-503-list"    // the error in a list of one
	Status529        Fault = "status-529"         // a status of its own

	// Requests that the server cannot take.
	Status400BodyCut      Fault = "status-400-body-cut"      // the body was cut on its way
	Status400ShouldRetry  Fault = "status-400-should-retry"  // a header tells SDKs to send it again all the same
	Status423             Fault = "status-423"               // a status that no client expects
	Status400Context      Fault = "status-400-context"       // the prompt is too long, with a code
	Status400ContextWords Fault = "status-400-context-words" // the prompt is too long, in words alone
	Status400ContextFlat  Fault = "status-400-context-flat"  // the prompt is too long, without an error object
	Status400Filter       Fault = "status-400-filter"        // a content filter stopped the prompt
	Status400Inspection   Fault = "status-400-inspection"    // a content filter stopped the prompt, in another dialect

	// Wrong configuration.
	Status401       Fault = "status-401"        // the key is wrong
	Status403       Fault = "status-403"        // the key may not use the model
	Status404Model  Fault = "status-404-model"  // there is no such model
	Status404HTML   Fault = "status-404-html"   // there is no such address: a web page
	Status404Detail Fault = "status-404-detail" // there is no such address: JSON without an error object
	Status405       Fault = "status-405"        // the address does not take POST
	Status307       Fault = "status-307"        // a redirect to another host
)

var statusFaults = map[Fault]spec{
	Status429:            {action: Wait, status: fails(429, "slow down", "", "")},
	Status429Seconds:     {action: Wait, status: fails(429, "slow down", "", "rate_limit_exceeded", "Retry-After", "2")},
	Status429Date:        {action: Wait, status: dated},
	Status429Millis:      {action: Wait, status: fails(429, "slow down", "", "", "Retry-After-Ms", "1500", "Retry-After", "2")},
	Status429Fraction:    {action: Wait, status: fails(429, "slow down", "", "", "Retry-After", "1.5")},
	Status429Junk:        {action: Wait, status: fails(429, "slow down", "", "", "Retry-After", "-1")},
	Status429Day:         {action: GiveUp, status: fails(429, "daily limit reached", "", "rate_limit_exceeded", "Retry-After", "86400")},
	Status429ResetAzure:  {action: Wait, status: fails(429, "requests exceeded", "", "", "X-Rate-Limit-Reset-Tokens", "55")},
	Status429ResetOpenAI: {action: Wait, status: fails(429, "tokens per minute exceeded", "tokens", "rate_limit_exceeded", "X-Ratelimit-Remaining-Tokens", "0", "X-Ratelimit-Reset-Tokens", "1m3s")},
	Status429Flex:        {action: Wait, status: fails(429, "no flex capacity is free now", "", "resource_unavailable")},
	Status429Quota:       {action: StopRun, status: fails(429, "You exceeded your current quota.", "insufficient_quota", "insufficient_quota")},
	Status402:            {action: StopRun, status: fails(402, "Insufficient balance.", "", "")},
	Status400Quota:       {action: StopRun, status: fails(400, "gateway.BadRequestError: You have reached your specified API usage limits.", "", "400")},
	Status400Arrearage:   {action: StopRun, status: fails(400, "Access denied: the account is not in good standing.", "Arrearage", "Arrearage")},
	Status500:            {action: Retry, status: fails(500, "the server had an error", "server_error", "")},
	Status500Empty:       {action: Retry, status: text(500, "application/json", "")},
	Status500Same:        {action: Retry, status: fails(500, "parse error at column 48113", "", "")},
	Status500Wrapped:     {action: Wait, status: fails(500, "upstream said: 429 RESOURCE_EXHAUSTED", "", "")},
	Status500String:      {action: Retry, status: text(500, "application/json", `{"error":"upstream connect error"}`)},
	Status502:            {action: Retry, status: text(502, "text/html", "<html><body><h1>502 Bad Gateway</h1></body></html>")},
	Status504:            {action: Retry, status: fails(504, "upstream timed out", "", "")},
	Status520:            {action: Retry, status: text(520, "text/html", "<html><body>520</body></html>")},
	Status524:            {action: Retry, status: text(524, "text/html", "<html><body>524</body></html>")},
	Status503:            {action: Wait, status: fails(503, "overloaded", "", "")},
	Status503Seconds:     {action: Wait, status: fails(503, "overloaded", "", "", "Retry-After", "1")},
	Status503List:        {action: Wait, status: text(503, "application/json", `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`)},
	Status529:            {action: Wait, status: text(529, "application/json", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)},
	Status408:            {action: Retry, status: fails(408, "timeout", "", "")},
	Status400BodyCut:     {action: Retry, status: fails(400, "The request body is not valid JSON: it ends within a string.", "", "")},
	Status400ShouldRetry: {action: GiveUp, status: fails(400, "bad", "", "", "X-Should-Retry", "true")},
	Status423:            {action: GiveUp, status: fails(423, "locked", "", "")},

	Status400Context:      {action: GiveUp, status: fails(400, "This model's maximum context length is 16384 tokens. However, your messages have 20310.", "invalid_request_error", "context_length_exceeded")},
	Status400ContextWords: {action: GiveUp, status: fails(400, "input length and `max_tokens` exceed context limit: 190000 + 16000 > 200000", "invalid_request_error", "")},
	Status400ContextFlat:  {action: GiveUp, status: text(400, "application/json", `{"object":"error","message":"This model's maximum context length is 32768 tokens. However, the prompt has 33001.","type":"BadRequestError","param":null,"code":400}`)},
	Status400Filter:       {action: GiveUp, status: fails(400, "The prompt triggered the provider’s content management policy.", "", "content_filter")},
	Status400Inspection:   {action: GiveUp, status: fails(400, "The input may hold unsuitable content.", "", "data_inspection_failed")},

	Status401:       {action: StopRun, status: fails(401, "Incorrect API key provided.", "invalid_request_error", "invalid_api_key")},
	Status403:       {action: StopRun, status: fails(403, "You are not allowed to use this model.", "", "")},
	Status404Model:  {action: StopRun, status: noModel},
	Status404HTML:   {action: StopRun, status: text(404, "text/html", "<html>404</html>")},
	Status404Detail: {action: StopRun, status: text(404, "application/json", `{"detail":"Not Found"}`)},
	Status405:       {action: StopRun, status: text(405, "application/json", `{"detail":"Method Not Allowed"}`)},
	Status307:       {action: StopRun, status: redirect},
}

// fails returns a response with an error object. An empty kind or code is left out; the headers are
// names and values in turn.
func fails(status int, message, kind, code string, headers ...string) func(*exchange) response {
	return func(*exchange) response {
		e := object{"message": message}
		if kind != "" {
			e["type"] = kind
		}
		if code != "" {
			e["code"] = code
		}
		r := response{status: status, header: http.Header{}, body: encode(object{"error": e})}
		r.header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			r.header.Set(headers[i], headers[i+1])
		}
		return r
	}
}

// text returns a response with a body as it stands.
func text(status int, contentType, body string) func(*exchange) response {
	return func(*exchange) response {
		return response{status: status, header: http.Header{"Content-Type": {contentType}}, body: []byte(body)}
	}
}

// dated asks to wait until a time that is two to three seconds away: HTTP dates have no fractions.
func dated(x *exchange) response {
	at := time.Now().Add(3 * time.Second).UTC().Format(http.TimeFormat)
	return fails(429, "slow down", "", "", "Retry-After", at)(x)
}

func noModel(x *exchange) response {
	return fails(404, "The model `"+x.Model+"` does not exist.", "invalid_request_error", "model_not_found")(x)
}

func redirect(x *exchange) response {
	r := text(307, "text/html", "<html>moved</html>")(x)
	r.header.Set("Location", "https://elsewhere.test/v1/chat/completions")
	return r
}
