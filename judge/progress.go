package judge

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	// Tasks is the number of tasks; 0 while it is not known, in a run whose tasks come from an iterator
	// that has not ended.
	Tasks int
	// Done is the number of tasks that have an outcome. Failed are those of them that left a criterion
	// without a verdict, but for the NotAsked, which the run ended before. AtWork are with the judge.
	Done, Failed, NotAsked, AtWork int
	// Elapsed is the time since the run began.
	Elapsed time.Duration
	// Usage is what the run has cost so far, failed and repeated calls included, and Cost the same in
	// money; NaN without a price.
	Usage Usage
	Cost  float64
	// recent is the rate of late; 0 for that of the whole run.
	recent float64
}

// Rate returns the tasks done per second, over the last half minute or so; 0 before the first.
func (p Progress) Rate() float64 {
	switch {
	case p.recent > 0:
		return p.recent
	case p.Elapsed <= 0:
		return 0
	}
	return float64(p.Done-p.NotAsked) / p.Elapsed.Seconds()
}

// Left returns about how long the rest will take at that rate. It returns false before the first task
// is done and while the number of tasks is not known.
func (p Progress) Left() (time.Duration, bool) {
	rate := p.Rate()
	if rate == 0 || p.Tasks < p.Done {
		return 0, false
	}
	left := float64(p.Tasks-p.Done) / rate * float64(time.Second)
	return time.Duration(min(left, math.MaxInt64/2)), true
}

// CachedShare returns the share of the prompt tokens that came from a cache; NaN when none was
// counted.
func (p Progress) CachedShare() float64 {
	if p.Usage.PromptTokens == 0 {
		return math.NaN()
	}
	return float64(p.Usage.CachedTokens) / float64(p.Usage.PromptTokens)
}

// String returns the progress in a line: "9000/18692 done, 3 failed, 10.0/s". Those that failed are among
// those that are done, and those that were not asked are not. Before the first is done it says how many
// are with the judge.
func (p Progress) String() string {
	var b strings.Builder
	fmt.Fprint(&b, p.Done-p.NotAsked)
	if p.Tasks > 0 {
		fmt.Fprintf(&b, "/%d", p.Tasks)
	}
	b.WriteString(" done")
	if p.Done == 0 && p.AtWork > 0 {
		fmt.Fprintf(&b, ", %d at work", p.AtWork)
	}
	if p.Failed > 0 {
		fmt.Fprintf(&b, ", %d failed", p.Failed)
	}
	if p.NotAsked > 0 {
		fmt.Fprintf(&b, ", %d not asked", p.NotAsked)
	}
	fmt.Fprintf(&b, ", %.1f/s", p.Rate())
	if t := addCounts(p.Usage.PromptTokens, p.Usage.CompletionTokens); t > 0 {
		fmt.Fprintf(&b, ", %s tokens", thousands(t))
	}
	if s := p.CachedShare(); s > 0 {
		fmt.Fprintf(&b, ", %.0f %% cached", 100*s)
	}
	if !math.IsNaN(p.Cost) {
		fmt.Fprintf(&b, ", cost %.2f", p.Cost)
	}
	if d, ok := p.Left(); ok && p.Done < p.Tasks {
		fmt.Fprintf(&b, ", %s left", d.Round(time.Second))
	}
	return b.String()
}

// thousands writes n shortly.
func thousands(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}

// quiet is after how long without an outcome a run says again how far it is: while an endpoint has it wait,
// its reader must see that it lives.
const quiet = 10 * time.Second

// OnProgress has f called with the progress of the run as each outcome becomes known, and after every ten
// seconds in which none did, one call at a time. A panic in f ends in an error of Run and costs no outcome.
func OnProgress(f func(Progress)) Option {
	return func(c *config) { c.onProgress = f }
}

// progress tells the listener how far the run is.
func (r *run) progress() {
	if r.onProgress == nil {
		return
	}
	elapsed := time.Since(r.begun)
	r.told = r.total != unknown
	p := Progress{Tasks: max(0, r.total), Done: r.done, Failed: r.failed, NotAsked: r.notAsked, AtWork: len(r.atWork), Elapsed: elapsed,
		Usage: r.usage, Cost: r.spending.Price.Cost(r.usage), recent: r.pace.rate(elapsed, r.done-r.notAsked)}
	r.callBack("OnProgress", func() { r.onProgress(p) })
	r.spoke = time.Since(r.begun) // a listener that takes long is not told twice for that
}

// silence returns a channel that tells when the listener has heard nothing for too long; nil without one.
func (r *run) silence() <-chan time.Time {
	if r.onProgress == nil {
		return nil
	}
	return time.After(r.spoke + quiet - time.Since(r.begun))
}
