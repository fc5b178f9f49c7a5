package llm

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// plainHeaders are those whose values are no secrets.
var plainHeaders = map[string]bool{
	"Accept": true, "Content-Type": true, "User-Agent": true, "X-Stainless-Lang": true, "X-Stainless-Os": true,
	"X-Stainless-Arch": true, "X-Stainless-Runtime": true, "X-Stainless-Runtime-Version": true,
	"X-Stainless-Package-Version": true, "X-Stainless-Retry-Count": true, "X-Stainless-Timeout": true,
}

// keyLike finds what looks like a key, also with its middle starred out as some endpoints echo it.
var keyLike = regexp.MustCompile(`(?i)\bbearer\s+[\w.~+/=*-]{12,}|\b(?:sk|pk|rk|xai)-[\w*.-]{6,}|\b(?:gsk_|AIza)[\w*-]{6,}`)

const (
	// minSecret is the length below which hiding a value would garble ordinary text.
	minSecret = 4
	// minEncoded is the same for a value in other letters or an encoding, since short keys are words that
	// stand for none, as "EMPTY"; and minPart for the beginning or end of a key of at least minKey.
	minEncoded = 12
	minPart    = 8
	minKey     = 16
)

// secret is a value that must not be shown. key says that it is one of a credential, of which no part is to
// be shown either.
type secret struct {
	value string
	key   bool
}

// secrets are the values that must not be shown.
type secrets []secret

func (l *secrets) add(value string, key bool) {
	value = strings.TrimSpace(value)
	if len(value) >= minSecret && !slices.ContainsFunc(*l, func(s secret) bool { return s.value == value }) {
		*l = append(*l, secret{value, key && !strings.ContainsRune(value, ' ')})
	}
}

// addHeader adds the value of a header, and what stands in it behind a scheme.
func (l *secrets) addHeader(name, value string) {
	key := isCredential(name)
	l.add(value, key)
	scheme, token, ok := strings.Cut(strings.TrimSpace(value), " ")
	if !ok {
		return
	}
	l.add(token, key)
	if plain, err := base64.StdEncoding.DecodeString(token); err == nil && strings.EqualFold(scheme, "basic") {
		user, password, _ := strings.Cut(string(plain), ":")
		l.add(string(plain), true)
		l.add(user, false)
		l.add(password, true)
	}
}

func isCredential(header string) bool {
	header = strings.ToLower(header)
	return slices.ContainsFunc([]string{"auth", "key", "token", "secret", "cookie", "passw", "credential"}, func(w string) bool {
		return strings.Contains(header, w)
	})
}

// addQuery adds the values of a query.
func (l *secrets) addQuery(query string) {
	q, err := url.ParseQuery(query)
	if err != nil {
		l.add(query, true)
		return
	}
	for _, values := range q {
		for _, v := range values {
			l.add(v, false)
		}
	}
}

// secrets returns what of a configuration must not be shown.
func (c *Config) secrets() secrets {
	var l secrets
	l.add(c.APIKey, true)
	for name, v := range c.Headers {
		l.addHeader(name, v)
	}
	if _, query, ok := strings.Cut(c.BaseURL, "?"); ok {
		l.addQuery(query)
	}
	return l
}

// sent returns the secrets together with those of a request: the values of its headers and of its query.
func (l secrets) sent(h http.Header, query string) secrets {
	l = slices.Clone(l)
	for name, values := range h {
		if plainHeaders[name] {
			continue
		}
		for _, v := range values {
			l.addHeader(name, v)
		}
	}
	if query != "" {
		l.addQuery(query)
	}
	return l
}

// long returns the secrets that are no words.
func (l secrets) long() secrets {
	return slices.DeleteFunc(slices.Clone(l), func(x secret) bool { return !x.key || len(x.value) < minKey })
}

// hide takes the secrets out of s, in whatever form they stand there, and whatever looks like a key.
func (l secrets) hide(s string) string {
	if s == "" {
		return s
	}
	for level := 0; level < 3; level++ {
		v := viewOf(s)
		for range level {
			v = v.decoded()
		}
		var found []span
		for _, x := range l {
			found = append(found, x.find(v)...)
		}
		s = cutOut(s, found)
	}
	return keyLike.ReplaceAllString(s, hidden)
}

// hideKeys takes keys out of a reply, which goes into ledgers and reports: a gateway or a tool behind the
// endpoint may echo the request. All else in a reply stays as it came.
func (e *envelope) hideKeys(l secrets) {
	for _, x := range l {
		if !x.key || len(x.value) < minKey {
			continue
		}
		for _, s := range []*string{&e.reply.Text, &e.reply.Reasoning, &e.reply.Refusal} {
			*s = strings.ReplaceAll(*s, x.value, hidden)
		}
	}
}

// find returns where the secret stands in the text: as it is, in hexadecimal or in base64 with whatever
// else was encoded with it, and, of a key, its beginning and its end.
func (x secret) find(v view) (found []span) {
	found = v.find(found, v.text, x.value, nil)
	if len(x.value) < minEncoded {
		return found
	}
	lower := lowerASCII(x.value)
	found = v.find(found, v.lower, lower, nil)
	found = v.find(found, v.lower, hex.EncodeToString([]byte(x.value)), nil)
	for _, part := range base64Forms(x.value) {
		found = v.find(found, v.lower, lowerASCII(part), isBase64)
	}
	if x.key && len(x.value) >= minKey {
		found = v.findPart(found, lower)
	}
	return found
}

// base64Forms returns what of a text stands in every encoding of a longer one that holds it.
func base64Forms(s string) []string {
	var forms []string
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			all := enc.EncodeToString([]byte(strings.Repeat(" ", before) + s))
			from := (before*8 + 5) / 6
			to := (before + len(s)) * 8 / 6
			if form := all[from:to]; !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_=", c) >= 0
}
