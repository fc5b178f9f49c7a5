package llm

import (
	"strings"
	"testing"
)

func TestIdentity(t *testing.T) {
	identity := func(c Config) string {
		t.Helper()
		c.Model = "m"
		j, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		return j.Identity()
	}
	zero := 0.0
	base := Config{BaseURL: "http://localhost:1/v1?token=hush", APIKey: "hush", Headers: map[string]string{"X-Team": "hush"}}
	if got := identity(base); strings.Contains(got, "hush") {
		t.Errorf("a secret is in the identity: %s", got)
	}
	key := "0123456789abcdef-key"
	inPath := Config{BaseURL: "http://localhost:1/" + key + "/v1", APIKey: key}
	if got := identity(inPath); strings.Contains(got, key) || !strings.Contains(got, "localhost:1") {
		t.Errorf("a key in the path: %s", got)
	}
	word := Config{BaseURL: "http://ollama:1/v1", APIKey: "ollama"}
	if got := identity(word); !strings.Contains(got, "ollama:1") {
		t.Errorf("a key that is a word changes the identity: %s", got)
	}
	for _, c := range []struct {
		why  string
		edit func(*Config)
		same bool
	}{
		{"another key is the same judge", func(c *Config) { c.APIKey = "other" }, true},
		{"patience changes no verdict", func(c *Config) { c.MaxRetries = 1; c.Reasks = None }, true},
		{"another host", func(c *Config) { c.BaseURL = "http://localhost:2/v1" }, false},
		{"another path", func(c *Config) { c.BaseURL = "http://localhost:1/v2" }, false},
		{"another API", func(c *Config) { c.API = Responses }, false},
		{"temperature 0 is not no temperature", func(c *Config) { c.Temperature = &zero }, false},
		{"an effort", func(c *Config) { c.ReasoningEffort = "low" }, false},
		{"a budget", func(c *Config) { c.MaxTokens = 100 }, false},
		{"a form", func(c *Config) { c.Output = JSONObject }, false},
		{"a further field", func(c *Config) { c.Extra = map[string]any{"enable_thinking": false} }, false},
	} {
		edited := base
		c.edit(&edited)
		if same := identity(edited) == identity(base); same != c.same {
			t.Errorf("%s: the identities are equal: %v", c.why, same)
		}
	}
}
