package ledger

import (
	"context"
	"fmt"

	"github.com/assize-eval/assize/judge"
)

// Judge returns a judge that answers from the ledger what is in it, and asks j the rest. Identity
// names j with everything that its verdicts depend on: [llm.Judge.Identity], or for a judge of one's
// own a name with a version. Its verdicts are returned once they are on disk. Verdicts from the
// ledger have no Usage: they cost nothing now.
//
// When the ledger cannot be written the verdict is lost to the run, and the error has Stop: a run
// whose verdicts cannot be kept does not go on spending. With a ledger from [Read], j may be nil and is
// not asked; what is not in the ledger is an error.
//
// A reply that was read under another name of the task's contract is read again, without a call.
//
// [llm.Judge.Identity]: https://pkg.go.dev/github.com/assize-eval/assize/judge/llm#Judge.Identity
func (l *Ledger) Judge(j judge.Judge, identity string) judge.Judge {
	return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		key := keyOf(task, identity)
		v, ok, err := l.lookup(task, key)
		switch {
		case ok || err != nil:
			return v, err
		case l.lock == nil || j == nil:
			return v, judge.Errorf(judge.Empty, "the ledger %s has no verdict on this question", l.path)
		}
		v, err = j.Grade(ctx, task)
		if err != nil || !final(v) {
			return v, err
		}
		return v, l.keep(task, key, v)
	})
}

// keep writes a verdict and waits until it is on the disk.
func (l *Ledger) keep(task judge.Task, key string, v judge.Verdict) error {
	wait, err := l.append(record{
		Key: key, Contract: task.Contract.Name, Sample: task.Sample.ID(), Repeat: task.Repeat,
		Grades: v.Grades, How: v.How, Raw: v.Raw, Source: &v.Source, Usage: &v.Usage,
	})
	if err == nil {
		if err = wait(); err != nil {
			err = fmt.Errorf("ledger: %s cannot be synced: %w", l.path, err)
		}
	}
	if err != nil {
		e := judge.Errorf(judge.Canceled, "%w", err)
		e.Stop = true
		return e
	}
	return nil
}

// lookup returns the verdict on a question, read again where it was read under another contract.
func (l *Ledger) lookup(task judge.Task, key string) (v judge.Verdict, ok bool, err error) {
	r, how, err := l.find(key, task.Contract.Name)
	if how == notFound || err != nil {
		return v, false, err
	}
	v = r.verdict()
	if how == otherContract {
		if r.Raw == "" || task.Contract.Read == nil {
			return judge.Verdict{}, false, nil
		}
		again, err := task.Contract.Read(task, judge.Reply{Text: r.Raw})
		if err != nil || !final(again) {
			// The better reader cannot read it: it is asked again.
			return judge.Verdict{}, false, nil
		}
		v.Grades, v.How = again.Grades, again.How
	}
	return v, true, nil
}

// match says under which contract a record was found.
type match int

const (
	notFound match = iota
	sameContract
	otherContract
)

// find returns the record of a question: that of the contract, else the last one of another.
func (l *Ledger) find(key, contract string) (record, match, error) {
	l.mu.Lock()
	at, ok := l.index[entry{key, contract}]
	how := sameContract
	if !ok {
		names := l.contracts[key]
		if len(names) == 0 {
			l.mu.Unlock()
			return record{}, notFound, nil
		}
		at, how = l.index[entry{key, names[len(names)-1]}], otherContract
	}
	l.mu.Unlock()
	r, err := l.read(at)
	return r, how, err
}
