package ledger

import (
	"context"

	"github.com/assize-eval/assize/judge"
)

// Judge returns a judge that answers from the ledger what is in it, and asks j the rest. Identity
// names j with everything that its verdicts depend on: [llm.Judge.Identity], or for a judge of one's
// own a name with a version. Its verdicts are returned once they are on disk. Verdicts from the
// ledger have no Usage: they cost nothing now. A question that several tasks put at the same time, in
// the same words, is asked once.
//
// A verdict that leaves a criterion without a grade, and one that [judge.Run] would not take, is
// returned as it is and not kept.
//
// When the ledger cannot be written the verdict is lost to the run, and the error has Stop: a run
// whose verdicts cannot be kept does not go on spending. With a ledger from [Read], j may be nil and is
// not asked; what is not in the ledger is an error with the code [judge.Canceled], as in a run that
// ended before it got there.
//
// A reply that was read under another name of the task's contract is read again, without a call; it
// is asked for again when the contract cannot read it.
//
// [llm.Judge.Identity]: https://pkg.go.dev/github.com/assize-eval/assize/judge/llm#Judge.Identity
func (l *Ledger) Judge(j judge.Judge, identity string) judge.Judge {
	return judge.Func(func(ctx context.Context, task judge.Task) (judge.Verdict, error) {
		if task.Sample == nil {
			return judge.Verdict{}, judge.Errorf(judge.BadRequest, "the task has no sample")
		}
		if task.Render != nil && task.Prompt == (judge.Prompt{}) {
			task.Prompt = task.Render()
		}
		key := keyOf(task, identity)
		q, _ := questionOf(key)
		if err := l.claim(ctx, q); err != nil {
			return judge.Verdict{}, err
		}
		defer l.release(q)
		if v, ok := l.lookup(task, key, q); ok {
			return v, nil
		}
		if l.lock == nil || j == nil {
			return judge.Verdict{}, judge.Errorf(judge.Canceled, "the ledger %s has no verdict on this question", l.path)
		}
		if err := l.writable(); err != nil {
			return judge.Verdict{}, err
		}
		v, err := j.Grade(ctx, task)
		if err != nil {
			return v, err
		}
		grades, ok := inOrder(task, v.Grades)
		if !ok {
			return v, nil
		}
		v.Grades = grades
		return l.keep(task, key, q, v)
	})
}

// claim waits until no other task asks the question, which this one may then do.
func (l *Ledger) claim(ctx context.Context, q question) error {
	for {
		l.mu.Lock()
		other := l.asking[q]
		if other == nil {
			l.asking[q] = make(chan struct{})
			l.mu.Unlock()
			return nil
		}
		l.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return &judge.Error{Code: judge.Canceled, Err: context.Cause(ctx)}
		}
	}
}

func (l *Ledger) release(q question) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.asking[q])
	delete(l.asking, q)
}

// writable returns an error that ends the run when no verdict could be kept.
func (l *Ledger) writable() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return stop(l.fault())
}

// stop returns err as one that ends the run.
func stop(err error) error {
	if err == nil {
		return nil
	}
	return &judge.Error{Code: judge.Canceled, Stop: true, Err: err}
}

// keep writes a verdict, waits until it is on the disk, and returns what a later run will read.
func (l *Ledger) keep(task judge.Task, key string, q question, v judge.Verdict) (judge.Verdict, error) {
	r := record{
		Key: key, Contract: task.Contract.Name, Sample: task.Sample.ID(), Repeat: task.Repeat,
		Grades: v.Grades, How: v.How, Raw: v.Raw, Source: &v.Source, Usage: &v.Usage,
	}
	line, err := r.encode()
	if err != nil {
		return v, judge.Errorf(judge.Malformed, "the verdict cannot be kept: %w", err)
	}
	kept, err := decode(line)
	if err != nil {
		return v, judge.Errorf(judge.Malformed, "the verdict cannot be kept: %w", err)
	}
	out, _ := kept.verdict(task)
	out.Usage = v.Usage
	at, wait, err := l.append(line)
	if err == nil {
		err = wait()
	}
	if err != nil {
		return out, stop(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.index.put(q, r.Contract, at)
	l.usage = l.usage.Add(v.Usage)
	return out, nil
}

// lookup returns the verdict on a question, read again where it was read under another contract. A
// record that cannot be read is as good as not there.
func (l *Ledger) lookup(task judge.Task, key string, q question) (judge.Verdict, bool) {
	l.mu.Lock()
	at, ok := l.index.find(q, task.Contract.Name)
	others := l.index.findOther(q, task.Contract.Name)
	l.mu.Unlock()
	if ok {
		if r, ok := l.recall(at, key); ok {
			if v, ok := r.verdict(task); ok {
				return v, true
			}
		}
	}
	for _, at := range others {
		if r, ok := l.recall(at, key); ok {
			if v, ok := r.reread(task); ok {
				return v, true
			}
		}
	}
	return judge.Verdict{}, false
}

// recall returns the record at a place if it is one with the key.
func (l *Ledger) recall(at place, key string) (record, bool) {
	r, err := l.read(at)
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.notes.add("records cannot be read", "the record at byte %d cannot be read: %v", at.at, err)
		return r, false
	}
	return r, r.Key == key
}

// reread returns the verdict that the task's contract reads from the reply in the record.
func (r record) reread(task judge.Task) (judge.Verdict, bool) {
	if r.Raw == "" || task.Contract.Read == nil {
		return judge.Verdict{}, false
	}
	again, err := task.Contract.Read(task, judge.Reply{Text: r.Raw})
	if err != nil {
		return judge.Verdict{}, false
	}
	grades, ok := inOrder(task, again.Grades)
	if !ok {
		return judge.Verdict{}, false
	}
	v, _ := r.verdict(task)
	v.Grades, v.How = grades, again.How
	return v, true
}
