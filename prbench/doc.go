// Package prbench reads PRBench, the benchmark of professional reasoning in finance and law by Scale
// AI (arXiv 2511.11562), and scores answers on it.
//
// [Load] reads the samples of a split and checks every field that scores rest on. [SetAnswers] joins
// answers to them. A [Prompt] says how a judge is asked about one criterion.
//
// The dataset has the splits finance, legal, finance_hard and legal_hard. The hard splits are parts
// of the full ones, with the same tasks: numbers of the two are never pooled.
package prbench
