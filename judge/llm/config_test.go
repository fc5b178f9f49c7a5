package llm

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestNewRefusesBadConfig(t *testing.T) {
	negative, nan, seed := -1.0, math.NaN(), int64(1)
	for _, tc := range []struct {
		why    string
		change func(*Config)
		says   string
	}{
		{"no model", func(c *Config) { c.Model = " " }, "no model"},
		{"model with a line break", func(c *Config) { c.Model = "m\n" }, "Config.Model"},
		{"no scheme", func(c *Config) { c.BaseURL = "localhost:8000/v1" }, "no scheme"},
		{"other scheme", func(c *Config) { c.BaseURL = "ftp://x/v1" }, `"ftp"`},
		{"no host", func(c *Config) { c.BaseURL = "http:///v1" }, "no host"},
		{"not a URL", func(c *Config) { c.BaseURL = "http://[::1/v1" }, "cannot be read"},
		{"blank in the URL", func(c *Config) { c.BaseURL = "http://x/v1 " }, "blanks"},
		{"password in the URL", func(c *Config) { c.BaseURL = "http://u:secret-1@x/v1" }, "Config.APIKey"},
		{"fragment", func(c *Config) { c.BaseURL = "http://x/v1#a" }, "fragment"},
		{"path of another API", func(c *Config) { c.BaseURL = "http://x/v1/responses" }, "another API"},
		{"path of another API", func(c *Config) { c.BaseURL, c.API = "http://x/v1/chat/completions", Responses }, "another API"},
		{"path of an old API", func(c *Config) { c.BaseURL = "http://x/v1/completions" }, "path of a call"},
		{"unknown API", func(c *Config) { c.API = "grpc" }, "Config.API"},
		{"unknown output", func(c *Config) { c.Output = "xml" }, "Config.Output"},
		{"negative temperature", func(c *Config) { c.Temperature = &negative }, "Config.Temperature"},
		{"no temperature", func(c *Config) { c.Temperature = &nan }, "Config.Temperature"},
		{"seed with Responses", func(c *Config) { c.API, c.Seed = Responses, &seed }, "Config.Seed"},
		{"negative budget", func(c *Config) { c.MaxTokens = -1 }, "Config.MaxTokens"},
		{"negative retries", func(c *Config) { c.MaxRetries = -1 }, "Config.MaxRetries"},
		{"negative reasks", func(c *Config) { c.Reasks = -2 }, "Config.Reasks"},
		{"negative concurrency", func(c *Config) { c.MaxConcurrency = -1 }, "Config.MaxConcurrency"},
		{"None is for counts of repeats", func(c *Config) { c.MaxConcurrency = None }, "Config.MaxConcurrency"},
		{"negative limit", func(c *Config) { c.TokensPerMinute = -1 }, "Config.TokensPerMinute"},
		{"negative timeout", func(c *Config) { c.AttemptTimeout = -time.Second }, "Config.AttemptTimeout"},
		{"attempt longer than all", func(c *Config) { c.AttemptTimeout, c.TotalTimeout = time.Hour, time.Minute }, "AttemptTimeout"},
		{"key from a file", func(c *Config) { c.APIKey = "secret-1\n" }, "line break"},
		{"key with a blank", func(c *Config) { c.APIKey = "secret-1 x" }, "a blank"},
		{"key in another script", func(c *Config) { c.APIKey = "secret-1ключ" }, "outside ASCII"},
		{"header without a name", func(c *Config) { c.Headers = map[string]string{"": "secret-1"} }, "Config.Headers"},
		{"header with a bad name", func(c *Config) { c.Headers = map[string]string{"a b": "secret-1"} }, "Config.Headers"},
		{"header with a line break", func(c *Config) { c.Headers = map[string]string{"X-A": "secret-1\r\nX-B: 1"} }, `"X-A"`},
		{"header of the transport", func(c *Config) { c.Headers = map[string]string{"content-length": "1"} }, "Content-Length"},
		{"two keys", func(c *Config) {
			c.APIKey, c.Headers = "secret-1", map[string]string{"authorization": "Bearer secret-1"}
		}, "choose one"},
		{"two transports", func(c *Config) { c.HTTPClient, c.Transport = new(http.Client), http.DefaultTransport }, "choose one"},
		{"extra model", func(c *Config) { c.Extra = map[string]any{"model": "x"} }, `"model"`},
		{"extra stream", func(c *Config) { c.Extra = map[string]any{"stream": true} }, `"stream"`},
		{"extra that is set already", func(c *Config) { c.MaxTokens = 1; c.Extra = map[string]any{"max_completion_tokens": 2} }, `"max_completion_tokens"`},
		{"extra that cannot be encoded", func(c *Config) { c.Extra = map[string]any{"x": func() {}} }, "cannot be encoded"},
	} {
		c := Config{Model: "m"}
		tc.change(&c)
		_, err := New(c)
		switch {
		case err == nil:
			t.Errorf("%s: no error", tc.why)
		case !strings.HasPrefix(err.Error(), "llm: ") || !strings.Contains(err.Error(), tc.says):
			t.Errorf("%s: %q does not say %q", tc.why, err, tc.says)
		case strings.Contains(err.Error(), "secret-1"):
			t.Errorf("%s: %q shows the secret", tc.why, err)
		}
	}
}

func TestZeroConfigWithModel(t *testing.T) {
	j, err := New(Config{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	e := j.e
	if e.endpoint.base != "https://api.openai.com/v1/" || e.host != "api.openai.com" || e.MaxRetries != 6 || e.Reasks != 2 ||
		e.AttemptTimeout != 5*time.Minute || e.TotalTimeout != 20*time.Minute || e.MaxWait != 2*time.Minute || e.MaxConcurrency != 512 {
		t.Errorf("%s: %v %v %v %v %v %v", e.endpoint.base, e.MaxRetries, e.Reasks, e.AttemptTimeout, e.TotalTimeout, e.MaxWait, e.MaxConcurrency)
	}
	if j, err = New(Config{Model: "m", AttemptTimeout: 15 * time.Minute}); err != nil || j.e.TotalTimeout != 30*time.Minute {
		t.Errorf("a long attempt: %v", err)
	}
}

func TestBaseURL(t *testing.T) {
	for _, tc := range []struct{ base, api, path, why string }{
		{"http://x/v1", "", "http://x/v1/chat/completions", "the usual"},
		{"http://x/v1/", "", "http://x/v1/chat/completions", "one slash"},
		{"http://x//v1//", "", "http://x/v1/chat/completions", "one slash"},
		{"http://x", "", "http://x/chat/completions", "no path"},
		{"http://x:8080/a%20b/v1", "", "http://x:8080/a%20b/v1/chat/completions", "escapes stay"},
		{"http://x/v1/chat/completions", "", "http://x/v1/chat/completions", "the full path"},
		{"http://x/v1/chat/completions/", "", "http://x/v1/chat/completions", "the full path"},
		{"http://x/v1/responses", "responses", "http://x/v1/responses", "the full path"},
		{"https://x.openai.azure.com/openai/deployments/d?api-version=2026-01-01", "", "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2026-01-01", "the query is kept"},
		{"http://[::1]:8000/v1", "", "http://[::1]:8000/v1/chat/completions", "an address of version 6"},
	} {
		got := ""
		rt := transportFunc(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		})
		j := testJudge(t, rt, func(c *Config) { c.BaseURL, c.API = tc.base, API(tc.api) })
		exchangeOnce(t.Context(), j)
		if got != tc.path {
			t.Errorf("%s: asked %s, want %s (%s)", tc.base, got, tc.path, tc.why)
		}
	}
}

func TestFromEnv(t *testing.T) {
	const key = "sk-ambient"
	for _, tc := range []struct{ envURL, envKey, base, apiKey, wantBase, wantKey, why string }{
		{"", key, "", "", "", key, "the key is OpenAI's, and so is the default"},
		{"", key, "https://api.openai.com/v1", "", "https://api.openai.com/v1", key, "named in full"},
		{"", key, "https://elsewhere.test/v1", "", "https://elsewhere.test/v1", "", "not for another host"},
		{"", key, "http://api.openai.com/v1", "", "http://api.openai.com/v1", "", "not in the clear"},
		{"http://local.test/v1", key, "", "", "http://local.test/v1", key, "the environment names both"},
		{"http://local.test/v1", key, "https://api.openai.com/v1", "", "https://api.openai.com/v1", "", "the key is local.test's"},
		{"http://local.test:1/v1", key, "http://local.test:2/v1", "", "http://local.test:2/v1", "", "another port is another host"},
		{" ", key, "", "", "", key, "an empty variable is none"},
		{"", key + "\n", "", "", "", key, "a line break at the end is no part of it"},
		{"", key, "", "own", "", "own", "what is set stays"},
		{"", "", "", "", "", "", "nothing there"},
	} {
		t.Setenv("OPENAI_BASE_URL", tc.envURL)
		t.Setenv("OPENAI_API_KEY", tc.envKey)
		got := FromEnv(Config{Model: "m", BaseURL: tc.base, APIKey: tc.apiKey})
		if got.BaseURL != tc.wantBase || got.APIKey != tc.wantKey {
			t.Errorf("base %q, key %q; want %q, %q (%s)", got.BaseURL, got.APIKey, tc.wantBase, tc.wantKey, tc.why)
		}
	}
}

// TestPrinting prints Config and Judge in every way and looks for secrets.
func TestPrinting(t *testing.T) {
	c := Config{
		Model: "m", BaseURL: "https://x.test/v1?key=query-secret", APIKey: "api-secret",
		Headers: map[string]string{"X-Token": "header-secret"},
	}
	j, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, v := range []any{c, &c, j, *j, struct{ C Config }{c}, []any{c, j}, map[string]any{"j": j}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			if s := fmt.Sprintf(verb, v); strings.Contains(s, "secret") || strings.Contains(s, fmt.Sprintf("%x", "secret")) {
				t.Errorf("%s of %T: %s", verb, v, s)
			}
		}
		b, err := json.Marshal(v)
		if err != nil || strings.Contains(string(b), "secret") {
			t.Errorf("JSON of %T: %s, %v", v, b, err)
		}
		logger.Info("x", "v", v)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("log: %s", log.String())
	}
	if got := fmt.Sprint(j); got != "m at x.test" {
		t.Errorf("Judge: %s", got)
	}
	const want = `llm.Config{"model":"m","base_url":"https://x.test/v1","api_key":"[hidden]","headers":["X-Token"]}`
	if got := fmt.Sprint(c); got != want {
		t.Errorf("Config: %s", got)
	}
	odd := Config{Model: "m", Extra: map[string]any{"x": func() {}}}
	if got := odd.String(); got != `llm.Config{Model: "m"}` {
		t.Errorf("a Config that JSON cannot hold: %s", got)
	}
	if got := new(Judge).String(); !strings.Contains(got, "not made by New") {
		t.Errorf("zero Judge: %s", got)
	}
	for in, want := range map[string]string{
		"https://u:p@x/v1?k=s#f": "https://x/v1", "u:p@x:1": "x:1", "https://x@y@z": "https://z", "": "",
	} {
		if got := showURL(in); got != want {
			t.Errorf("showURL(%q) = %q, want %q", in, got, want)
		}
	}
}
