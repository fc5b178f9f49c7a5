package llm

import (
	"time"

	"github.com/assize-eval/assize/judge"
)

// class is what a response is, finer than a [judge.Code]: two classes with one code may call for
// different actions. The package comment has the table.
type class string

const (
	classOK            class = "ok"
	classRateLimit     class = "rate_limit"
	classOverloaded    class = "overloaded"
	classQuota         class = "quota"
	classAuth          class = "auth"
	classNotFound      class = "not_found"
	classBadRequest    class = "bad_request"
	classBadParam      class = "bad_param"
	classContextLength class = "context_length"
	classContentFilter class = "content_filter"
	classRefusal       class = "refusal"
	classTruncated     class = "truncated"
	classEmpty         class = "empty"
	classConflict      class = "conflict"
	classBadBody       class = "bad_body"
	classInBandError   class = "in_band_error"
	classServer        class = "server"
	classTimeout       class = "timeout"
	classTransport     class = "transport"
	classAbort         class = "abort"
	classExpired       class = "expired"
	classConfig        class = "config"
	classCancelled     class = "cancelled"
	classPending       class = "pending"
)

// again says whether, and how, a request is worth repeating after a response.
type again string

const (
	againNever again = "false"
	againSame  again = "true"  // the same request, or the same question asked in other words
	againParam again = "param" // once the parameter that was refused is gone
	againPoll  again = "poll"  // the answer is in the making: ask for it by its ID
)

// again returns what is usual for c. A body that no repeat can change and a wait beyond all limits
// are exceptions, which classify makes.
func (c class) again() again {
	switch c {
	case classRateLimit, classOverloaded, classTruncated, classEmpty, classConflict, classBadBody, classInBandError,
		classServer, classTimeout, classTransport, classAbort, classExpired:
		return againSame
	case classBadParam:
		return againParam
	case classPending:
		return againPoll
	}
	return againNever
}

// code returns the code that a task fails with when c was the last word.
func (e *envelope) code() judge.Code {
	switch e.class {
	case classOK:
		return ""
	case classRateLimit:
		return judge.RateLimited
	case classQuota:
		return judge.Quota
	case classAuth:
		return judge.Auth
	case classNotFound, classBadRequest, classBadParam, classConfig:
		return judge.BadRequest
	case classContextLength:
		return judge.ContextLength
	case classContentFilter:
		return judge.Filtered
	case classRefusal:
		return judge.Refused
	case classEmpty:
		return judge.Empty
	case classConflict:
		return judge.Conflict
	case classCancelled:
		return judge.Canceled
	case classTruncated:
		if e.whole {
			return judge.Truncated
		}
	case classBadBody:
		if e.again == againNever {
			return judge.BadRequest
		}
	}
	return judge.Transport
}

// stop reports whether no other task can succeed either.
func (e *envelope) stop() bool {
	switch e.class {
	case classQuota, classAuth, classConfig:
		return true
	case classNotFound, classBadBody:
		return e.again == againNever
	}
	return false
}

// envelope is a response once it has been classified.
type envelope struct {
	class class
	again again
	// whole says that the response came whole, so that a truncated one is a reply cut by its budget,
	// which other budgets and words may mend, and not a broken exchange.
	whole  bool
	status int
	// wait is how long the endpoint asks to wait; hinted says that it does.
	wait   time.Duration
	hinted bool
	// fault says what is wrong, without secrets; the zero fault belongs to a good response.
	fault fault
	// cause is the error below, for errors.Is; nil for a response that came.
	cause error
	// id is the ID of a response in the making.
	id string
	// reply, served and usage hold what the response holds of them, also when it is no good.
	reply  judge.Reply
	served string
	usage  judge.Usage
	// metered says that usage was stated, prompt and completion both.
	metered bool
	// prompted says that the prompt's tokens were stated, and cached is how many of them were said to be
	// cached, also where that contradicts the rest.
	prompted bool
	cached   int64
	// uncounted says that what was stated for a long prompt was no count of its tokens.
	uncounted bool
}
