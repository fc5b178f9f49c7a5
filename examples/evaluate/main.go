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
	"log"
	"os"
	"time"

	"github.com/assize-eval/assize/judge"
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
	// All that is written there is what net/http says of responses that are longer than they should be, with
	// their first bytes, which may hold a key.
	log.SetOutput(io.Discard)
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
	// All that can be wrong with the input, and with the places for the output, is found before the first
	// call.
	w, err := newWork(o, stderr)
	if err != nil {
		return fail(exitUsage, err)
	}
	defer func() {
		if err := w.close(); err != nil {
			code = fail(exitFailed, err)
		}
	}()
	if w.model != nil {
		switch err := w.answer(ctx, soft); {
		case err != nil && soft.Err() != nil:
			return fail(exitInterrupted, errors.New("interrupted: nothing is graded yet; the answers so far are kept"))
		case err != nil:
			return fail(exitFailed, err)
		}
	}
	rep, runErr := w.score(ctx, soft)
	if rep == nil {
		return fail(exitFailed, runErr)
	}
	if runErr != nil && rep.Coverage.Graded == 0 && exists(o.out) {
		// Nothing was graded: a report of an earlier run is worth more.
		return fail(exitFailed, runErr)
	}
	writeErr := write(rep, o.out)
	fmt.Fprint(stdout, rep)
	account(stdout, rep, o.spending.Price)
	if writeErr != nil {
		return fail(exitFailed, fmt.Errorf("the report cannot be written: %w", errors.Join(writeErr, runErr)))
	}
	fmt.Fprintf(stdout, "reports: %s\n", o.out)
	switch whole, all := complete(rep), rep.Coverage.Samples; {
	case runErr != nil && soft.Err() != nil:
		return fail(exitInterrupted, errors.New("interrupted: the report is partial"))
	case runErr != nil:
		return fail(exitFailed, fmt.Errorf("the report is partial: %w", runErr))
	case float64(whole) < o.minCoverage*float64(all):
		return fail(exitLowCoverage, fmt.Errorf("%d of %d samples are scored with all their verdicts; -min-coverage is %v", whole, all, o.minCoverage))
	}
	return exitDone
}
