package main

import (
	"os"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/llm"
)

// baselineName is the -judge of the lexical judge.
const baselineName = "baseline"

// newJudge makes the judge of the command line, with what names it for the ledger. JUDGE_API_KEY goes
// to the judge's endpoint; OPENAI_API_KEY goes to the endpoint that it belongs to and to no other.
func newJudge(o options) (j judge.Judge, identity string, err error) {
	if o.judge == "" {
		return nil, "", nil // -offline: the ledger names it
	}
	if o.judge == baselineName {
		if o.benchmark == "plawbench" {
			return baseline.NewPoints(), "baseline points", nil
		}
		return baseline.New(), "baseline", nil
	}
	cfg := llm.Config{
		BaseURL:         o.judgeURL,
		APIKey:          os.Getenv("JUDGE_API_KEY"),
		Model:           o.judge,
		ReasoningEffort: o.effort,
		MaxTokens:       o.maxTokens,
		PromptCache:     llm.PromptCache(o.cache),
		MaxConcurrency:  o.concurrency,
	}
	if o.api == "responses" {
		cfg.API = llm.Responses
	}
	model, err := llm.New(llm.FromEnv(cfg))
	if err != nil {
		return nil, "", err
	}
	return model, model.Identity(), nil
}

// repeated has the judge of that name asked several times, by vote of the majority.
func repeated(j judge.Judge, name string, o options) (judge.Judge, error) {
	if o.repeats == 1 {
		return j, nil
	}
	return judge.NewPanel(judge.Panel{Members: []judge.Member{{Name: name, Judge: j, Repeats: o.repeats}}})
}

// newModel makes the client of the model under test, or nil when the answers come from a file.
func newModel(o options) (*llm.Judge, error) {
	if o.model == "" {
		return nil, nil
	}
	return llm.New(llm.FromEnv(llm.Config{BaseURL: o.modelURL, Model: o.model, MaxConcurrency: o.concurrency}))
}

// plan is the order of the calls: a judge in this process has no cache to wait for.
func (o options) plan() judge.Plan {
	if o.judge == baselineName {
		return judge.FIFO()
	}
	return plans[o.order]()
}

// plans are the orders of -judge-order.
var plans = map[string]func() judge.Plan{
	"hosted": judge.Hosted, "self-hosted": judge.SelfHosted, "deepseek": judge.DeepSeek, "fifo": judge.FIFO,
}
