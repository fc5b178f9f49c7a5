package judge

import (
	"fmt"
	"time"
)

// Plan says in which order the tasks of a run are started. The tasks of one sample share most of
// their prompt, and providers charge less, and answer sooner, for a prefix that they have seen. So
// some tasks of a sample, its leaders, go first; the others follow when the prefix can be read from
// the provider's cache. Slots that are free meanwhile take other samples.
//
// A plan changes what a run costs and how long it takes, never its outcomes. The zero Plan starts
// the tasks in their order, as [FIFO] does.
type Plan struct {
	// Leaders is how many tasks of a sample must have come back before the others follow; 0 for no
	// leaders.
	Leaders int
	// Settle is how long after that the prefix takes to become readable.
	Settle time.Duration
	// Window is the most samples that are begun and not yet all started; followers are taken from them
	// in turn. 0 leaves it to the run: twice as many as there are slots, so that none is idle while
	// prefixes settle, or, with SmallCache, a few more than keep the slots full.
	Window int
	// SmallCache says that the cache holds the prompts of a few samples only.
	SmallCache bool
	// LargestFirst starts with the samples that have the most to ask, so that the end of the run is
	// short.
	LargestFirst bool
	// Patience is after how many samples in a row, none of whose followers reported a cached token,
	// the run stops waiting for leaders; 0 for never.
	Patience int
}

// Hosted returns the plan for a hosted API with a prefix cache, such as OpenAI's or Anthropic's: an
// entry can be read some time after the response that wrote it, and too many requests a minute with
// one prefix spill over to machines without it.
func Hosted() Plan {
	return Plan{Leaders: 1, Settle: 2 * time.Second, LargestFirst: true, Patience: 20}
}

// SelfHosted returns the plan for an engine of one's own, such as vLLM or SGLang: its cache is small
// and shared by all requests, so that the tasks of a sample belong close together.
func SelfHosted() Plan { return Plan{Leaders: 1, SmallCache: true, LargestFirst: true} }

// DeepSeek returns the plan for DeepSeek's API, which keeps a prefix after two requests have had it.
func DeepSeek() Plan {
	return Plan{Leaders: 2, Settle: 2 * time.Second, LargestFirst: true, Patience: 20}
}

// FIFO returns the plan that starts the tasks in their order and waits for none.
func FIFO() Plan { return Plan{} }

// Order sets the plan of a run. The default is to lead with one task of each sample and to wait for
// nothing else.
func Order(p Plan) Option {
	return func(c *config) {
		if p.Leaders < 0 || p.Settle < 0 || p.Window < 0 || p.Patience < 0 {
			c.err = fmt.Errorf("judge: a negative number in the plan %+v", p)
		}
		c.plan = p
	}
}

// window returns how many samples of a usual number of tasks may be begun at once.
func (p Plan) window(concurrency, tasks int) int {
	switch {
	case p.Window > 0:
		return p.Window
	case concurrency > 1<<40:
		return concurrency
	case !p.SmallCache:
		return 2 * concurrency
	}
	// Twice the slots would do if all replies took the same time.
	return (5*concurrency/2 + tasks - 1) / max(tasks, 1)
}
