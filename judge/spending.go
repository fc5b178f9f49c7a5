package judge

import "fmt"

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

// Budget has a run start no further task once it has spent what s allows. The tasks at work then are
// finished, so that a run spends a little more: at most what these cost. Run returns an error that
// says so, with the outcomes of what was graded; a later run can do the rest.
func Budget(s Spending) Option {
	return func(c *config) {
		switch {
		case s.Calls < 0 || s.Tokens < 0 || s.Cost < 0:
			c.err = fmt.Errorf("judge: a negative number in the budget %+v", s)
		case s.Cost > 0 && s.Price == (Price{}):
			c.err = fmt.Errorf("judge: a budget of money needs a price")
		}
		c.spending = s
	}
}

// spent returns an error when u is all that may be spent.
func (s Spending) spent(u Usage) error {
	tokens := u.PromptTokens + u.CompletionTokens
	switch cost := s.Price.Cost(u); {
	case s.Calls > 0 && u.Calls >= s.Calls:
		return Errorf(Canceled, "the budget of %d calls is spent", s.Calls)
	case s.Tokens > 0 && tokens >= s.Tokens:
		return Errorf(Canceled, "the budget of %d tokens is spent: %d", s.Tokens, tokens)
	case s.Cost > 0 && cost >= s.Cost:
		return Errorf(Canceled, "the budget of %g is spent: %.4g", s.Cost, cost)
	}
	return nil
}
