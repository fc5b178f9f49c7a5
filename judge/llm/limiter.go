package llm

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// limiter decides when a request may go out. Its number of slots follows the endpoint's refusals,
// never its speed, since a language model is slow when it has much to say: it starts small, grows by
// one with every success until the first refusal and by one a round after it, and shrinks by a tenth
// with a refusal, once a round. Two buckets keep to the account's limits per minute, and a pause that
// the endpoint asks for holds all requests back.
type limiter struct {
	mu       sync.Mutex
	limit    float64
	ceiling  float64
	refused  bool
	inFlight int
	// started counts the slots given; cut is its value when the limit last shrank, so that the
	// refusals of one round shrink it once.
	started, cut uint64
	paused       time.Time
	requests     bucket
	tokens       bucket
	// urgent holds tasks that have begun and return for another request; they go first, so that
	// their time does not run out in the queue.
	urgent, queue []*waiter
	timer         *time.Timer
}

// waiter is a request in the queue.
type waiter struct {
	tokens float64
	since  time.Time
	ready  chan struct{}
	slot   *slot
	gone   bool
}

// slot is the right to have one request at work.
type slot struct {
	l      *limiter
	number uint64
	start  time.Time
	// request and tokens are what the buckets had given out in all when the slot was given.
	requestMark, tokenMark float64
	done                   bool
}

const (
	firstLimit = 8
	shrink     = 0.9
	// slowBelow is the limit below which growth is as slow as at it, since with few slots a round is
	// few requests, and one more is much.
	slowBelow = 16
	// maxStall is how long a limit that was learnt from headers may hold back a request.
	maxStall = 65 * time.Second
)

func newLimiter(ceiling, requestsPerMinute, tokensPerMinute int) *limiter {
	return &limiter{
		limit: min(firstLimit, float64(ceiling)), ceiling: float64(ceiling),
		requests: newBucket(requestsPerMinute), tokens: newBucket(tokensPerMinute),
	}
}

// acquire waits for a slot. tokens estimates what the request will be counted as.
func (l *limiter) acquire(ctx context.Context, urgent bool, tokens float64) (*slot, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	w := &waiter{tokens: tokens, since: time.Now(), ready: make(chan struct{})}
	l.mu.Lock()
	if urgent {
		l.urgent = append(l.urgent, w)
	} else {
		l.queue = append(l.queue, w)
	}
	l.dispatch()
	l.mu.Unlock()
	select {
	case <-w.ready:
		return w.slot, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.gone = true
	if w.slot != nil {
		l.free(w.slot)
	}
	l.dispatch()
	return nil, context.Cause(ctx)
}

// dispatch gives slots to those who wait, in order, for as long as there are any. l.mu is held.
func (l *limiter) dispatch() {
	now := time.Now()
	for {
		q := &l.urgent
		if dropGone(q); len(*q) == 0 {
			q = &l.queue
			if dropGone(q); len(*q) == 0 {
				return
			}
		}
		if float64(l.inFlight+1) > l.limit && l.inFlight > 0 {
			return
		}
		w := (*q)[0]
		if d := l.hold(w, now); d > 0 {
			l.wake(d)
			return
		}
		(*q)[0] = nil
		*q = (*q)[1:]
		l.give(w, now)
	}
}

func dropGone(q *[]*waiter) {
	for len(*q) > 0 && (*q)[0].gone {
		(*q)[0] = nil
		*q = (*q)[1:]
	}
}

// hold returns how long the next request must wait for a pause to end or a bucket to fill.
func (l *limiter) hold(w *waiter, now time.Time) time.Duration {
	if d := l.paused.Sub(now); d > 0 {
		return d
	}
	d := max(l.requests.wait(1, now), l.tokens.wait(w.tokens, now))
	if l.requests.learned || l.tokens.learned {
		d = min(d, maxStall-now.Sub(w.since))
	}
	return d
}

// wake has dispatch run again after d.
func (l *limiter) wake(d time.Duration) {
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.dispatch()
	})
}

func (l *limiter) give(w *waiter, now time.Time) {
	l.inFlight++
	l.started++
	l.requests.take(1, now)
	l.tokens.take(w.tokens, now)
	w.slot = &slot{l: l, number: l.started, start: now, requestMark: l.requests.given, tokenMark: l.tokens.given}
	close(w.ready)
}

func (l *limiter) free(s *slot) {
	if !s.done {
		s.done = true
		l.inFlight--
	}
}

// outcome is what a response says about the endpoint's load.
type outcome int

const (
	outcomeNeutral outcome = iota // a failure that says nothing of it
	outcomeServed
	outcomeRefused // too much at a time
)

// release gives the slot back, once; later calls do nothing. h are the response's headers, nil when
// there was none. All requests are held back for the length of pause.
func (s *slot) release(o outcome, h http.Header, pause time.Duration) {
	l := s.l
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.done {
		return
	}
	now := time.Now()
	switch {
	case o == outcomeServed && float64(l.inFlight) >= l.limit/2:
		if l.refused {
			l.limit += 1 / max(l.limit, slowBelow)
		} else {
			l.limit++
		}
		l.limit = min(l.limit, l.ceiling)
	case o == outcomeRefused && s.number > l.cut:
		l.refused = true
		l.limit = max(1, l.limit*shrink)
		l.cut = l.started
	}
	if h != nil {
		l.requests.correct(h, &requestHeaders, s.start, s.requestMark, now)
		l.tokens.correct(h, &tokenHeaders, s.start, s.tokenMark, now)
	}
	if until := now.Add(pause); pause > 0 && until.After(l.paused) {
		l.paused = until
	}
	l.free(s)
	l.dispatch()
}
