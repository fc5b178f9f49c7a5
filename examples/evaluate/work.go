package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/metrics/report"
)

// work is all that a run needs, checked and open.
type work struct {
	options
	bench  *bench
	judge  judge.Judge
	model  *llm.Judge // nil when the answers come from a file
	store  *store     // the answers of model
	ledger *ledger.Ledger
	merged bool // ledger has been made of others
	// members are the judges, each with the ledger before it.
	members []member
	stderr  io.Writer
}

// newWork loads and opens everything. When something is wrong nothing is left behind.
func newWork(o options, stderr io.Writer) (w *work, err error) {
	w = &work{options: o, stderr: stderr}
	if w.bench, err = load(o); err != nil {
		return nil, err
	}
	if w.bench.unknown > 0 {
		fmt.Fprintf(stderr, "warning: answers to samples that the dataset does not have are left out (%d)\n", w.bench.unknown)
	}
	members, err := newMembers(o)
	if err != nil {
		return nil, err
	}
	if w.model, err = newModel(o); err != nil {
		return nil, err
	}
	undo, err := makeDir(o.out)
	if err != nil {
		return nil, err
	}
	if err = w.open(members); err != nil {
		err = errors.Join(err, w.close())
		if w.store != nil {
			w.store.removeEmpty()
		}
		if w.merged {
			err = errors.Join(err, os.Remove(o.ledger))
		}
		undo()
		return nil, err
	}
	return w, nil
}

// open opens the files of the run and puts the ledger before each judge and the panel before all.
func (w *work) open(members []member) (err error) {
	if w.model != nil {
		if w.store, err = openAnswers(w.options); err != nil {
			return err
		}
	}
	if w.options.ledger != "" {
		if w.ledger, err = openLedger(w.options, w.bench.about, members, w.stderr); err != nil {
			return err
		}
		w.merged = len(w.merge) > 0
		for i := range members {
			m := &members[i]
			if w.offline {
				if err = m.find(w.ledger, w.bench.about); err != nil {
					return err
				}
			}
			m.judge = w.ledger.Judge(m.judge, m.identity)
		}
	}
	w.members = members
	w.judge, err = panel(members, w.options)
	return err
}

// score grades the answers.
func (w *work) score(ctx, soft context.Context) (*report.Report, error) {
	rep, err := w.bench.score(ctx, w.judge, judge.Concurrency(w.concurrency), judge.Order(w.plan()), judge.Budget(w.spending),
		judge.Until(soft), judge.OnProgress(judge.ProgressLine(w.stderr)), judge.OnOutcome(newWatch(w.stderr).see),
		judge.Logger(slog.New(notices{w.stderr})))
	if rep == nil {
		return nil, err
	}
	if w.ledger != nil && err != nil && rep.Coverage.Codes[judge.Canceled] > 0 {
		rep, err = w.kept(ctx, rep, err)
	}
	if w.ledger != nil {
		if earlier := w.ledger.Earlier(); earlier != (judge.Usage{}) {
			rep.EarlierUsage = &earlier
		}
	}
	if w.store != nil {
		usage := w.store.usageOf(w.bench.samples)
		rep.Provenance.ModelUsage = &usage
	}
	return rep, err
}

// kept is the report of a run that ended early with all that the ledger has, also on questions that the run
// did not come to. When that is everything, the run has not ended early.
func (w *work) kept(ctx context.Context, rep *report.Report, cause error) (*report.Report, error) {
	members := slices.Clone(w.members)
	for i := range members {
		members[i].judge = w.ledger.Judge(nil, members[i].identity)
	}
	j, err := panel(members, w.options)
	if err != nil {
		return rep, errors.Join(cause, err)
	}
	all, err := w.bench.score(context.WithoutCancel(ctx), j, judge.Concurrency(w.concurrency), judge.Order(judge.FIFO()))
	if all == nil || err != nil {
		return rep, errors.Join(cause, err)
	}
	all.Usage = rep.Usage
	if all.Coverage.Codes[judge.Canceled] == 0 {
		cause = nil
	}
	return all, cause
}

// close closes what is open.
func (w *work) close() error {
	var err error
	if w.ledger != nil {
		err = w.ledger.Close()
	}
	if w.store != nil {
		err = errors.Join(err, w.store.file.Close())
	}
	return err
}
