package llm

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
)

// hidden stands for a value that is not shown.
const hidden = "[hidden]"

// shown is what may be seen of a Config.
type shown struct {
	Model   string         `json:"model"`
	BaseURL string         `json:"base_url,omitempty"`
	APIKey  string         `json:"api_key,omitempty"`
	Headers []string       `json:"headers,omitempty"`
	API     API            `json:"api,omitempty"`
	Output  Output         `json:"output,omitempty"`
	Effort  string         `json:"reasoning_effort,omitempty"`
	Tokens  int            `json:"max_tokens,omitempty"`
	Temp    *float64       `json:"temperature,omitempty"`
	Seed    *int64         `json:"seed,omitempty"`
	Cache   PromptCache    `json:"prompt_cache,omitempty"`
	Extra   map[string]any `json:"extra,omitempty"`
}

// MarshalJSON shows what is asked of whom, without key and header values.
func (c Config) MarshalJSON() ([]byte, error) {
	s := shown{
		Model: c.Model, BaseURL: showURL(c.BaseURL), API: c.API, Output: c.Output, Effort: c.ReasoningEffort,
		Tokens: c.MaxTokens, Temp: c.Temperature, Seed: c.Seed, Cache: c.PromptCache, Extra: c.Extra,
		Headers: slices.Sorted(maps.Keys(c.Headers)),
	}
	if c.APIKey != "" {
		s.APIKey = hidden
	}
	b, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if safe := []byte(c.secrets().hide(string(b))); json.Valid(safe) {
		return safe, nil
	}
	return json.Marshal(shown{Model: hidden}) // what is hidden was part of the form
}

// String shows what MarshalJSON shows.
func (c Config) String() string {
	b, err := c.MarshalJSON()
	if err != nil { // a value of Extra cannot be encoded
		return fmt.Sprintf("llm.Config{Model: %q}", c.secrets().hide(c.Model))
	}
	return "llm.Config" + string(b)
}

// GoString is String: the %#v of a Config must not show its key.
func (c Config) GoString() string { return c.String() }

// Format writes String for every verb.
func (c Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.String()) }

// LogValue is String, for package slog.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// String names the model and the host: "gpt-x at api.openai.com".
func (j Judge) String() string {
	if j.e == nil {
		return "llm.Judge that was not made by New"
	}
	return j.e.model + " at " + j.e.host
}

// GoString is String: the %#v of a Judge must not show its key.
func (j Judge) GoString() string { return j.String() }

// Format writes String for every verb.
func (j Judge) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, j.String()) }

// LogValue is String, for package slog.
func (j Judge) LogValue() slog.Value { return slog.StringValue(j.String()) }

// MarshalJSON writes String.
func (j Judge) MarshalJSON() ([]byte, error) { return json.Marshal(j.String()) }
