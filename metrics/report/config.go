package report

import (
	"errors"
	"fmt"

	"github.com/assize-eval/assize/metrics"
)

// Policy says what a missing verdict does to its sample.
type Policy string

// The policies. The empty Policy is [Exclude].
const (
	// Exclude leaves the sample out of every mean, and counts it.
	Exclude Policy = "exclude"
	// Official counts a missing verdict as no points, as the benchmarks' released programs do. It
	// makes failures of the judge lower the score.
	Official Policy = "official"
)

// ParsePolicy returns the policy of that name; "" is [Exclude].
func ParsePolicy(name string) (Policy, error) {
	switch p := Policy(name); p {
	case "", Exclude:
		return Exclude, nil
	case Official:
		return Official, nil
	}
	return "", fmt.Errorf("report: unknown policy %q; there are %q and %q", name, Exclude, Official)
}

// Metric describes one value of the scorer and how its mean is taken.
type Metric struct {
	// Name is the name of the value in the scorer's [metrics.Values].
	Name string `json:"name"`
	// About says in a sentence what the number is.
	About string `json:"about"`
	// ClipMean clips the mean, its interval and its bounds to [0, 1]; see [metrics.Estimate.Clip].
	// The values of single samples are never clipped.
	ClipMean bool `json:"clip_mean,omitempty"`
	// InCategories has the metric also computed over the criteria of each category alone.
	InCategories bool `json:"in_categories,omitempty"`
	// Of and Weights describe a number over the subsets; see [Overall]. They are empty for a value of
	// the scorer.
	Of      string             `json:"of,omitempty"`
	Weights map[string]float64 `json:"weights,omitempty"`
}

// Overall is a number over the subsets of a benchmark.
type Overall struct {
	// Name and About are as in [Metric].
	Name, About string
	// Of computes the number from the metrics of the subsets that were run, by name, and from all
	// scored samples' values of each metric pooled. It returns [metrics.Undefined] when a subset
	// that it needs was not run.
	Of func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate
	// Metric and Weights say what Of computes: the sum of the subsets' means of Metric with the Weights,
	// by subset; without Weights, the mean of Metric over all samples. With them [Compare] can compare
	// the number, and where samples of several subsets share a cluster its error is that of
	// [metrics.SumOfMeans]. Without Metric the number is not compared.
	Metric  string
	Weights map[string]float64
}

// Config says how a report is built. Benchmark, Scorer and Metrics must be set.
type Config struct {
	// Benchmark is the benchmark's name.
	Benchmark string
	// Scorer scores one sample.
	Scorer metrics.Scorer
	// Metrics are the scorer's values that the report gives, the most important first.
	Metrics []Metric
	// Pool has the samples of all subsets averaged together, beside the subsets. Without it the
	// report has no metrics over several subsets but those of Overall, and slices are taken within
	// each subset.
	Pool bool
	// NotPooled says, in a sentence for the report's warnings, why the subsets of a run must not be
	// averaged together although Pool is set; an empty sentence, or a nil function, says that they may.
	NotPooled func(subsets []string) string
	// Bootstrap has intervals resampled for the report, beside those by t, where it is not nil: see
	// [Report.Resample]. The method is ignored, since both are given, and so are its Clusters.
	Bootstrap *metrics.Bootstrap
	// Overall are further numbers over the subsets.
	Overall []Overall
	// Missing says what a missing verdict does.
	Missing Policy
	// Unbounded says that Scorer takes points as the judge gave them, also beyond what a criterion can
	// give. Grades then stand in the report as they were given, and a warning counts them. Without it
	// they stand there bounded to the criterion's range, as scorers count them.
	Unbounded bool
	// Prompt names what the judges were asked.
	Prompt Prompt
	// Model names the model whose answers are graded; it may be empty.
	Model string
	// Dataset names the dataset; its hashes and counts are filled in by [Build].
	Dataset Dataset
	// OmitReplies leaves the judges' raw replies out of the report: see [Reply]. They make up about
	// half of its JSON.
	OmitReplies bool
	// NotComparable lists why the numbers of a finished report cannot be set beside published ones;
	// an empty list says that they can. A nil function says that none are known.
	NotComparable func(r *Report) []string
	// Warnings are put before those that Build itself finds.
	Warnings []string
}

func (c *Config) validate() error {
	switch {
	case c.Benchmark == "":
		return errors.New("report: Config.Benchmark is empty")
	case c.Scorer == nil:
		return errors.New("report: Config.Scorer is nil")
	case len(c.Metrics) == 0:
		return errors.New("report: Config.Metrics is empty")
	}
	if c.Bootstrap != nil && c.Bootstrap.Resamples != 0 && c.Bootstrap.Resamples < 1000 {
		return fmt.Errorf("report: Config.Bootstrap has %d resamples; it must be 0 or at least 1000", c.Bootstrap.Resamples)
	}
	var err error
	c.Missing, err = ParsePolicy(string(c.Missing))
	return err
}
