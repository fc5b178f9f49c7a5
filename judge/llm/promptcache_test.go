package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
)

// recording keeps the bodies of requests and answers each by a function of its body, or with a verdict.
type recording struct {
	t      testing.TB
	answer func(body string) (status int, reply string)

	mu     sync.Mutex
	bodies []string
}

func (s *recording) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if !json.Valid(raw) {
		s.t.Errorf("the body is no JSON: %s", raw)
	}
	s.mu.Lock()
	s.bodies = append(s.bodies, string(raw))
	s.mu.Unlock()
	if s.answer != nil {
		if status, reply := s.answer(string(raw)); status != 0 {
			return respond(r, status, reply), nil
		}
	}
	return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
}

// shape returns a body with its user message as the endpoint reads it, and the fields of the marks.
func shape(t *testing.T, body string) (text string, parts int, marks map[string]string) {
	t.Helper()
	var b map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		t.Fatal(err)
	}
	list := b["messages"]
	if list == nil {
		list = b["input"]
	}
	var messages []struct {
		Role    string
		Content json.RawMessage
	}
	if err := json.Unmarshal(list, &messages); err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		var plain string
		if json.Unmarshal(m.Content, &plain) == nil {
			text += m.Role + ":" + plain + "\n"
			continue
		}
		var all []map[string]json.RawMessage
		if err := json.Unmarshal(m.Content, &all); err != nil {
			t.Fatal(err)
		}
		text += m.Role + ":"
		for i, p := range all {
			var s, kind string
			if json.Unmarshal(p["text"], &s) != nil || json.Unmarshal(p["type"], &kind) != nil {
				t.Fatalf("part %s", m.Content)
			}
			text += s
			parts++
			if mark, ok := p[fieldCacheBreakpoint]; ok != (i == 0) || ok && string(mark) != `{"mode":"explicit"}` {
				t.Errorf("part %d of %s", i, m.Content)
			}
			if want := "text"; kind != want && kind != "input_"+want {
				t.Errorf("part of type %q", kind)
			}
		}
		text += "\n"
	}
	marks = map[string]string{}
	for _, name := range []string{fieldCacheKey, fieldCacheOptions} {
		if raw, ok := b[name]; ok {
			marks[name] = string(raw)
		}
	}
	return text, parts, marks
}

func TestMarksForTheCacheChangeNoQuestion(t *testing.T) {
	long := strings.Repeat("The lessee said: \"I may withhold rent\".\n", 40)
	for _, api := range []API{ChatCompletions, Responses} {
		for _, tc := range []struct {
			mark           PromptCache
			prefix, suffix string
			parts          int
			key, options   bool
			why            string
		}{
			{Unmarked, long, "Is it so?", 0, false, false, "nothing is sent"},
			{CacheKey, long, "Is it so?", 0, true, false, "a key beside the plain message"},
			{CacheBreakpoint, long, "Is it \"so\"?", 2, true, true, "two parts, the first of which ends what is kept"},
			{CacheBreakpoint, "short ", "Is it so?", 2, true, true, "the endpoint knows what is too short to be kept"},
			{CacheBreakpoint, "", "Is it so?", 0, false, true, "nothing is shared"},
			{CacheBreakpoint, "a\xe6\xb3", "\x95b", 0, false, true, "a character is cut in two: the message stays whole"},
		} {
			srv := &recording{t: t}
			j := testJudge(t, srv, func(c *Config) { c.PromptCache, c.API = tc.mark, api })
			task := testTask(tc.prefix, tc.suffix)
			if api == Responses {
				srv.answer = func(string) (int, string) {
					return 200, `{"id":"r","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"{\"met\":true}"}]}]}`
				}
			}
			v, err := j.Grade(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			text, parts, marks := shape(t, srv.bodies[0])
			if want := "system:You grade.\nuser:" + strings.ToValidUTF8(tc.prefix+tc.suffix, "\uFFFD") + "\n"; text != want {
				t.Errorf("%s, %q: the endpoint reads %q, want %q", api, tc.mark, text, want)
			}
			if parts != tc.parts || (marks[fieldCacheKey] != "") != tc.key || (marks[fieldCacheOptions] != "") != tc.options {
				t.Errorf("%s, %q: %d parts, marks %v: %s", api, tc.mark, parts, marks, tc.why)
			}
			if v.Source.Parameters != "" {
				t.Errorf("%s, %q: the verdict says that %s was sent: no reply depends on that", api, tc.mark, v.Source.Parameters)
			}
		}
	}
}

func TestTasksOfASampleShareAKey(t *testing.T) {
	srv := &recording{t: t}
	j := testJudge(t, srv, func(c *Config) { c.PromptCache = CacheKey })
	long := strings.Repeat("x", 2*minPrefix)
	for _, p := range []string{"a" + long, "a" + long, "b" + long, "short", "short"} {
		if _, err := j.Grade(t.Context(), testTask(p, fmt.Sprint(len(srv.bodies)))); err != nil {
			t.Fatal(err)
		}
	}
	var keys []string
	for _, b := range srv.bodies {
		_, _, marks := shape(t, b)
		keys = append(keys, marks[fieldCacheKey])
	}
	if keys[0] != keys[1] || keys[0] == keys[2] || keys[3] != keys[4] || keys[3] == keys[2] {
		t.Errorf("the keys are %v", keys)
	}
	if len(keys[0]) != 34 {
		t.Errorf("the key is %s, want 32 letters: an endpoint may take no more than 64", keys[0])
	}
}

func TestRemindersFollowTheParts(t *testing.T) {
	for _, joined := range []bool{false, true} {
		n := 0
		srv := &recording{t: t, answer: func(body string) (int, string) {
			if n++; n == 1 {
				return 200, chatReply("no verdict", "stop")
			}
			if joined && strings.Contains(body, `"role":"user","content":"Your last`) {
				return 400, errorBody("roles must alternate between user and assistant", "", "")
			}
			return 0, ""
		}}
		j := testJudge(t, srv, func(c *Config) { c.PromptCache = CacheBreakpoint })
		if _, err := j.Grade(t.Context(), testTask("prefix ", "suffix")); err != nil {
			t.Fatal(err)
		}
		text, parts, _ := shape(t, srv.bodies[len(srv.bodies)-1])
		sep := "\nuser:"
		if joined {
			sep = "\n\n"
		}
		if parts != 2 || !strings.Contains(text, "user:prefix suffix"+sep+"Your last reply could not be used") {
			t.Errorf("joined %v: %d parts: %q", joined, parts, text)
		}
	}
}

func TestRefusedMarksAreDropped(t *testing.T) {
	refuse := func(name, param string) func(string) (int, string) {
		return func(body string) (int, string) {
			if strings.Contains(body, `"`+name+`"`) {
				return 400, errorBody("Unknown parameter: '"+param+"'.", param, "unknown_parameter")
			}
			return 0, ""
		}
	}
	for _, tc := range []struct {
		mark   PromptCache
		answer func(string) (int, string)
		calls  int
		parts  int
		marks  int
		why    string
	}{
		{CacheKey, refuse(fieldCacheKey, fieldCacheKey), 2, 0, 0, "the key is dropped"},
		{CacheBreakpoint, refuse(fieldCacheOptions, fieldCacheOptions), 2, 0, 1, "breakpoints are dropped, the key stays"},
		{CacheBreakpoint, refuse(fieldCacheBreakpoint, "messages[1].content[0]."+fieldCacheBreakpoint), 2, 0, 1, "breakpoints are dropped, the key stays"},
		{CacheBreakpoint, refuse(fieldCacheKey, fieldCacheKey), 2, 0, 0, "without a key the rest is of no use"},
	} {
		srv := &recording{t: t, answer: tc.answer}
		j := testJudge(t, srv, func(c *Config) { c.PromptCache = tc.mark })
		for range 2 {
			if _, err := j.Grade(t.Context(), testTask("prefix ", "suffix")); err != nil {
				t.Fatalf("%s: %v", tc.why, err)
			}
		}
		if len(srv.bodies) != tc.calls+1 {
			t.Errorf("%d calls for two tasks, want one more than two: %s", len(srv.bodies), tc.why)
		}
		if _, parts, marks := shape(t, srv.bodies[len(srv.bodies)-1]); parts != tc.parts || len(marks) != tc.marks {
			t.Errorf("%d parts and marks %v are left: %s", parts, marks, tc.why)
		}
	}
}

func TestMarksAreChecked(t *testing.T) {
	for name, edit := range map[string]func(*Config){
		"unknown":          func(c *Config) { c.PromptCache = "always" },
		"key in Extra":     func(c *Config) { c.PromptCache, c.Extra = CacheKey, map[string]any{fieldCacheKey: "mine"} },
		"options in Extra": func(c *Config) { c.PromptCache, c.Extra = CacheBreakpoint, map[string]any{fieldCacheOptions: 1} },
	} {
		c := Config{Model: "m"}
		edit(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := New(Config{Model: "m", Extra: map[string]any{fieldCacheKey: "mine"}}); err != nil {
		t.Errorf("a key of the user's own: %v", err)
	}
	marked, plain := testJudge(t, nil, func(c *Config) { c.PromptCache = CacheBreakpoint }), testJudge(t, nil)
	if marked.Identity() != plain.Identity() {
		t.Error("marks make it another judge: a ledger would ask everything again")
	}
	if s := (Config{Model: "m", PromptCache: CacheKey}).String(); !strings.Contains(s, `"prompt_cache":"key"`) {
		t.Errorf("printed: %s", s)
	}
}

// TestTasksThatWaitWhenTheRunEndsDoNotAsk has an endpoint take no key.
func TestTasksThatWaitWhenTheRunEndsDoNotAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		temperature := 0.0
		wrong := true
		srv := &recording{t: t, answer: func(string) (int, string) {
			if wrong {
				return 401, errorBody("Incorrect API key provided.", "", "invalid_api_key")
			}
			return 0, ""
		}}
		slow := transportFunc(func(r *http.Request) (*http.Response, error) {
			time.Sleep(time.Second)
			return srv.RoundTrip(r)
		})
		for _, edit := range []func(*Config){func(*Config) {}, func(c *Config) { c.Temperature = &temperature }} {
			srv.bodies, wrong = nil, true
			j := testJudge(t, slow, edit)
			out, err := judge.Run(t.Context(), j, testTasks(200))
			if judge.CodeOf(err) != judge.Auth {
				t.Errorf("error %v", err)
			}
			if n := len(srv.bodies); n > firstLimit {
				t.Errorf("%d calls with a wrong key, want no more than were out when the first came back", n)
			}
			codes := map[judge.Code]int{}
			for _, o := range out {
				codes[judge.CodeOf(o.Err)]++
				if judge.CodeOf(o.Err) == judge.Canceled && o.Verdict.Usage != (judge.Usage{}) {
					t.Errorf("a task that was not asked costs %+v", o.Verdict.Usage)
				}
			}
			if codes[judge.Auth]+codes[judge.Canceled] != 200 || codes[judge.Auth] != len(srv.bodies) {
				t.Errorf("codes %v of %d calls", codes, len(srv.bodies))
			}
			// The user has mended the key: the same judge asks again.
			wrong = false
			if out, err := judge.Run(t.Context(), j, testTasks(3)); err != nil || out[2].Err != nil {
				t.Errorf("a later run: %v, %v", err, out[2].Err)
			}
		}
	})
}

func TestAHaltIsToldOnce(t *testing.T) {
	var h halt
	before := h.count()
	if h.since(before) != nil {
		t.Error("nothing has happened")
	}
	cause := judge.Errorf(judge.Quota, "spent")
	if !h.set(cause, before) || h.set(cause, before) {
		t.Error("the first and the second of two errors are not told apart")
	}
	if err := h.since(before); !errors.Is(err, cause) {
		t.Errorf("since: %v", err)
	}
	if h.since(h.count()) != nil {
		t.Error("a later task is told too")
	}
}

func ExamplePromptCache() {
	j, err := New(Config{
		BaseURL: "http://judge.test/v1", Model: "gpt-5.6-terra", PromptCache: CacheBreakpoint,
		Transport: transportFunc(func(r *http.Request) (*http.Response, error) {
			var b map[string]json.RawMessage
			if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
				return nil, err
			}
			fmt.Println(string(b["messages"]))
			fmt.Println(string(b["prompt_cache_options"]), len(b["prompt_cache_key"]) > 0)
			return respond(r, 200, chatReply(`{"met":true}`, "stop")), nil
		}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	task := testTask("Conversation and answer. ", "Is the statute cited?")
	task.Prompt.System = ""
	if _, err := j.Grade(context.Background(), task); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [{"role":"user","content":[{"type":"text","text":"Conversation and answer. ","prompt_cache_breakpoint":{"mode":"explicit"}},{"type":"text","text":"Is the statute cited?"}]}]
	// {"mode":"explicit"} true
}
