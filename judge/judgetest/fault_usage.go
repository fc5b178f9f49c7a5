package judgetest

// Faults of the counts of tokens. Where a server has no prefix cache, the spellings of cached tokens
// claim half of the prompt.
const (
	UsageNull      Fault = "usage-null"      // null
	UsageMissing   Fault = "usage-missing"   // no counts
	UsageDeepSeek  Fault = "usage-deepseek"  // Chat: cached tokens as prompt_cache_hit_tokens
	UsageFlat      Fault = "usage-flat"      // Chat: cached tokens as cached_tokens, beside prompt_tokens
	UsageAnthropic Fault = "usage-anthropic" // Chat: cached tokens as cache_read_input_tokens, which input_tokens do not include
	UsageCut       Fault = "usage-cut"       // the server cut the prompt without a word: only the counts say so
)

var usageFaults = map[Fault]spec{
	UsageNull:      {action: Use, chat: setUsage(nil), responses: setUsage(nil)},
	UsageMissing:   {action: Use, chat: dropUsage, responses: dropUsage},
	UsageDeepSeek:  {action: Use, chat: usageDeepSeek},
	UsageFlat:      {action: Use, chat: usageFlat},
	UsageAnthropic: {action: Use, chat: usageAnthropic},
	UsageCut:       {action: GiveUp, chat: usageCut, responses: usageCut},
}

// usage counts the tokens of one answer.
type usage struct {
	prompt, cached, completion, reasoning int
}

func (u usage) chat() object {
	return object{
		"prompt_tokens": u.prompt, "completion_tokens": u.completion, "total_tokens": u.prompt + u.completion,
		"prompt_tokens_details":     object{"cached_tokens": u.cached},
		"completion_tokens_details": object{"reasoning_tokens": u.reasoning},
	}
}

func (u usage) responses() object {
	return object{
		"input_tokens": u.prompt, "output_tokens": u.completion, "total_tokens": u.prompt + u.completion,
		"input_tokens_details":  object{"cached_tokens": u.cached},
		"output_tokens_details": object{"reasoning_tokens": u.reasoning},
	}
}

// claimed returns the cached tokens of x: those of the cache, else half of the prompt.
func (x *exchange) claimed() int {
	if x.cache {
		return x.usage.cached
	}
	return x.usage.prompt / 2
}

func setUsage(v any) func(object, *exchange) {
	return func(doc object, _ *exchange) { doc["usage"] = v }
}

func dropUsage(doc object, _ *exchange) { delete(doc, "usage") }

func usageDeepSeek(doc object, x *exchange) {
	u := x.usage
	doc["usage"] = object{
		"prompt_tokens": u.prompt, "completion_tokens": u.completion, "total_tokens": u.prompt + u.completion,
		"prompt_cache_hit_tokens": x.claimed(), "prompt_cache_miss_tokens": u.prompt - x.claimed(),
	}
}

func usageFlat(doc object, x *exchange) {
	u := x.usage
	doc["usage"] = object{
		"prompt_tokens": u.prompt, "completion_tokens": u.completion, "total_tokens": u.prompt + u.completion,
		"cached_tokens": x.claimed(),
	}
}

func usageAnthropic(doc object, x *exchange) {
	doc["usage"] = object{
		"input_tokens": x.usage.prompt - x.claimed(), "output_tokens": x.usage.completion,
		"cache_read_input_tokens": x.claimed(), "cache_creation_input_tokens": 0,
	}
}

// usageCut reports an eighth of the prompt.
func usageCut(doc object, x *exchange) {
	x.usage.prompt = max(1, x.usage.prompt/8)
	x.usage.cached = 0
	if x.API == Chat {
		doc["usage"] = x.usage.chat()
		return
	}
	doc["usage"] = x.usage.responses()
}
