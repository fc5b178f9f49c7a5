package main

import (
	"os"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/llm"
)

// baselineName is the -judge of the lexical judge.
const baselineName = "baseline"

// member is one judge of the command line, with what names it for the ledger.
type member struct {
	name, identity string
	judge          judge.Judge
}

// newMembers makes the judges of the command line. For -offline there may be none: one, to be named by the
// ledger, is asked nothing.
func newMembers(o options) ([]member, error) {
	if len(o.judges) == 0 {
		return []member{{}}, nil
	}
	var all []member
	for _, name := range o.judges {
		m, err := newMember(name, o)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// newMember makes the judge of that name. JUDGE_API_KEY goes to the judge's endpoint; OPENAI_API_KEY goes to
// the endpoint that it belongs to and to no other.
func newMember(name string, o options) (member, error) {
	if name == baselineName {
		if o.benchmark == "plawbench" {
			return member{name, "baseline points", baseline.NewPoints()}, nil
		}
		return member{name, "baseline", baseline.New()}, nil
	}
	cfg := llm.Config{
		BaseURL:         o.judgeURL,
		APIKey:          os.Getenv("JUDGE_API_KEY"),
		Model:           name,
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
		return member{}, err
	}
	return member{name, model.Identity(), model}, nil
}

// panel has the judges vote, if there is more than one vote.
func panel(all []member, o options) (judge.Judge, error) {
	if len(all) == 1 && o.repeats == 1 {
		return all[0].judge, nil
	}
	p := judge.Panel{Rule: o.rule, Tie: o.tie, Quorum: o.quorum}
	for _, m := range all {
		p.Members = append(p.Members, judge.Member{Name: m.name, Judge: m.judge, Repeats: o.repeats})
	}
	return judge.NewPanel(p)
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
	if o.local() {
		return judge.FIFO()
	}
	return plans[o.order]()
}

// plans are the orders of -judge-order.
var plans = map[string]func() judge.Plan{
	"hosted": judge.Hosted, "self-hosted": judge.SelfHosted, "deepseek": judge.DeepSeek, "fifo": judge.FIFO,
}
