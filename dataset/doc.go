// Package dataset holds samples: conversations with the answer that is to be graded, and the
// readers that fetch rows of them from files.
//
// [EachRow] hands out the rows of a file one by one, as JSON objects with their place. [Row.Object]
// reads their fields, with errors that say where a fault is. [ReadAnswers] reads answers by the ID of
// their sample. JSON in its usual shapes is read here; parquet needs package dataset/parquet.
//
// A benchmark's package (prbench, plawbench, or a host's own) knows the meaning of the fields; this
// package knows only messages, rows and answers.
package dataset
