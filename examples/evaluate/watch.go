package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// notices writes a run's warnings that evaluate does not tell of itself.
type notices struct{ w io.Writer }

// told are the warnings that are told otherwise: by watch and the report, and by the end of the run.
var told = []string{"task failed", "run ends early"}

func (n notices) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (n notices) Handle(_ context.Context, r slog.Record) error {
	if slices.Contains(told, r.Message) {
		return nil
	}
	_, err := fmt.Fprintf(n.w, "\nevaluate: %s\n", r.Message)
	return err
}

func (n notices) WithAttrs([]slog.Attr) slog.Handler { return n }
func (n notices) WithGroup(string) slog.Handler      { return n }

// watch says during a run why nothing succeeds, so that nobody has to wait for the report to see it.
type watch struct {
	w      io.Writer
	graded bool
	failed int
	// next is the number of failures after which it is said again.
	next  int
	codes map[judge.Code]int
	// first is what the first failure with a code says.
	first map[judge.Code]string
}

func newWatch(w io.Writer) *watch {
	return &watch{w: w, next: 5, codes: map[judge.Code]int{}, first: map[judge.Code]string{}}
}

// see is for judge.OnOutcome.
func (x *watch) see(_ int, o judge.Outcome) {
	code, why := fault(o)
	if code == "" {
		x.graded = true
	}
	if x.graded || code == judge.Canceled {
		return
	}
	x.failed++
	if x.codes[code]++; x.codes[code] == 1 {
		x.first[code] = why
	}
	if x.failed < x.next {
		return
	}
	x.next *= 4
	most := slices.MaxFunc(slices.Sorted(maps.Keys(x.codes)), func(a, b judge.Code) int { return cmp.Compare(x.codes[a], x.codes[b]) })
	// The line of the progress may stand unfinished.
	fmt.Fprintf(x.w, "\nevaluate: all %d tasks so far have failed, %d of them for the reason %s. The first of these: %s\n",
		x.failed, x.codes[most], most, strings.Join(strings.Fields(x.first[most]), " "))
}

// fault returns why a criterion of the outcome has no verdict, and in words; "" when all have one.
func fault(o judge.Outcome) (judge.Code, string) {
	if o.Err != nil {
		return judge.CodeOf(o.Err), o.Err.Error()
	}
	for _, g := range o.Verdict.Grades {
		if g.Status == judge.Missing {
			return g.Reason, fmt.Sprintf("criterion %s: %s", g.Criterion, g.Explanation)
		}
	}
	return "", ""
}
