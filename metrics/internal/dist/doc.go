// Package dist has the distributions that the statistics rest on: normal, Student's t, beta and
// binomial, as tail probabilities and quantiles.
//
// Tails are computed as such and not as 1 minus the other tail, so that small probabilities keep
// their relative accuracy: about 1e-13, and (a+b)·1e-16 for a beta with a+b above a thousand. An
// argument outside a function's domain gives NaN. Nothing here keeps state: every function may be called
// from several goroutines.
package dist
