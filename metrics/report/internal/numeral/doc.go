// Package numeral writes the numbers of a report for people: values, counts, p-values, and estimates with
// their intervals. What is not defined is a dash. It writes the minus as "-"; see [Typeset].
package numeral
