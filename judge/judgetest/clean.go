package judgetest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// keptHeaders are the response headers that are kept, beside those of rate limits: those that decide
// what a client does.
var keptHeaders = []string{"Content-Type", "Retry-After", "Retry-After-Ms", "X-Should-Retry", "Location"}

// keptQuery are the parameters of a URL whose values are kept.
var keptQuery = []string{"api-version", "api_version", "limit", "after", "order", "include"}

// keyShapes matches text that looks like a key, whoever wrote it.
var keyShapes = regexp.MustCompile(`(?i:\bbearer\s+)[A-Za-z0-9._~+/=-]{20,}` +
	`|\b(?:sk|rk|pk|gsk|xai|hf|tgp|nvapi|r8)[-_][A-Za-z0-9_-]{16,}` +
	`|\bAIza[A-Za-z0-9_-]{30,}` +
	`|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+`)

const keyNames = `(?:x[-_]?)?api[-_ ]?key|authorization|(?:access|refresh|auth|id|session)[-_]?token|client[-_]?secret|secret(?:[-_]?key)?|password|credentials?|cookie`

var (
	// keyName matches the name of a member that holds a key.
	keyName = regexp.MustCompile(`(?i)^(?:` + keyNames + `)$`)
	// keyMember matches such a member in JSON text, with a string as its value.
	keyMember = regexp.MustCompile(`(?i)("(?:` + keyNames + `)"\s*:\s*)"(?:[^"\\]|\\.)*"`)
)

// text replaces every secret in s.
func (c *cleaner) text(s string) string {
	for _, v := range c.values {
		s = strings.ReplaceAll(s, v, blank)
	}
	return keyShapes.ReplaceAllString(s, blank)
}

// url returns a URL without user, fragment and values of parameters that may be secrets.
func (c *cleaner) url(u *url.URL) string {
	out := *u
	out.User, out.Fragment, out.RawFragment = nil, "", ""
	query := out.Query()
	for name, values := range query {
		for i := range values {
			if !slices.Contains(keptQuery, strings.ToLower(name)) {
				values[i] = blank
			}
		}
	}
	out.RawQuery = query.Encode()
	return c.text(out.String())
}

// header returns the headers that are kept.
func (c *cleaner) header(h http.Header) map[string][]string {
	kept := make(map[string][]string)
	for name, values := range h {
		if !slices.Contains(keptHeaders, name) && !strings.HasPrefix(name, "X-Ratelimit-") && !strings.HasPrefix(name, "X-Rate-Limit-") {
			continue
		}
		for _, v := range values {
			if u, err := url.Parse(v); name == "Location" && err == nil {
				v = c.url(u)
			}
			kept[name] = append(kept[name], c.text(v))
		}
	}
	return kept
}

// requestBody returns a JSON body with sorted keys and without secrets, or another body without
// secrets.
func (c *cleaner) requestBody(body []byte) []byte {
	var v any
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if dec.Decode(&v) == nil && !dec.More() {
		blankKeys(v)
		body = encode(v)
	}
	return c.responseBody(body)
}

// blankKeys blanks every member that is named like a key, at any depth.
func blankKeys(v any) {
	switch v := v.(type) {
	case object:
		for name := range v {
			if keyName.MatchString(name) {
				v[name] = blank
			}
			blankKeys(v[name])
		}
	case []any:
		for _, e := range v {
			blankKeys(e)
		}
	}
}

// responseBody returns a body without secrets.
func (c *cleaner) responseBody(body []byte) []byte {
	return []byte(c.text(keyMember.ReplaceAllString(string(body), `${1}"`+blank+`"`)))
}
