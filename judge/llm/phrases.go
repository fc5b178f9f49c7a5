package llm

import (
	"regexp"
	"slices"
	"strings"
)

// strongCodes are codes and types, squashed, that settle the class whatever the status says.
var strongCodes = byClass(map[class]string{
	classQuota: `insufficientquota billinghardlimitreached billingnotactive billingerror arrearage
		insufficientbalance paymentrequired creditbalancetoolow budgetexceeded accountoverdueerror
		insufficientcredits allocationquotafreetieronly`,
	classRateLimit: `ratelimitexceeded ratelimiterror toomanyrequests resourceexhausted throttling
		throttlingratequota throttlingallocationquota throttlingburstrate limitrequests limitburstrate
		limitallocationquota requestlimitexceeded tokenlimitexceeded rpmlimit tpmlimit
		throttlingexception`,
	classContextLength: `contextlengthexceeded contextwindowexceeded contextlengthexceedederror
		contextwindowexceedederror stringabovemaxlength prompttoolong inputtoolong
		exceedcontextsizeerror maxtokensexceeded requesttoolarge`,
	classContentFilter: `contentfilter contentfiltererror contentpolicyviolation
		contentpolicyviolationerror responsibleaipolicyviolation datainspectionfailed invalidprompt
		moderationblocked sensitivecontent`,
	classAuth: `invalidapikey authenticationerror permissionerror permissiondenied unauthorized
		unauthenticated apikeyinvalid incorrectapikey invalidauthentication accountdeactivated
		accessdenied unsupportedcountryregionterritory invalidorganization ipnotauthorized
		missingapikey modelaccessdenied`,
	classNotFound: `modelnotfound modelnotfounderror notfounderror deploymentnotfound modelnotexist
		invalidmodel unknownmodel notfound unknownurl`,
	classExpired: `batchexpired`,
	classAbort:   `batchcancelled batchcanceled`,
})

// weakCodes settle the class when neither the text nor an error status does.
var weakCodes = byClass(map[class]string{
	classServer:     `servererror internalerror internalservererror apierror internal internalerroralgo`,
	classOverloaded: `overloadederror overloaded serviceunavailable engineoverloaded modeloverloaded unavailable`,
	classTimeout:    `timeout timeouterror deadlineexceeded requesttimeout gatewaytimeout`,
	classBadRequest: `invalidrequesterror invalidargument badrequest badrequesterror`,
})

// paramCodes say that a parameter is refused.
var paramCodes = strings.Fields(`unsupportedparameter unsupportedvalue unknownparameter extraforbidden
	invalidparametererror unsupportedparamserror unrecognizedargument unknownfield`)

func byClass(m map[class]string) map[string]class {
	out := make(map[string]class)
	for c, words := range m {
		for _, w := range strings.Fields(words) {
			out[w] = c
		}
	}
	return out
}

// phrase is a class and the words, in lower case, that show it.
type phrase struct {
	class class
	words []string
}

// itemPhrases are about one prompt. They are looked for first, whatever the status.
var itemPhrases = []phrase{
	{classContextLength, []string{
		"maximum context length", "context_length_exceeded", "context length exceeded", "context window",
		"context limit", "context size", "exceeds the context", "exceeds context", "maximum sequence length",
		"prompt is too long", "prompt too long", "input is too long", "input too long", "inputs too long",
		"reduce the length", "max_model_len", "input token count", "exceeds the maximum number of tokens",
		"range of input length", "maximum input length", "maximum prompt length", "request too large",
		"request entity too large", "string too long", "max_new_tokens` must be", "model's context length",
		"maximum number of tokens", "longer than the model", "must be at least 1, got -", "输入长度", "上下文长度", "最大长度",
	}},
	{classContentFilter, []string{
		"content management policy", "content_filter", "content filter", "responsibleaipolicy", "content policy",
		"content_policy", "data_inspection_failed", "inappropriate content", "content exists risk", "was flagged",
		"safety system", "usage policy", "usage policies", "requires moderation", "sensitive content",
		"sensitive words", "sensitive information", "敏感", "不安全", "违规",
	}},
}

// accountPhrases are about the account and its speed. A 503 and its like are left to their status.
var accountPhrases = []phrase{
	{classQuota, []string{
		"insufficient_quota", "exceeded your current quota", "usage limit", "regain access", "insufficient balance",
		"insufficient credits", "insufficient funds", "credit balance", "out of credits", "more credits", "billing",
		"payment required", "arrearage", "overdue", "spending limit", "spend limit", "budget has been exceeded",
		"余额不足", "欠费",
	}},
	{classRateLimit, []string{
		"rate limit", "rate_limit", "ratelimit", "too many requests", "resource_exhausted", "resource exhausted",
		"requests per min", "tokens per min", "throttl", "retry after", "slow down", "try again in",
		"error code: 1015", "concurrency limit", "concurrent requests", "速率", "频率", "限流",
	}},
	{classOverloaded, []string{
		"overloaded", "at capacity", "server is busy", "server busy", "temporarily unavailable", "服务繁忙",
	}},
}

// requestPhrases are about what was asked of whom. They are looked for in refusals of a request.
var requestPhrases = []phrase{
	{classAuth, []string{
		"api key not valid", "invalid api key", "incorrect api key", "invalid_api_key", "api_key_invalid",
		"no api key", "missing api key", "provide an api key", "unauthorized", "unauthenticated",
		"authentication fail", "authentication error", "permission denied", "invalid token", "token expired",
	}},
	{classNotFound, []string{
		"model_not_found", "no such model", "unknown model", "invalid model", "model not exist", "model not found",
		"not a valid model", "not found the model", "no endpoints found", "deployment for this resource",
	}},
	{classTransport, []string{
		"not valid json", "could not parse the json body", "unexpected end of data", "unexpected end of json",
		"json decode error", "json parse error", "failed to parse json", "eof while parsing", "unexpected eof",
		"parse the request body", "error parsing the body",
	}},
}

var missingModel = regexp.MustCompile(`\bmodel\b.{0,120}(?:does not exist|not exist|not found|not available|not supported for this)`)

// classify returns the class of a refusal with the given HTTP status, by code, then text, then
// status. sent names the parameters that the request carried.
func (f *fault) classify(status int, sent []string) class {
	for _, c := range f.codes {
		if cl, ok := strongCodes[c]; ok {
			return cl
		}
	}
	if f.status != 0 && (status == 200 || status == 400 || status >= 500) {
		status = f.status
	}
	text := normalize(f.message)
	if c := match(itemPhrases, text); c != "" {
		return c
	}
	if f.delay != "" && status != 503 {
		return classRateLimit
	}
	if status == 200 || status == 400 || status == 403 || status == 422 || status == 429 || status == 500 || status == 502 {
		if c := match(accountPhrases, text); c != "" && !(c == classOverloaded && status == 429) {
			return c
		}
	}
	if status == 200 || status == 400 || status == 404 || status == 422 {
		// "The json_schema is not valid JSON" is about a parameter; "the body is not", about the line.
		if c := match(requestPhrases, text); c != "" && !(c == classTransport && strings.Contains(text, "schema")) {
			return c
		}
		if missingModel.MatchString(text) {
			return classNotFound
		}
		if status != 404 && f.refusesParam(text, sent) {
			return classBadParam
		}
	}
	for _, c := range f.codes {
		if cl, ok := weakCodes[c]; ok && status == 200 {
			return cl
		}
	}
	return statusClass(status)
}

// normalize prepares a message for phrases: lower case, plain apostrophes.
func normalize(s string) string {
	return strings.ToLower(strings.NewReplacer("’", "'", "‘", "'").Replace(s))
}

func match(phrases []phrase, text string) class {
	if text == "" {
		return ""
	}
	for _, p := range phrases {
		if slices.ContainsFunc(p.words, func(w string) bool { return strings.Contains(text, w) }) {
			return p.class
		}
	}
	return ""
}

// statusClass returns the class of a status alone.
func statusClass(status int) class {
	switch status {
	case 401, 403:
		return classAuth
	case 402:
		return classQuota
	case 404, 405, 410:
		return classNotFound
	case 407:
		return classConfig
	case 408:
		return classTimeout
	case 413:
		return classContextLength
	case 409: // another request is in the way
		return classServer
	case 425:
		return classTransport
	case 429, 498:
		return classRateLimit
	case 503, 529:
		return classOverloaded
	}
	switch {
	case status >= 500:
		return classServer
	case status >= 400:
		return classBadRequest
	case status >= 300:
		return classConfig
	}
	return classInBandError
}
