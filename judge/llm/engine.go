package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/assize-eval/assize/judge"
)

// engine puts questions to one endpoint and model, and deals with every failure short of an
// unreadable reply.
type engine struct {
	Config
	model      string
	host       string
	endpoint   endpoint
	head       []byte
	wire       *wire
	limiter    *limiter
	negotiator *negotiator
	prefixes   prefixCache
	halt       halt
	beginning  beginning
	secrets    secrets
	lastServed atomic.Pointer[servedName]
	log        *slog.Logger
	// reached says that the endpoint has responded at all; served, that it has completed something.
	reached, served atomic.Bool
	unreached       unreached
}

// answer is a response that ends the asking of a question, with what was sent for it.
type answer struct {
	envelope
	parameters string
}

// ask puts a question until there is a reply, good or bad, or no hope of one. A reply that could not be
// used, empty or cut, is an answer; whether to ask again is for the caller to say.
func (e *engine) ask(ctx context.Context, q *question, t *tally) (a answer, failed *judge.Error) {
	if !t.begun {
		t.begun, t.halts = true, e.halt.count()
		e.beginning.begin()
	}
	defer func() {
		if failed != nil && failed.Stop && failed.Code != judge.Canceled {
			e.end(t, failed)
		}
	}()
	t.failures, t.same, t.last = 0, 0, ""
	for {
		a, err := e.lead(ctx, q, t)
		switch {
		case err != nil:
			return a, err
		case a.negotiable():
		case a.class == classOK, a.class == classEmpty, a.class == classConflict, a.class == classTruncated && a.whole:
			return a, nil
		case a.again == againSame, a.hinted:
			if err := e.retry(ctx, t, &a.envelope); err != nil {
				return a, err
			}
		default:
			return a, e.failure(&a.envelope, t, nil)
		}
	}
}

// lead makes one request, and changes what is sent when its parameters are refused. While it is open
// whether they are taken, others wait for it, until it has changed them.
func (e *engine) lead(ctx context.Context, q *question, t *tally) (a answer, failed *judge.Error) {
	ahead, err := e.negotiator.enter(ctx, q.key)
	if err != nil {
		return a, e.failure(&a.envelope, t, err)
	}
	taken := false
	if ahead {
		defer func() { e.negotiator.leave(q.key, taken) }()
	}
	a, used, err := e.turn(ctx, q, t)
	if err != nil {
		return a, e.failure(&a.envelope, t, err)
	}
	taken = a.status >= 200 && a.status < 300
	if a.negotiable() {
		return a, e.renegotiate(ctx, q, t, &a.envelope, used)
	}
	return a, nil
}

// negotiable reports whether other parameters or messages may mend what the endpoint refuses.
func (e *envelope) negotiable() bool {
	return e.again == againParam || e.mustAlternate()
}

// turn waits for its turn, makes one request and classifies the response. A response in the making is
// waited for. Its error is the context's, or one that ended the run while it waited.
func (e *engine) turn(ctx context.Context, q *question, t *tally) (a answer, used *settings, err error) {
	slot, err := e.limiter.acquire(ctx, t.calls > 0, e.estimate(q))
	if err != nil {
		return a, nil, err
	}
	defer slot.release(outcomeNeutral, nil, 0)
	if err := e.halt.since(t.halts); err != nil {
		return a, nil, err
	}

	used = e.negotiator.settings() // not before: they may change while a request waits for its slot
	end := used.tail(q.key)
	start := time.Now()
	x := e.send(ctx, t, e.path(), q.body(e.head, used, end))
	a = answer{e.envelope(ctx, x, e.path(), end.names), end.parameters}
	if a.class == classPending {
		e.poll(ctx, t, &a.envelope, time.Since(start))
	}
	if cut := a.weigh(q); cut && a.class == classOK && !e.SkipTruncationCheck {
		a.set(classContextLength, fmt.Sprintf("the endpoint read only %d tokens of a prompt of %d bytes: it cut the prompt", a.usage.PromptTokens, q.bytes))
	}
	t.add(&a.envelope, time.Since(start))
	if x.status != 0 {
		e.reached.Store(true)
	}
	if a.class == classOK {
		e.served.Store(true)
		t.replies = true
	}
	if a.outcome() == outcomeRefused && a.wait <= e.MaxWait {
		t.refusals++
	}
	slot.release(a.outcome(), x.header, e.pause(&a.envelope))
	if a.class == classCancelled && ctx.Err() != nil {
		return a, used, context.Cause(ctx)
	}
	return a, used, nil
}

// outcome returns what a response says about the load.
func (e *envelope) outcome() outcome {
	switch {
	case e.class == classRateLimit, e.class == classOverloaded:
		return outcomeRefused
	case e.status >= 200 && e.status < 300:
		return outcomeServed
	}
	return outcomeNeutral
}

// pause returns how long all requests are to be held back after a response.
func (e *engine) pause(v *envelope) time.Duration {
	if !v.hinted || v.wait == 0 || v.wait > e.MaxWait || v.outcome() != outcomeRefused {
		return 0
	}
	return v.wait + jitter(v.wait)
}

func (e *engine) path() string {
	if e.API == Responses {
		return e.endpoint.path("responses")
	}
	return e.endpoint.path("chat/completions")
}

// estimate guesses the tokens that a request is counted as: a quarter of the prompt's bytes, and the
// whole budget of the reply.
func (e *engine) estimate(q *question) float64 { return float64(q.bytes)/4 + float64(q.key.tokens) }

// send makes one request within the time that is left.
func (e *engine) send(ctx context.Context, t *tally, path string, body payload) *exchange {
	ctx, cancel := context.WithTimeout(ctx, min(e.AttemptTimeout, max(e.TotalTimeout-t.spent, time.Millisecond)))
	defer cancel()
	return e.wire.do(ctx, path, body)
}

// envelope classifies an exchange with the path, and takes secrets out of what it says.
func (e *engine) envelope(ctx context.Context, x *exchange, path string, names []string) envelope {
	var v envelope
	switch {
	case ctx.Err() != nil && (x.err != nil || x.response.err != nil):
		v.set(classCancelled, "the caller gave up")
	case x.moved:
		v.set(classConfig, "the endpoint redirects to another place: set the base URL to where it leads")
	case x.err != nil && x.sent == nil && e.wire.own != nil:
		v.set(classConfig, x.err.Error()) // a ready client may have failed to get a token instead
	case x.err != nil:
		v = classifyNet(x.err)
	default:
		v = classify(x.response, e.API, names)
	}
	if v.class == classCancelled && ctx.Err() == nil {
		v.class, v.again = classTransport, againSame // nobody here gave up
	}
	v.status = x.status
	e.explain(&v, path)
	v.served = e.nameOf(v.served, x)
	if v.fault.message != "" || v.cause != nil {
		v.hide(e.secrets.sent(x.sent, x.query))
	}
	if v.reply != (judge.Reply{}) {
		v.hideKeys(e.secrets.sent(x.sent, x.query))
	}
	return v
}

// servedName is a name of a model as an endpoint states it, and as it may be shown.
type servedName struct{ stated, shown string }

// nameOf returns the name of a served model without secrets. It is mostly the one of the call before.
func (e *engine) nameOf(served string, x *exchange) string {
	if served == "" || served == e.model {
		return served
	}
	if last := e.lastServed.Load(); last != nil && last.stated == served {
		return last.shown
	}
	shown := e.secrets.sent(x.sent, x.query).hide(served)
	e.lastServed.Store(&servedName{served, shown})
	return shown
}

// explain adds to a fault what only the caller knows.
func (e *engine) explain(v *envelope, path string) {
	text := normalize(v.fault.message)
	switch {
	case v.class == classNotFound && v.again == againNever && !strings.Contains(text, "model") && !strings.Contains(text, "deployment"):
		path, _, _ = strings.Cut(path, "?")
		v.fault.message = fmt.Sprintf("%s%s does not take such requests; check Config.BaseURL and Config.API: %s", e.endpoint.base, path, v.fault.message)
	case v.class == classTimeout && v.status == 0 && errors.Is(v.cause, context.DeadlineExceeded):
		v.fault.message = "no response within the time allowed for a request: " + v.fault.message
	}
}

// hide takes secrets out of what may be shown. A cause that names one is dropped.
func (e *envelope) hide(l secrets) {
	e.fault.message = l.hide(e.fault.message)
	if e.cause != nil && l.hide(e.cause.Error()) != e.cause.Error() {
		e.cause = nil
	}
}

// failure returns the error of a task whose last word was e. cause is set when the caller gave up.
func (e *engine) failure(v *envelope, t *tally, cause error) *judge.Error {
	err := &judge.Error{Code: v.code(), Attempts: int(t.calls), Status: t.status, Stop: v.stop(), Err: v.err()}
	if cause != nil {
		// A task that waited when another ended the run ends it too: its outcome may be there first.
		var ended *judge.Error
		err.Code, err.Stop, err.Err = judge.Canceled, errors.As(cause, &ended) && ended.Stop, cause
	}
	if v.class == classAuth && v.fault.html && e.served.Load() {
		// A firewall took offence at one prompt.
		err.Code, err.Stop = judge.BadRequest, false
	}
	return err
}

// callError is what a response said, with the error below it where there was one.
type callError struct {
	message string
	cause   error
}

func (e *callError) Error() string { return e.message }

func (e *callError) Unwrap() error { return e.cause }

// err returns the error that says what e is.
func (e *envelope) err() error {
	text := e.fault.text()
	if text == "" && e.status >= 300 {
		text = http.StatusText(e.status)
	}
	if text == "" {
		text = string(e.class)
	}
	if e.status >= 300 {
		text = fmt.Sprintf("HTTP status %d: %s", e.status, text)
	}
	return &callError{text, e.cause}
}
