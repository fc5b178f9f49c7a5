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
//
// # Means and clusters
//
// Samples that share a source text or repeat a prompt say less than as many independent ones. Where
// items name a common Cluster, which [ClusterOf] makes of a text, every mean that holds two samples of
// one has the standard error CR1 over clusters, and an interval by t with one degree of freedom less
// than there are clusters; see [metrics.ClusterMean]. The report's warnings say so with the number of
// clusters. Clipping and the bounds for missing verdicts are as for other means. Numbers over subsets that
// share clusters count what the subsets have in common; see [metrics.SumOfMeans].
//
// Where a judge was asked repeatedly, [Report.Repeats] splits the variance of scores into that between
// samples and the judge's own. Config.Bootstrap and [Report.Resample] give bootstrap intervals beside those
// by t.
//
// # Pages
//
// [Report.WritePage], [Comparison.WritePage] and [Matrix.WritePage] write one HTML file that loads nothing:
// the numbers with their intervals drawn, and, of one run or two, each sample down to its criteria with
// verdict, explanation and the judge's raw reply ([Reply]). The page of a large run stays under 1 MB by
// leaving replies and the ends of texts out; that of a report takes them from the report's JSON when a
// reader opens that in it. [PageOptions] lifts the bound. HTML and SimpleRender give short forms for
// notebooks, Markdown one for pull requests.
//
// # Diagnostics
//
// [Diagnostics], in every report, say how often criteria of either sign of weight are met, or what share of
// their points they get where they are graded in points, how values go with the length of responses, and, where several judges voted or one was asked repeatedly, how
// far the votes agree and on which criteria they do not. A [Comparison] and a [Matrix] list the criteria
// that all runs meet or none does. Warnings name small numbers of samples, low coverage, and judges whose
// served model, host or parameters were not the same throughout.
//
// # Two runs
//
// [Compare] pairs the samples of two reports and tests each metric's mean difference, over the run,
// its subsets and its slices, with p-values adjusted for all that is tested; and it compares the
// verdicts criterion by criterion, and the points too where criteria are graded in points. It refuses runs
// that differ in more than the answers, with a [MismatchError] that lists all that differs. With labels of
// both runs it also takes the judge's errors out of the difference. [CompareAll] compares each pair of
// several runs, with p-values adjusted over all pairs. examples/compare does this on files.
//
// # A judge and experts
//
// [Report.Agreement] holds the verdicts of a report against experts' labels, which [agreement.Load]
// reads, overall, by category and by sign of the weight, and gives the scores with the judge's errors
// taken out; see packages agreement and correct for the formulas. [Report.PointAgreement] does so for
// rubrics on which a part of the points can be given, by prediction-powered inference alone.
// [Report.AgreementWith] holds two judges' reports on the same responses against each other.
package report
