package llm

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// endpoint is where requests go.
type endpoint struct {
	// base is the base URL with a slash at its end and without the query.
	base string
	// query is the base URL's query, sent with every request; empty for none.
	query string
	// host is what may be shown of it.
	host string
}

var slashes = regexp.MustCompile(`//+`)

// parseEndpoint reads a base URL. Its errors show neither user nor query.
func parseEndpoint(base string, api API) (endpoint, error) {
	bad := func(format string, args ...any) (endpoint, error) {
		return endpoint{}, fmt.Errorf("llm: base URL %q "+format, append([]any{showURL(base)}, args...)...)
	}
	if !strings.Contains(base, "://") {
		return bad("has no scheme: write http://… or https://…")
	}
	if base != strings.TrimSpace(base) || strings.ContainsFunc(base, isControl) {
		return bad("has blanks around it or a control character in it")
	}
	u, err := url.Parse(base)
	if err != nil {
		return bad("cannot be read")
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return bad("has the scheme %q; it must be http or https", u.Scheme)
	case u.Hostname() == "":
		return bad("has no host")
	case u.User != nil:
		return endpoint{}, errors.New("llm: the base URL holds a user or a password: put the key into Config.APIKey")
	case u.Fragment != "":
		return bad("has a fragment")
	}
	path := strings.TrimRight(slashes.ReplaceAllString(u.EscapedPath(), "/"), "/")
	own, other := "/chat/completions", "/responses"
	if api == Responses {
		own, other = other, own
	}
	path = strings.TrimRight(strings.TrimSuffix(path, own), "/")
	if strings.HasSuffix(path, other) {
		return bad("belongs to another API than Config.API, which is %q", api)
	}
	if strings.HasSuffix(path, "/completions") || strings.HasSuffix(path, "/chat") {
		return bad("ends in the path of a call: leave that out")
	}
	return endpoint{base: u.Scheme + "://" + u.Host + path + "/", query: u.RawQuery, host: u.Host}, nil
}

// path returns the path of a call below the base, with the query.
func (e endpoint) path(p string) string {
	if e.query != "" {
		return p + "?" + e.query
	}
	return p
}

// showURL returns a URL without user, query and fragment, which may be secrets.
func showURL(s string) string {
	s, _, _ = strings.Cut(s, "?")
	s, _, _ = strings.Cut(s, "#")
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		scheme, rest = "", s
	}
	authority, path, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		rest = authority[i+1:]
		if path != "" {
			rest += "/" + path
		}
	}
	if scheme != "" {
		return scheme + "://" + rest
	}
	return rest
}
