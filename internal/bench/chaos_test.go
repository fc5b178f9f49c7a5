package bench

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
)

// The run of the chaos: 2,000 tasks.
const (
	chaosSamples  = 100
	chaosCriteria = 20
)

// livable are faults that a client can live with, in three of ten answers. A reply that its token budget
// cut is none of them: it is asked for again with another budget, and the report says so.
var livable = judgetest.Each(0.3,
	judgetest.Status429, judgetest.Status429Seconds, judgetest.Status429Millis, judgetest.Status429Date,
	judgetest.Status500, judgetest.Status500Empty, judgetest.Status502, judgetest.Status503, judgetest.Status503Seconds, judgetest.Status529,
	judgetest.NetReset, judgetest.NetEOF, judgetest.NetShort, judgetest.NetResetBody,
	judgetest.BodyCut, judgetest.BodyHTMLAsJSON, judgetest.BodyNull, judgetest.BodyError,
	judgetest.ChoicesEmpty, judgetest.ChoicesNull, judgetest.ContentEmpty, judgetest.FinishAbort,
	judgetest.ReplyWords, judgetest.ReplyCut, judgetest.ReplyConflict, judgetest.ReplyDuplicate, judgetest.ReplyNoVerdict,
)

// refused are parameters that the endpoint does not take, in one wording or another. With every output form
// refused there is none left to drop where a reply cannot be read, so that parameters are the same for all.
var refused = []judgetest.Refusal{
	{Param: "max_tokens"}, {Param: "temperature", Words: judgetest.WordsPydantic}, {Param: "json_schema"}, {Param: "json_object", Words: judgetest.WordsLiteLLM},
}

// ask scores the samples by a judge at the server, in virtual time, and returns the report and the time.
func ask(t *testing.T, server *judgetest.Server, edit func(*llm.Config)) (rep *report.Report, took time.Duration, err error) {
	t.Helper()
	// The bubble ends when every goroutine in it has: one that is left fails the test.
	synctest.Test(t, func(t *testing.T) {
		temperature := 0.0
		cfg := llm.Config{
			BaseURL: judgetest.URL, Model: "m", HTTPClient: server.Client(), MaxTokens: 500, Temperature: &temperature,
			Output: llm.JSONSchema, MaxRetries: 20, Reasks: 12,
		}
		if edit != nil {
			edit(&cfg)
		}
		j, e := llm.New(cfg)
		if e != nil {
			t.Fatal(e)
		}
		begun := time.Now()
		rep, err = prbench.Score(t.Context(), samples(chaosSamples, chaosCriteria, 300, 200), j, judge.Order(judge.Hosted()))
		took = time.Since(begun)
		j.CloseIdleConnections()
	})
	return rep, took, err
}

func TestChaosChangesNoReport(t *testing.T) {
	for _, api := range []llm.API{llm.ChatCompletions, llm.Responses} {
		t.Run(string(api), func(t *testing.T) {
			serve := func(plan judgetest.Plan) *judgetest.Server {
				return &judgetest.Server{Grade: judgetest.Coin(), Plan: plan, Refusals: refused, Latency: judgetest.Latency{Base: time.Second}}
			}
			edit := func(c *llm.Config) { c.API = api }
			calm, _, err := ask(t, serve(nil), edit)
			if err != nil {
				t.Fatal(err)
			}
			server := serve(judgetest.Rates(11, livable))
			stormy, took, err := ask(t, server, edit)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := encode(t, calm), encode(t, stormy); a != b {
				t.Errorf("the faults changed the report: %s", firstDifference(a, b))
			}
			stats := server.Stats()
			faults, kinds := 0, 0
			for f, n := range stats.Faults {
				if f != judgetest.Healthy {
					faults += n
					kinds++
				}
			}
			t.Logf("%d calls, %d with one of %d faults, %d refused for a parameter, %d early, in %v", stats.Calls, faults, kinds, stats.Refused, stats.Early, took.Round(time.Second))
			if share := float64(faults) / float64(stats.Calls); share < 0.25 || share > 0.35 || kinds < 20 {
				t.Errorf("%.2f of the calls met one of %d faults", share, kinds)
			}
			if calm.Coverage.Graded != chaosSamples*chaosCriteria || calm.Coverage.Missing != 0 {
				t.Errorf("the coverage is %+v", calm.Coverage)
			}
			if stats.Refused > 10 {
				t.Errorf("%d calls for parameters that the endpoint does not take, want a few in all", stats.Refused)
			}
			if stats.Early > 0 {
				t.Errorf("%d calls came before the time that the endpoint asked to wait for", stats.Early)
			}
			// What was paid for is counted, failed and repeated calls included.
			u := stormy.Usage
			if int(u.Calls) != stats.Calls || u.Retries != u.Calls-chaosSamples*chaosCriteria {
				t.Errorf("usage %+v of %d calls", u, stats.Calls)
			}
			if u.PromptTokens < calm.Usage.PromptTokens || u.PromptTokens > stats.PromptTokens {
				t.Errorf("%d prompt tokens are counted; the server had %d, and %d without faults", u.PromptTokens, stats.PromptTokens, calm.Usage.PromptTokens)
			}
		})
	}
}

func TestAServerThatOnlyFailsEndsTheRunWithCounts(t *testing.T) {
	const tasks = chaosSamples * chaosCriteria
	rows := []struct {
		fault judgetest.Fault
		code  judge.Code
		// calls is the most before the run ends; 0 for a run that asks about every task.
		calls int
		most  time.Duration
		why   string
	}{
		{judgetest.Status500, judge.Transport, 64 * 7, 2 * time.Minute, "as many as the tasks that are at work may make"},
		{judgetest.Status429, judge.RateLimited, 2000, 30 * time.Minute, "load may pass, but not after ten minutes and the last waits"},
		{judgetest.Status503Seconds, judge.Transport, 2000, 30 * time.Minute, "load may pass, but not after ten minutes and the last waits"},
		{judgetest.BodyCut, judge.Transport, 64 * 7, 2 * time.Minute, "as many as the tasks that are at work may make"},
		{judgetest.ReplyWords, judge.Malformed, 200, 2 * time.Minute, "eight tasks that were asked three times each"},
		{judgetest.ReplyConflict, judge.Conflict, 200, 2 * time.Minute, "eight tasks that were asked three times each"},
		{judgetest.ChoicesEmpty, judge.Empty, 200, 2 * time.Minute, "eight tasks that were asked three times each"},
		{judgetest.Status400Context, judge.ContextLength, 0, time.Hour, "no task is asked twice, and each has a prompt of its own"},
		{judgetest.Status401, judge.Auth, 24, time.Minute, "the calls that were out when the first came back"},
		{judgetest.Status429Quota, judge.Quota, 24, time.Minute, "the calls that were out when the first came back"},
		{judgetest.NetRefused, judge.Transport, 24, time.Minute, "there is no such endpoint; three tries tell"},
	}
	for _, r := range rows {
		t.Run(string(r.fault), func(t *testing.T) {
			server := &judgetest.Server{Grade: judgetest.Coin(), Plan: judgetest.Always(r.fault), Latency: judgetest.Latency{Base: time.Second}}
			rep, took, err := ask(t, server, func(c *llm.Config) { c.MaxRetries, c.Reasks, c.Output = 0, 0, llm.AnyOutput })
			stops := r.calls > 0
			if (err != nil) != stops {
				t.Fatalf("error %v: %s", err, r.why)
			}
			c := rep.Coverage
			t.Logf("%d calls in %v: %v", server.Stats().Calls, took.Round(time.Second), c.Codes)
			if c.Graded != 0 || c.Missing != tasks || c.Scored != 0 {
				t.Errorf("coverage %+v of a server that only fails", c)
			}
			if stops && server.Stats().Calls > r.calls {
				t.Errorf("%d calls, want at most %d: %s", server.Stats().Calls, r.calls, r.why)
			}
			rest := c.Codes[judge.Canceled]
			if c.Codes[r.code] == 0 || c.Codes[r.code]+rest != tasks || !stops && rest > 0 {
				t.Errorf("codes %v, want %s: %s", c.Codes, r.code, r.why)
			}
			if took > r.most {
				t.Errorf("the run took %v, want at most %v: %s", took, r.most, r.why)
			}
			if !strings.Contains(strings.Join(rep.Warnings, "\n"), fmt.Sprintf("%s %d", r.code, c.Codes[r.code])) {
				t.Errorf("no warning says how many verdicts are missing for what reason: %q", rep.Warnings)
			}
		})
	}
}
