package llm

import (
	"fmt"
	"time"

	"github.com/assize-eval/assize/judge"
)

// tally counts what is spent on one task.
type tally struct {
	// begun says that halts is the number of errors that had ended a run when the task began.
	begun bool
	halts int
	calls int64
	usage judge.Usage
	// spent is the time in requests and waits.
	spent time.Duration
	// failures counts the failed exchanges of the question that is being asked.
	failures int
	// changes counts the repeats that negotiation led to.
	changes int
	// blind counts the repeats after a refusal that could not be acted on.
	blind int
	// refusals counts the requests that were refused for load and may be repeated, and replies says that
	// a whole reply came.
	refusals int
	replies  bool
	// same counts the failures in a row that read alike, and last is how they read.
	same int
	last string
	// status is that of the last response.
	status int
}

// add counts one request and what came of it.
func (t *tally) add(e *envelope, took time.Duration) {
	t.calls++
	t.spent += took
	t.status = e.status
	u := e.usage
	u.Calls = 1
	if !e.metered && e.mayCost() {
		u.Unmetered = 1
	}
	if t.calls > 1 {
		u.Retries = 1
	}
	t.usage = t.usage.Add(u)
}

// mayCost reports whether the request may have been charged for: a good status, or an exchange that
// broke when the request was out.
func (e *envelope) mayCost() bool {
	switch {
	case e.status >= 300:
		return false
	case e.status >= 200:
		return true
	}
	return (e.class == classTimeout || e.class == classTruncated || e.class == classTransport) && !unreachable(e.cause)
}

// maxSame is the number of equal internal errors in a row after which a repeat is not expected to end
// differently.
const maxSame = 4

// repeats counts equal failures of the kind that a server gives when it can make nothing of a
// request, and reports whether there have been enough of them.
func (t *tally) repeats(e *envelope) bool {
	now := ""
	if e.status == 500 && e.fault.message != "" || e.class == classTransport && e.status == 400 {
		now = fmt.Sprint(e.status, " ", e.fault.message)
	}
	if now == "" || now != t.last {
		t.same = 0
	}
	t.last = now
	t.same++
	return now != "" && t.same >= maxSame
}
