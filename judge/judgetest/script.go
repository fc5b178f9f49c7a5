package judgetest

import (
	"context"
	"sync"
	"time"

	"github.com/assize-eval/assize/judge"
)

// Script is a [judge.Judge] that does what it was told to and remembers what it was asked. The zero
// Script knows no line: it fails every task with the code [judge.Unknown]. Its methods may be called
// from several goroutines.
//
// Each line is a [judge.Func]; [Meets], [Gives], [Withholds], [Fails], [Panics], [Hangs] and [Waits]
// make the usual ones. For each task the lines of [Script.On] with its sample and criterion count
// first, then those of On with its sample alone, then those of [Script.Next], then that of
// [Script.Otherwise]. A task whose context is done gets its context's error and no line.
type Script struct {
	mu        sync.Mutex
	on        map[cue][]judge.Func
	next      []judge.Func
	otherwise judge.Func
	asked     map[cue]int
	calls     []Call
	atWork    int
	peak      int
}

// cue names what a line answers; criterion is empty for a whole sample.
type cue struct{ sample, criterion string }

// Call is one call of a [Script].
type Call struct {
	// Task is what was asked.
	Task judge.Task
	// Start and End are when the call came and when it was answered. End is zero while the call is
	// at work, and stays zero when the line panics or ends its goroutine.
	Start, End time.Time
	// Err is the error that the call was answered with, if any.
	Err error
}

// On sets what happens to tasks on a sample and a criterion, instead of what was set before: the
// first call about a task is answered by the first line, the second by the second, and every call
// after the last line by the last. An empty criterion stands for every task of the sample that has
// no lines of its own, and for tasks that cover several criteria. It returns s.
func (s *Script) On(sample, criterion string, lines ...judge.Func) *Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.on == nil {
		s.on = make(map[cue][]judge.Func)
	}
	s.on[cue{sample, criterion}] = lines
	return s
}

// Next adds lines that answer one call each, in the order in which the calls come. It returns s.
func (s *Script) Next(lines ...judge.Func) *Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = append(s.next, lines...)
	return s
}

// Otherwise sets the line of all calls that no other line answers. It returns s.
func (s *Script) Otherwise(line judge.Func) *Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.otherwise = line
	return s
}

// Grade answers the task with its line.
func (s *Script) Grade(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	line, n := s.begin(ctx, task)
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.atWork--
	}()
	v, err := line(ctx, task)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[n].End, s.calls[n].Err = time.Now(), err
	return v, err
}

// begin writes the call down and returns its line and its index.
func (s *Script) begin(ctx context.Context, task judge.Task) (judge.Func, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.calls)
	s.calls = append(s.calls, Call{Task: task, Start: time.Now()})
	s.atWork++
	s.peak = max(s.peak, s.atWork)
	if ctx.Err() != nil {
		return Fails(ctx.Err()), n
	}
	return s.line(task), n
}

func (s *Script) line(task judge.Task) judge.Func {
	c := cue{sample: task.Sample.ID()}
	cues := []cue{c}
	if len(task.Criteria) == 1 {
		c.criterion = task.Criteria[0].ID
		cues = []cue{c, {sample: c.sample}}
	}
	for _, k := range cues {
		lines := s.on[k]
		if len(lines) == 0 {
			continue
		}
		if s.asked == nil {
			s.asked = make(map[cue]int)
		}
		i := s.asked[c]
		s.asked[c]++
		return lines[min(i, len(lines)-1)]
	}
	switch {
	case len(s.next) > 0:
		line := s.next[0]
		s.next = s.next[1:]
		return line
	case s.otherwise != nil:
		return s.otherwise
	}
	return Fails(judge.Errorf(judge.Unknown, "judgetest: the script has no line for this task"))
}

// Calls returns the calls so far, in the order in which they came.
func (s *Script) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Peak returns the largest number of calls that were at work at the same time.
func (s *Script) Peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}
