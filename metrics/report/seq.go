package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/assize-eval/assize/judge"
)

// RunSeq is [Run] for items that come one by one, of which only those at work are held: see
// [judge.RunSeq]. Of a sample that is done the numbers alone are kept. The sample itself goes to each,
// in the order in which samples are done and one at a time, and [Report.Samples] is empty; so is what
// Config.NotComparable sees. All else is as in the report of Run.
//
// What is wrong with the configuration is an error before the first task. An item that Run would not
// take ends the run: the report of what came before it is returned together with the error.
func RunSeq(ctx context.Context, cfg Config, items iter.Seq[Item], j judge.Judge, each func(Sample), opts ...judge.Option) (*Report, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	if items == nil || each == nil {
		return nil, errors.New("report: RunSeq needs items and a function that takes the samples")
	}
	s := &stream{builder: newBuilder(cfg), seen: map[sampleKey]bool{}, waiting: map[int]*pending{}}
	s.take = s.guard(each)
	err := judge.RunSeq(ctx, j, s.tasks(items), s.outcome, opts...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addRest()
	if err = cmp.Or(s.err, err, s.eachErr); err != nil && s.rep.Coverage.Samples == 0 {
		return nil, err
	}
	return s.finish(), err
}

// stream is a report in the making whose items come one by one.
type stream struct {
	mu sync.Mutex
	*builder
	seen map[sampleKey]bool
	// begun and asked count the items and the tasks that came.
	begun, asked int
	// waiting has the item of each task that has no outcome.
	waiting map[int]*pending
	// err is why no more items were taken, and eachErr a panic of the function that takes the samples.
	err, eachErr error
}

// pending is an item whose tasks are at work.
type pending struct {
	item Item
	at   int
	// first is the index of its first task.
	first    int
	outcomes []judge.Outcome
	left     int
}

// tasks returns the tasks of the items.
func (s *stream) tasks(items iter.Seq[Item]) iter.Seq[judge.Task] {
	return func(yield func(judge.Task) bool) {
		for it := range items {
			if !s.begin(it) {
				return
			}
			for _, t := range it.Tasks {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// begin takes an item in, and returns false when the run must end before it.
func (s *stream) begin(it Item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err = it.checkNew(s.seen); s.err != nil {
		return false
	}
	p := &pending{item: it, at: s.begun, first: s.asked, outcomes: make([]judge.Outcome, len(it.Tasks)), left: len(it.Tasks)}
	s.begun++
	s.asked += p.left
	s.identity.add(it)
	for i := range it.Tasks {
		s.waiting[p.first+i] = p
	}
	if p.left == 0 {
		s.add(p)
	}
	return s.err == nil
}

// outcome takes the outcome of a task.
func (s *stream) outcome(index int, _ judge.Task, o judge.Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.waiting[index]
	delete(s.waiting, index)
	p.outcomes[index-p.first] = o
	if p.left--; p.left == 0 {
		s.add(p)
	}
}

// guard keeps a panic of the user's function for the run's error.
func (s *stream) guard(each func(Sample)) func(Sample) {
	return func(x Sample) {
		defer func() {
			if p := recover(); p != nil && s.eachErr == nil {
				s.eachErr = judge.Errorf(judge.Panic, "the function that takes the samples: %v", p)
			}
		}()
		each(x)
	}
}

// addRest adds the items that the end of the run has left with tasks that were not asked.
func (s *stream) addRest() {
	for _, index := range slices.Sorted(maps.Keys(s.waiting)) {
		p := s.waiting[index]
		var grades []judge.Grade
		for _, c := range p.item.Tasks[index-p.first].Criteria {
			grades = append(grades, judge.Ungraded(c, judge.Canceled, ""))
		}
		p.outcomes[index-p.first] = judge.Outcome{Verdict: judge.Verdict{Grades: grades}, Err: &judge.Error{Code: judge.Canceled}}
		if p.left--; p.left == 0 {
			s.add(p)
		}
	}
}

// add adds an item all of whose tasks have an outcome.
func (s *stream) add(p *pending) {
	if err := s.builder.add(p.at, p.item, p.outcomes); err != nil && s.err == nil {
		s.err = fmt.Errorf("report: sample %s: %w", p.item.Sample.ID(), err)
	}
}
