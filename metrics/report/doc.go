// Package report turns the outcomes of a run into a report: metrics with their errors and bounds,
// coverage, every grade, and everything that the numbers depend on.
//
// A benchmark describes its samples as items with their tasks, has package judge run the tasks, and
// calls [Build]:
//
//	items := …                                       // one Item for each sample
//	outcomes, err := judge.Run(ctx, j, report.Tasks(items))
//	rep, err := report.Build(cfg, items, outcomes)
//
// The report is written as JSON, Markdown, HTML or a plain table. Equal outcomes give equal bytes,
// whatever the order in which they came.
package report
