// Package dataset holds samples: conversations with the answer that is to be graded, and the
// readers that fetch rows of them from files.
//
// A benchmark's package (prbench, plawbench, or a host's own) knows the meaning of the fields; this
// package knows only messages, rows and answers.
package dataset
