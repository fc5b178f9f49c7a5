// Command evaluate is the whole job on files: it loads PRBench or PLawBench and a model's answers,
// has a judge grade every criterion, prints a table and writes the report.
//
// Run it with -h for its flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2 // bad usage or input: nothing was asked and nothing written
	exitLowCoverage = 3
	exitInterrupted = 130
)

func main() {
	// The first interrupt starts no further call and waits for those at work, within reason; the
	// second ends the program at once.
	soft, stop := judge.Interruptible(context.Background())
	hard, cancel := context.WithCancel(context.Background())
	context.AfterFunc(soft, func() {
		stop()
		fmt.Fprintln(os.Stderr, "\nevaluate: interrupted; waiting for the calls at work, up to a minute. Interrupt again to end at once.")
		time.AfterFunc(patience, cancel)
	})
	os.Exit(run(hard, soft, os.Args[1:], os.Stdout, os.Stderr))
}

// patience is how long an interrupted run waits for the calls at work.
const patience = time.Minute

// run is the program. It starts no further call once soft is done, and ends those at work with ctx.
func run(ctx, soft context.Context, args []string, stdout, stderr io.Writer) (code int) {
	fail := func(code int, err error) int {
		fmt.Fprintln(stderr, "evaluate:", err)
		return code
	}
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return fail(exitUsage, err)
	}
	// All that can be wrong with the input is found before the first call.
	b, err := load(o)
	if err != nil {
		return fail(exitUsage, err)
	}
	j, identity, err := newJudge(o)
	if err != nil {
		return fail(exitUsage, err)
	}
	model, err := newModel(o)
	if err != nil {
		return fail(exitUsage, err)
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fail(exitFailed, err)
	}
	if model != nil {
		switch err := answer(soft, model, b, o, stderr); {
		case err != nil && soft.Err() != nil:
			return fail(exitInterrupted, errors.New("interrupted: nothing is graded yet; the answers so far are kept"))
		case err != nil:
			return fail(exitFailed, err)
		}
	}
	if o.ledger != "" {
		b.about.Judge = identity
		l, err := openLedger(o, b.about, stderr)
		if err != nil {
			return fail(exitFailed, err)
		}
		defer func() {
			if err := l.Close(); err != nil {
				code = fail(exitFailed, err)
			}
		}()
		j = l.Judge(j, identity)
	}
	if j, err = repeated(j, o); err != nil {
		return fail(exitFailed, err)
	}
	rep, runErr := b.score(ctx, j, judge.Concurrency(o.concurrency), judge.Order(o.plan()),
		judge.Until(soft), judge.OnProgress(judge.ProgressLine(stderr)))
	if rep == nil {
		return fail(exitFailed, runErr)
	}
	if runErr != nil && rep.Coverage.Graded == 0 && exists(o.out) {
		// Nothing was graded: a report of an earlier run is worth more.
		return fail(exitFailed, runErr)
	}
	if err := write(rep, o.out); err != nil {
		return fail(exitFailed, err)
	}
	fmt.Fprint(stdout, rep)
	fmt.Fprintf(stdout, "reports: %s\n", o.out)
	switch share := rep.Coverage.Share(); {
	case runErr != nil && soft.Err() != nil:
		return fail(exitInterrupted, errors.New("interrupted: the report is partial"))
	case runErr != nil:
		return fail(exitFailed, fmt.Errorf("the report is partial: %w", runErr))
	case share < o.minCoverage:
		return fail(exitLowCoverage, fmt.Errorf("%d of %d samples are scored; -min-coverage is %v", rep.Coverage.Scored, rep.Coverage.Samples, o.minCoverage))
	}
	return exitDone
}

// openLedger opens -ledger, which begins with the verdicts of -merge, and says what is odd about it.
func openLedger(o options, about ledger.About, stderr io.Writer) (*ledger.Ledger, error) {
	var notes []string
	if len(o.merge) > 0 {
		var err error
		if notes, err = ledger.Merge(o.ledger, o.merge...); err != nil {
			return nil, err
		}
	}
	l, err := ledger.Open(o.ledger, about)
	if err != nil {
		return nil, err
	}
	for _, n := range append(notes, l.Notes()...) {
		fmt.Fprintln(stderr, "ledger:", n)
	}
	return l, nil
}
