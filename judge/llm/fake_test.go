package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// transportFunc is a server in memory.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// respond makes a response. Header pairs are names and values.
func respond(r *http.Request, status int, body string, headers ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{
		StatusCode: status, Header: h, Request: r, ContentLength: int64(len(body)),
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

// chatReply is the body of a chat completion.
func chatReply(text, finish string) string {
	return fmt.Sprintf(`{"id":"c","object":"chat.completion","model":"served-1","choices":[{"index":0,"finish_reason":%s,"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}`,
		encode(finish), encode(text))
}

// errorBody is an error in OpenAI's shape.
func errorBody(message, param, code string) string {
	return string(encode(map[string]any{"error": map[string]any{"message": message, "param": param, "code": code, "type": "invalid_request_error"}}))
}

// wireBody is a request's body as a server sees it.
type wireBody struct {
	Model    string            `json:"model"`
	Messages []dataset.Message `json:"messages"`
	fields   map[string]json.RawMessage
}

func (b wireBody) has(name string) bool { _, ok := b.fields[name]; return ok }

// parameters are the names of all fields beside model and messages.
func (b wireBody) parameters() []string {
	var out []string
	for name := range b.fields {
		if name != "model" && name != "messages" && name != "input" {
			out = append(out, name)
		}
	}
	return out
}

func readRequest(t testing.TB, r *http.Request) wireBody {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Errorf("request body: %v", err)
	}
	var b wireBody
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Errorf("request body is not JSON: %v\n%s", err, raw)
	}
	_ = json.Unmarshal(raw, &b.fields)
	return b
}

// script is a server that gives its responses in order, the last one for ever, and keeps the requests.
type script struct {
	t     testing.TB
	steps []func(*http.Request) (*http.Response, error)

	mu       sync.Mutex
	requests []wireBody
	headers  []http.Header
	paths    []string
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	n := len(s.paths)
	s.headers = append(s.headers, r.Header.Clone())
	s.paths = append(s.paths, r.Method+" "+r.URL.RequestURI())
	if r.Body != nil {
		s.requests = append(s.requests, readRequest(s.t, r))
	}
	s.mu.Unlock()
	return s.steps[min(n, len(s.steps)-1)](r)
}

func (s *script) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.paths)
}

// step is a response of a script.
func step(status int, body string, headers ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) { return respond(r, status, body, headers...), nil }
}

func fails(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func scripted(t testing.TB, steps ...func(*http.Request) (*http.Response, error)) *script {
	return &script{t: t, steps: steps}
}

// testJudge makes a Judge that asks rt.
func testJudge(t testing.TB, rt http.RoundTripper, change ...func(*Config)) *Judge {
	t.Helper()
	c := Config{BaseURL: "http://judge.test/v1", Model: "m", Transport: rt}
	for _, f := range change {
		f(&c)
	}
	j, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// testSample is a sample without content: the prompt is in the task.
type testSample struct{ id string }

func (s testSample) ID() string                      { return s.id }
func (s testSample) Conversation() []dataset.Message { return nil }
func (s testSample) Response() string                { return "" }
func (s testSample) Rubric() rubric.Rubric           { return nil }

const testSchema = `{"type":"object","properties":{"met":{"type":"boolean"}},"required":["met"],"additionalProperties":false}`

// testTask is a task whose contract reads {"met": true} and {"met": false} and nothing else.
func testTask(prefix, suffix string) judge.Task {
	return judge.Task{
		Sample:   testSample{"s1"},
		Criteria: []rubric.Criterion{{ID: "c1", Text: "cites the statute", Weight: 5}},
		Prompt:   judge.Prompt{System: "You grade.", Prefix: prefix, Suffix: suffix},
		Contract: judge.Contract{Name: "met/1", Schema: testSchema, Read: readMet},
	}
}

// testTasks are n tasks of n samples, so that a run may start them all at once.
func testTasks(n int) []judge.Task {
	tasks := make([]judge.Task, n)
	for i := range tasks {
		tasks[i] = testTask("a", fmt.Sprint("b", i))
		tasks[i].Sample = testSample{fmt.Sprint("s", i)}
	}
	return tasks
}

func readMet(task judge.Task, r judge.Reply) (judge.Verdict, error) {
	dec := json.NewDecoder(bytes.NewReader([]byte(r.Text)))
	dec.DisallowUnknownFields()
	var v struct{ Met *bool }
	if strings.Contains(r.Text, "I cannot") {
		return judge.Verdict{}, judge.Errorf(judge.Refused, "the reply is a refusal")
	}
	if err := dec.Decode(&v); err != nil || v.Met == nil || dec.More() {
		return judge.Verdict{}, judge.Errorf(judge.Malformed, `the reply has no key "met" of true or false`)
	}
	out := judge.Met(task, *v.Met, "")
	out.How = "strict"
	return out, nil
}
