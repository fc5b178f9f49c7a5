package judgetest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge/judgetest"
)

type object = map[string]any

// plain is the reply of the model in most tests.
const plain = `{"explanation": "Fine.", "criteria_met": true}`

func replies(text string) judgetest.Grader {
	return func(judgetest.Request) string { return text }
}

// question returns the body of a request about a prompt.
func question(api judgetest.API, prompt string, params object) []byte {
	body := object{"model": "m"}
	if api == judgetest.Responses {
		body["input"] = prompt
	} else {
		body["messages"] = []any{object{"role": "user", "content": prompt}}
	}
	for k, v := range params {
		body[k] = v
	}
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return b
}

func address(api judgetest.API) string {
	if api == judgetest.Responses {
		return judgetest.URL + "/responses"
	}
	return judgetest.URL + "/chat/completions"
}

// got is what a client sees of one exchange.
type got struct {
	status int
	header http.Header
	body   string
	err    error // of the request, or of the body
}

// send sends a body and reads at most a megabyte of the answer.
func send(ctx context.Context, client *http.Client, method, url string, body []byte) got {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return got{err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	c := *client
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := c.Do(req)
	if err != nil {
		return got{err: err}
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return got{resp.StatusCode, resp.Header, string(b), err}
}

// ask asks a server one question.
func ask(ctx context.Context, s *judgetest.Server, api judgetest.API, prompt string, params object) got {
	return send(ctx, s.Client(), "POST", address(api), question(api, prompt, params))
}

// answerOf takes the text, the finish reason or status, and the usage out of a healthy answer.
func answerOf(t testing.TB, api judgetest.API, g got) (text, finish string, usage map[string]any) {
	t.Helper()
	var doc struct {
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct{ Content string }
		}
		Status string
		Output []struct{ Content []struct{ Text string } }
		Usage  map[string]any
	}
	if g.err != nil || g.status != 200 || json.Unmarshal([]byte(g.body), &doc) != nil {
		t.Fatalf("no answer: status %d, error %v, body %.200s", g.status, g.err, g.body)
	}
	if api == judgetest.Responses {
		return doc.Output[0].Content[0].Text, doc.Status, doc.Usage
	}
	return doc.Choices[0].Message.Content, doc.Choices[0].FinishReason, doc.Usage
}

func TestServerAnswersInBothProtocols(t *testing.T) {
	var seen []judgetest.Request
	s := &judgetest.Server{
		Grade: func(r judgetest.Request) string { return "about " + r.Prompt() },
		Watch: func(r judgetest.Request, _ judgetest.Fault) { seen = append(seen, r) },
	}
	text, finish, usage := answerOf(t, judgetest.Chat, ask(t.Context(), s, judgetest.Chat, "12345678", nil))
	if text != "about 12345678" || finish != "stop" || usage["prompt_tokens"] != 4.0 || usage["completion_tokens"] != 4.0 || usage["total_tokens"] != 8.0 {
		t.Errorf("chat: %q, %q, %v", text, finish, usage)
	}
	text, finish, usage = answerOf(t, judgetest.Responses, ask(t.Context(), s, judgetest.Responses, "12345678", nil))
	if text != "about 12345678" || finish != "completed" || usage["input_tokens"] != 4.0 || usage["output_tokens"] != 4.0 || usage["total_tokens"] != 8.0 {
		t.Errorf("responses: %q, %q, %v", text, finish, usage)
	}
	st := s.Stats()
	if st.Calls != 2 || st.Faults[judgetest.Healthy] != 2 || st.PromptTokens != 8 || st.CompletionTokens != 8 || st.AtWork != 0 || st.Peak != 1 {
		t.Errorf("stats %+v", st)
	}
	if len(seen) != 2 || seen[0].API != judgetest.Chat || seen[1].API != judgetest.Responses || seen[0].Key != seen[1].Key || seen[1].Attempt != 1 {
		t.Errorf("the second protocol did not ask the same question again: %+v", seen)
	}
}

func TestServerReadsRequestsAsClientsWriteThem(t *testing.T) {
	turn := func(role, text string) dataset.Message { return dataset.Message{Role: role, Content: text} }
	rows := []struct {
		api   judgetest.API
		body  string
		turns []dataset.Message
		why   string
	}{
		{judgetest.Chat, `{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"U"}]}`,
			[]dataset.Message{turn("system", "S"), turn("user", "U")}, "plain text"},
		{judgetest.Chat, `{"model":"m","messages":[{"role":"developer","content":"S"},{"role":"user","content":[{"type":"text","text":"U1 "},{"type":"text","text":"U2"}]}]}`,
			[]dataset.Message{turn("system", "S"), turn("user", "U1 U2")}, "parts are joined without a separator"},
		{judgetest.Chat, `{"model":"m","messages":[{"role":"user","content":"U"},{"role":"assistant","content":null},{"role":"user","content":"again"}]}`,
			[]dataset.Message{turn("user", "U"), turn("user", "again")}, "an assistant turn may be empty"},
		{judgetest.Responses, `{"model":"m","instructions":"S","input":"U"}`,
			[]dataset.Message{turn("system", "S"), turn("user", "U")}, "text as input"},
		{judgetest.Responses, `{"model":"m","input":[{"role":"developer","content":"S"},{"type":"message","role":"user","content":[{"type":"input_text","text":"U"}]}]}`,
			[]dataset.Message{turn("system", "S"), turn("user", "U")}, "items as input"},
	}
	for _, r := range rows {
		var seen judgetest.Request
		s := &judgetest.Server{Grade: replies(plain), Watch: func(r judgetest.Request, _ judgetest.Fault) { seen = r }}
		if g := send(t.Context(), s.Client(), "POST", address(r.api), []byte(r.body)); g.status != 200 {
			t.Errorf("%s: status %d, %v: %s", r.why, g.status, g.err, g.body)
			continue
		}
		if fmt.Sprint(seen.Messages) != fmt.Sprint(r.turns) || seen.Prompt() != "U" && seen.Prompt() != "U1 U2" || string(seen.Body) != r.body {
			t.Errorf("%s: messages %q, prompt %q", r.why, seen.Messages, seen.Prompt())
		}
		if hasSystem := strings.Contains(r.body, `"S"`); hasSystem != (seen.System() == "S") {
			t.Errorf("%s: system %q", r.why, seen.System())
		}
	}
}

func TestServerTurnsAwayWhatNoServerTakes(t *testing.T) {
	rows := []struct {
		method, path, body string
		status             int
		why                string
	}{
		{"POST", "/chat/completions", `{"model":"m","messages":[{"role":"user","content":"U"}]`, 400, "no JSON"},
		{"POST", "/chat/completions", `{"model":"m","messages":[{"role":"user","content":"U"}]} {}`, 400, "more than one value"},
		{"POST", "/chat/completions", `[]`, 400, "no object"},
		{"POST", "/chat/completions", `null`, 400, "no object"},
		{"POST", "/chat/completions", ``, 400, "nothing"},
		{"POST", "/chat/completions", `{"messages":[{"role":"user","content":"U"}]}`, 400, "no model"},
		{"POST", "/chat/completions", `{"model":3,"messages":[{"role":"user","content":"U"}]}`, 400, "the model is no name"},
		{"POST", "/chat/completions", `{"model":"m"}`, 400, "no messages"},
		{"POST", "/chat/completions", `{"model":"m","messages":"U"}`, 400, "text is no list of messages"},
		{"POST", "/chat/completions", `{"model":"m","messages":[{"role":"system","content":"S"}]}`, 400, "nobody asks"},
		{"POST", "/chat/completions", `{"model":"m","messages":[{"role":"user","content":7}]}`, 400, "a number is no text"},
		{"POST", "/chat/completions", `{"model":"m","stream":true,"messages":[{"role":"user","content":"U"}]}`, 400, "streams are not spoken"},
		{"POST", "/responses", `{"model":"m","instructions":7,"input":"U"}`, 400, "instructions are text"},
		{"POST", "/responses", `{"model":"m","input":""}`, 400, "nothing is asked"},
		{"POST", "/completions", `{"model":"m"}`, 404, "another API"},
		{"GET", "/chat/completions", ``, 404, "another method"},
		{"GET", "/models", ``, 404, "another address"},
		{"GET", "/responses/resp_1", ``, 404, "no such answer"},
		{"POST", "/responses/resp_1/cancel", ``, 404, "no such answer"},
	}
	for _, r := range rows {
		s := &judgetest.Server{Grade: replies(plain)}
		g := send(t.Context(), s.Client(), r.method, judgetest.URL+r.path, []byte(r.body))
		if g.status != r.status || g.err != nil {
			t.Errorf("%s %s %s: status %d, %v; want %d: %s", r.method, r.path, r.body, g.status, g.err, r.status, r.why)
		}
		if st := s.Stats(); len(st.Faults) != 0 || st.Peak != 0 {
			t.Errorf("%s: it was worked on: %+v", r.why, st)
		}
	}
}

func TestServerChecksTheKey(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain), Key: "right"}
	for header, status := range map[string]int{"": 401, "Bearer wrong": 401, "right": 401, "Bearer right": 200} {
		req, _ := http.NewRequestWithContext(t.Context(), "POST", address(judgetest.Chat), bytes.NewReader(question(judgetest.Chat, "U", nil)))
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		resp, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("Authorization %q: status %d, want %d", header, resp.StatusCode, status)
		}
	}
	if st := s.Stats(); st.Invalid != 3 || st.Calls != 4 {
		t.Errorf("stats %+v", st)
	}
}

func TestServerSaysWhatItsUserDidWrong(t *testing.T) {
	boom := func(judgetest.Request) string { panic("boom") }
	rows := []struct {
		name   string
		server *judgetest.Server
		want   string
	}{
		{"no grader", &judgetest.Server{}, "no Grade"},
		{"the grader panics", &judgetest.Server{Grade: boom}, "boom"},
		{"the plan panics", &judgetest.Server{Grade: replies(plain), Plan: func(judgetest.Request) judgetest.Fault { panic("no plan") }}, "no plan"},
		{"no such fault", &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always("status-418")}, "status-418"},
		{"no such dialect", &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always("refuse-seed-klingon")}, "klingon"},
		{"no object to change", &judgetest.Server{Grade: replies("yes"), Plan: judgetest.Always(judgetest.ReplyConflict)}, "not one JSON object"},
		{"no verdict to change", &judgetest.Server{Grade: replies(`{"note": "x"}`), Plan: judgetest.Always(judgetest.ReplyConflict)}, "no verdict"},
		{"Full is no status", &judgetest.Server{Grade: replies(plain), Slots: -1, Full: judgetest.NetHang}, ""},
	}
	for _, r := range rows {
		g := ask(t.Context(), r.server, judgetest.Chat, "U", object{"seed": 1})
		if r.want == "" {
			if g.status != 200 {
				t.Errorf("%s: status %d, want an answer: no slot was missing", r.name, g.status)
			}
			continue
		}
		if g.status != 500 || !strings.Contains(g.body, "judgetest") || !strings.Contains(g.body, r.want) {
			t.Errorf("%s: status %d, %v, body %s; want 500 and %q", r.name, g.status, g.err, g.body, r.want)
		}
		if st := r.server.Stats(); st.AtWork != 0 {
			t.Errorf("%s: the slot is not free again", r.name)
		}
	}
}

func TestServerOnARealListener(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain)}
	real := httptest.NewServer(s)
	defer real.Close()
	for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
		url := strings.Replace(address(api), judgetest.URL, real.URL+"/any/base", 1)
		text, _, _ := answerOf(t, api, send(t.Context(), real.Client(), "POST", url, question(api, "U", nil)))
		if text != plain {
			t.Errorf("%s: %q", api, text)
		}
	}
}

func TestCustomFaultsAnswerInPlaceOfTheServer(t *testing.T) {
	var custom judgetest.Fault = "teapot"
	s := &judgetest.Server{
		Plan: judgetest.Sequence(custom, "broken"),
		Custom: map[judgetest.Fault]func(http.ResponseWriter, judgetest.Request){
			custom:   func(w http.ResponseWriter, r judgetest.Request) { http.Error(w, r.Model, http.StatusTeapot) },
			"broken": func(http.ResponseWriter, judgetest.Request) { panic("custom code broke") },
		},
	}
	if g := ask(t.Context(), s, judgetest.Chat, "U", nil); g.status != 418 || g.body != "m\n" {
		t.Errorf("%+v, want what the custom fault wrote", g)
	}
	if g := ask(t.Context(), s, judgetest.Chat, "U", nil); g.err == nil || !strings.Contains(g.err.Error(), "custom code broke") {
		t.Errorf("%+v, want an error that says how the custom fault panicked", g)
	}
	if st := s.Stats(); st.Faults[custom] != 1 || st.AtWork != 0 {
		t.Errorf("stats %+v", st)
	}
}

func TestGraders(t *testing.T) {
	r := judgetest.Request{Messages: []dataset.Message{{Role: dataset.User, Content: "U"}}}
	for met, want := range map[bool]string{true: `"criteria_met": true}`, false: `"criteria_met": false}`} {
		if got := judgetest.CriteriaMet(func(judgetest.Request) bool { return met })(r); !strings.HasSuffix(got, want) || !json.Valid([]byte(got)) {
			t.Errorf("CriteriaMet(%v) replies %s", met, got)
		}
	}
	if got := judgetest.JSON(func(judgetest.Request) any { return object{"b": 1, "a": "<é>"} })(r); got != `{"a":"<é>","b":1}` {
		t.Errorf("JSON replies %s", got)
	}
	if got := judgetest.JSON(func(judgetest.Request) any { return func() {} })(r); got != "" {
		t.Errorf("a value without JSON replies %q", got)
	}
	coin, heads := judgetest.Coin(), 0
	for i := range 1000 {
		r.Messages[0].Content = fmt.Sprint("prompt ", i)
		if first, second := coin(r), coin(r); first != second {
			t.Fatal("the coin falls differently on the same prompt")
		}
		if strings.Contains(coin(r), "true") {
			heads++
		}
	}
	if heads < 430 || heads > 570 { // more than four standard deviations
		t.Errorf("%d heads of 1000", heads)
	}
}

func ExampleServer() {
	server := &judgetest.Server{
		Grade: judgetest.CriteriaMet(func(r judgetest.Request) bool { return strings.Contains(r.Prompt(), "statute") }),
		Plan:  judgetest.Sequence(judgetest.Status503, judgetest.BodyCut),
		Slots: 8,
	}
	body := `{"model": "m", "messages": [{"role": "user", "content": "Does it name the statute?"}]}`
	for range 3 {
		resp, err := server.Client().Post(judgetest.URL+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			fmt.Println(err)
			continue
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(resp.StatusCode, "whole:", json.Valid(text))
	}
	st := server.Stats()
	fmt.Println(st.Calls, "calls,", st.Faults[judgetest.Status503], "overloaded")
	// Output:
	// 503 whole: true
	// 200 whole: false
	// 200 whole: true
	// 3 calls, 1 overloaded
}

func ExampleRates() {
	// A third of the calls fail, but none more than twice for the same question.
	plan := judgetest.First(2, judgetest.Rates(7, judgetest.Each(0.3,
		judgetest.Status429Seconds, judgetest.Status500, judgetest.NetReset, judgetest.BodyCut, judgetest.ReplyConflict)))
	server := &judgetest.Server{Grade: judgetest.Coin(), Plan: plan}
	_ = server
	fmt.Println(plan(judgetest.Request{Key: "question", Attempt: 2}) == judgetest.Healthy)
	// Output: true
}
