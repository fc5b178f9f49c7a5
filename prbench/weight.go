package prbench

import (
	"strings"
)

// weightClass is a class of weights with the range that its weights have in the dataset (measured on
// finance_hard and on part of legal_hard, without exception).
type weightClass struct {
	name     string
	min, max int
}

var weightClasses = []weightClass{
	{"critically important", 8, 10},
	{"important", 4, 7},
	{"slightly important", 1, 3},
	{"slightly detrimental", -3, -1},
	{"detrimental", -7, -4},
	{"critically detrimental", -10, -8},
}

// classOf returns the class with that name.
func classOf(name string) (weightClass, bool) {
	for _, c := range weightClasses {
		if c.name == name {
			return c, true
		}
	}
	return weightClass{}, false
}

// field returns the name of the column that holds the weights of the class.
func (c weightClass) field() string { return strings.ReplaceAll(c.name, " ", "_") + "_weight" }

// penalty reports whether the weights of the class are negative.
func (c weightClass) penalty() bool { return c.max < 0 }

func classNames() string {
	names := make([]string, len(weightClasses))
	for i, c := range weightClasses {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}
