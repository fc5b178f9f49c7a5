// Package packed keeps numbers by name in little room: a run has the same names for each of its samples.
package packed
