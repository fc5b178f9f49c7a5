package llm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Names of body fields that this package sends or that endpoints are known to refuse.
const (
	fieldMaxTokens           = "max_tokens"
	fieldMaxCompletionTokens = "max_completion_tokens"
	fieldMaxOutputTokens     = "max_output_tokens"
	fieldTemperature         = "temperature"
	fieldSeed                = "seed"
	fieldEffort              = "reasoning_effort"
	fieldReasoning           = "reasoning"
	fieldFormat              = "response_format"
	fieldText                = "text"
)

// knownFields are fields whose name in a refusal shows that a parameter is meant. They are no words
// of ordinary text.
var knownFields = []string{
	fieldMaxTokens, fieldMaxCompletionTokens, fieldMaxOutputTokens, fieldTemperature, fieldEffort, fieldFormat,
	"json_schema", "json_object", "json mode", "enable_thinking", "top_p", "top_k", "parallel_tool_calls",
	"stream_options", "logit_bias", "tool_choice", "frequency_penalty", "presence_penalty", "service_tier",
	"prompt_cache_key", "prompt_cache_retention", "chat_template_kwargs", "guided_json", "thinking_budget",
	"top_logprobs", "min_p", "repetition_penalty", "random_seed", "safety_identifier", "include_reasoning", "thinking_config",
	"extra_body", "enable_search", "web_search_options", "prompt_cache_options", "do_sample",
}

// otherNames are the words by which endpoints mean a field without naming it.
var otherNames = map[string][]string{
	fieldFormat:              {"json_schema", "json_object", "json mode", "structured output", "guided_json", "guided decoding", "output_config.format", "json schema", "grammar"},
	fieldText:                {"text.format", "json_schema", "json_object", "json mode", "structured output", "json schema", "grammar"},
	fieldMaxTokens:           {fieldMaxCompletionTokens, "max tokens"},
	fieldMaxCompletionTokens: {fieldMaxTokens, "max tokens"},
	fieldMaxOutputTokens:     {fieldMaxTokens, fieldMaxCompletionTokens},
	fieldEffort:              {"reasoning effort", "reasoning.effort"},
	fieldReasoning:           {"reasoning.effort", "reasoning_effort", "reasoning effort"},
}

// requestFields are fields that every request has: a fault in them is not a parameter's.
var requestFields = []string{"messages", "model", "input", "instructions", "prompt", "content", "role"}

var paramPhrases = []string{
	"unsupported parameter", "unknown parameter", "unrecognized request argument", "unexpected keyword",
	"extra inputs are not permitted", "unknown field", "unknown name", "unsupported value", "additional properties",
	"additionalproperties", "extra fields not permitted", "unexpected field", "unrecognized field", "unrecognized key",
	"must be set to false", "must be set to true", "json schema", "xgrammar", "compile grammar", "parse grammar",
	"structured output", "guided decoding",
}

// refusesParam reports whether a refusal is about a parameter. text is the normalized message.
func (f *fault) refusesParam(text string, sent []string) bool {
	if root := rootField(f.param); root != "" && !slices.Contains(requestFields, root) &&
		(slices.Contains(knownFields, root) || slices.Contains(sent, root) || slices.ContainsFunc(f.codes, isParamCode)) {
		return true
	}
	for _, field := range f.fields {
		root := rootField(field)
		if !slices.Contains(requestFields, root) &&
			(slices.Contains(knownFields, root) || slices.Contains(sent, root) || slices.ContainsFunc(f.codes, isParamCode)) {
			return true
		}
	}
	if slices.ContainsFunc(f.codes, isParamCode) && f.param == "" && len(f.fields) == 0 {
		return true
	}
	if strings.Contains(text, "must contain the word") && strings.Contains(text, "json_object") {
		return true // the form asks something of the prompt, which is named
	}
	if f.namesParam(text, sent) {
		return true
	}
	return !slices.Contains(requestFields, rootField(f.param)) &&
		(slices.ContainsFunc(paramPhrases, func(w string) bool { return strings.Contains(text, w) }) || plainRefusal.MatchString(text))
}

// namesParam reports whether the text of a refusal names a parameter, one that was sent or one that is known.
func (f *fault) namesParam(text string, sent []string) bool {
	return slices.ContainsFunc(sent, func(name string) bool { return mentionAny(text, name) >= 0 }) ||
		!slices.Contains(requestFields, rootField(f.param)) &&
			slices.ContainsFunc(knownFields, func(name string) bool { return strings.Contains(text, name) })
}

func isParamCode(c string) bool { return slices.Contains(paramCodes, c) }

// rootField returns the first part of a field's path: "response_format.json_schema.strict" is about
// response_format.
func rootField(path string) string {
	root, _, _ := strings.Cut(strings.ToLower(path), ".")
	root, _, _ = strings.Cut(root, "[")
	return strings.TrimSpace(root)
}

// mention returns where text names the field, or -1. A name that is an ordinary word must stand in
// quotes or beside a colon.
func mention(text, name string) int {
	name = strings.ToLower(name)
	if strings.ContainsAny(name, "_ .") || slices.Contains(knownFields, name) {
		return wordIndex(text, name)
	}
	for _, q := range []string{"'" + name + "'", `"` + name + `"`, "`" + name + "`", "." + name, name + ":", ": " + name} {
		if i := wordIndex(text, q); i >= 0 {
			return i
		}
	}
	if i := strings.Index(text, name+" is not supported"); i >= 0 {
		return i
	}
	return -1
}

// mentionAny returns where text first names the field by any of its names, or -1.
func mentionAny(text, field string) int {
	at := mention(text, field)
	for _, name := range otherNames[field] {
		if i := mention(text, name); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// wordIndex finds w where it is not a part of a longer name.
func wordIndex(text, w string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(w)
		if (i == 0 || !isNameByte(text[i-1]) || !isNameByte(w[0])) && (end == len(text) || !isNameByte(text[end]) || !isNameByte(w[len(w)-1])) {
			return i
		}
		from = i + 1
	}
}

func isNameByte(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9'
}

var quotedList = regexp.MustCompile(`\[\s*(?:["'][\w.]+["']\s*,?\s*)+\]`)
var quotedName = regexp.MustCompile(`["']([\w.]+)["']`)

// refused returns which of the sent parameters the refusal is about: all that it lists, or else the
// one that it names first; none when it names none of them.
func (f *fault) refused(sent []string) []string {
	var out []string
	add := func(named string) {
		root := rootField(named)
		for _, s := range sent {
			if (s == root || slices.Contains(otherNames[s], root)) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	add(f.param)
	for _, field := range f.fields {
		add(field)
	}
	text := normalize(f.message)
	for _, m := range quotedName.FindAllStringSubmatch(quotedList.FindString(text), -1) {
		add(m[1])
	}
	if len(out) > 0 {
		return out
	}
	first, at := "", -1
	for _, s := range sent {
		if i := mentionAny(text, s); i >= 0 && (at < 0 || i < at) {
			first, at = s, i
		}
	}
	if first == "" {
		return nil
	}
	return []string{first}
}

var demand = regexp.MustCompile(`(?:^|[\s."'` + "`" + `])([a-z][a-z0-9_]*_[a-z0-9_]+)["'` + "`" + `]? must be set to (true|false)\b`)

// demands returns a switch that the endpoint wants set, such as enable_thinking, and its value.
func (f *fault) demands() (name, value string) {
	if m := demand.FindStringSubmatch(normalize(f.message)); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

var number = regexp.MustCompile(`\d+`)

// ceiling returns the largest token budget below asked that the refusal allows; 0 when it names none.
func (f *fault) ceiling(asked int) int {
	best := 0
	for _, s := range number.FindAllString(f.message, -1) {
		if n, err := strconv.Atoi(s); err == nil && n < asked && n >= 16 {
			best = max(best, n)
		}
	}
	return best
}
