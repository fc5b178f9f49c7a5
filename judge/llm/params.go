package llm

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// settings are what is sent beside model and messages, as far as the endpoint's refusals have shaped
// it. They are not changed once they are in use: a refusal makes new ones.
type settings struct {
	api  API
	base map[string]json.RawMessage
	// tokens is the field for the token budget; empty when no budget may be sent.
	tokens string
	// budget is the token budget of the configuration; 0 for none. A question that is asked again may
	// have a larger one.
	budget int
	// ceiling is the largest budget that the endpoint takes; 0 while none is known.
	ceiling int
	// output is the strongest form that the endpoint takes.
	output Output
	// joined says that messages must alternate between user and assistant.
	joined bool
	// renamed says that the budget's field has been renamed.
	renamed bool
	// cache is how prompts are marked for the endpoint's cache.
	cache PromptCache

	tails sync.Map // tailKey to *tail
}

// tailKey is what may differ between requests under the same settings.
type tailKey struct {
	schema string
	plain  bool
	tokens int
}

// tail is the end of a request's body, after the messages.
type tail struct {
	// body closes the list of messages and the object.
	body []byte
	// names are the parameters in it, sorted.
	names []string
	// parameters is the JSON object of them; empty when there are none.
	parameters string
}

// newSettings returns the settings that the configuration asks for.
func newSettings(c Config, host string) (*settings, error) {
	s := &settings{api: c.API, output: c.Output, budget: c.MaxTokens, cache: c.PromptCache, base: make(map[string]json.RawMessage)}
	for name, v := range c.Extra {
		raw, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		s.base[name] = raw
	}
	if c.Temperature != nil {
		s.base[fieldTemperature] = encode(*c.Temperature)
	}
	if c.Seed != nil {
		s.base[fieldSeed] = encode(*c.Seed)
	}
	if c.ReasoningEffort != "" {
		if c.API == Responses {
			s.base[fieldReasoning] = encode(map[string]string{"effort": c.ReasoningEffort})
		} else {
			s.base[fieldEffort] = encode(c.ReasoningEffort)
		}
	}
	switch {
	case c.API == Responses:
		s.tokens = fieldMaxOutputTokens
	case host == "api.openai.com" || strings.HasSuffix(host, ".openai.azure.com"):
		s.tokens = fieldMaxCompletionTokens
	default:
		s.tokens = fieldMaxTokens
	}
	return s, nil
}

// encode encodes a value that always can be.
func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("llm: " + err.Error())
	}
	return raw
}

// tail returns the end of a body.
func (s *settings) tail(k tailKey) *tail {
	if s.ceiling > 0 {
		k.tokens = min(k.tokens, s.ceiling)
	}
	if t, ok := s.tails.Load(k); ok {
		return t.(*tail)
	}
	fields := maps.Clone(s.base)
	if k.tokens > 0 && s.tokens != "" {
		fields[s.tokens] = encode(k.tokens)
	}
	s.addFormat(fields, k)
	if s.cache == CacheBreakpoint {
		fields[fieldCacheOptions] = cacheOptions
	}
	t := &tail{names: slices.Sorted(maps.Keys(fields))}
	t.body = append(t.body, ']')
	for _, name := range t.names {
		t.body = append(t.body, ',')
		t.body = append(t.body, encode(name)...)
		t.body = append(t.body, ':')
		t.body = append(t.body, fields[name]...)
	}
	t.body = append(t.body, '}')
	for _, name := range s.cache.names() {
		delete(fields, name)
		if !slices.Contains(t.names, name) {
			t.names = append(t.names, name)
		}
	}
	slices.Sort(t.names)
	if len(fields) > 0 {
		t.parameters = string(encode(fields))
	}
	got, _ := s.tails.LoadOrStore(k, t)
	return got.(*tail)
}

func (s *settings) addFormat(fields map[string]json.RawMessage, k tailKey) {
	output := s.output
	if output == JSONSchema && k.schema == "" {
		output = AnyOutput
	}
	if k.plain || output == AnyOutput {
		return
	}
	format := map[string]any{"type": string(output)}
	if output == JSONSchema {
		schema := map[string]any{"name": "verdict", "strict": true, "schema": json.RawMessage(k.schema)}
		if s.api == Responses {
			maps.Copy(format, schema)
		} else {
			format["json_schema"] = schema
		}
	}
	if s.api == Responses {
		fields[fieldText] = encode(map[string]any{"format": format})
	} else {
		fields[fieldFormat] = encode(format)
	}
}

// clone returns a copy to be changed.
func (s *settings) clone() *settings {
	return &settings{
		api: s.api, base: maps.Clone(s.base), tokens: s.tokens, budget: s.budget, ceiling: s.ceiling,
		output: s.output, joined: s.joined, renamed: s.renamed, cache: s.cache,
	}
}
