package llm

import "regexp"

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
		"reduce the length", "max_model_len", "input token count",
		"range of input length", "maximum input length", "maximum prompt length", "request too large",
		"request entity too large", "string too long", "max_new_tokens` must be", "model's context length",
		"maximum number of tokens", "longer than the model", "must be at least 1, got -", "than the context length",
		"context length of only", "max_seq_len", "model token limit", "max message tokens",
		"exceeds max length", "contextwindowexceeded", "payload size exceeds", "payload too large", "body too large",
		"输入长度", "上下文长度", "最大长度", "超长",
	}},
	{classTruncated, []string{"model output limit was reached"}},
	{classEmpty, []string{"failed to generate json"}},
	{classContentFilter, []string{
		"content management policy", "contentpolicyviolation", "content_filter", "content filter", "responsibleaipolicy", "content policy",
		"content_policy", "data_inspection_failed", "inappropriate content", "content exists risk", "was flagged",
		"request has been flagged", "prompt has been flagged", "input has been flagged", "content has been flagged",
		"safety system", "safety filter", "safety settings", "usage policy", "usage policies",
		"requires moderation", "sensitive content", "sensitive words", "sensitive information", "unsafe content",
		"prompt was blocked", "response was blocked", "prohibited content", "prohibited_content",
		"considered high risk",
		"敏感", "不安全", "违规", "内容安全", "存在风险", "内容审核", "审核不通过", "审核未通过",
	}},
}

// accountPhrases are about the account and its speed. A 503 and its like are left to their status.
var accountPhrases = []phrase{
	{classQuota, []string{
		"insufficient_quota", "exceeded your current quota", "usage limit", "regain access", "insufficient balance",
		"insufficient credits", "insufficient funds", "credit balance", "out of credits", "more credits", "billing hard limit", "billing_hard_limit", "billing not active",
		"payment required", "arrearage", "overdue", "spending limit", "spend limit", "budget has been exceeded",
		"balance is insufficient", "account balance", "not enough balance", "quota is not enough", "insufficient quota",
		"out of quota", "key limit exceeded", "使用上限", "call volume quota", "current token quota", "余额", "欠费", "额度不足", "额度失败",
		"额度已", "配额已", "套餐已",
	}},
	{classRateLimit, []string{
		"rate limit", "rate_limit", "ratelimit", "too many requests", "resource_exhausted", "resource exhausted",
		"requests per min", "tokens per min", "throttl", "retry after", "slow down", "try again in",
		"error code: 1015", "concurrency limit", "concurrent requests", "max organization concurrency", "qps",
		"request limit reached", "速率", "频率", "限流", "并发", "过于频繁", "请求过多",
	}},
	// Refusals for speed say where to buy more of it.
	{classQuota, []string{"billing", "any credits", "purchase credits", "充值"}},
	{classOverloaded, []string{
		"overloaded", "at capacity", "server is busy", "server busy", "temporarily unavailable", "high demand",
		"繁忙", "过载", "负载",
	}},
}

// requestPhrases are about what was asked of whom. They are looked for in refusals of a request.
var requestPhrases = []phrase{
	{classTransport, []string{
		"not valid json", "could not parse the json body", "unexpected end of data", "unexpected end of json",
		"json decode error", "json parse error", "failed to parse json", "eof while parsing", "unexpected eof",
		"parse the request body", "error parsing the body", "looking for beginning of", "after object key",
		"after array element", "in string literal", "unexpected end-of-input", "unterminated string",
		"expecting value: line", "delimiter: line", "in json at position",
	}},
	{classAuth, []string{
		"api key not valid", "invalid api key", "incorrect api key", "invalid_api_key", "api_key_invalid",
		"no api key", "missing api key", "provide an api key", "unauthorized", "unauthenticated",
		"authentication fail", "authentication error", "permission denied", "invalid token", "token expired",
		"api key expired", "api key has expired", "expired api key", "token has expired", "access token",
		"login fail", "organization has been disabled", "account has been disabled", "account has been deactivated",
		"invalid x-api-key", "location is not supported", "supported in your country",
		"supported in your region", "available in your country", "available in your region", "无效的令牌", "令牌无效", "令牌已", "密钥无效", "身份验证", "鉴权", "未授权",
	}},
	{classNotFound, []string{
		"model_not_found", "no such model", "unknown model", "invalid model", "model not exist", "model not found",
		"not a valid model", "not found the model", "no endpoints found", "deployment for this resource",
		"模型不存在", "模型未找到", "模型已下线", "模型未开通",
	}},
}

// tooLong finds what else says that a prompt, or a request with its reply, is too long for the model.
var tooLong = regexp.MustCompile(`\b(?:context|sequence|prompt|prompt_tokens|inputs?|messages?|tokens?|characters)\b[^.;]{0,80}` +
	`\b(?:too (?:long|large|many)|exceed(?:s|ed|ing)?|longer than|larger than|greater than|more than|` +
	`(?:must|should) (?:be|have) (?:less|fewer|at most|shorter|smaller))\b` +
	`|\b(?:exceed(?:s|ed|ing)?|max(?:imum)?|limit of|too many) [^.;]{0,60}\b(?:context|(?:input|prompt) (?:length|tokens|characters)|sequence length)\b` +
	`|(?:输入|内容|文本|消息|提示词|prompt|上下文|token)[^。；]{0,20}(?:过长|太长|超过|超出)`)

var missingModel = regexp.MustCompile(`\bmodel\b.{0,120}(?:does not exist|not exist|not found|not available|not supported for this)`)
