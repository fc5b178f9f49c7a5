package judge

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	// Tasks is the number of tasks, Done of those with an outcome, Failed of those whose outcome is
	// an error, AtWork of those with a judge.
	Tasks, Done, Failed, AtWork int
	// Elapsed is the time since the run began.
	Elapsed time.Duration
	// Usage is what the run has cost so far, and Cost the same in money; NaN without a price.
	Usage Usage
	Cost  float64
}

// Rate returns the tasks done per second; 0 before the first.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Done) / p.Elapsed.Seconds()
}

// Left returns about how long the rest will take, and false before the first task is done.
func (p Progress) Left() (time.Duration, bool) {
	if p.Done == 0 {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed) / float64(p.Done) * float64(p.Tasks-p.Done)), true
}

// CachedShare returns the share of the prompt tokens that came from a cache; NaN when none was
// counted.
func (p Progress) CachedShare() float64 {
	if p.Usage.PromptTokens == 0 {
		return math.NaN()
	}
	return float64(p.Usage.CachedTokens) / float64(p.Usage.PromptTokens)
}

// String returns the progress in a line.
func (p Progress) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d graded", p.Done, p.Tasks)
	if p.Failed > 0 {
		fmt.Fprintf(&b, ", %d failed", p.Failed)
	}
	fmt.Fprintf(&b, ", %.1f/s", p.Rate())
	if t := p.Usage.PromptTokens + p.Usage.CompletionTokens; t > 0 {
		fmt.Fprintf(&b, ", %s tokens", thousands(t))
	}
	if s := p.CachedShare(); s > 0 {
		fmt.Fprintf(&b, ", %.0f %% of prompts cached", 100*s)
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

// OnProgress has f called with the progress of the run as each outcome becomes known, one call at a
// time. A panic in f ends in an error of Run and costs no outcome.
func OnProgress(f func(Progress)) Option {
	return func(c *config) { c.onProgress = f }
}

// ProgressLine returns a function for [OnProgress] that keeps one line about the run up to date, a
// few times a second, in a terminal or a notebook. A nil w is os.Stderr as it is at each call.
func ProgressLine(w io.Writer) func(Progress) {
	const pause = 250 * time.Millisecond
	drawn, width := -pause, 0
	return func(p Progress) {
		last := p.Done == p.Tasks
		if p.Elapsed-drawn < pause && !last {
			return
		}
		drawn = p.Elapsed
		to := w
		if to == nil {
			to = os.Stderr
		}
		line := p.String()
		end := ""
		if last {
			end = "\n"
		}
		// What is left of a longer line before is overwritten.
		fmt.Fprintf(to, "\r%-*s%s", width, line, end)
		width = len(line)
	}
}
