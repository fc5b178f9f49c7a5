package llm

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// everyByte writes each byte of s by a format.
func everyByte(s, format string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, format, s[i])
	}
	return b.String()
}

// forms are the ways in which a server may send a key back.
func forms(key string) map[string]string {
	quoted, _ := json.Marshal(key)
	return map[string]string{
		"plain":               key,
		"upper case":          strings.ToUpper(key),
		"query":               url.QueryEscape(key),
		"query in lower case": strings.ToLower(url.QueryEscape(key)),
		"path":                url.PathEscape(key),
		"every byte percent":  everyByte(key, "%%%02X"),
		"percent twice":       url.QueryEscape(url.QueryEscape(key)),
		"JSON":                string(quoted),
		"JSON, every letter":  everyByte(key, `\u%04x`),
		"JSON, solidus":       strings.ReplaceAll(key, "/", `\/`),
		"JSON in JSON":        strings.ReplaceAll(everyByte(key, `\u%04x`), `\`, `\\`),
		"bytes of a literal":  everyByte(key, `\x%02x`),
		"HTML":                html.EscapeString(key),
		"HTML numbers":        everyByte(key, "&#%d;"),
		"base64":              base64.StdEncoding.EncodeToString([]byte(key)),
		"base64 for URLs":     base64.URLEncoding.EncodeToString([]byte(key)),
		"base64 unpadded":     base64.RawStdEncoding.EncodeToString([]byte(key)),
		"base64 with a user":  base64.StdEncoding.EncodeToString([]byte("api:" + key)),
		"base64 of a header":  base64.StdEncoding.EncodeToString([]byte("Bearer " + key + "\n")),
		"base64 in a URL":     url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(key))),
		"hexadecimal":         hex.EncodeToString([]byte(key)),
		"HEXADECIMAL":         strings.ToUpper(hex.EncodeToString([]byte(key))),
		"its beginning":       key[:len(key)/2] + "…",
		"its beginning and *": key[:9] + "*******",
		"its end":             "…" + key[len(key)-10:],
	}
}

// TestSecretForms sends a key back in every form, at every place that a server or a transport can, and looks
// for it in errors, logs and verdicts.
func TestSecretForms(t *testing.T) {
	const key = `Zq7/W"x+9'kT=4&vB2<mR8`
	for name, form := range forms(key) {
		places := map[string]func(*http.Request) (*http.Response, error){
			"an error":         step(400, errorBody("bad key "+form+" given", "", "")),
			"an error's code":  step(403, string(encode(map[string]any{"error": map[string]any{"code": form, "message": form}}))),
			"a plain body":     step(500, "key "+form),
			"a page":           step(404, "<html><body>no "+form+"</body></html>", "Content-Type", "text/html"),
			"odd JSON":         step(200, `{"odd":`+string(encode(form))+`}`),
			"a content type":   step(200, "<html>", "Content-Type", "text/"+form),
			"an encoding":      step(200, "\x01", "Content-Encoding", form),
			"a location":       step(307, "", "Location", "https://x.test/?key="+form),
			"a transport":      fails(errors.New("proxy said " + form)),
			"a URL":            fails(&url.Error{Op: "Post", URL: "https://judge.test/?key=" + form, Err: errors.New("no " + form)}),
			"a refusal":        step(200, `{"choices":[{"message":{"refusal":`+string(encode(form))+`}}]}`),
			"a served model":   step(200, `{"model":`+string(encode(form))+`,"choices":[{"finish_reason":"stop","message":{"content":"x"}}]}`),
			"an odd parameter": step(400, errorBody("unsupported parameter: "+form, "max_tokens", "unsupported_parameter")),
		}
		for place, rt := range places {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				j := testJudge(t, transportFunc(rt), func(c *Config) {
					c.APIKey, c.MaxRetries, c.Reasks, c.MaxTokens = key, 1, None, 10
					c.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				})
				v, err := j.Grade(t.Context(), testTask("a", "b"))
				if err == nil {
					t.Fatal("no error")
				}
				shown := []string{log.String(), v.Source.Served}
				for e := err; e != nil; e = errors.Unwrap(e) {
					shown = append(shown, fmt.Sprint(e), fmt.Sprintf("%+v", e), fmt.Sprintf("%#v", e))
				}
				for _, s := range shown {
					if leak := leaked(s, key, form); leak != "" {
						t.Errorf("%s in %s: %q in %s", name, place, leak, s)
					}
				}
			})
		}
	}
}

// TestKeysInReplies has a gateway echo the request where the model's words stand, from where they get into
// ledgers and reports.
func TestKeysInReplies(t *testing.T) {
	const key = "zq7-long-enough-to-be-a-key"
	message := func(m string) string { return `{"choices":[{"finish_reason":"stop","message":` + m + `}]}` }
	for place, body := range map[string]string{
		"a verdict":   chatReply("met: the header was Bearer "+key, "stop"),
		"a refusal":   message(`{"content":null,"refusal":"I cannot ` + key + `"}`),
		"an odd text": chatReply("the header was Bearer "+key, "stop"),
	} {
		j := testJudge(t, transportFunc(step(200, body)), func(c *Config) { c.APIKey, c.Reasks = key, None })
		v, err := j.Grade(t.Context(), testTask("a", "b"))
		if shown := fmt.Sprintf("%+v %v", v, err); strings.Contains(shown, key) || !strings.Contains(v.Raw, hidden) {
			t.Errorf("%s: %s", place, shown)
		}
		out, err := j.Complete(t.Context(), []dataset.Message{{Role: dataset.User, Content: "Hello."}})
		if shown := fmt.Sprintf("%+v %v", out, err); strings.Contains(shown, key) {
			t.Errorf("%s, as an answer: %s", place, shown)
		}
	}
}

// leaked returns what of a key, or of the form that it was sent in, stands in s.
func leaked(s, key, form string) string {
	for _, part := range []string{key[:minPart], key[len(key)-minPart:], form} {
		if strings.Contains(strings.ToLower(s), strings.ToLower(part)) {
			return part
		}
	}
	return ""
}

// TestBasicSecrets shows that what a header encodes is as secret as the header.
func TestBasicSecrets(t *testing.T) {
	const password = "correct-horse-battery"
	header := "Basic " + base64.StdEncoding.EncodeToString([]byte("grader:"+password))
	j := testJudge(t, transportFunc(step(401, errorBody("no user grader with "+password+" ("+header+")", "", ""))), func(c *Config) {
		c.Headers = map[string]string{"Authorization": header}
	})
	_, err := j.Grade(t.Context(), testTask("a", "b"))
	if e := wantError(t, err, judge.Auth, true, 1); strings.Contains(e.Error(), "horse") || strings.Contains(e.Error(), header[6:20]) {
		t.Error(e)
	}
}

// TestWordsAreNoSecrets shows what hiding leaves alone.
func TestWordsAreNoSecrets(t *testing.T) {
	for _, tc := range []struct{ key, text, want, why string }{
		{"EMPTY", "the response is empty", "the response is empty", "a key that stands for none, in other letters"},
		{"EMPTY", "key EMPTY", "key [hidden]", "but not as it was sent"},
		{"abc", "abc", "abc", "too short to be a secret"},
		{"", "nothing is hidden", "nothing is hidden", "no key"},
		{"0123456789abcdef", "100% of 2 < 3 &c. \\u00 %zz \\", "100% of 2 < 3 &c. \\u00 %zz \\", "no escapes"},
		{"0123456789abcdef", "model-0123", "model-0123", "too little of it"},
		{"0123456789abcdef", "x0123456789y", "x[hidden]y", "enough of it"},
	} {
		c := Config{APIKey: tc.key}
		if got := c.secrets().hide(tc.text); got != tc.want {
			t.Errorf("%q with the key %q: %q, want %q: %s", tc.text, tc.key, got, tc.want, tc.why)
		}
	}
}

// TestPrintingHidesEverywhere shows that a key is hidden also where it stands in another field.
func TestPrintingHidesEverywhere(t *testing.T) {
	const key = "0123456789abcdef-key"
	for form, text := range forms(key) {
		if strings.HasPrefix(form, "its") {
			continue
		}
		c := Config{
			Model: "m", APIKey: key, BaseURL: "https://x.test/" + url.PathEscape(text) + "/v1",
			Extra: map[string]any{"auth": text, "other": map[string]any{"list": []string{"Bearer " + text}}},
		}
		j, err := New(c)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		for _, v := range []any{c, &c, j, *j, struct{ C Config }{c}} {
			b, err := json.Marshal(v)
			if err != nil {
				t.Errorf("%s: %v", form, err)
			}
			for _, s := range []string{fmt.Sprint(v), fmt.Sprintf("%+v", v), fmt.Sprintf("%#v", v), string(b), j.Identity()} {
				if leak := leaked(s, key, text); leak != "" {
					t.Errorf("%s: %q in %s", form, leak, s)
				}
			}
		}
	}
}

func FuzzHide(f *testing.F) {
	f.Add("key %41bc \\u0041 &amp; 0123456789abcdef", "0123456789abcdef")
	f.Add("&#48;&#49;", "0123")
	f.Fuzz(func(t *testing.T, text, key string) {
		c := Config{APIKey: key}
		l := c.secrets()
		got := l.hide(text)
		if k := strings.TrimSpace(key); len(k) >= minSecret && !strings.Contains(hidden, k) && strings.Contains(got, k) {
			t.Errorf("%q of %q shows %q", got, text, k)
		}
		l.hide(got)
	})
}
