// Package rubric holds what experts wrote to grade an answer: criteria, each with the points that
// it is worth.
//
// A rubric decides the denominators of every score. It does not grade: package judge does, and
// package metrics turns grades into numbers.
package rubric
