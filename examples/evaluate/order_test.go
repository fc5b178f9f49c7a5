package main

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/metrics/report"
)

// markedPrefix checks a request that marks its prompt as OpenAI wants it from GPT-5.6 on: the caching is
// explicit, the user message is two parts of text of which the first has the breakpoint. It returns the key
// and the first part.
func markedPrefix(t *testing.T, body []byte) (key, prefix string) {
	var q struct {
		Key      string          `json:"prompt_cache_key"`
		Options  json.RawMessage `json:"prompt_cache_options"`
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &q); err != nil {
		t.Error(err)
		return
	}
	var options struct{ Mode string }
	if err := json.Unmarshal(q.Options, &options); err != nil || options.Mode != "explicit" || q.Key == "" {
		t.Errorf("key %q, options %s, %v", q.Key, q.Options, err)
	}
	var parts []struct {
		Type, Text string
		Breakpoint *struct{ Mode string } `json:"prompt_cache_breakpoint"`
	}
	user := q.Messages[len(q.Messages)-1]
	if err := json.Unmarshal(user.Content, &parts); err != nil || user.Role != "user" || len(parts) != 2 {
		t.Errorf("the %s message has the content %.100s (%v), want two parts", user.Role, user.Content, err)
		return q.Key, ""
	}
	for i, p := range parts {
		if p.Type != "text" || p.Text == "" || (p.Breakpoint != nil) != (i == 0) || i == 0 && p.Breakpoint.Mode != "explicit" {
			t.Errorf("part %d is %+v", i, p)
		}
	}
	return q.Key, parts[0].Text
}

func TestTheCallsSuitTheEndpointsCache(t *testing.T) {
	base := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m"}
	plain := ""
	for _, r := range []struct {
		args  []string
		key   bool
		parts bool
	}{
		{[]string{"-judge-order", "fifo"}, false, false},
		{[]string{"-judge-order", "self-hosted", "-judge-cache", "key"}, true, false},
		{[]string{"-judge-order", "deepseek"}, false, false},
		{[]string{"-judge-order", "hosted", "-judge-cache", "breakpoint"}, true, true},
	} {
		var mu sync.Mutex
		keys, parts := map[string]int{}, 0
		// prefixes has the first part of the prompts asked for with a key.
		prefixes := map[string]string{}
		url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin(), Watch: func(q judgetest.Request, _ judgetest.Fault) {
			mu.Lock()
			defer mu.Unlock()
			if k, ok := q.Parameters["prompt_cache_key"]; ok {
				keys[string(k)]++
			}
			if strings.Contains(string(q.Body), "prompt_cache_breakpoint") {
				parts++
				key, prefix := markedPrefix(t, q.Body)
				if before, ok := prefixes[key]; ok && before != prefix {
					t.Errorf("%v: two prefixes have the key %q", r.args, key)
				}
				prefixes[key] = prefix
			}
		}})
		got := evaluate(t, append(append(base, "-judge-url", url), r.args...)...)
		if got.code != exitDone {
			t.Fatalf("%v: exit %d: %s", r.args, got.code, got.stderr)
		}
		if want := got.report.Coverage.Samples; r.key && len(keys) != want || !r.key && len(keys) != 0 {
			t.Errorf("%v: %d keys for %d samples", r.args, len(keys), want)
		}
		if r.parts && len(prefixes) != got.report.Coverage.Samples {
			t.Errorf("%v: %d keys of prefixes for %d samples", r.args, len(prefixes), got.report.Coverage.Samples)
		}
		if r.parts && parts != calls() || !r.parts && parts != 0 {
			t.Errorf("%v: %d of %d calls have parts", r.args, parts, calls())
		}
		// However it was asked, the answer is the same.
		got.report.Usage, got.report.Provenance = judge.Usage{}, report.Provenance{}
		if text := encode(t, got.report); plain == "" {
			plain = text
		} else if text != plain {
			t.Errorf("%v: the report differs", r.args)
		}
	}
	for _, args := range [][]string{{"-judge-order", "random"}, {"-judge-order", ""}, {"-judge-cache", "all"}} {
		if r := evaluate(t, append(append(base, "-judge-url", "http://localhost:1"), args...)...); r.code != exitUsage || !strings.Contains(r.stderr, args[0]) {
			t.Errorf("%v: exit %d: %s", args, r.code, r.stderr)
		}
	}
}
