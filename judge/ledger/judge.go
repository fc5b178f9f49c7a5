package ledger

import (
	"context"
	"slices"

	"github.com/assize-eval/assize/judge"
)

// Judge returns a judge that answers from the ledger what is in it, and asks j the rest. Identity
// names j with everything that its verdicts depend on: [llm.Judge.Identity], or for a judge of one's
// own a name with a version. Its verdicts are returned once they are on disk. Verdicts from the
// ledger have no Usage: they cost nothing now. A question that several tasks put at the same time, in
// the same words, is asked once.
//
// A task that fails, and one with a verdict that leaves a criterion without a grade or that [judge.Run]
// would not take, is returned as it is. Its code, its reply and what it cost are kept, and it is asked
// again by the next run.
//
// When the ledger cannot be written the verdict is lost to the run, and the error has Stop: a run
// whose verdicts cannot be kept does not go on spending. With a ledger from [Read], j may be nil and is
// not asked: a task that has failed fails as it did the last time, and what is not in the ledger at all is
// an error with the code [judge.Canceled], as in a run that ended before it got there.
//
// A reply that was read under another name of the task's contract is read again, without a call; so is
// one that the contract of its time could not read. It is asked for again when the contract cannot read
// it now.
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
		l.account(q)
		if v, ok := l.lookup(task, key, q); ok {
			return v, nil
		}
		if l.lock == nil || j == nil {
			if v, err := l.lookupFailure(task, key, q); err != nil || v.Grades != nil {
				return v, err
			}
			return judge.Verdict{}, judge.Errorf(judge.Canceled, "the ledger %s has no verdict on this question", l.path)
		}
		if err := l.writable(); err != nil {
			return judge.Verdict{}, err
		}
		v, err := ask(ctx, j, task)
		grades, ok := inOrder(task, v.Grades)
		if err != nil || !ok {
			l.keepFailure(task, key, q, v, err)
			return v, err
		}
		v.Grades = grades
		return l.keep(task, key, q, v)
	})
}

// ask has j grade the task. A panic of j is a failure of the task, which is kept as others are.
func ask(ctx context.Context, j judge.Judge, task judge.Task) (v judge.Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = judge.Verdict{}, judge.Errorf(judge.Panic, "%v", p)
		}
	}()
	return j.Grade(ctx, task)
}

// account counts what earlier runs have spent on a question, at the first time that it is asked.
func (l *Ledger) account(q question) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.claimed = l.claimed.Add(l.earlier[q])
	delete(l.earlier, q)
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
	r := recordOf(task, key, v)
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
	if err := l.write(q, head{contract: r.Contract, usage: v.Usage}, line); err != nil {
		return out, stop(err)
	}
	return out, nil
}

// keepFailure writes why a task has no verdict, with what came back and what it cost. That it cannot be
// written is said to the next task, and by Close: the failure itself is more than the lack of its record.
func (l *Ledger) keepFailure(task judge.Task, key string, q question, v judge.Verdict, cause error) {
	r := recordOf(task, key, v)
	r.Failure, r.Error = reasonOf(task, v, cause)
	if r.Failure == judge.Canceled && v.Raw == "" && v.Usage == (judge.Usage{}) {
		return // it was not asked
	}
	r.Unread = unread(task, r)
	if cause == nil {
		r.Grades, r.Partial = partial(task, v.Grades)
	} else {
		r.Grades = nil
	}
	line, err := r.encode()
	if err != nil {
		r.Grades, r.Partial = nil, false // such as votes that are no number
		line, err = r.encode()
	}
	if err != nil {
		r.Raw, r.Unread = "", false // it is too long
		line, err = r.encode()
	}
	if err == nil {
		_ = l.write(q, head{failure: string(r.Failure), usage: v.Usage}, line)
	}
}

// write writes a line, waits until it is on the disk, and takes it into the index.
func (l *Ledger) write(q question, h head, line []byte) error {
	at, wait, err := l.append(line)
	if err == nil {
		err = wait()
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put(q, h, at)
	return nil
}

// lookup returns the verdict on a question, read again where it was read under another contract or could
// not be read. A record that is damaged is as good as not there.
func (l *Ledger) lookup(task judge.Task, key string, q question) (judge.Verdict, bool) {
	l.mu.Lock()
	at, ok := l.index.find(q, task.Contract.Name)
	others := l.index.findOther(q, task.Contract.Name)
	failures := l.index.findFailures(q)
	l.mu.Unlock()
	if ok {
		if r, ok := l.recall(at, key); ok {
			if v, ok := r.verdict(task); ok {
				return v, true
			}
		}
	}
	for _, at := range slices.Concat(others, failures) {
		if r, ok := l.recall(at, key); ok && (r.Failure == "" || r.Unread) {
			if v, ok := r.reread(task); ok {
				return v, true
			}
		}
	}
	return judge.Verdict{}, false
}

// lookupFailure returns what became of a question that has no verdict, the last time that it was asked;
// neither grades nor an error when it was not.
func (l *Ledger) lookupFailure(task judge.Task, key string, q question) (judge.Verdict, error) {
	l.mu.Lock()
	failures := l.index.findFailures(q)
	l.mu.Unlock()
	for _, at := range failures {
		if r, ok := l.recall(at, key); ok {
			return r.failed(task)
		}
	}
	return judge.Verdict{}, nil
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
