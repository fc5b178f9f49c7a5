package llm

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/assize-eval/assize/judge"
)

// maxUnreached is how often a connection is tried for before the address is taken for wrong. Tries that fail
// within unreachedRound of each other, by however many tasks, are one.
const (
	maxUnreached   = 3
	unreachedRound = 200 * time.Millisecond
)

// unreached counts the tries for a connection that failed before there was any.
type unreached struct {
	mu    sync.Mutex
	tries int
	last  time.Time
}

// count counts a failed try and returns how many there were.
func (u *unreached) count() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now := time.Now(); u.tries == 0 || now.Sub(u.last) >= unreachedRound {
		u.tries++
		u.last = now
	}
	return u.tries
}

// retry waits until a failed request may be repeated, or returns the error of the task when it may
// not.
func (e *engine) retry(ctx context.Context, t *tally, v *envelope) *judge.Error {
	err := e.failure(v, t, nil)
	t.failures++
	least := time.Duration(0)
	if unreachable(v.cause) && !e.reached.Load() {
		least = unreachedRound
		if n := e.unreached.count(); n >= maxUnreached {
			err.Stop = true
			err.Err = &callError{fmt.Sprintf("%s cannot be reached, in %d tries: %v", e.host, n, err.Err), v.cause}
			return err
		}
	}
	switch {
	case v.hinted && v.wait > e.MaxWait:
		err.Err = &callError{fmt.Sprintf("%v; the endpoint asks to wait %v, more than the %v allowed", err.Err, v.wait.Round(time.Second), e.MaxWait), v.cause}
		return err
	case t.repeats(v):
		err.Err = &callError{fmt.Sprintf("%v; the same %d times in a row", err.Err, t.same), v.cause}
		return err
	case t.failures > e.MaxRetries:
		return err
	}
	d := max(least, backoff(t.failures-1))
	if v.hinted {
		d = max(d, v.wait+jitter(v.wait))
	}
	if t.spent+d >= e.TotalTimeout {
		err.Err = &callError{fmt.Sprintf("%v; the time allowed, %v, has run out", err.Err, e.TotalTimeout), v.cause}
		return err
	}
	e.log.Debug("request failed", "class", string(v.class), "status", v.status, "wait", d, "reason", v.fault.text())
	return e.rest(ctx, t, v, d)
}

// rest waits for d, counts it, and returns the error of a task whose context ends meanwhile.
func (e *engine) rest(ctx context.Context, t *tally, v *envelope, d time.Duration) *judge.Error {
	t.spent += d
	if err := sleep(ctx, d); err != nil {
		return e.failure(v, t, err)
	}
	return nil
}

const (
	maxChanges = 12
	maxBlind   = 2
)

// renegotiate changes what is sent after a refusal, or returns the error of the task when there is
// nothing to change.
func (e *engine) renegotiate(ctx context.Context, q *question, t *tally, v *envelope, used *settings) *judge.Error {
	t.changes++
	if t.changes <= maxChanges {
		if v.mustAlternate() && q.reminder != "" && e.negotiator.join(used, v.fault) {
			return nil
		}
		if v.again == againParam && e.negotiator.refuse(used, q.key, v.fault) {
			return nil
		}
	}
	err := e.failure(v, t, nil)
	if v.again != againParam {
		return err
	}
	// Nothing that was sent is meant. It may have been another's answer; a second time it is not.
	if t.blind++; t.blind > maxBlind || t.spent >= e.TotalTimeout {
		err.Stop = !e.served.Load()
		return err
	}
	return e.rest(ctx, t, v, backoff(t.blind))
}

// mustAlternate reports whether a refusal is about two messages of one role in a row. Some servers call
// the fault in their template their own.
func (e *envelope) mustAlternate() bool {
	if e.class != classBadRequest && e.class != classServer && e.class != classInBandError {
		return false
	}
	text := normalize(e.fault.message)
	return strings.Contains(text, "alternat") && strings.Contains(text, "role") ||
		strings.Contains(text, "consecutive") && strings.Contains(text, "message")
}

const (
	firstPoll = time.Second
	maxPoll   = 15 * time.Second
	maxLost   = 8
)

// poll asks for a response in the making until it is made, the time is out, or too many polls in a row
// have been lost; one that is gone for good may be asked for anew. v becomes what the last poll says.
// spent is the time that the request has taken.
func (e *engine) poll(ctx context.Context, t *tally, v *envelope, spent time.Duration) {
	id, lost := v.id, 0
	shown := e.secrets.hide(id)
	for d := firstPoll; ; d = min(d*3/2, maxPoll) {
		if v.hinted {
			d = max(d, min(v.wait, maxPoll))
		}
		if spent += d; t.spent+spent >= e.TotalTimeout {
			v.set(classTimeout, fmt.Sprintf("response %s was still %s when the time allowed, %v, had run out", shown, strings.TrimPrefix(v.fault.text(), "the response is "), e.TotalTimeout))
			v.again = againNever
			return
		}
		if sleep(ctx, d) != nil {
			v.set(classCancelled, "the caller gave up")
			return
		}
		start := time.Now()
		path := e.endpoint.path("responses/" + url.PathEscape(id))
		x := e.send(ctx, t, path, nil)
		next := e.envelope(ctx, x, path, nil)
		spent += time.Since(start)
		switch {
		case next.class == classPending:
			*v, lost = next, 0
		case e.isLostPoll(&next, x) && lost < maxLost:
			lost++
		case next.again == againPoll:
			v.set(classAbort, fmt.Sprintf("response %s is gone: %s", shown, next.fault.text()))
			return
		default:
			*v = next
			return
		}
	}
}

// isLostPoll reports whether a poll failed without a word on the response itself.
func (e *engine) isLostPoll(v *envelope, x *exchange) bool {
	return v.again == againPoll || v.again == againSame && (x.status == 0 || x.status >= 300 || v.class == classBadBody || v.class == classTruncated && !v.whole)
}
