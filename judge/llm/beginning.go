package llm

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assize-eval/assize/judge"
)

// beginning counts what fails before anything has succeeded, so that an endpoint of which nothing can be
// had ends a run in a short time, and not after all its tasks.
type beginning struct {
	// over says that something has succeeded: from then on a failure is that of its task alone.
	over atomic.Bool

	mu    sync.Mutex
	since time.Time // when the first task began
	tasks int
	// requests are those of the tasks that failed, without the refusals for load, which are counted apart.
	requests, refusals int
	codes              map[judge.Code]int
	// samples are the samples of the tasks whose replies came and could not be used.
	samples map[string]bool
}

const (
	// minFailed is how many tasks must fail before an endpoint is given up.
	minFailed = 4
	// minSamples is how many samples they must belong to when replies came: one sample may be unreadable
	// to a judge that is good for others. Very many requests do without.
	minSamples = 3
	veryMany   = 4
	// stormWaits is for how many of the longest waits an endpoint may refuse all requests for load.
	stormWaits = 5
)

// begin notes that a task begins.
func (b *beginning) begin() {
	if b.over.Load() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.since.IsZero() {
		b.since = time.Now()
	}
}

// counts reports whether a failure says something of the endpoint, and not of the task alone.
func (b *beginning) counts(code judge.Code) bool {
	switch code {
	case judge.Canceled, judge.ContextLength, judge.Filtered:
		return false
	}
	return !b.over.Load()
}

// fail notes that a task failed with err, and returns what is to be said when that is one too many. The
// count then begins anew, for those who go on all the same. most is the number of requests after which an
// endpoint is given up, and storm how long it may refuse requests for load alone.
func (b *beginning) fail(t *tally, err *judge.Error, sample string, most int, storm time.Duration) (reason string) {
	if !b.counts(err.Code) {
		return ""
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks++
	b.requests += int(t.calls) - t.refusals
	b.refusals += t.refusals
	if b.codes == nil {
		b.codes, b.samples = make(map[judge.Code]int), make(map[string]bool)
	}
	b.codes[err.Code]++
	if t.replies {
		b.samples[sample] = true
	}
	n := b.requests
	if time.Since(b.since) >= storm {
		n += b.refusals
	}
	enough := b.tasks >= minFailed && n >= most
	if len(b.samples) > 0 && len(b.samples) < minSamples && n < veryMany*most {
		enough = false
	}
	if !enough {
		return ""
	}
	reason = fmt.Sprintf("nothing has succeeded: all %d requests for the first %d tasks failed (%s)", b.requests+b.refusals, b.tasks, b.tell())
	b.since, b.tasks, b.requests, b.refusals, b.codes, b.samples = time.Time{}, 0, 0, 0, nil, nil
	return reason
}

// tell lists the codes of the tasks, the most frequent first.
func (b *beginning) tell() string {
	codes := slices.SortedFunc(maps.Keys(b.codes), func(x, y judge.Code) int {
		return cmp.Or(b.codes[y]-b.codes[x], cmp.Compare(x, y))
	})
	parts := make([]string, len(codes))
	for i, c := range codes {
		parts[i] = fmt.Sprintf("%s %d", c, b.codes[c])
	}
	return strings.Join(parts, ", ")
}

// settle notes what became of a task: err is nil when it succeeded. It returns err, or, when nothing that
// the endpoint was ever asked has succeeded and that is one failure too many, an error that ends the run.
func (e *engine) settle(t *tally, sample string, err *judge.Error) *judge.Error {
	switch {
	case err == nil:
		e.beginning.over.Store(true)
		return nil
	case err.Stop || e.GiveUpAfter == 0 || t.calls == 0 || e.halt.since(t.halts) != nil:
		// Of the tasks that were out when the run ended none ends it again.
		return err
	}
	reason := e.beginning.fail(t, err, sample, e.GiveUpAfter, min(e.TotalTimeout, stormWaits*e.MaxWait))
	if reason == "" {
		return err
	}
	out := *err
	out.Stop = true
	out.Err = &callError{fmt.Sprintf("%s gives no result; %s; the last: %v", e.host, reason, err.Err), err.Err}
	e.end(t, &out)
	return &out
}

// end ends the run for all tasks that wait for their turn, and logs why, once.
func (e *engine) end(t *tally, err *judge.Error) {
	if e.halt.set(err, t.halts) {
		e.log.Error("run ended", "code", string(err.Code), "reason", err.Err)
	}
}
