package judgetest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// blank stands where a secret stood.
const blank = "REDACTED"

// cleaner removes the secrets of one exchange.
type cleaner struct{ values []string }

// shortest is the length from which a value that a request carries is looked for elsewhere: a
// shorter one is no secret, and would be found in words.
const shortest = 6

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

// newCleaner collects the secrets of a request: those that it carries and those that the user
// names.
func newCleaner(req *http.Request, named []string) *cleaner {
	c := &cleaner{}
	for _, v := range named {
		c.add(v, 1)
	}
	for name, values := range req.Header {
		for _, v := range values {
			if credential(name) {
				c.addCredential(v)
			}
		}
	}
	if u := req.URL.User; u != nil {
		password, _ := u.Password()
		c.add(password, 1)
		c.add(u.Username(), shortest)
	}
	for name, values := range req.URL.Query() {
		for _, v := range values {
			if credential(name) {
				c.add(v, shortest)
			}
		}
	}
	return c
}

// credential reports whether a header or parameter of this name carries a secret.
func credential(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"auth", "key", "token", "secret", "cookie", "passw", "pwd", "credential", "sig", "code", "organization", "project"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// addCredential adds the value of a credential header: a key, a scheme with a key, or pairs of
// names and values.
func (c *cleaner) addCredential(value string) {
	scheme, rest, _ := strings.Cut(value, " ")
	rest = strings.TrimSpace(rest)
	if rest == "" || strings.Contains(scheme, "=") {
		rest = value
	}
	c.add(rest, shortest)
	for _, part := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ';' || r == ',' }) {
		if _, v, ok := strings.Cut(part, "="); ok {
			c.add(strings.Trim(v, `"`), shortest)
		}
	}
	if text, err := base64.StdEncoding.DecodeString(rest); err == nil && strings.EqualFold(scheme, "basic") {
		user, password, _ := strings.Cut(string(text), ":")
		c.add(user, shortest)
		c.add(password, shortest)
	}
}

// addCookies adds the values of cookies that a response sets.
func (c *cleaner) addCookies(h http.Header) {
	for _, cookie := range h.Values("Set-Cookie") {
		pair, _, _ := strings.Cut(cookie, ";")
		_, value, _ := strings.Cut(pair, "=")
		c.add(strings.Trim(value, `"`), shortest)
	}
}

// add adds a secret of at least the given length, in every spelling in which it may stand. A secret
// that holds another comes first.
func (c *cleaner) add(value string, atLeast int) {
	if len(value) < atLeast {
		return
	}
	quoted := string(encode(value))
	plain := quoted[1 : len(quoted)-1]
	forHTML := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(plain)
	for _, v := range []string{value, plain, forHTML, ascii(plain), ascii(forHTML), url.QueryEscape(value), url.PathEscape(value)} {
		if !slices.Contains(c.values, v) {
			c.values = append(c.values, v)
		}
	}
	slices.SortStableFunc(c.values, func(a, b string) int { return len(b) - len(a) })
}

// ascii writes what is not ASCII as the escapes of JSON.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch hi, lo := utf16.EncodeRune(r); {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case hi != utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

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
