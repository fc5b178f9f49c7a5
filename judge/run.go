package judge

import (
	"context"
	"iter"
)

// Run has j grade the tasks, many at a time, and returns one outcome for each task, by index.
//
// A failing or panicking task is an error in its own outcome and touches no other. The error of Run
// itself is nil when every task was asked; it is the context's cause when ctx ended the run, and the
// task's error when a task ended it with [Error.Stop]. The outcomes are complete in every case:
// tasks that were not asked have the code [Canceled].
//
// When ctx is done no further task is started, and Run waits for those at work, bounded by [Grace].
func Run(ctx context.Context, j Judge, tasks []Task, opts ...Option) ([]Outcome, error) {
	outcomes := make([]Outcome, len(tasks))
	r, err := newRun(j, opts, len(tasks), func(i int, _ Task, o Outcome) { outcomes[i] = o })
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		r.schedule.add(t)
	}
	r.schedule.end()
	r.schedule.sort()
	return outcomes, r.loop(ctx)
}

// RunSeq is Run for tasks that come one by one, such as those of a dataset that is read as it is
// graded, and of which only as many are held as are needed to keep the slots busy: those of the samples
// that [Plan.Window] allows. It calls each with every outcome as it becomes known, in any order and one
// call at a time; index counts the tasks from 0 in the order of the iterator. The tasks of a sample
// belong next to each other. What each takes long for delays the run.
//
// The iterator runs in a goroutine of its own. While it has nothing to give, outcomes go on coming in,
// and when it panics, what came before is graded and the panic is part of RunSeq's error. Once the run
// has ended early no more is asked of the iterator, and RunSeq waits no longer than [Grace] for it to
// notice. Tasks that were taken from it and not asked are reported with the code [Canceled].
//
// A plan with LargestFirst takes the samples in the order of the iterator.
func RunSeq(ctx context.Context, j Judge, tasks iter.Seq[Task], each func(index int, task Task, o Outcome), opts ...Option) error {
	if tasks == nil || each == nil {
		return errNoTasks
	}
	r, err := newRun(j, opts, unknown, each)
	if err != nil {
		return err
	}
	r.feed = newFeed(tasks)
	return r.loop(ctx)
}
