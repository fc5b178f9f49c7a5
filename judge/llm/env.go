package llm

import (
	"net/url"
	"os"
	"strings"
)

// FromEnv returns c with an empty BaseURL taken from OPENAI_BASE_URL and an empty APIKey taken from
// OPENAI_API_KEY, when they are set and not empty.
//
// The key is taken only for the host that it is meant for: that of OPENAI_BASE_URL, or
// api.openai.com when that is not set. For any other BaseURL, APIKey stays empty. No other variable
// is read, and [New] reads none.
func FromEnv(c Config) Config {
	base := strings.TrimSpace(os.Getenv("OPENAI_BASE_URL"))
	if c.BaseURL == "" {
		c.BaseURL = base
	}
	if base == "" {
		base = defaultBaseURL
	}
	target := c.BaseURL
	if target == "" {
		target = defaultBaseURL
	}
	if c.APIKey == "" && sameOrigin(base, target) {
		c.APIKey = strings.TrimSpace(os.Getenv("OPENAI_API_KEY"))
	}
	return c
}

// sameOrigin reports whether two URLs have scheme, host and port in common.
func sameOrigin(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Host != "" &&
		strings.EqualFold(x.Scheme, y.Scheme) && strings.EqualFold(x.Host, y.Host)
}
