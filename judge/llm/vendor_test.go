package llm

import (
	"net/http"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestClassifyVendors has the words of vendors and gateways, each for a kind of them. Nothing is known to have
// been sent: the words alone must tell.
func TestClassifyVendors(t *testing.T) {
	for _, tc := range []struct {
		why    string
		status int
		body   string
		class  class
		code   judge.Code
		stop   bool
	}{
		{"a user's share of a gateway is used up, in Chinese", 403, `{"error":{"message":"用户额度不足, 剩余额度: 0.00","type":"new_api_error"}}`, classQuota, judge.Quota, true},
		{"a key's share is used up: no fault of the key", 401, `{"error":{"message":"该令牌额度已用尽"}}`, classQuota, judge.Quota, true},
		{"an unknown key in Chinese", 401, `{"error":{"message":"无效的令牌"}}`, classAuth, judge.Auth, true},
		{"a balance, the words turned round", 403, `{"code":30001,"message":"your account balance is insufficient"}`, classQuota, judge.Quota, true},
		{"a type with quota in it", 429, `{"error":{"message":"check your account","type":"exceeded_current_quota_error"}}`, classQuota, judge.Quota, true},
		{"more than a minute's tokens in one request", 429, errorBody("Request too large for m on tokens per min (TPM): Limit 30000, Requested 45000", "", "rate_limit_exceeded"), classContextLength, judge.ContextLength, false},
		{"one too many tokens a minute", 429, errorBody("Too many tokens, please wait before trying again.", "", ""), classRateLimit, judge.RateLimited, false},
		{"queries per second", 200, `{"error_code":18,"error_msg":"Open api qps request limit reached"}`, classRateLimit, judge.RateLimited, false},
		{"the key of a vendor without statuses", 200, `{"error_code":110,"error_msg":"Access token invalid or no longer valid"}`, classAuth, judge.Auth, true},
		{"an expired key under 400", 400, `{"error":{"code":400,"message":"API key expired. Please renew the API key.","status":"INVALID_ARGUMENT"}}`, classAuth, judge.Auth, true},
		{"a country under 400", 400, `{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}`, classAuth, judge.Auth, true},
		{"not a country", 400, `{"error":{"message":"response_format is not supported in your API version"}}`, classBadParam, judge.BadRequest, false},
		{"an unknown model in Chinese", 400, `{"error":{"code":"1211","message":"模型不存在，请检查模型代码。"}}`, classNotFound, judge.BadRequest, true},

		{"a number, key", 200, `{"choices":null,"base_resp":{"status_code":1004,"status_msg":"no"}}`, classAuth, judge.Auth, true},
		{"a number, speed", 200, `{"choices":null,"base_resp":{"status_code":1002,"status_msg":"no"}}`, classRateLimit, judge.RateLimited, false},
		{"a number, money", 200, `{"choices":null,"base_resp":{"status_code":1008,"status_msg":"no"}}`, classQuota, judge.Quota, true},
		{"a number, prompt filtered", 200, `{"choices":null,"base_resp":{"status_code":1026,"status_msg":"input new_sensitive"}}`, classContentFilter, judge.Filtered, false},
		{"a number, reply filtered", 200, `{"choices":null,"base_resp":{"status_code":1027,"status_msg":"output new_sensitive"}}`, classContentFilter, judge.Filtered, false},
		{"a number, length", 200, `{"choices":null,"base_resp":{"status_code":1039,"status_msg":"token limit"}}`, classContextLength, judge.ContextLength, false},
		{"a number, their fault", 200, `{"choices":null,"base_resp":{"status_code":1013,"status_msg":"unknown error"}}`, classServer, judge.Transport, false},
		{"success and no completion", 200, `{"choices":null,"base_resp":{"status_code":0,"status_msg":"success"}}`, classBadBody, judge.Transport, false},
		{"success in another envelope", 200, `{"code":0,"message":"success","data":null}`, classBadBody, judge.Transport, false},
		{"success in words", 200, `{"code":"Success","message":"done","data":{}}`, classBadBody, judge.Transport, false},
		{"success by a flag", 200, `{"success":true,"message":"done"}`, classBadBody, judge.Transport, false},
		{"success and yet an error", 200, `{"success":true,"error":{"code":429,"message":"x"}}`, classRateLimit, judge.RateLimited, false},
		{"the same number elsewhere says nothing", 400, `{"error":{"code":"1004","message":"messages are missing"}}`, classBadRequest, judge.BadRequest, false},

		{"context, tokens that must be less", 400, `{"code":20015,"message":"length of prompt_tokens (40000) must be less than 32768"}`, classContextLength, judge.ContextLength, false},
		{"context, a total that cannot exceed", 400, `{"message":"too many tokens: total number of tokens in the prompt cannot exceed 128000"}`, classContextLength, judge.ContextLength, false},
		{"context, fewer than", 422, "{\"error\":\"Input validation error: `inputs` must have less than 4096 tokens. Given: 5000\"}", classContextLength, judge.ContextLength, false},
		{"context, messages", 400, `{"error":{"message":"the length of input messages is too long"}}`, classContextLength, judge.ContextLength, false},
		{"context, a limit that is exceeded", 400, `{"error":{"message":"Your request exceeded model token limit: 8192"}}`, classContextLength, judge.ContextLength, false},
		{"context, characters", 400, `{"error_code":336103,"error_msg":"the max input characters is 20000"}`, classContextLength, judge.ContextLength, false},
		{"context in Chinese", 400, `{"error":{"message":"输入的 token 数超过了模型的上限"}}`, classContextLength, judge.ContextLength, false},
		{"context half in Chinese", 400, `{"error":{"code":"1261","message":"Prompt 超长"}}`, classContextLength, judge.ContextLength, false},
		{"context, a local server", 400, `{"error":"The number of tokens to keep from the initial prompt is greater than the context length."}`, classContextLength, judge.ContextLength, false},
		{"the reply's tokens are a parameter", 400, `{"error":{"message":"max_tokens must be less than or equal to 8192, too many tokens"}}`, classBadParam, judge.BadRequest, false},
		{"a time that is too long is no prompt", 500, `{"error":{"message":"请求时间过长"}}`, classServer, judge.Transport, false},

		{"filter, flagged for", 400, `{"error":{"message":"This request has been flagged for possible risk."}}`, classContentFilter, judge.Filtered, false},
		{"filter in Chinese", 400, `{"error":{"message":"内容审核不通过"}}`, classContentFilter, judge.Filtered, false},

		{"a message that is an object", 422, `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}}`, classBadParam, judge.BadRequest, false},
		{"seed", 400, `{"error":{"message":"seed is not supported"}}`, classBadParam, judge.BadRequest, false},
		{"seed's value", 400, `{"error":{"message":"seed must be a non-negative integer"}}`, classBadParam, judge.BadRequest, false},
		{"thinking", 400, `{"error":{"message":"This model does not support thinking"}}`, classBadParam, judge.BadRequest, false},
		{"logprobs", 400, `{"error":{"message":"'logprobs' is not currently supported"}}`, classBadParam, judge.BadRequest, false},
		{"n", 400, `{"error":{"message":"parameter n is not allowed"}}`, classBadParam, judge.BadRequest, false},
		{"user", 400, `{"error":{"message":"Unrecognized property: 'user'"}}`, classBadParam, judge.BadRequest, false},
		{"a person", 400, `{"error":{"message":"user is not allowed here"}}`, classBadRequest, judge.BadRequest, false},
		{"a role", 400, `{"error":{"message":"the last message must be of the role 'user'"}}`, classBadRequest, judge.BadRequest, false},
		{"a word within a word", 400, `{"error":{"message":"nonstop is not supported"}}`, classBadRequest, judge.BadRequest, false},

		{"an echo of the prompt, Python's", 400, `{"object":"error","message":"1 validation error: messages.0.content: Input should be a valid string [type=string_type, input_value='借款人欠费，余额不足，涉嫌违规，billing, rate limit, 模型不存在', input_type=dict]","code":400}`, classBadRequest, judge.BadRequest, false},
		{"an echo of the request", 400, `{"error":{"message":"invalid request: {'model': 'm', 'messages': [{'role': 'user', 'content': '余额不足 insufficient_quota status: 401'}]}"}}`, classBadRequest, judge.BadRequest, false},
		{"an echo far behind", 400, `{"error":{"message":"bad request: ` + strings.Repeat("x ", 2000) + `account balance overdue"}}`, classBadRequest, judge.BadRequest, false},
		{"an echo behind the reason", 400, `{"error":{"message":"maximum context length is 4096 tokens; content: \"content\": \"欠费\""}}`, classContextLength, judge.ContextLength, false},
		{"the kind of an error in a gateway's 500", 500, `{"error":{"message":"litellm.AuthenticationError: no","code":"500"}}`, classAuth, judge.Auth, true},
		{"the kind of an error in a gateway's 400", 400, `{"error":{"message":"litellm.Timeout: no","code":"400"}}`, classTimeout, judge.Transport, false},
		{"money before the kind of an error", 429, `{"error":{"message":"litellm.RateLimitError: You exceeded your current quota","code":"429"}}`, classQuota, judge.Quota, true},
		{"a window in the kind of an error", 400, `{"error":{"message":"litellm.ContextWindowExceededError: no"}}`, classContextLength, judge.ContextLength, false},
		{"a policy in the kind of an error", 400, `{"error":{"message":"litellm.ContentPolicyViolationError: no"}}`, classContentFilter, judge.Filtered, false},
		{"no permission for a model that is not there", 404, `{"error":{"message":"Not found the model k or Permission denied"}}`, classNotFound, judge.BadRequest, true},
		{"a size of the payload", 400, `{"error":{"message":"Request payload size exceeds the limit: 20971520 bytes."}}`, classContextLength, judge.ContextLength, false},
		{"an organization without access", 400, `{"error":{"message":"This organization has been disabled."}}`, classAuth, judge.Auth, true},
		{"a key's own limit", 403, `{"error":{"message":"Key limit exceeded (total limit)."}}`, classQuota, judge.Quota, true},
		{"a plan used up, in Chinese", 429, `{"error":{"message":"已达到 5 小时的使用上限。"}}`, classQuota, judge.Quota, true},
		{"a schema that the grammar cannot hold", 400, `{"error":{"message":"The provided JSON schema contains features not supported by xgrammar."}}`, classBadParam, judge.BadRequest, false},
		{"a reply that was no JSON: another may be", 400, `{"error":{"message":"no","code":"json_validate_failed"}}`, classEmpty, judge.Empty, false},
		{"a budget used up, said as an error", 400, `{"error":{"message":"Could not finish the message because max_tokens or model output limit was reached."}}`, classTruncated, judge.Truncated, false},
		{"a limit of speed that advertises", 429, `{"error":{"message":"litellm.RateLimitError: Rate limit reached. Please try again in 6s. You can increase your rate limit by adding a payment method at https://x.test/account/billing.","code":"429"}}`, classRateLimit, judge.RateLimited, false},
		{"a limit of speed that advertises in Chinese", 429, `{"error":{"message":"请求过于频繁，充值后可提升限额"}}`, classRateLimit, judge.RateLimited, false},
		{"billing alone", 403, `{"error":{"message":"check your billing details"}}`, classQuota, judge.Quota, true},
		{"a token of JSON, not of access", 400, `{"error":{"message":"invalid token } in JSON at position 90"}}`, classTransport, judge.Transport, false},
		{"a parameter of a model", 400, `{"error":{"message":"Request to model m failed: 'temperature' is not supported for this model"}}`, classBadParam, judge.BadRequest, false},
		{"a model for an operation", 400, `{"error":{"message":"the model m is not supported for this operation"}}`, classNotFound, judge.BadRequest, true},
		{"body cut, Go's words", 400, `{"error":{"message":"invalid character 'x' after object key:value pair"}}`, classTransport, judge.Transport, false},
		{"body cut, Python's words", 400, `{"detail":"Expecting ',' delimiter: line 1 column 90 (char 89)"}`, classTransport, judge.Transport, false},
		{"too early", 425, ``, classServer, judge.Transport, false},
	} {
		t.Run(tc.why, func(t *testing.T) {
			e := classify(response{status: tc.status, body: []byte(tc.body), header: http.Header{}}, ChatCompletions, nil)
			checkEnvelope(t, e, tc.class, tc.code, tc.stop, tc.why)
		})
	}
}

// TestFinishWords has the words that replies end with at other vendors.
func TestFinishWords(t *testing.T) {
	for _, tc := range []struct {
		finish, text string
		class        class
		stated       string
		why          string
	}{
		{"STOP", "yes", classOK, "stop", "in capitals"},
		{"eos_token", "yes", classOK, "stop", "the model's own end"},
		{"FINISH_REASON_MAX_TOKENS", "ye", classTruncated, "length", "with a prefix"},
		{"model_context_window_exceeded", "ye", classTruncated, "length", "the window cut it"},
		{"content_filter: PROHIBITED_CONTENT", "", classContentFilter, "content_filter", "the reason behind the reason"},
		{"guardrail_intervened", "no", classContentFilter, "content_filter", "a filter by another name"},
		{"error: upstream closed", "ye", classInBandError, "error: upstream closed", "the error behind the word"},
		{"time_limit", "ye", classAbort, "time_limit", "cut by the clock"},
		{"load", "", classAbort, "load", "the model was only loaded"},
		{"tool: x", "yes", classOK, "tool: x", "not known: go by the text"},
		{"whatever", "", classEmpty, "whatever", "not known: go by the text"},
	} {
		body := `{"choices":[{"finish_reason":"` + tc.finish + `","message":{"content":"` + tc.text + `"}}]}`
		e := classify(response{status: 200, body: []byte(body), header: http.Header{}}, ChatCompletions, nil)
		if e.class != tc.class || e.reply.Finish != tc.stated {
			t.Errorf("%s: %s, %q; want %s, %q (%s)", tc.finish, e.class, e.reply.Finish, tc.class, tc.stated, tc.why)
		}
	}
}
