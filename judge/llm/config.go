package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
)

// API is the HTTP interface that an endpoint is asked through. The zero API is [ChatCompletions].
type API string

// The APIs.
const (
	ChatCompletions API = "chat_completions"
	Responses       API = "responses"
)

// Output is how firmly an endpoint is held to the form of a reply. It is a help for the model and no
// more: replies are read the same whether or not the endpoint took notice. The zero Output asks for
// nothing.
type Output string

// The outputs. An endpoint that refuses one is asked with the next weaker one.
const (
	// AnyOutput leaves the form to the prompt.
	AnyOutput Output = ""
	// JSONObject asks for some JSON object.
	JSONObject Output = "json_object"
	// JSONSchema asks for an object of the task's schema, strictly; a task whose contract has no
	// schema is asked as with AnyOutput.
	JSONSchema Output = "json_schema"
)

// None is the value of MaxRetries, Reasks or GiveUpAfter in a [Config] that means none at all, or never;
// 0 means the default.
const None = math.MinInt32

// Defaults of a [Config].
const (
	defaultBaseURL        = "https://api.openai.com/v1"
	defaultAttemptTimeout = 5 * time.Minute
	defaultTotalTimeout   = 20 * time.Minute
	defaultMaxWait        = 2 * time.Minute
	defaultMaxRetries     = 6
	defaultReasks         = 2
	defaultMaxConcurrency = 512
	defaultGiveUpAfter    = 24
)

// Config says what to ask, whom, and how patiently. Its zero value with a Model is a safe start: it
// asks api.openai.com and sends nothing but model and messages. Parameters that are not set are not
// sent.
//
// Printing a Config, in any format and also as JSON, shows neither the key nor a header's value.
type Config struct {
	// BaseURL is where the API begins, such as "http://localhost:8000/v1"; empty means
	// https://api.openai.com/v1. A query is sent with every request. A URL that goes on to
	// /chat/completions, or to /responses with that API, is taken for its base.
	BaseURL string
	// APIKey is sent as a bearer token; empty sends none. Nothing is ever read from the environment
	// in its place; see [FromEnv].
	APIKey string
	// Headers are sent with every request. Their values are kept as secret as the key.
	Headers map[string]string
	// Model names the model. It must be set.
	Model string
	// API is the interface to use.
	API API

	// ReasoningEffort is how much the model is to reason, in the endpoint's words, such as "low".
	ReasoningEffort string
	// MaxTokens bounds the tokens of a reply, reasoning included. A reply that was cut is asked for
	// again with twice the budget of the time before.
	MaxTokens int
	// Temperature is the sampling temperature, 0 or more.
	Temperature *float64
	// Seed asks for repeatable sampling. The Responses API has none.
	Seed *int64
	// Output holds the replies to [Judge.Grade] to a form.
	Output Output
	// PromptCache marks prompts for the endpoint's prefix cache.
	PromptCache PromptCache
	// Extra are further fields of the request's body, for what one endpoint alone knows, such as
	// "enable_thinking". Each value must be encodable as JSON.
	Extra map[string]any

	// AttemptTimeout bounds one request; 0 means 5 minutes.
	AttemptTimeout time.Duration
	// TotalTimeout bounds all requests for a task and the waits between them, but not the time that
	// the task spends in the queue for its turn; 0 means 20 minutes, or twice AttemptTimeout when
	// that is longer.
	TotalTimeout time.Duration
	// MaxWait is the longest wait that an endpoint may ask for; a task that would have to wait
	// longer fails at once. 0 means 2 minutes.
	MaxWait time.Duration
	// MaxRetries bounds how often a failed request is repeated; 0 means 6, [None] none.
	MaxRetries int
	// Reasks bounds how often a task is asked again because its reply cannot be used; 0 means 2,
	// [None] none.
	Reasks int
	// GiveUpAfter is after how many failed requests the endpoint is given up while nothing at all has
	// succeeded: the next task that fails then ends the run, with an error that says what failed and how
	// often. 0 means 24, [None] never. See the package comment.
	GiveUpAfter int
	// MaxConcurrency bounds the requests at work at a time; 0 means 512. Below it the number follows
	// what the endpoint bears.
	MaxConcurrency int
	// RequestsPerMinute and TokensPerMinute are the account's limits; 0 means that they are unknown.
	// What the endpoint says of them in its responses takes their place.
	RequestsPerMinute, TokensPerMinute int
	// SkipTruncationCheck takes every prompt for read in full. Without it a reply is rejected when
	// the endpoint counts far fewer tokens than the prompt can have, and flagged when what it states is
	// no count at all. Set it for an endpoint that does not count all of a prompt's tokens.
	SkipTruncationCheck bool

	// HTTPClient makes the requests; nil means one of the Judge's own, which is made for many
	// concurrent requests. Redirects are refused with any.
	HTTPClient *http.Client
	// Transport is the transport of the Judge's own client; nil means one that keeps as many
	// idle connections as MaxConcurrency and takes its proxy from the environment. At most one of HTTPClient and Transport
	// may be set.
	Transport http.RoundTripper
	// Logger is told of parameters that were dropped, of limits and of retries; nil logs nothing.
	Logger *slog.Logger
}

// withDefaults returns the configuration with its defaults filled in, or the first fault in it.
func (c Config) withDefaults() (Config, error) {
	if err := c.check(); err != nil {
		return c, fmt.Errorf("llm: %w", err)
	}
	setDefault(&c.BaseURL, defaultBaseURL)
	setDefault(&c.API, ChatCompletions)
	setDefault(&c.AttemptTimeout, defaultAttemptTimeout)
	setDefault(&c.TotalTimeout, max(defaultTotalTimeout, 2*c.AttemptTimeout))
	setDefault(&c.MaxWait, defaultMaxWait)
	setDefault(&c.MaxConcurrency, defaultMaxConcurrency)
	setDefault(&c.MaxRetries, defaultMaxRetries)
	setDefault(&c.Reasks, defaultReasks)
	setDefault(&c.GiveUpAfter, defaultGiveUpAfter)
	c.MaxRetries = max(c.MaxRetries, 0)
	c.Reasks = max(c.Reasks, 0)
	c.GiveUpAfter = max(c.GiveUpAfter, 0)
	if c.AttemptTimeout > c.TotalTimeout {
		return c, errors.New("llm: AttemptTimeout is longer than TotalTimeout")
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	c.Headers, c.Extra = maps.Clone(c.Headers), maps.Clone(c.Extra)
	return c, nil
}

func setDefault[T comparable](p *T, v T) {
	var zero T
	if *p == zero {
		*p = v
	}
}

func (c *Config) check() error {
	if strings.TrimSpace(c.Model) == "" {
		return errors.New("no model is named: set Config.Model")
	}
	for name, s := range map[string]string{"Model": c.Model, "ReasoningEffort": c.ReasoningEffort} {
		if s != strings.TrimSpace(s) || strings.ContainsFunc(s, isControl) {
			return fmt.Errorf("Config.%s has blanks around it or a control character in it: %q", name, s)
		}
	}
	if !slices.Contains([]API{"", ChatCompletions, Responses}, c.API) {
		return fmt.Errorf("Config.API %q is neither %q nor %q", c.API, ChatCompletions, Responses)
	}
	if !slices.Contains([]Output{AnyOutput, JSONObject, JSONSchema}, c.Output) {
		return fmt.Errorf("Config.Output %q is neither empty nor %q nor %q", c.Output, JSONObject, JSONSchema)
	}
	if t := c.Temperature; t != nil && !(*t >= 0 && *t <= math.MaxFloat32) {
		return fmt.Errorf("Config.Temperature is %v; it must be 0 or more", *t)
	}
	if !slices.Contains([]PromptCache{Unmarked, CacheKey, CacheBreakpoint}, c.PromptCache) {
		return fmt.Errorf("Config.PromptCache %q is neither empty nor %q nor %q", c.PromptCache, CacheKey, CacheBreakpoint)
	}
	if c.Seed != nil && c.API == Responses {
		return errors.New("Config.Seed is set, but the Responses API has no seed")
	}
	if err := c.checkNumbers(); err != nil {
		return err
	}
	if err := checkSecrets(c.APIKey, c.Headers); err != nil {
		return err
	}
	if c.HTTPClient != nil && c.Transport != nil {
		return errors.New("Config.HTTPClient and Config.Transport are both set: choose one")
	}
	return c.checkExtra()
}

func (c *Config) checkNumbers() error {
	for _, n := range []struct {
		name  string
		value int
		none  bool
	}{
		{"MaxTokens", c.MaxTokens, false}, {"MaxRetries", c.MaxRetries, true}, {"Reasks", c.Reasks, true},
		{"GiveUpAfter", c.GiveUpAfter, true},
		{"MaxConcurrency", c.MaxConcurrency, false}, {"RequestsPerMinute", c.RequestsPerMinute, false},
		{"TokensPerMinute", c.TokensPerMinute, false},
	} {
		if n.value < 0 && !(n.none && n.value == None) {
			return fmt.Errorf("Config.%s is %d; it must not be negative", n.name, n.value)
		}
	}
	for name, d := range map[string]time.Duration{
		"AttemptTimeout": c.AttemptTimeout, "TotalTimeout": c.TotalTimeout, "MaxWait": c.MaxWait,
	} {
		if d < 0 {
			return fmt.Errorf("Config.%s is %v; it must not be negative", name, d)
		}
	}
	return nil
}

// checkExtra refuses fields that this package fills itself, or whose effect it could not read.
func (c *Config) checkExtra() error {
	taken := map[string]bool{
		"model": true, "messages": true, "input": true, "stream": true, "n": true,
		fieldTemperature: c.Temperature != nil, fieldSeed: c.Seed != nil,
		fieldFormat: c.Output != AnyOutput, fieldText: c.Output != AnyOutput && c.API == Responses,
		fieldMaxTokens: c.MaxTokens > 0, fieldMaxCompletionTokens: c.MaxTokens > 0, fieldMaxOutputTokens: c.MaxTokens > 0,
		fieldCacheKey: c.PromptCache != Unmarked, fieldCacheOptions: c.PromptCache != Unmarked,
		fieldEffort: c.ReasoningEffort != "", fieldReasoning: c.ReasoningEffort != "" && c.API == Responses,
	}
	for _, name := range slices.Sorted(maps.Keys(c.Extra)) {
		if name == "" || taken[name] {
			return fmt.Errorf("Config.Extra must not set %q", name)
		}
		if _, err := json.Marshal(c.Extra[name]); err != nil {
			return fmt.Errorf("Config.Extra[%q] cannot be encoded: %w", name, err)
		}
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// checkSecrets checks key and headers without ever showing a value.
func checkSecrets(key string, headers map[string]string) error {
	switch {
	case strings.ContainsAny(key, "\r\n"):
		return errors.New("Config.APIKey has a line break in it, perhaps from the file that it was read from")
	case strings.ContainsFunc(key, func(r rune) bool { return isControl(r) || r == ' ' || r > '~' }):
		return errors.New("Config.APIKey has a blank, a control character or a letter outside ASCII in it")
	}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case name == "" || strings.ContainsFunc(name, func(r rune) bool { return !isToken(r) }):
			return fmt.Errorf("Config.Headers has a name that is none: %q", name)
		case slices.Contains([]string{"Host", "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Connection", "Accept-Encoding"}, canonical):
			return fmt.Errorf("Config.Headers must not set %s", canonical)
		case canonical == "Authorization" && key != "":
			return errors.New("Config.APIKey and a header Authorization are both set: choose one")
		case strings.ContainsFunc(headers[name], func(r rune) bool { return isControl(r) && r != '\t' }):
			return fmt.Errorf("the value of Config.Headers[%q] has a line break or another control character in it", name)
		}
	}
	return nil
}

func isToken(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
