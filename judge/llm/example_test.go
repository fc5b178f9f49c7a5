package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/rubric"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// endpoint is a model in memory, so that the examples need no network.
type endpoint struct{ reply string }

func (e endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	reply, err := json.Marshal(e.reply)
	if err != nil {
		return nil, err
	}
	body := fmt.Sprintf(`{"model":"judge-2026","choices":[{"finish_reason":"stop","message":{"content":%s}}],
		"usage":{"prompt_tokens":20,"completion_tokens":5}}`, reply)
	return &http.Response{
		StatusCode: 200, Request: r, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)),
	}, nil
}

// sample is a sample of the examples.
type sample struct{ id, response string }

func (s sample) ID() string                      { return s.id }
func (s sample) Conversation() []dataset.Message { return nil }
func (s sample) Response() string                { return s.response }
func (s sample) Rubric() rubric.Rubric           { return nil }

func task() judge.Task {
	return judge.Task{
		Sample:   sample{"lease-1", "You may withhold the rent, § 536."},
		Criteria: []rubric.Criterion{{ID: "statute", Text: "cites the statute", Weight: 5}},
		Prompt:   judge.Prompt{Prefix: "Answer: You may withhold the rent, § 536.\n", Suffix: "Does it cite the statute? Reply yes or no."},
		Contract: judge.Contract{Name: "yes-no/1", Read: func(t judge.Task, r judge.Reply) (judge.Verdict, error) {
			switch r.Text {
			case "yes", "no":
				return judge.Met(t, r.Text == "yes", ""), nil
			}
			return judge.Verdict{}, judge.Errorf(judge.Malformed, "the reply is neither yes nor no")
		}},
	}
}

func ExampleNew() {
	j, err := llm.New(llm.Config{
		BaseURL:   "http://localhost:8000/v1",
		Model:     "judge",
		MaxTokens: 500,
		Transport: endpoint{"yes"}, // for the example; leave it out to ask the endpoint
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := j.Grade(context.Background(), task())
	fmt.Println(j)
	fmt.Println(verdict.Grades[0].Points, err)
	fmt.Println(verdict.Source.Served, verdict.Source.Parameters, verdict.Usage.PromptTokens)
	// Output:
	// judge at localhost:8000
	// 5 <nil>
	// judge-2026 {"max_tokens":500} 20
}

func ExampleJudge_Grade() {
	j, err := llm.New(llm.Config{Model: "judge", Transport: endpoint{"perhaps"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := j.Grade(context.Background(), task())
	fmt.Println(judge.CodeOf(err), verdict.Usage.Calls)
	fmt.Println(err)
	// Output:
	// malformed 3
	// judge: malformed after 3 calls: the reply is neither yes nor no
}

func ExampleJudge_Complete() {
	j, err := llm.New(llm.Config{Model: "candidate", Transport: endpoint{"You may withhold the rent."}})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := j.Complete(context.Background(), []dataset.Message{
		{Role: dataset.User, Content: "The heating has been out for a month. Must I pay the rent?"},
	})
	fmt.Println(answer.Text, answer.Truncated(), err)
	// Output: You may withhold the rent. false <nil>
}

func ExampleNewWithClient() {
	client := openai.NewClient(
		option.WithBaseURL("http://gateway.example/v1"),
		option.WithAPIKey("from-a-vault"),
		option.WithHTTPClient(&http.Client{Transport: endpoint{"no"}}),
	)
	j, err := llm.NewWithClient(client, llm.Config{Model: "judge"})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := j.Grade(context.Background(), task())
	fmt.Println(j, verdict.Grades[0].Points, err)
	// Output: judge at gateway.example 0 <nil>
}

func ExampleFromEnv() {
	c := llm.FromEnv(llm.Config{Model: "judge", BaseURL: "http://localhost:8000/v1"})
	// Whatever OPENAI_API_KEY holds, it is not for localhost.
	fmt.Println(c)
	// Output: llm.Config{"model":"judge","base_url":"http://localhost:8000/v1"}
}

func ExampleConfig() {
	c := llm.Config{Model: "judge", APIKey: "very-secret", Output: llm.JSONSchema, Extra: map[string]any{"enable_thinking": false}}
	fmt.Println(c)
	_, err := llm.New(llm.Config{Model: "judge", BaseURL: "localhost:8000/v1"})
	fmt.Println(err)
	// Output:
	// llm.Config{"model":"judge","api_key":"[hidden]","output":"json_schema","extra":{"enable_thinking":false}}
	// llm: base URL "localhost:8000/v1" has no scheme: write http://… or https://…
}

func ExampleReadBatchLine() {
	lines := []string{
		`{"custom_id":"b","response":{"status_code":200,"body":{"choices":[{"finish_reason":"stop","message":{"content":"no"}}]}}}`,
		`{"custom_id":"a","response":null,"error":{"code":"batch_expired","message":"not done in time"}}`,
	}
	for _, line := range lines {
		id, c, err := llm.ReadBatchLine([]byte(line))
		fmt.Printf("%s %q %v\n", id, c.Text, err)
	}
	// Output:
	// b "no" <nil>
	// a "" judge: transport: not done in time
}
