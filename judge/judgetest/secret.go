package judgetest

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
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
