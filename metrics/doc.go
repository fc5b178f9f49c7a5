// Package metrics turns grades into numbers and says how far each can be trusted: scorers, means
// with their standard errors and intervals, and the bounds that missing verdicts leave open.
package metrics
