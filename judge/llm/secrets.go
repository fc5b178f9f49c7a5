package llm

import (
	"net/http"
	"net/url"
	"regexp"
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

// minSecret is the length below which hiding a value would garble ordinary text.
const minSecret = 4

// hideSecrets takes out of s the values of the headers and of the query that were sent, and whatever
// looks like a key.
func hideSecrets(s string, sent http.Header, query string) string {
	if s == "" {
		return s
	}
	for name, values := range sent {
		if plainHeaders[name] {
			continue
		}
		for _, v := range values {
			s = hide(s, v)
			if _, token, ok := strings.Cut(v, " "); ok {
				s = hide(s, token)
			}
		}
	}
	if query != "" {
		if q, err := url.ParseQuery(query); err == nil {
			for _, values := range q {
				for _, v := range values {
					s = hide(s, v)
				}
			}
		}
	}
	return keyLike.ReplaceAllString(s, hidden)
}

func hide(s, secret string) string {
	if secret = strings.TrimSpace(secret); len(secret) < minSecret {
		return s
	}
	s = strings.ReplaceAll(s, secret, hidden)
	return strings.ReplaceAll(s, url.QueryEscape(secret), hidden)
}
