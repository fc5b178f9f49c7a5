package judge

import (
	"slices"
	"time"
)

// coldShare is the share of a run's tasks that may follow before their prefix is cached, when slots
// would else be idle at the end of the run.
const coldShare = 0.02

// schedule chooses the task to start next. It is used by one goroutine.
type schedule struct {
	plan    Plan
	window  int
	waiting []*group // not begun
	begun   []*group // with tasks that are not started, in the order in which they were begun
	of      []*group // the group of each task
	turn    int      // where among begun Spread looks next
	cold    int      // cold followers that may still be started
	misses  int      // samples in a row without a cached token
	// gaveUp says that leaders are no longer waited for.
	gaveUp bool
}

// group is the tasks of one sample: a run of neighbors in the list of tasks.
type group struct {
	tasks   []int // not started
	leading int   // leaders that are out
	led     int   // leaders that came back
	warm    time.Time
	// followers and cached count those that came back, and those of them with cached tokens.
	followers, cached, left int
	isLeader                map[int]bool
}

func newSchedule(plan Plan, tasks []Task, concurrency int) *schedule {
	s := &schedule{plan: plan, of: make([]*group, len(tasks)), cold: int(coldShare * float64(len(tasks)))}
	last := ""
	for i, t := range tasks {
		id := ""
		if t.Sample != nil {
			id = sampleID(t)
		}
		if i == 0 || id != last || t.Sample == nil {
			s.waiting = append(s.waiting, &group{})
		}
		last = id
		g := s.waiting[len(s.waiting)-1]
		g.tasks = append(g.tasks, i)
		g.left++
		s.of[i] = g
	}
	s.window = plan.window(concurrency, len(tasks)/max(1, len(s.waiting)))
	if plan.LargestFirst {
		sizes := make(map[*group]int, len(s.waiting))
		for _, g := range s.waiting {
			sizes[g] = weigh(tasks, g.tasks)
		}
		slices.SortStableFunc(s.waiting, func(a, b *group) int { return sizes[b] - sizes[a] })
	}
	return s
}

// weigh returns about how much text the tasks ask about.
func weigh(tasks []Task, group []int) int {
	n := 0
	_ = safely(func() {
		sample := tasks[group[0]].Sample
		for _, m := range sample.Conversation() {
			n += len(m.Content)
		}
		n += len(sample.Response())
	})
	return n * len(group)
}

// next returns the task to start now, and false when there is none yet.
func (s *schedule) next(now time.Time) (int, bool) {
	if s.plan.Leaders == 0 || s.gaveUp {
		return s.first()
	}
	if g := s.follower(now); g != nil {
		return s.start(g, false), true
	}
	for _, g := range s.begun {
		if g.leading+g.led < s.plan.Leaders {
			return s.start(g, true), true
		}
	}
	if len(s.waiting) > 0 && len(s.begun) < s.window {
		return s.start(s.begin(), true), true
	}
	if len(s.waiting) == 0 && len(s.begun) > 0 && s.cold > 0 {
		s.cold--
		return s.start(s.begun[0], false), true
	}
	return 0, false
}

// first returns the first task that is not started.
func (s *schedule) first() (int, bool) {
	switch {
	case len(s.begun) > 0:
		return s.start(s.begun[0], false), true
	case len(s.waiting) > 0:
		return s.start(s.begin(), false), true
	}
	return 0, false
}

// follower returns a sample whose prefix can be read.
func (s *schedule) follower(now time.Time) *group {
	for i := range s.begun {
		at := i
		if s.plan.Spread {
			at = (s.turn + i) % len(s.begun)
		}
		if g := s.begun[at]; g.led >= s.plan.Leaders && !now.Before(g.warm) {
			s.turn = at + 1
			return g
		}
	}
	return nil
}

func (s *schedule) begin() *group {
	g := s.waiting[0]
	s.waiting = s.waiting[1:]
	s.begun = append(s.begun, g)
	return g
}

// start takes the next task out of g.
func (s *schedule) start(g *group, leader bool) int {
	i := g.tasks[0]
	g.tasks = g.tasks[1:]
	if leader {
		g.leading++
		if g.isLeader == nil {
			g.isLeader = map[int]bool{}
		}
		g.isLeader[i] = true
	}
	if len(g.tasks) == 0 {
		s.begun = slices.DeleteFunc(s.begun, func(b *group) bool { return b == g })
	}
	return i
}

// done notes what became of task i. It returns true when that made the schedule give up leaders.
func (s *schedule) done(i int, o Outcome, now time.Time) bool {
	g := s.of[i]
	g.left--
	if g.isLeader[i] {
		g.leading--
		// A reply that could not be read has left its prompt in the cache all the same.
		if o.Err == nil || o.Verdict.Usage.PromptTokens > 0 {
			g.led++
			g.warm = now.Add(s.plan.Settle)
		}
		return false
	}
	u := o.Verdict.Usage
	if u.PromptTokens > 0 {
		g.followers++
		if u.CachedTokens > 0 {
			g.cached++
		}
	}
	if g.left > 0 || g.followers == 0 || s.plan.Patience == 0 || s.gaveUp {
		return false
	}
	s.misses++
	if g.cached > 0 {
		s.misses = 0
	}
	s.gaveUp = s.misses >= s.plan.Patience
	return s.gaveUp
}

// wake returns when the next sample becomes readable, of those that nothing else will announce.
func (s *schedule) wake(now time.Time) (time.Duration, bool) {
	var at time.Time
	for _, g := range s.begun {
		if g.led >= s.plan.Leaders && now.Before(g.warm) && (at.IsZero() || g.warm.Before(at)) {
			at = g.warm
		}
	}
	return at.Sub(now), !at.IsZero()
}

// empty reports whether every task has been started.
func (s *schedule) empty() bool { return len(s.waiting) == 0 && len(s.begun) == 0 }
