package judge

import (
	"math"
	"slices"
	"time"
)

// coldShare is the share of a run's tasks that may follow before their prefix is cached, when slots
// would else be idle at the end of the run.
const coldShare = 0.02

// schedule chooses the task to start next. It is used by one goroutine. What it holds is the tasks that
// are not started and the samples that they belong to.
type schedule struct {
	plan        Plan
	concurrency int
	waiting     []*group // not begun
	begun       []*group // with tasks that are not started, or that may still come, in the order in which they were begun
	// last is the sample of the last task that was added, with its ID and the number of its tasks so far;
	// nil before the first.
	last   *group
	lastID string
	inLast int
	// ended says that no more tasks will be added.
	ended bool
	// tasks and groups count what was added, queued what of it is not started.
	tasks, groups, queued int
	turn                  int // where among begun the next follower is looked for
	cold                  int // cold followers that were started
	misses                int // samples in a row without a cached token
	// metered says that some verdict has counted its calls.
	metered bool
	// gaveUp says that leaders are no longer waited for.
	gaveUp bool
}

// group is the tasks of one sample: a run of neighbors in the order of the tasks.
type group struct {
	tasks []job // not started
	// open says that more tasks may come.
	open    bool
	leading int // leaders that are out
	led     int // leaders that came back
	atWork  int
	warm    time.Time
	// followers and cached count those that came back, and those of them with cached tokens.
	followers, cached int
}

// job is a task on its way.
type job struct {
	index  int
	task   Task
	group  *group
	leader bool
}

func newSchedule(plan Plan, concurrency int) *schedule {
	return &schedule{plan: plan, concurrency: concurrency}
}

// add adds the next task.
func (s *schedule) add(t Task) {
	id := ""
	if t.Sample != nil {
		id = sampleID(t)
	}
	if s.last == nil || id != s.lastID {
		s.close()
		s.last, s.lastID, s.inLast = &group{open: true}, id, 0
		s.waiting = append(s.waiting, s.last)
		s.groups++
	}
	s.last.tasks = append(s.last.tasks, job{index: s.tasks, task: t, group: s.last})
	s.tasks++
	s.inLast++
	s.queued++
}

// close notes that the last group is whole.
func (s *schedule) close() {
	if s.last == nil {
		return
	}
	s.last.open = false
	s.drop(s.last)
	s.count(s.last)
}

// end notes that there are no more tasks.
func (s *schedule) end() {
	s.close()
	s.ended = true
}

// sort puts the samples with the most to ask first, if the plan says so.
func (s *schedule) sort() {
	if !s.plan.LargestFirst {
		return
	}
	sizes := make(map[*group]int, len(s.waiting))
	for _, g := range s.waiting {
		sizes[g] = g.weigh()
	}
	slices.SortStableFunc(s.waiting, func(a, b *group) int { return sizes[b] - sizes[a] })
}

// weigh returns about how much text the tasks ask about.
func (g *group) weigh() int {
	n := 0
	_ = safely(func() {
		sample := g.tasks[0].task.Sample
		for _, m := range sample.Conversation() {
			n += len(m.Content)
		}
		n += len(sample.Response())
	})
	return n * len(g.tasks)
}

// perGroup bounds the tasks that are held for each sample of the window, where samples have very many.
const perGroup = 64

// wants reports whether the schedule needs more tasks to choose from.
func (s *schedule) wants() bool {
	if s.ended {
		return false
	}
	window := s.window()
	most := math.MaxInt
	if window < most/perGroup {
		most = window * perGroup
	}
	return s.queued < s.concurrency || s.queued < most && len(s.waiting)+len(s.begun) <= window
}

// window returns how many samples may be begun at once, by what the samples so far have to ask.
func (s *schedule) window() int {
	tasks, groups := s.tasks, s.groups
	if !s.ended && groups > 1 { // the last sample may not be whole
		tasks, groups = tasks-s.inLast, groups-1
	}
	return s.plan.window(s.concurrency, tasks/max(1, groups))
}

// next returns the task to start now, and false when there is none yet.
func (s *schedule) next(now time.Time) (job, bool) {
	if s.queued == 0 {
		return job{}, false
	}
	if s.plan.Leaders == 0 || s.gaveUp {
		return s.first()
	}
	if g := s.follower(now); g != nil {
		return s.start(g, false), true
	}
	for _, g := range s.begun {
		if len(g.tasks) > 0 && g.leading+g.led < s.plan.Leaders {
			return s.start(g, true), true
		}
	}
	if len(s.waiting) > 0 && len(s.begun) < s.window() {
		return s.start(s.begin(), true), true
	}
	if s.ended && len(s.waiting) == 0 && s.cold < int(coldShare*float64(s.tasks)) {
		s.cold++
		return s.start(s.begun[0], false), true
	}
	return job{}, false
}

// first returns the first task that is not started.
func (s *schedule) first() (job, bool) {
	for _, g := range s.begun {
		if len(g.tasks) > 0 {
			return s.start(g, false), true
		}
	}
	return s.start(s.begin(), false), true
}

// follower returns the next sample whose prefix can be read.
func (s *schedule) follower(now time.Time) *group {
	for i := range s.begun {
		at := (s.turn + i) % len(s.begun)
		if g := s.begun[at]; len(g.tasks) > 0 && g.led >= s.plan.Leaders && !now.Before(g.warm) {
			s.turn = at + 1
			return g
		}
	}
	return nil
}

func (s *schedule) begin() *group {
	g := s.waiting[0]
	s.waiting[0] = nil
	s.waiting = s.waiting[1:]
	s.begun = append(s.begun, g)
	return g
}

// start takes the next task out of g.
func (s *schedule) start(g *group, leader bool) job {
	j := g.tasks[0]
	g.tasks[0] = job{}
	g.tasks = g.tasks[1:]
	s.queued--
	g.atWork++
	if j.leader = leader; leader {
		g.leading++
	}
	s.drop(g)
	return j
}

// drop forgets a group that has nothing more to start.
func (s *schedule) drop(g *group) {
	if !g.open && len(g.tasks) == 0 {
		s.begun = slices.DeleteFunc(s.begun, func(b *group) bool { return b == g })
	}
}

// done notes what became of a task.
func (s *schedule) done(j job, o Outcome, now time.Time) {
	g, u := j.group, o.Verdict.Usage
	g.atWork--
	s.metered = s.metered || u.Calls > 0
	switch {
	case !j.leader:
		if u.PromptTokens > 0 {
			g.followers++
			if u.CachedTokens > 0 {
				g.cached++
			}
		}
	case u.Calls > 0 && (o.Err == nil || u.PromptTokens > 0):
		// A reply that could not be read has left its prompt in the cache all the same.
		g.leading--
		g.led++
		g.warm = now.Add(s.plan.Settle)
	case o.Err == nil && !s.metered:
		// A judge that counts no calls has no cache to wait for.
		g.leading--
		g.led++
	default:
		// It failed, or its verdict was there already: no call has brought the prompt to the cache.
		g.leading--
	}
	s.count(g)
}

// count notes whether a sample that is done with had any use of the cache.
func (s *schedule) count(g *group) {
	if g.open || len(g.tasks) > 0 || g.atWork > 0 || g.followers == 0 {
		return
	}
	s.misses++
	if g.cached > 0 {
		s.misses = 0
	}
	if s.plan.Patience > 0 && s.misses >= s.plan.Patience {
		s.gaveUp = true
	}
}

// wake returns when the next sample becomes readable, of those that nothing else will announce.
func (s *schedule) wake(now time.Time) (time.Duration, bool) {
	var at time.Time
	for _, g := range s.begun {
		if len(g.tasks) > 0 && g.led >= s.plan.Leaders && now.Before(g.warm) && (at.IsZero() || g.warm.Before(at)) {
			at = g.warm
		}
	}
	return at.Sub(now), !at.IsZero()
}

// empty reports whether every task has been started.
func (s *schedule) empty() bool { return s.ended && s.queued == 0 }

// rest returns the tasks that were not started.
func (s *schedule) rest() []job {
	var all []job
	for _, g := range slices.Concat(s.begun, s.waiting) {
		all = append(all, g.tasks...)
	}
	return all
}
