package llm

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
)

func TestClassifyErrors(t *testing.T) {
	for _, tc := range []struct {
		name   string
		status int
		body   string
		sent   []string
		class  class
		code   judge.Code
		stop   bool
		why    string
	}{
		{"plain 429", 429, `{"error":{"message":"wait a bit"}}`, nil, classRateLimit, judge.RateLimited, false, "the status says it"},
		{"429 without a body", 429, ``, nil, classRateLimit, judge.RateLimited, false, "the status says it"},
		{"429 tokens", 429, errorBody("Limit 30000, used 29000, requested 2000 tokens", "", "rate_limit_exceeded"), nil, classRateLimit, judge.RateLimited, false, "a limit of speed"},
		{"429 never fits", 429, errorBody("Request too large for m on tokens per min (TPM): Limit 30000, Requested 45000", "", "rate_limit_exceeded_x"), nil, classContextLength, judge.ContextLength, false, "no waiting makes it fit"},
		{"429 google", 429, `[{"error":{"code":429,"message":"You exceeded your current quota, check plan and billing","status":"RESOURCE_EXHAUSTED","details":[{"@type":"x","retryDelay":"34s"}]}}]`, nil, classRateLimit, judge.RateLimited, false, "google words a rate limit as a quota"},
		{"429 flex", 429, errorBody("Resource unavailable, try later", "", "resource_unavailable"), nil, classRateLimit, judge.RateLimited, false, "no capacity for the tier now"},
		{"429 no money", 429, `{"error":{"message":"x","type":"insufficient_quota"}}`, nil, classQuota, judge.Quota, true, "the type says it"},
		{"402", 402, `{"error":{"message":"Insufficient Balance"}}`, nil, classQuota, judge.Quota, true, "payment required"},
		{"400 arrears", 400, `{"code":"Arrearage","message":"Access denied, account in bad standing"}`, nil, classQuota, judge.Quota, true, "top-level code"},
		{"403 free tier used up", 403, `{"error":{"code":"AllocationQuota.FreeTierOnly","message":"free tier"}}`, nil, classQuota, judge.Quota, true, "code before status"},
		{"500 with chinese quota text", 500, `{"error":{"message":"账户余额不足"}}`, nil, classQuota, judge.Quota, true, "no balance"},
		{"401 without a body", 401, ``, nil, classAuth, judge.Auth, true, "the status says it"},
		{"400 google key", 400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]`, nil, classAuth, judge.Auth, true, "google says 400 for a bad key"},
		{"403", 403, `{"error":{"message":"Country not supported","code":"unsupported_country_region_territory"}}`, nil, classAuth, judge.Auth, true, "not allowed"},
		{"403 moderation", 403, `{"error":{"code":403,"message":"Your input was flagged","metadata":{"reasons":["x"]}}}`, nil, classContentFilter, judge.Filtered, false, "one prompt, not the key"},
		{"500 wraps 401", 500, `{"error":{"message":"upstream: Error code: 401 - nope"}}`, nil, classAuth, judge.Auth, true, "the cited status counts"},
		{"400 unknown model", 400, `{"error":{"message":"Model Not Exist","type":"invalid_request_error","code":"invalid_request_error"}}`, nil, classNotFound, judge.BadRequest, true, "deepseek says 400"},
		{"404 vllm", 404, `{"object":"error","message":"The model 'q' does not exist.","type":"NotFoundError","code":404}`, nil, classNotFound, judge.BadRequest, true, "top-level object"},
		{"404 without a body", 404, ``, nil, classNotFound, judge.BadRequest, true, "wrong address"},
		{"410", 410, `{"error":"gone"}`, nil, classNotFound, judge.BadRequest, true, "a retired model"},
		{"context vllm", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","code":400}`, nil, classContextLength, judge.ContextLength, false, "top-level object"},
		{"context vllm with max_tokens", 400, `{"error":{"message":"'max_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 200 input tokens","code":400}}`, []string{"max_tokens"}, classContextLength, judge.ContextLength, false, "context before parameter"},
		{"context google", 400, `[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`, nil, classContextLength, judge.ContextLength, false, "a list"},
		{"context dashscope", 400, `{"error":{"code":"invalid_parameter_error","message":"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]"}}`, nil, classContextLength, judge.ContextLength, false, "text before a vague code"},
		{"context llama.cpp", 400, `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_ctx":4096}}`, nil, classContextLength, judge.ContextLength, false, "type"},
		{"context tgi", 422, "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096\",\"error_type\":\"validation\"}", nil, classContextLength, judge.ContextLength, false, "error is a string"},
		{"context 500", 500, `{"error":"prompt is too long: 210000 tokens > 200000 maximum"}`, nil, classContextLength, judge.ContextLength, false, "text before status"},
		{"413", 413, `<html><title>413 Request Entity Too Large</title></html>`, nil, classContextLength, judge.ContextLength, false, "too large for the gateway"},
		{"azure filter", 400, `{"error":{"message":"filtered","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, nil, classContentFilter, judge.Filtered, false, "by code"},
		{"filter by inner code", 400, `{"error":{"message":"no","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, nil, classContentFilter, judge.Filtered, false, "by inner code"},
		{"filter deepseek", 400, `{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}`, nil, classContentFilter, judge.Filtered, false, "by text"},
		{"filter chinese", 400, `{"error":{"code":"1301","message":"系统检测到输入或生成内容可能包含不安全或敏感内容"}}`, nil, classContentFilter, judge.Filtered, false, "by text"},
		{"invalid prompt", 400, errorBody("Invalid prompt: limited access", "", "invalid_prompt"), nil, classContentFilter, judge.Filtered, false, "by code"},
		{"effort", 400, errorBody("Unsupported value: 'reasoning_effort' does not support 'minimal' with this model.", "reasoning_effort", "unsupported_value"), nil, classBadParam, judge.BadRequest, false, "code and param"},
		{"max_completion_tokens on old server", 400, `{"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens')}]","code":400}`, nil, classBadParam, judge.BadRequest, false, "known name in the text"},
		{"google unknown name", 400, `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"store\": Cannot find field.","status":"INVALID_ARGUMENT"}}]`, nil, classBadParam, judge.BadRequest, false, "a field, not a broken body"},
		{"json_schema", 400, `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}`, nil, classBadParam, judge.BadRequest, false, "known name in the text"},
		{"json mode and thinking", 400, `{"error":{"message":"Json mode response is not supported when enable_thinking is true","code":"invalid_parameter_error"}}`, nil, classBadParam, judge.BadRequest, false, "output form against thinking"},
		{"json_object wants the word", 400, errorBody("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", "messages", ""), nil, classBadParam, judge.BadRequest, false, "it is about the form, whichever is named"},
		{"json_object wants the word, form was sent", 400, errorBody("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", "messages", ""), []string{"response_format"}, classBadParam, judge.BadRequest, false, "the form can be dropped"},
		{"seed", 400, `{"error":{"message":"seed is not supported"}}`, []string{"seed"}, classBadParam, judge.BadRequest, false, "a field of ours is named"},
		{"context by arithmetic", 400, `{"error":{"message":"max_tokens must be at least 1, got -500."}}`, []string{"max_tokens"}, classContextLength, judge.ContextLength, false, "what is left of the window is less than nothing"},
		{"own field", 400, `{"error":{"message":"property 'foo_bar' is unsupported"}}`, []string{"foo_bar"}, classBadParam, judge.BadRequest, false, "a field of ours is named"},
		{"field of nobody", 400, `{"error":{"message":"property 'foo_bar' is unsupported"}}`, nil, classBadRequest, judge.BadRequest, false, "no field of ours"},
		{"go server", 400, `{"error":"json: unknown field \"seed\""}`, nil, classBadParam, judge.BadRequest, false, "phrase"},
		{"missing messages", 422, `{"detail":[{"type":"missing","loc":["body","messages"],"msg":"Field required"}]}`, nil, classBadRequest, judge.BadRequest, false, "not a parameter"},
		{"invalid schema", 400, errorBody("Invalid schema for response_format 'verdict': schema is not valid JSON", "response_format", ""), nil, classBadParam, judge.BadRequest, false, "the schema, not the body"},
		{"body cut fastapi", 422, `{"detail":[{"type":"json_invalid","loc":["body",812],"msg":"JSON decode error","ctx":{"error":"Unterminated string"}}]}`, nil, classTransport, judge.Transport, false, "our body was whole"},
		{"body cut openai", 400, errorBody("We could not parse the JSON body of your request.", "", ""), nil, classTransport, judge.Transport, false, "our body was whole"},
		{"502 html", 502, `<html><head><title>502 Bad Gateway</title></head></html>`, nil, classServer, judge.Transport, false, "gateway"},
		{"520", 520, `error code: 520`, nil, classServer, judge.Transport, false, "cloudflare"},
		{"524", 524, ``, nil, classServer, judge.Transport, false, "cloudflare timeout"},
		{"529", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, nil, classOverloaded, judge.Transport, false, "anthropic"},
		{"500 overloaded", 500, `{"error":{"message":"The server is overloaded"}}`, nil, classOverloaded, judge.Transport, false, "by text"},
		{"503 with server_error", 503, `{"error":{"message":"busy","type":"server_error"}}`, nil, classOverloaded, judge.Transport, false, "status before a vague type"},
		{"503 retry later", 503, `{"error":{"message":"Too many requests in the queue"}}`, nil, classOverloaded, judge.Transport, false, "a 503 is load whatever it says"},
		{"400 wraps 429", 400, `{"error":{"message":"litellm: Error code: 429 - slow"}}`, nil, classRateLimit, judge.RateLimited, false, "the cited status counts"},
		{"error as text with object", 500, `{"error":"upstream said {\"error\":{\"code\":\"insufficient_quota\",\"message\":\"no\"}}"}`, nil, classQuota, judge.Quota, true, "an error in an error's text"},
		{"openrouter raw", 400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"prompt is too long\"}}"}}}`, nil, classContextLength, judge.ContextLength, false, "the raw error counts"},
		{"409", 409, `{"error":"conflict"}`, nil, classServer, judge.Transport, false, "another request is in the way now"},
		{"307", 307, ``, nil, classConfig, judge.BadRequest, true, "redirects are refused"},
		{"301 with a page", 301, `<html>moved</html>`, nil, classConfig, judge.BadRequest, true, "redirects are refused"},
		{"407", 407, ``, nil, classConfig, judge.BadRequest, true, "the proxy wants a password"},
		{"echo of the request", 422, `{"detail":[{"type":"string_type","loc":["body","messages",0],"msg":"Input should be a string","input":"rate limit, insufficient_quota, invalid api key"}]}`, nil, classBadRequest, judge.BadRequest, false, "an echoed input says nothing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := classify(response{status: tc.status, body: []byte(tc.body), header: http.Header{}}, ChatCompletions, tc.sent)
			checkEnvelope(t, e, tc.class, tc.code, tc.stop, tc.why)
		})
	}
}

func checkEnvelope(t *testing.T, e envelope, c class, code judge.Code, stop bool, why string) {
	t.Helper()
	if e.class != c || e.code() != code || e.stop() != stop {
		t.Errorf("%s, code %q, stop %v; want %s, %q, %v (%s)\n%s", e.class, e.code(), e.stop(), c, code, stop, why, e.fault.text())
	}
}

func TestClassifyGoodStatus(t *testing.T) {
	const ok = `{"choices":[{"finish_reason":"stop","message":{"content":"yes"}}]}`
	choice := func(s string) string { return `{"model":"m","choices":[` + s + `]}` }
	for _, tc := range []struct {
		name  string
		ctype string
		body  string
		class class
		code  judge.Code
		stop  bool
		text  string
		why   string
	}{
		{"plain", "application/json", ok, classOK, "", false, "yes", "the usual"},
		{"no content type", "", ok, classOK, "", false, "yes", "it is a completion"},
		{"text/plain", "text/plain; charset=utf-8", ok, classOK, "", false, "yes", "it is a completion"},
		{"byte order mark", "application/json", "\xef\xbb\xbf" + ok, classOK, "", false, "yes", "the mark is no text"},
		{"blanks around", "application/json", "\r\n \n" + ok + "\n\n", classOK, "", false, "yes", "keep-alive blanks"},
		{"blanks alone", "application/json", "\n\n \n", classBadBody, judge.Transport, false, "", "keep-alive blanks and no reply"},
		{"stray end mark", "application/json", ok + "\n\ndata: [DONE]\n\n", classOK, "", false, "yes", "harmless"},
		{"numeric id", "application/json", `{"id":7,"created":"x",` + ok[1:], classOK, "", false, "yes", "odd fields cost nothing"},
		{"odd usage", "application/json", `{"usage":"none",` + ok[1:], classOK, "", false, "yes", "odd usage costs nothing"},
		{"empty error", "application/json", `{"error":{},` + ok[1:], classOK, "", false, "yes", "says nothing"},
		{"error of nulls", "application/json", `{"error":{"code":null,"message":"","details":[{"x":null}]},` + ok[1:], classOK, "", false, "yes", "says nothing"},
		{"null error", "application/json", `{"error":null,` + ok[1:], classOK, "", false, "yes", "says nothing"},
		{"two values", "application/json", ok + ok, classBadBody, judge.Transport, false, "yes", "which is the answer?"},
		{"garbage after", "application/json", ok + "oops", classBadBody, judge.Transport, false, "yes", "the reply cannot be relied on"},
		{"cut", "application/json", ok[:40], classTruncated, judge.Transport, false, "", "a broken exchange"},
		{"cut in a string", "application/json", `{"choices":[{"message":{"content":"ye`, classTruncated, judge.Transport, false, "", "a broken exchange"},
		{"not JSON", "application/json", `Internal error`, classBadBody, judge.Transport, false, "", "retry"},
		{"page", "text/html", `<html><body>log in</body></html>`, classBadBody, judge.BadRequest, true, "", "configuration"},
		{"page without type", "", `<!DOCTYPE html><html>`, classBadBody, judge.BadRequest, true, "", "configuration"},
		{"list", "application/json", `[]`, classBadBody, judge.Transport, false, "", "no completion"},
		{"string", "application/json", `"ok"`, classBadBody, judge.Transport, false, "", "no completion"},
		{"number", "application/json", `7`, classBadBody, judge.Transport, false, "", "no completion"},
		{"list with error", "application/json", `[{"error":{"code":429,"message":"x"}}]`, classRateLimit, judge.RateLimited, false, "", "an error in a list"},
		{"other object", "application/json", `{"status":"ok"}`, classBadBody, judge.Transport, false, "", "no completion"},
		{"error 502", "application/json", `{"error":{"code":502,"message":"upstream"}}`, classServer, judge.Transport, false, "", "by its code"},
		{"error 400", "application/json", `{"error":{"code":400,"message":"bad"}}`, classBadRequest, judge.BadRequest, false, "", "by its code"},
		{"error string", "application/json", `{"error":"something broke"}`, classInBandError, judge.Transport, false, "", "no code"},
		{"error quota", "application/json", `{"error":{"code":"insufficient_quota","message":"x"}}`, classQuota, judge.Quota, true, "", "by its code"},
		{"error and answer", "application/json", `{"error":{"message":"late"},` + ok[1:], classInBandError, judge.Transport, false, "", "the error counts"},
		{"detail", "application/json", `{"detail":"Not authenticated: invalid api key"}`, classAuth, judge.Auth, true, "", "no error key"},
		{"error in choice", "application/json", choice(`{"error":{"code":429,"message":"x"},"finish_reason":"error","message":{"content":"half"}}`), classRateLimit, judge.RateLimited, false, "", "by its code"},
		{"no message", "application/json", choice(`{"finish_reason":"stop"}`), classEmpty, judge.Empty, false, "", "nothing to read"},
		{"chunk", "application/json", choice(`{"delta":{"content":"x"}}`), classBadBody, judge.BadRequest, true, "", "a stream"},
		{"sse comment first", "text/event-stream", ": keep-alive\n\ndata: {}\n", classBadBody, judge.BadRequest, true, "", "a stream"},
		{"sse error", "text/event-stream", "data: {\"error\":{\"code\":429,\"message\":\"x\"}}\n\n", classRateLimit, judge.RateLimited, false, "", "an error in a stream"},
		{"finish null", "application/json", choice(`{"finish_reason":null,"message":{"content":"yes"}}`), classOK, "", false, "yes", "go by the content"},
		{"finish unknown", "application/json", choice(`{"finish_reason":"done","message":{"content":"yes"}}`), classOK, "", false, "yes", "go by the content"},
		{"finish filter", "application/json", choice(`{"finish_reason":"content_filter","message":{"content":"half"}}`), classContentFilter, judge.Filtered, false, "half", "half a text is no answer"},
		{"finish safety", "application/json", choice(`{"finish_reason":"SAFETY","message":{"content":""}}`), classContentFilter, judge.Filtered, false, "", "google's word"},
		{"finish abort", "application/json", choice(`{"finish_reason":"abort","message":{"content":"half"}}`), classAbort, judge.Transport, false, "half", "half a text is no answer"},
		{"finish resource", "application/json", choice(`{"finish_reason":"insufficient_system_resource","message":{"content":"half"}}`), classAbort, judge.Transport, false, "half", "deepseek's word"},
		{"finish max_tokens", "application/json", choice(`{"finish_reason":"max_tokens","message":{"content":"half"}}`), classTruncated, judge.Truncated, false, "half", "anthropic's word"},
		{"blank content", "application/json", choice(`{"finish_reason":"stop","message":{"content":" \n"}}`), classEmpty, judge.Empty, false, " \n", "no text"},
		{"null content", "application/json", choice(`{"finish_reason":"stop","message":{"content":null}}`), classEmpty, judge.Empty, false, "", "no text"},
		{"reasoning alone", "application/json", choice(`{"finish_reason":"stop","message":{"content":"","reasoning_content":"yes"}}`), classEmpty, judge.Empty, false, "", "reasoning is never the answer"},
		{"parts", "application/json", choice(`{"finish_reason":"stop","message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"no"}]},{"type":"text","text":"ye"},{"type":"text","text":"s"}]}}`), classOK, "", false, "yes", "text parts alone"},
		{"one part", "application/json", choice(`{"finish_reason":"stop","message":{"content":{"type":"text","text":"yes"}}}`), classOK, "", false, "yes", "one part without a list"},
		{"thinking part alone", "application/json", choice(`{"finish_reason":"stop","message":{"content":[{"type":"thinking","thinking":"yes"}]}}`), classEmpty, judge.Empty, false, "", "reasoning is never the answer"},
		{"refusal", "application/json", choice(`{"finish_reason":"stop","message":{"content":null,"refusal":"I will not"}}`), classRefusal, judge.Refused, false, "", "its own field"},
		{"refusal and text", "application/json", choice(`{"finish_reason":"stop","message":{"content":"yes","refusal":"I will not"}}`), classRefusal, judge.Refused, false, "yes", "a refusal is never graded"},
		{"content number", "application/json", choice(`{"finish_reason":"stop","message":{"content":7}}`), classEmpty, judge.Empty, false, "", "no text"},
		{"choices object", "application/json", `{"choices":{"message":{"content":"yes"}}}`, classBadBody, judge.Transport, false, "", "no completion"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := http.Header{}
			if tc.ctype != "" {
				h.Set("Content-Type", tc.ctype)
			}
			e := classify(response{status: 200, body: []byte(tc.body), header: h}, ChatCompletions, nil)
			checkEnvelope(t, e, tc.class, tc.code, tc.stop, tc.why)
			if e.reply.Text != tc.text {
				t.Errorf("text %q, want %q (%s)", e.reply.Text, tc.text, tc.why)
			}
		})
	}
}

func TestClassifyResponses(t *testing.T) {
	message := func(phase, text string) string {
		return `{"type":"message","phase":"` + phase + `","status":"completed","content":[{"type":"output_text","text":"` + text + `"}]}`
	}
	for _, tc := range []struct {
		name  string
		body  string
		class class
		code  judge.Code
		text  string
		why   string
	}{
		{"completed", `{"status":"completed","output":[` + message("", "yes") + `]}`, classOK, "", "yes", "the usual"},
		{"no status", `{"output":[` + message("", "yes") + `]}`, classOK, "", "yes", "some servers leave it out"},
		{"last message", `{"status":"completed","output":[` + message("", "no") + `,` + message("", "yes") + `]}`, classOK, "", "yes", "earlier ones are drafts"},
		{"final before commentary", `{"status":"completed","output":[` + message("final_answer", "yes") + `,` + message("commentary", "no") + `]}`, classOK, "", "yes", "the phase counts"},
		{"incomplete", `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[` + message("", "ye") + `]}`, classTruncated, judge.Truncated, "ye", "cut"},
		{"incomplete filter", `{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}`, classContentFilter, judge.Filtered, "", "filtered"},
		{"incomplete item", `{"status":"completed","output":[{"type":"message","status":"incomplete","content":[{"type":"output_text","text":"ye"}]}]}`, classTruncated, judge.Truncated, "ye", "the item says it"},
		{"reasoning alone", `{"status":"completed","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"yes"}]}]}`, classEmpty, judge.Empty, "", "reasoning is never the answer"},
		{"tool call alone", `{"status":"completed","output":[{"type":"function_call","arguments":"{}"}]}`, classEmpty, judge.Empty, "", "no text"},
		{"failed", `{"status":"failed","error":null,"output":[]}`, classServer, judge.Transport, "", "no reason given"},
		{"failed filter", `{"status":"failed","error":{"code":"content_filter","message":"x"}}`, classContentFilter, judge.Filtered, "", "by its code"},
		{"queued without id", `{"status":"queued","output":[]}`, classBadBody, judge.Transport, "", "cannot be polled"},
		{"unknown status", `{"status":"paused","output":[` + message("", "yes") + `]}`, classBadBody, judge.Transport, "yes", "not known to be complete"},
		{"null output", `{"status":"completed","output":null}`, classBadBody, judge.Transport, "", "no response"},
		{"null", `null`, classBadBody, judge.Transport, "", "no response"},
		{"trailing error", `{"status":"completed","output":[` + message("", "yes") + `]}{"error":{"message":"late"}}`, classInBandError, judge.Transport, "yes", "the error counts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := http.Header{"Content-Type": {"application/json"}}
			e := classify(response{status: 200, body: []byte(tc.body), header: h}, Responses, nil)
			checkEnvelope(t, e, tc.class, tc.code, false, tc.why)
			if e.reply.Text != tc.text {
				t.Errorf("text %q, want %q (%s)", e.reply.Text, tc.text, tc.why)
			}
		})
	}
	e := classify(response{status: 404, body: []byte(errorBody("Response with id 'resp_1' not found.", "", "")), header: http.Header{}}, Responses, nil)
	if e.class != classNotFound || e.again != againPoll || e.stop() {
		t.Errorf("a lost response is %s, %s, stop %v; want not_found, poll, false", e.class, e.again, e.stop())
	}
}

func TestWaitHint(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name    string
		headers []string
		message string
		delay   string
		want    time.Duration
		ok      bool
		why     string
	}{
		{"seconds", []string{"Retry-After", "20"}, "", "", 20 * time.Second, true, "the usual"},
		{"fraction", []string{"Retry-After", "0.5"}, "", "", 500 * time.Millisecond, true, "a fraction"},
		{"date", []string{"Retry-After", "Sun, 29 Nov 2026 12:00:30 GMT"}, "", "", 30 * time.Second, true, "a date"},
		{"date with zone", []string{"Retry-After", "Sun, 29 Nov 2026 13:00:30 +0100"}, "", "", 30 * time.Second, true, "a date of another zone"},
		{"past date", []string{"Retry-After", "Sun, 29 Nov 2026 11:00:00 GMT"}, "", "", 0, false, "says nothing"},
		{"date by the server's clock", []string{"Date", "Sun, 29 Nov 2026 10:00:00 GMT", "Retry-After", "Sun, 29 Nov 2026 10:00:30 GMT"}, "", "", 30 * time.Second, true, "clocks differ"},
		{"unix time by the server's clock", []string{"Date", "Sun, 29 Nov 2026 10:00:00 GMT", "X-Ratelimit-Reset", "1795946412"}, "", "", 12 * time.Second, true, "clocks differ"},
		{"seconds and a clock", []string{"Date", "Sun, 29 Nov 2026 10:00:00 GMT", "Retry-After", "5"}, "", "", 5 * time.Second, true, "no point in time"},
		{"date in the old form", []string{"Retry-After", "Sunday, 29-Nov-26 12:01:00 GMT"}, "", "", time.Minute, true, "a date"},
		{"date in another zone's name", []string{"Retry-After", "Sun, 29 Nov 2026 12:00:10 UTC"}, "", "", 10 * time.Second, true, "a date"},
		{"azure's milliseconds", []string{"X-Ms-Retry-After-Ms", "2500"}, "", "", 2500 * time.Millisecond, true, "another spelling"},
		{"seconds in words", []string{"Retry-After", "20 seconds"}, "", "", 20 * time.Second, true, "a unit"},
		{"minutes in words", []string{"Retry-After", "2 Minutes"}, "", "", 2 * time.Minute, true, "a unit"},
		{"twice in a header", []string{"Retry-After", "5, 5"}, "", "", 5 * time.Second, true, "joined on the way"},
		{"reset after", []string{"X-Ratelimit-Reset-After", "1.5"}, "", "", 1500 * time.Millisecond, true, "another spelling"},
		{"infinity in words", []string{"Retry-After", "Infinity"}, "", "", 0, false, "backoff"},
		{"another base", []string{"Retry-After", "0x1p4"}, "", "", 0, false, "backoff"},
		{"underscores", []string{"Retry-After", "1_000"}, "", "", 0, false, "backoff"},
		{"milliseconds first", []string{"Retry-After-Ms", "1500", "Retry-After", "2"}, "", "", 1500 * time.Millisecond, true, "the finer one"},
		{"junk milliseconds", []string{"Retry-After-Ms", "soon", "Retry-After", "2"}, "", "", 2 * time.Second, true, "the readable one"},
		{"junk", []string{"Retry-After", "soon"}, "", "", 0, false, "backoff"},
		{"negative", []string{"Retry-After", "-5"}, "", "", 0, false, "backoff"},
		{"not a number", []string{"Retry-After", "NaN"}, "", "", 0, false, "backoff"},
		{"infinite", []string{"Retry-After", "1e400"}, "", "", maxWait, true, "longer than any cap"},
		{"a day", []string{"Retry-After", "86400"}, "", "", 24 * time.Hour, true, "not shortened"},
		{"unix time", []string{"X-Ratelimit-Reset", "1795953645"}, "", "", 45 * time.Second, true, "a point in time"},
		{"unix milliseconds", []string{"X-Ratelimit-Reset", "1795953602500"}, "", "", 2500 * time.Millisecond, true, "a point in time"},
		{"timestamp", []string{"Anthropic-Ratelimit-Tokens-Reset", "2026-11-29T12:00:07Z"}, "", "", 7 * time.Second, true, "a point in time"},
		{"two resets", []string{"X-Ratelimit-Reset-Requests", "1s", "X-Ratelimit-Reset-Tokens", "1m3s"}, "", "", 63 * time.Second, true, "the longer one"},
		{"limit not used up", []string{"X-Ratelimit-Reset-Requests", "6m0s", "X-Ratelimit-Remaining-Requests", "12", "X-Ratelimit-Reset-Tokens", "2s", "X-Ratelimit-Remaining-Tokens", "0"}, "", "", 2 * time.Second, true, "only the limit that was hit"},
		{"milliseconds with unit", []string{"X-Ratelimit-Reset-Tokens", "20ms"}, "", "", 20 * time.Millisecond, true, "a duration"},
		{"body field", nil, "", "34.5s", 34500 * time.Millisecond, true, "google's field"},
		{"text", nil, "Please try again in 20s.", "", 20 * time.Second, true, "openai's text"},
		{"text with parts", nil, "Please try again in 6m0.5s. Visit", "", 6*time.Minute + 500*time.Millisecond, true, "openai's text"},
		{"text in words", nil, "Please retry after 55 seconds.", "", 55 * time.Second, true, "azure's text"},
		{"text milliseconds", nil, "Try again in 120ms", "", 120 * time.Millisecond, true, "openai's text"},
		{"other numbers", nil, "Limit 30000, requested 2000", "", 0, false, "no time"},
		{"nothing", nil, "", "", 0, false, "backoff"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := http.Header{}
			for i := 0; i < len(tc.headers); i += 2 {
				h.Set(tc.headers[i], tc.headers[i+1])
			}
			got, ok := waitHint(h, true, fault{words: tc.message, delay: tc.delay}, now)
			if got != tc.want || ok != tc.ok {
				t.Errorf("%v, %v; want %v, %v (%s)", got, ok, tc.want, tc.ok, tc.why)
			}
		})
	}
}

// TestResetIsForLoad shows that the state of a limit says nothing of another failure.
func TestResetIsForLoad(t *testing.T) {
	h := http.Header{"X-Ratelimit-Reset-Requests": {"6m0s"}}
	for status, want := range map[int]bool{429: true, 503: true, 500: false, 200: false} {
		if e := classify(response{status: status, header: h}, ChatCompletions, nil); e.hinted != want || e.again != againSame {
			t.Errorf("status %d: %s, wait %v; want one: %v", status, e.class, e.wait, want)
		}
	}
	h.Set("Retry-After", "7")
	if e := classify(response{status: 500, header: h}, ChatCompletions, nil); e.wait != 7*time.Second {
		t.Errorf("status 500: wait %v, want the 7s that are asked for", e.wait)
	}
}

func FuzzClassify(f *testing.F) {
	for _, body := range []string{
		chatReply("yes", "stop"), chatReply("", "length"), errorBody("m", "p", "c"), `null`, `[]`, `{`, "", "data: {}\n",
		`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"x"}]}]}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":"x"},"y"]}}]} {"error":{}}`,
		`{"custom_id":"k","response":{"status_code":200,"body":{"choices":[]}}}`,
		`{"detail":[{"loc":["body","store"],"msg":"m","type":"extra_forbidden"}]}`, "<html>",
	} {
		for _, status := range []int{200, 400, 429, 500} {
			f.Add(status, "application/json", "1", []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status int, ctype, retryAfter string, body []byte) {
		h := http.Header{"Content-Type": {ctype}, "Retry-After": {retryAfter}}
		for _, api := range []API{ChatCompletions, Responses} {
			e := classify(response{status: status, header: h, body: body}, api, []string{"max_tokens", "seed"})
			checkInvariants(t, e, status)
		}
		if id, e := classifyBatch(body); id != "" {
			checkInvariants(t, e, e.status)
		}
	})
}

// checkInvariants holds for every response: it has a class, one that is ok has text and a good status,
// and one that is not says why.
func checkInvariants(t *testing.T, e envelope, status int) {
	t.Helper()
	switch {
	case e.class == "" || e.again == "":
		t.Fatalf("class %q, again %q", e.class, e.again)
	case e.class == classOK && (strings.TrimSpace(e.reply.Text) == "" || status >= 300 || e.code() != "" || strings.TrimSpace(e.reply.Refusal) != ""):
		t.Fatalf("ok with text %q, refusal %q and status %d", e.reply.Text, e.reply.Refusal, status)
	case e.class != classOK && (e.code() == "" || e.err().Error() == ""):
		t.Fatalf("%s has code %q and message %q", e.class, e.code(), e.err())
	case e.hinted && e.wait < 0:
		t.Fatalf("a wait of %v", e.wait)
	case e.usage.CachedTokens > e.usage.PromptTokens, e.usage.ReasoningTokens > e.usage.CompletionTokens:
		t.Fatalf("usage %+v", e.usage)
	}
}
