package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/metrics/report"
)

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
		url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin(), Watch: func(q judgetest.Request, _ judgetest.Fault) {
			mu.Lock()
			defer mu.Unlock()
			if k, ok := q.Parameters["prompt_cache_key"]; ok {
				keys[string(k)]++
			}
			if strings.Contains(string(q.Body), "prompt_cache_breakpoint") {
				parts++
			}
		}})
		got := evaluate(t, append(append(base, "-judge-url", url), r.args...)...)
		if got.code != exitDone {
			t.Fatalf("%v: exit %d: %s", r.args, got.code, got.stderr)
		}
		if want := got.report.Coverage.Samples; r.key && len(keys) != want || !r.key && len(keys) != 0 {
			t.Errorf("%v: %d keys for %d samples", r.args, len(keys), want)
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
