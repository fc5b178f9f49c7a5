package report

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

// Report is what a run found. [Build] makes it and [Read] reads one back. Its methods may be called
// on a nil Report, which they show as an empty one; they do not change it.
type Report struct {
	// Benchmark is the benchmark's name.
	Benchmark string `json:"benchmark"`
	// Definitions describe the numbers, the most important first, those over the subsets last.
	Definitions []Metric `json:"definitions"`
	// Metrics are the numbers over the whole run, by name. Where samples share a cluster these and all
	// other means have clustered standard errors; see [Sample.Cluster].
	Metrics map[string]metrics.Estimate `json:"metrics"`
	// Subsets are the numbers of each subset: subset, metric.
	Subsets map[string]map[string]metrics.Estimate `json:"subsets"`
	// Groups are the numbers of slices of the run: dimension, label, metric.
	Groups map[string]map[string]map[string]metrics.Estimate `json:"groups"`
	// Members are the numbers by the votes of each member of a panel alone: member, subset, metric. It
	// is empty for a run with a single judge.
	Members map[string]map[string]map[string]metrics.Estimate `json:"members,omitempty"`
	// Repeats split the variance of each member's scores into that between samples and that between
	// repeats of one sample: member, subset, metric. A repeat counts where it has a vote on every criterion
	// of the sample, and the mean is that of the samples' means over repeats, clustered and clipped like
	// other means. It is the same answer that is judged again, so Within is the judge's noise alone. It
	// has the members that were asked more than once.
	Repeats map[string]map[string]map[string]metrics.Repeated `json:"repeats,omitempty"`
	// Bootstrap are resampled intervals; nil unless Config asked for them.
	Bootstrap *BootstrapIntervals `json:"bootstrap,omitempty"`
	// Coverage says on how much the numbers rest.
	Coverage Coverage `json:"coverage"`
	// Diagnostics say how the verdicts fall. It is nil in a report that was not made by [Build].
	Diagnostics *Diagnostics `json:"diagnostics,omitempty"`
	// Samples are the samples in their order, each with its grades.
	Samples []Sample `json:"samples"`
	// Usage is what this run cost. It and EarlierUsage are the parts that may differ between equal runs.
	Usage judge.Usage `json:"usage"`
	// EarlierUsage is what earlier runs have spent on the same questions, whose verdicts or failures were
	// in a ledger: the two together are what the numbers have cost. It is nil unless the caller has set
	// it, to [ledger.Ledger.Earlier] for instance.
	//
	// [ledger.Ledger.Earlier]: https://pkg.go.dev/github.com/assize-eval/assize/judge/ledger#Ledger.Earlier
	EarlierUsage *judge.Usage `json:"earlier_usage,omitempty"`
	// Provenance names what the numbers depend on.
	Provenance Provenance `json:"provenance"`
	// Warnings say what a reader of the numbers should know, in plain sentences.
	Warnings []string `json:"warnings"`
}

// Sample is what became of one sample.
type Sample struct {
	ID     string `json:"id"`
	Subset string `json:"subset"`
	// Labels are the slices that the sample belongs to, by dimension.
	Labels map[string]string `json:"labels,omitempty"`
	// Cluster is that of [Item]. Where two scored samples of a mean share one, the mean's standard
	// error is CR1 over clusters and its interval is by t with one degree of freedom less than there
	// are clusters; see [metrics.ClusterMean]. The warnings say so.
	Cluster string `json:"cluster,omitempty"`
	// ResponseLength is the length of the response in characters (Unicode code points); 0 for an
	// unanswered sample.
	ResponseLength int `json:"response_length"`
	// Status says whether the sample is in the means.
	Status Status `json:"status"`
	// Note says why a sample is excluded, where that is not a missing verdict.
	Note string `json:"note,omitempty"`
	// Scores are the sample's values; empty unless it is scored.
	Scores metrics.Values `json:"scores,omitempty"`
	// Worst and Best are the lowest and highest values that the missing verdicts allow; present
	// when a verdict is missing.
	Worst metrics.Values `json:"worst,omitempty"`
	Best  metrics.Values `json:"best,omitempty"`
	// Categories are the sample's values over the criteria of one category alone, by category, of the
	// metrics that are computed so.
	Categories map[string]CategoryScores `json:"categories,omitempty"`
	// Grades are the grades of the rubric's criteria, in its order; empty for an unanswered sample.
	Grades []Grade `json:"grades,omitempty"`
	// Replies are what judges wrote about the sample, in the order of the tasks and of the votes on each;
	// empty with Config.OmitReplies, and for judges that keep no replies.
	Replies []Reply `json:"replies,omitempty"`
}

// CategoryScores are the values of a sample over the criteria of one category.
type CategoryScores struct {
	// Scores are the values; empty when a verdict is missing and its policy excludes the sample.
	Scores metrics.Values `json:"scores,omitempty"`
	// Worst and Best are as in [Sample], for verdicts that are missing in this category.
	Worst metrics.Values `json:"worst,omitempty"`
	Best  metrics.Values `json:"best,omitempty"`
}

// Status says whether a sample is in the means of a report.
type Status string

// The statuses.
const (
	// Scored: the sample is in the means.
	Scored Status = "scored"
	// Excluded: a verdict is missing, or the sample could not be scored.
	Excluded Status = "excluded"
	// Unanswered: there was no answer to grade.
	Unanswered Status = "unanswered"
)

// Grade is a judge's grade beside the criterion that it is about.
type Grade struct {
	judge.Grade
	// Text, Category and Weight are the criterion's.
	Text     string  `json:"text"`
	Category string  `json:"category,omitempty"`
	Weight   float64 `json:"weight"`
	// How says how the reply was read; see [judge.Verdict].
	How string `json:"how,omitempty"`
}

// share returns the share of the weight that was given: 1 or more of a criterion that is met, 0 or less of
// one that is not. Points beyond the weight are those of a scorer that does not bound them.
func (g *Grade) share() float64 { return g.Points / g.Weight }

// Coverage counts what the numbers rest on.
type Coverage struct {
	// Samples is the number of samples: Scored + Excluded + Unanswered.
	Samples    int `json:"samples"`
	Scored     int `json:"scored"`
	Excluded   int `json:"excluded"`
	Unanswered int `json:"unanswered"`
	// Tasks is the number of questions put to judges.
	Tasks int `json:"tasks"`
	// Graded and Missing count the criteria of answered samples with and without a verdict.
	Graded  int `json:"graded"`
	Missing int `json:"missing"`
	// Codes counts the missing verdicts by reason.
	Codes map[judge.Code]int `json:"codes"`
}

// Share returns the share of the samples that are scored, from 0 to 1; 1 when there are none.
func (c Coverage) Share() float64 {
	if c.Samples == 0 {
		return 1
	}
	return float64(c.Scored) / float64(c.Samples)
}
