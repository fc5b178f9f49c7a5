package judgetest_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
)

func TestSecretsAreNotRecorded(t *testing.T) {
	const key = "sk-live-0123456789abcdef"
	basic := base64.StdEncoding.EncodeToString([]byte("user-name:pass-word-1"))
	rows := []struct {
		name    string
		secrets []string
		url     string
		header  http.Header
		body    string
		answer  string // the response's body
		respond http.Header
		gone    []string
		kept    []string
	}{
		{name: "bearer key that the server echoes", header: http.Header{"Authorization": {"Bearer my-private-key"}},
			answer: `{"error":{"message":"Incorrect API key provided: my-private-key."}}`, gone: []string{"my-private-key", "Bearer"}, kept: []string{"Incorrect API key provided"}},
		{name: "api-key header", header: http.Header{"Api-Key": {"azure-0a1b2c"}}, answer: "for azure-0a1b2c", gone: []string{"azure-0a1b2c"}},
		{name: "x-api-key header", header: http.Header{"X-Api-Key": {"other-0a1b2c"}}, answer: "for other-0a1b2c", gone: []string{"other-0a1b2c"}},
		{name: "a header of somebody's own", header: http.Header{"X-Tenant-Secret": {"tenant-0a1b2c"}}, answer: "for tenant-0a1b2c", gone: []string{"tenant-0a1b2c"}},
		{name: "organization", header: http.Header{"Openai-Organization": {"org-0a1b2c"}}, answer: "limit reached in organization org-0a1b2c", gone: []string{"org-0a1b2c"}, kept: []string{"limit reached"}},
		{name: "harmless header", header: http.Header{"X-Note": {"keep-me-out"}}, answer: "{}", gone: []string{"keep-me-out"}},
		{name: "basic", header: http.Header{"Authorization": {"Basic " + basic}}, answer: "hello user-name, pass-word-1 is weak", gone: []string{basic, "user-name", "pass-word-1"}, kept: []string{"hello", "is weak"}},
		{name: "cookies", header: http.Header{"Cookie": {"session=cookie-value-1; theme=dark"}}, answer: "cookie-value-1 and cookie-value-2",
			respond: http.Header{"Set-Cookie": {"session=cookie-value-2; Path=/; HttpOnly"}}, gone: []string{"cookie-value-1", "cookie-value-2", "HttpOnly"}},
		{name: "keys in the query", url: "?key=query-key-1&api-version=2024-10-21&sig=query-sig-1&user=short", answer: "query-key-1 query-sig-1",
			gone: []string{"query-key-1", "query-sig-1", "user=short"}, kept: []string{"api-version=2024-10-21"}},
		{name: "named values", secrets: []string{"Acme & Söhne", "xy", ""}, body: `{"model":"m","user":"Acme & Söhne","note":"xy"}`,
			answer: `{"user":"Acme & S\u00f6hne","path":"/Acme%20&%20S%C3%B6hne"}`, gone: []string{"Acme", "xy", "Söhne", `S\u00f6hne`}, kept: []string{`"user`, `\"m\"`}},
		{name: "a secret within another", secrets: []string{"abc123", "abc123-and-more"}, answer: "abc123-and-more abc123", gone: []string{"abc123", "and-more"}},
		{name: "members named like keys", body: `{"model":"m","api_key":"body-key-1","extra":{"Authorization":"body-key-2","access_token":["body-key-3"]},"max_tokens":12345}`,
			answer: `{"api_key": "body-\"key-4", "client_secret":"body-key-5", "max_tokens": 12345}`, gone: []string{"body-key-1", "body-key-2", "body-key-3", "key-4", "body-key-5"}, kept: []string{"12345", `\"m\"`}},
		{name: "text that looks like a key", answer: "use " + key + " or AIzaSyA0123456789abcdefghijklmnopqrstuv or Bearer abcdefghijklmnopqrstuvwxyz0", gone: []string{key, "AIzaSyA", "abcdefghijklmnop"}},
		{name: "text that does not", answer: `bearer instruments, risk-adjusted-returns-of-the-fund, the sk-eleton`, kept: []string{"bearer instruments", "risk-adjusted-returns-of-the-fund", "sk-eleton"}},
		{name: "response headers", respond: http.Header{"Location": {"https://x.test/?token=location-token"}, "X-Request-Id": {"request-id-1"}, "Retry-After": {"7"}, "X-Ratelimit-Limit-Tokens": {"9000"}},
			gone: []string{"location-token", "request-id-1"}, kept: []string{`"Retry-After":["7"]`, "9000"}},
		{name: "a short value is no secret", header: http.Header{"Authorization": {"Bearer EMPTY"}}, answer: "an EMPTY list", kept: []string{"an EMPTY list"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for name, values := range r.respond {
					w.Header()[name] = values
				}
				io.WriteString(w, r.answer)
			})
			ask := func(c *http.Client) got {
				req, _ := http.NewRequestWithContext(t.Context(), "POST", judgetest.URL+"/chat/completions"+r.url, strings.NewReader(r.body))
				for name, values := range r.header {
					req.Header[name] = values
				}
				resp, err := c.Transport.RoundTrip(req)
				if err != nil {
					return got{err: err}
				}
				defer resp.Body.Close()
				b, err := io.ReadAll(resp.Body)
				return got{status: resp.StatusCode, body: string(b), err: err}
			}
			lines := recordOf(t, h, r.secrets, func(c *http.Client) {
				if g := ask(c); g.err != nil || g.body != r.answer {
					t.Errorf("the client sees %+v: recording must not change it", g)
				}
			})
			for _, s := range r.gone {
				if strings.Contains(lines, s) {
					t.Errorf("the record holds %q:\n%s", s, lines)
				}
			}
			for _, s := range r.kept {
				if !strings.Contains(lines, s) {
					t.Errorf("the record does not hold %q:\n%s", s, lines)
				}
			}
			if g := ask(&http.Client{Transport: replayer(t, lines, r.secrets...)}); g.err != nil {
				t.Errorf("the cleaned record does not play back: %v", g.err)
			}
		})
	}
}

func TestURLsLoseUserAndPassword(t *testing.T) {
	lines := recordOf(t, &judgetest.Server{Grade: replies(plain)}, nil, func(c *http.Client) {
		send(t.Context(), c, "POST", "https://someone:pw@judge.test/v1/chat/completions", question(judgetest.Chat, "a pw prompt", nil))
	})
	if strings.Contains(lines, "someone") || strings.Contains(lines, "pw") || strings.Contains(lines, "@") {
		t.Errorf("the record holds the user or the password:\n%s", lines)
	}
}
