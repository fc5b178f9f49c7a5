package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/openai/openai-go/v3"
)

// Judge grades tasks by asking a language model. Make one with [New] and use it for all tasks that the
// same model is asked: its limits and what it has learnt of the endpoint are its own. It is safe for
// concurrent use, and printing it shows no secret.
type Judge struct {
	e *engine
}

var _ judge.Judge = (*Judge)(nil)

// New returns a Judge that asks the endpoint of c, or an error that says what is wrong with c. It makes
// no call and reads nothing from the environment but the proxy settings of [net/http].
func New(c Config) (*Judge, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	ep, err := parseEndpoint(c.BaseURL, c.API)
	if err != nil {
		return nil, err
	}
	return newJudge(c, ep, newWire(c, ep))
}

// NewWithClient returns a Judge that asks through a ready client of openai-go, for authentication that
// Config does not cover, such as Azure's or a cloud's identity. Address, keys, headers and transport
// are the client's, including those that it took from the environment when it was made: the fields of
// c for them must be empty. The client's retries are not used, and a response from elsewhere than where
// the request went is refused as a redirect.
func NewWithClient(client openai.Client, c Config) (*Judge, error) {
	if c.BaseURL != "" || c.APIKey != "" || len(c.Headers) > 0 || c.HTTPClient != nil || c.Transport != nil {
		return nil, errors.New("llm: with a ready client, Config must not set BaseURL, APIKey, Headers, HTTPClient or Transport")
	}
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	host, err := hostOf(client)
	if err != nil {
		return nil, fmt.Errorf("llm: the client cannot make requests: %w", err)
	}
	return newJudge(c, endpoint{host: host}, wrapWire(client))
}

func newJudge(c Config, ep endpoint, w *wire) (*Judge, error) {
	s, err := newSettings(c, ep.host)
	if err != nil {
		return nil, fmt.Errorf("llm: %w", err)
	}
	return &Judge{e: &engine{
		Config:     c,
		model:      c.Model,
		host:       ep.host,
		endpoint:   ep,
		head:       head(c.Model, c.API),
		wire:       w,
		limiter:    newLimiter(c.MaxConcurrency, c.RequestsPerMinute, c.TokensPerMinute),
		negotiator: newNegotiator(s, c.Logger),
		secrets:    c.secrets(),
		log:        c.Logger,
	}}, nil
}

var errNotMade = judge.Errorf(judge.BadRequest, "the llm.Judge was not made by llm.New")

// CloseIdleConnections closes connections that are kept for further requests. The Judge remains
// usable. It does nothing for a Judge that was made with a ready client.
func (j *Judge) CloseIdleConnections() {
	if j != nil && j.e != nil {
		j.e.wire.closeIdle()
	}
}

// Grade asks the model about the task and reads its reply by the task's contract. A reply that cannot
// be used is asked for again, at most [Config].Reasks times and each time in other words. The verdict
// carries the reply, the source, and the usage of all calls; so does one that comes with an error: its
// Raw is the last reply that held text, or else a refusal, as it came but for keys. The error is an *[judge.Error].
func (j *Judge) Grade(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	if j == nil || j.e == nil {
		return judge.Verdict{}, errNotMade
	}
	if task.Render != nil && task.Prompt == (judge.Prompt{}) {
		task.Prompt = task.Render()
	}
	if err := j.e.checkTask(task); err != nil {
		return judge.Verdict{}, err
	}
	q := taskQuestion(task.Prompt, &j.e.prefixes)
	if j.e.PromptCache != Unmarked && q.shared > 0 {
		q.cacheKey = j.e.prefixes.key(task.Prompt.Prefix)
	}
	q.key = tailKey{schema: task.Contract.Schema, tokens: j.e.MaxTokens}
	if j.e.Output != JSONSchema {
		q.key.schema = ""
	}
	var t tally
	v, failed := j.e.grade(ctx, task, q, &t)
	v.Usage = t.usage
	if failed = j.e.settle(&t, sampleOf(task), failed); failed != nil {
		return v, failed
	}
	return v, nil
}

func (e *engine) checkTask(task judge.Task) error {
	switch {
	case task.Contract.Read == nil:
		return judge.Errorf(judge.BadRequest, "the task has no contract that reads replies")
	case strings.TrimSpace(task.Prompt.Prefix) == "" && strings.TrimSpace(task.Prompt.Suffix) == "":
		return judge.Errorf(judge.BadRequest, "the task has no prompt")
	case e.Output == JSONSchema && task.Contract.Schema != "" && !json.Valid([]byte(task.Contract.Schema)):
		return judge.Errorf(judge.BadRequest, "the schema of contract %q is not JSON", task.Contract.Name)
	}
	return nil
}

// grade asks and reads until there is a verdict, or no more asking is allowed.
func (e *engine) grade(ctx context.Context, task judge.Task, q *question, t *tally) (judge.Verdict, *judge.Error) {
	var last judge.Verdict
	for reasks := 0; ; reasks++ {
		a, failed := e.ask(ctx, q, t)
		e.keep(&last, &a)
		if failed != nil {
			return last, failed
		}
		v, bad := e.read(task, &a, t)
		if bad == nil {
			return v, nil
		}
		if !isReaskable(bad) || reasks >= e.Reasks || t.spent >= e.TotalTimeout {
			return last, bad
		}
		e.log.Debug("asking again", "code", string(bad.Code), "reason", bad.Err.Error())
		q.change(bad, reasks+1, e.MaxTokens*maxBudget)
	}
}

// sampleOf names the sample of a task, by its ID or else by its prompt.
func sampleOf(task judge.Task) (id string) {
	defer func() {
		if recover() != nil { // the sample is the user's
			id = task.Prompt.Prefix
		}
	}()
	if task.Sample == nil {
		return task.Prompt.Prefix
	}
	return task.Sample.ID()
}

// keep takes the reply of an answer into what a failed task is returned with, unless it says nothing
// and another one was there before.
func (e *engine) keep(last *judge.Verdict, a *answer) {
	raw := a.reply.Text
	if strings.TrimSpace(raw) == "" {
		raw = a.reply.Refusal
	}
	if strings.TrimSpace(raw) == "" {
		if last.Raw != "" {
			return
		}
		raw = ""
	}
	last.Raw, last.Source = raw, e.source(a)
}

// read turns an answer into a verdict. An answer that was cut is read when it is one whole JSON value
// all the same; any other reply that is not good is an error.
func (e *engine) read(task judge.Task, a *answer, t *tally) (judge.Verdict, *judge.Error) {
	if a.class != classOK && !(a.cut() && json.Valid([]byte(strings.TrimSpace(a.reply.Text)))) {
		return judge.Verdict{}, e.failure(&a.envelope, t, nil)
	}
	v, err := task.Contract.Read(task, a.reply)
	if err != nil {
		return judge.Verdict{}, e.unread(err, t)
	}
	if v.Raw == "" {
		v.Raw = a.reply.Text
	}
	if a.uncounted && !e.SkipTruncationCheck {
		for i := range v.Grades {
			v.Grades[i].Flags = append(v.Grades[i].Flags, flagUncounted)
		}
	}
	v.Source = e.source(a)
	return v, nil
}

// unread returns the error of a reply that the contract could not read. An error without a code says
// that the reply is malformed, since reading is all that the contract does.
func (e *engine) unread(err error, t *tally) *judge.Error {
	out := judge.Error{Code: judge.Malformed, Err: err}
	var je *judge.Error
	if errors.As(err, &je) {
		out = *je
	}
	if out.Err == nil {
		out.Err = &callError{message: "the reply cannot be used: " + string(out.Code)}
	}
	out.Attempts, out.Status = int(t.calls), t.status
	return &out
}

func (e *engine) source(a *answer) judge.Source {
	return judge.Source{Judge: "llm", Model: e.model, Served: a.served, Host: e.host, Parameters: a.parameters}
}

// cut reports whether there is a reply that its budget ended.
func (e *envelope) cut() bool {
	return e.class == classTruncated && e.whole && strings.TrimSpace(e.reply.Text) != ""
}
