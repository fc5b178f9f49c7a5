package judgetest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
)

// FuzzServer sends bodies of any kind: the server answers every one of them, and with an answer only
// what has a model and a user's message.
func FuzzServer(f *testing.F) {
	for _, body := range []string{
		`{"model":"m","messages":[{"role":"user","content":"U"}]}`,
		`{"model":"m","input":"U","instructions":"S"}`,
		`{"model":"m","input":[{"role":"user","content":[{"type":"input_text","text":"U"}]}],"text":{"format":{"type":"json_schema"}}}`,
		`{"model":"m","messages":[{"role":"user","content":[{"text":1}]}]}`,
		`{"model":"m","messages":{"role":"user"}}`, `{"model":`, `[]`, ``, `{"a":1}{"b":2}`, "\x00",
		`{"messages":[{"content":null},[]],"stream":true,"model":"\ud800"}`,
	} {
		f.Add(body, byte(0))
	}
	faults := append(Faults(Chat), Faults(Responses)...)
	for i := range faults {
		f.Add(`{"model":"m","messages":[{"role":"user","content":"U"}],"seed":1}`, byte(i))
	}
	f.Fuzz(func(t *testing.T, body string, n byte) {
		fault := faults[int(n)%len(faults)]
		switch fault {
		case NetHang, NetHangBody, NetDrip, NetSlow, BodyEndless:
			fault = Healthy
		}
		s := &Server{Grade: Coin(), Plan: First(1, Always(fault)), Cache: new(Cache)}
		for _, path := range []string{"/chat/completions", "/chat/completions", "/responses"} {
			req, err := http.NewRequest("POST", URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := s.Client().Transport.RoundTrip(req)
			if err != nil {
				if specs[fault].err == nil {
					t.Fatalf("%s: %v", fault, err)
				}
				continue
			}
			text, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode == 500 && bytes.Contains(text, []byte("panicked")) {
				t.Fatalf("%s: %s", fault, text)
			}
			var asked struct{ Model *string }
			if resp.StatusCode == 200 && (json.Unmarshal([]byte(body), &asked) != nil || asked.Model == nil) {
				t.Fatalf("%s: status 200 for %q", fault, body)
			}
			if fault == Healthy && err != nil {
				t.Fatal(err)
			}
		}
		if st := s.Stats(); st.AtWork != 0 || st.Calls != 3 {
			t.Fatalf("stats %+v", st)
		}
	})
}

// FuzzReplies applies every fault of the reply to text of any kind: none panics, and those that are
// to be used still hold the grader's verdict.
func FuzzReplies(f *testing.F) {
	f.Add(`{"explanation": "Fine.", "criteria_met": true}`)
	f.Add(`{"explanation": "a \"quote\" and a \\ and 'one'\n", "points": {"a": 1.5, "max_points": 2, "b": [true]}}`)
	f.Add(`{"criteria_met": false, "criteria_met": true}`)
	f.Add(`{}`)
	f.Add(`{"": 1e999}`)
	f.Add(`no object`)
	f.Add("{\"a\": {\"b\": {\"c\": true}}} \n")
	f.Fuzz(func(t *testing.T, text string) {
		other, flipErr := flip(text)
		if flipErr == nil {
			if !json.Valid([]byte(other)) {
				t.Fatalf("the opposite of %q is %q, which is no JSON", text, other)
			}
			if back, err := flip(other); err != nil {
				t.Fatalf("the opposite %q of %q has no opposite: %v, %q", other, text, err, back)
			}
		}
		for fault, spec := range replyFaults {
			out, err := spec.reply(text)
			if err != nil {
				continue
			}
			if fault.Action() == Use && strings.TrimSpace(text) == "" {
				t.Fatalf("%s makes a usable reply of nothing: %q", fault, out)
			}
			if fault == ReplyConflict && !(strings.Contains(out, other) && strings.Contains(out, strings.TrimSpace(text))) {
				t.Fatalf("%s of %q is %q", fault, text, out)
			}
		}
	})
}

// FuzzContracts reads replies of any kind: what is read is a verdict on the task with points in
// range, and it is what a strict reader finds in the text.
func FuzzContracts(f *testing.F) {
	f.Add(`{"explanation": "Fine.", "criteria_met": true}`)
	f.Add(`{"explanation": "x", "points": {"借条-证据": 2, "借条-报警": -1.5}}`)
	f.Add(`{"explanation": "x", "points": {"借条-证据": 1e999}}`)
	f.Add(`{"explanation": "x", "criteria_met": truefalse}`)
	f.Add(`{"explanation": "x", "points": {"借条-证据": -0}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, task := range []judge.Task{Tasks()[3], Tasks()[8]} {
			v, err := task.Contract.Read(task, judge.Reply{Text: text})
			if err != nil {
				if judge.CodeOf(err) == judge.Unknown {
					t.Fatalf("%q: an error without a code: %v", text, err)
				}
				continue
			}
			if wrong := faults(v, task.Criteria); len(wrong) > 0 {
				t.Fatalf("%q: %v", text, wrong)
			}
			if !json.Valid([]byte(text)) {
				t.Fatalf("%q is no JSON and was read as %+v", text, v.Grades)
			}
		}
	})
}

// FuzzReplayer reads records of any kind, and plays back what it read.
func FuzzReplayer(f *testing.F) {
	f.Add(`{"v":1,"request":{"method":"POST","url":"https://judge.test/v1/x","body":"{}"},"response":{"status":200,"body":"ok"}}` + "\n")
	f.Add(`{"v":1,"request":{"method":"POST","url":"https://judge.test","body":{"base64":"/w=="}},"response":{"status":200,"header":{"A":null},"body":"","cut":true}}`)
	f.Add(`{"v":1,"request":{"method":"POST","url":"x","body":7},"response":{}}`)
	f.Add("\n\n{")
	f.Fuzz(func(t *testing.T, lines string) {
		p, err := NewReplayer(strings.NewReader(lines))
		if err != nil {
			return
		}
		left := p.Left()
		if n := strings.Count(strings.TrimSpace(lines), "\n") + 1; left > n {
			t.Fatalf("%d records in %d lines", left, n)
		}
		for key := range p.left {
			got, ok := p.next(key)
			if !ok || got.Status < 100 || got.Status > 999 {
				t.Fatalf("%+v, %v", got, ok)
			}
			left--
		}
		if p.Left() != left {
			t.Fatalf("%d left, want %d", p.Left(), left)
		}
	})
}

// FuzzSecrets records an exchange with a secret in every place where one may stand, in surroundings
// of any kind: it is nowhere in the record, and the record plays back.
func FuzzSecrets(f *testing.F) {
	f.Add("my-private-key", "before ", " after", "user")
	f.Add("a\"b\\c/d&<é>😀", "\\u", "\"", "api_key")
	f.Add("Bearer ", "Bearer ", "", "x")
	f.Add("xxxxxx", "xxxxx", "x", "note")
	f.Add("REDACTEDkey", "REDACTED", "", "a")
	f.Add("\\u0041bcdefg", "\\", "n", "k")
	f.Fuzz(func(t *testing.T, secret, before, after, member string) {
		if len(secret) < shortest || !utf8.ValidString(secret) || strings.ContainsAny(secret, "\x00\r\n \t;,=\"") || strings.Contains(blank, secret) || strings.TrimSpace(secret) != secret {
			t.Skip("no value of a header, or the blank itself")
		}
		body := encode(object{"model": "m", member: before + secret + after, "list": []any{secret}})
		answer := before + secret + after + string(encode(secret))
		var b bytes.Buffer
		base := answering(answer)
		req := func() *http.Request {
			r, err := http.NewRequest("POST", URL+"/chat/completions", bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header["Authorization"] = []string{"Bearer " + secret}
			return r
		}
		rec := NewRecorder(&b, base)
		resp, err := rec.RoundTrip(req())
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(resp.Body); string(got) != answer {
			t.Fatalf("the client sees %q, not %q", got, answer)
		}
		var kept record
		if err := json.Unmarshal(b.Bytes(), &kept); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(kept.Response.Body), string(kept.Request.Body), kept.Request.URL} {
			if clean := strings.ReplaceAll(text, blank, "\x00"); strings.Contains(clean, secret) {
				t.Fatalf("the secret %q is in %q", secret, text)
			}
		}
		p, err := NewReplayer(&b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.RoundTrip(req()); err != nil {
			t.Fatal(err)
		}
	})
}

// answering is a RoundTripper that always gives the same body.
type answering string

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(a))), Request: r}, nil
}
