package judge

import (
	"errors"
	"fmt"
	"math"
)

// Spending bounds what a run may spend. A field that is 0 bounds nothing.
type Spending struct {
	// Calls is the most calls.
	Calls int64
	// Tokens is the most prompt and completion tokens together.
	Tokens int64
	// Cost is the most money, by Price.
	Cost float64
	// Price turns tokens into money, also for [Progress].
	Price Price
}

// Budget has a run start no further task once it has spent what s allows. So that the tasks at work then,
// which are finished, spend little more, no more are at work than what is left allows by the mean of those
// before them, and at most 8 before the first of these is known. Run returns an error that says so, with the
// outcomes of what was graded; a later run can do the rest. Verdicts out of a ledger cost nothing.
//
// Where an endpoint does not count the tokens of a call, the call is taken to cost what the others
// cost. A run whose calls are never counted is ended, unless the budget is one of calls alone.
func Budget(s Spending) Option {
	return func(c *config) {
		if err := s.check(); err != nil {
			c.err = err
		}
		c.spending = s
	}
}

// check returns an error for a budget that bounds nothing it means to.
func (s Spending) check() error {
	p := s.Price
	for _, x := range []float64{float64(s.Calls), float64(s.Tokens), s.Cost, p.Prompt, p.Cached, p.CacheWrite, p.Completion} {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("judge: %v in the budget %+v", x, s)
		}
	}
	if s.Cost > 0 && p == (Price{}) {
		return errors.New("judge: a budget of money needs a price")
	}
	return nil
}

// mostUnmetered is after how many calls without a token count, and none with one, a budget of tokens or
// money is given up.
const mostUnmetered = 10

// firstAtWork is how many tasks may be at work under a budget of tokens or money, or of more calls than these,
// while it is not known what a task costs.
const firstAtWork = 8

// atWork returns how many tasks may be at work when u was spent on paid tasks, at least 1: the next of them may
// be out of a ledger.
func (s Spending) atWork(u Usage, paid int) int {
	if s.Calls == 0 && s.Tokens == 0 && s.Cost == 0 {
		return math.MaxInt
	}
	tokens, cost := s.of(u)
	room := float64(firstAtWork)
	if paid > 0 && (tokens > 0 || s.Tokens == 0 && s.Cost == 0) {
		room = math.Inf(1)
		n := float64(paid)
		if s.Tokens > 0 {
			room = min(room, (float64(s.Tokens)-tokens)/(tokens/n))
		}
		if s.Cost > 0 && cost > 0 {
			room = min(room, (s.Cost-cost)/(cost/n))
		}
		if s.Calls > 0 {
			room = min(room, float64(s.Calls-u.Calls)/max(1, float64(u.Calls)/n))
		}
	}
	if s.Calls > 0 {
		room = min(room, float64(s.Calls-u.Calls))
	}
	return int(max(1, min(room, math.MaxInt32)))
}

// of returns the tokens of u and what they cost. Calls without a token count are taken to cost what the others
// cost.
func (s Spending) of(u Usage) (tokens, cost float64) {
	tokens, cost = float64(u.PromptTokens)+float64(u.CompletionTokens), s.Price.Cost(u)
	if metered := u.Calls - u.Unmetered; u.Unmetered > 0 && metered > 0 {
		share := float64(u.Calls) / float64(metered)
		tokens, cost = tokens*share, cost*share
	}
	return tokens, cost
}

// spent returns an error when u is all that may be spent.
func (s Spending) spent(u Usage) error {
	tokens, cost := s.of(u)
	switch {
	case s.Calls > 0 && u.Calls >= s.Calls:
		return Errorf(Canceled, "the budget of %d calls is spent", s.Calls)
	case s.Tokens > 0 && tokens >= float64(s.Tokens):
		return Errorf(Canceled, "the budget of %d tokens is spent: %.0f", s.Tokens, tokens)
	case s.Cost > 0 && cost >= s.Cost:
		return Errorf(Canceled, "the budget of %g is spent: %.4g", s.Cost, cost)
	case (s.Tokens > 0 || s.Cost > 0) && tokens == 0 && u.Unmetered >= mostUnmetered:
		return Errorf(Canceled, "the judge does not say how many tokens its calls cost: set a budget of calls")
	}
	return nil
}
