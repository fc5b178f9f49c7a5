package llm

import (
	"encoding/json"
	"fmt"
)

// Identity names the judge with all that its verdicts depend on beside the question: endpoint, API,
// model, and what the configuration has it send. It is the same for equal configurations, in every
// process, whatever their keys, headers, limits and patience are, and what an endpoint turns out to
// refuse does not change it. It is what package ledger wants to know of a judge.
func (j *Judge) Identity() string {
	if j == nil || j.e == nil {
		return "llm"
	}
	c := j.e.Config
	s := shown{
		Model: c.Model, BaseURL: j.e.host, API: c.API, Output: c.Output, Effort: c.ReasoningEffort,
		Tokens: c.MaxTokens, Temp: c.Temperature, Seed: c.Seed, Extra: c.Extra,
	}
	if j.e.endpoint.base != "" {
		s.BaseURL = j.e.endpoint.base
	}
	b, err := json.Marshal(s)
	if err != nil { // New has encoded all of it before
		return fmt.Sprintf("llm %q at %s", c.Model, j.e.host)
	}
	return "llm " + j.e.secrets.long().hide(string(b))
}
