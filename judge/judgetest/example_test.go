package judgetest_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/assize-eval/assize/judge/judgetest"
)

// post sends a question to a server and returns the status and the body of its answer.
func post(s *judgetest.Server, parameters string) (string, string) {
	body := `{"model": "m", "messages": [{"role": "user", "content": "Is the criterion met?"}]` + parameters + `}`
	resp, err := s.Client().Post(judgetest.URL+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return "no response", err.Error()
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.Status, string(text)
}

func ExampleFaults() {
	n := 0
	for _, f := range judgetest.Faults(judgetest.Chat) {
		if f.Action() == judgetest.GiveUp && strings.Contains(string(f), "context") {
			fmt.Println(f)
		}
		n++
	}
	fmt.Println(n > 100)
	// Output:
	// status-400-context
	// status-400-context-flat
	// status-400-context-words
	// true
}

func ExampleSequence() {
	server := &judgetest.Server{Grade: judgetest.Coin(), Plan: judgetest.Sequence(judgetest.NetReset, judgetest.Status503)}
	for range 3 {
		status, _ := post(server, "")
		fmt.Println(status)
	}
	// Output:
	// no response
	// 503 Service Unavailable
	// 200 OK
}

func ExampleRefusal() {
	server := &judgetest.Server{
		Grade:    judgetest.Coin(),
		Refusals: []judgetest.Refusal{{Param: "temperature", Words: judgetest.WordsPlain}},
	}
	fmt.Println(post(server, `, "temperature": 0`))
	status, _ := post(server, "")
	fmt.Println(status, "and", server.Stats().Refused, "refused")
	// Output:
	// 400 Bad Request {"error":{"message":"property 'temperature' is unsupported","type":"invalid_request_error"}}
	// 200 OK and 1 refused
}

func ExampleJSON() {
	server := &judgetest.Server{Grade: judgetest.JSON(func(r judgetest.Request) any {
		return map[string]any{"total_points": len(r.Messages), "max_points": 16}
	})}
	_, body := post(server, "")
	fmt.Println(strings.Contains(body, `{\"max_points\":16,\"total_points\":1}`))
	// Output: true
}

func ExampleWaits() {
	script := new(judgetest.Script).Otherwise(judgetest.Waits(1e12, judgetest.Meets(true, "")))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := script.Grade(ctx, judgetest.Tasks()[0])
	fmt.Println(err)
	// Output: context canceled
}
