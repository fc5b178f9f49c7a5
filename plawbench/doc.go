// Package plawbench reads and scores PLawBench, a benchmark of Chinese legal practice with point
// rubrics: case analyses graded in four sections, legal consultations, and statements of claim and
// of defence. A judge is called once for each sample.
//
// [Load] reads the files of the release; texts and points come from there and from nowhere else.
// [TaskPrompts] are what the model under test is asked, [Prompts] what a judge is asked; the
// library's own are the default, and [LoadTaskPrompts] and [LoadPrompts] read the official ones from
// a copy of the release. [Contract] reads the replies.
//
// The benchmark: arXiv 2601.16669, github.com/skylenage/PLawbench.
package plawbench
