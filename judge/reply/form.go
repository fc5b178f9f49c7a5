package reply

import (
	"slices"

	"github.com/assize-eval/assize/judge"
)

// form is what a contract expects a reply's object to say. There are two: fields at the top of the
// object ([flat]) and a table of sections ([sections]); everything else is common to all contracts.
type form interface {
	// check returns an error for a task that does not fit the form.
	check(task judge.Task) *judge.Error
	// names reports whether a key, folded, names a part of a verdict.
	names(key []byte) bool
	// states reports whether a key, folded, states points, a maximum or what is graded.
	states(key []byte) bool
	// read reads an object as a verdict on the task.
	read(o value, task judge.Task) reading
	// wants says what is expected, for messages.
	wants() string
}

// state says what an object is to a form.
type state uint8

const (
	// other: the object states no verdict.
	other state = iota
	// template: the object has the form of a verdict that nobody filled in.
	template
	// item: the object grades something smaller than the task.
	item
	// bad: the object is meant as the verdict and cannot be read.
	bad
	// good: the object is a verdict.
	good
)

// reading is what a form makes of an object.
type reading struct {
	state state
	// at is what was read: the object itself, or what it wraps.
	at value
	// grades has one grade for each criterion of the task, when state is good.
	grades []judge.Grade
	// code and fault say what is wrong, when it is not.
	code  judge.Code
	fault string
	// notes name what had to be interpreted: spellings, units.
	notes noteList
}

// noteList is a short list without repeats.
type noteList []string

func (l *noteList) add(s string) {
	if !slices.Contains(*l, s) {
		*l = append(*l, s)
	}
}

func malformed(s state, fault string) reading {
	return reading{state: s, code: judge.Malformed, fault: fault}
}

// same reports whether two readings give the same points.
func (r reading) same(other reading) bool {
	for i := range r.grades {
		if r.grades[i].Points != other.grades[i].Points {
			return false
		}
	}
	return true
}

// Notes of a reading.
const (
	noteKey      = "key spelled otherwise"
	noteNegated  = "key negated"
	noteValue    = "value spelled otherwise"
	noteRepeated = "key repeated"
	noteWrapped  = "unwrapped"
	noteLayout   = "sections laid out otherwise"
)
