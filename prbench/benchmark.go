package prbench

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/judge/reply"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// Benchmark is a way to score PRBench. The zero Benchmark is the safe default: the library's own
// prompt, samples with a missing verdict excluded and counted, every split.
//
// A Benchmark may be used from several goroutines.
type Benchmark struct {
	// Prompt is what the judge is asked. The zero Prompt is the library's own, [DefaultPrompt]; the
	// official one comes from [LoadPrompt].
	Prompt Prompt
	// Missing says what a missing verdict does to its sample. The zero Policy excludes the sample;
	// [report.Official] counts the verdict as not met, as the released program does.
	Missing report.Policy
	// Split, when it is not empty, has the samples of that split alone graded.
	Split string
	// Bootstrap, when it is not nil, has intervals resampled beside those by t; see [report.Config].
	Bootstrap *metrics.Bootstrap
	// Model names the model that gave the answers, for the report; it may be empty.
	Model string
	// Shard, when it is not zero, has one part of the samples alone graded. The parts of a run, each
	// with a ledger of its own, can be graded by different machines: ledger.Merge puts their ledgers
	// together, and scoring with the merged one and the zero Shard gives the report of the whole.
	Shard judge.Shard
}

// Score has j grade every criterion of every answered sample, and reports the paper's metrics. It is
// Score of the zero [Benchmark].
func Score(ctx context.Context, samples []Sample, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
	return Benchmark{}.Score(ctx, samples, j, opts...)
}

// Score has j grade every criterion of every answered sample, one call each, and reports the metrics
// of each split: [metrics.ClippedScore], the figure of the paper, and [metrics.NormalizedScore], with
// slices by field, topic, expert, turns and category. Samples are read, never changed.
//
// When the run ends early, because ctx is done or no call can succeed, it returns the report of what
// was graded together with the error. Any other error comes with a nil report: no samples, none in
// Split and Shard, or two samples of a split with one ID.
func (b Benchmark) Score(ctx context.Context, samples []Sample, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
	items, err := b.Items(samples)
	if err != nil {
		return nil, err
	}
	return report.Run(ctx, b.config(), items, j, opts...)
}

// Items returns the samples of the run with their tasks, for those who run the tasks themselves and
// hand the outcomes to Report. Samples with the same reference texts, or without any and with the same
// first prompt, are one cluster.
func (b Benchmark) Items(samples []Sample) ([]report.Item, error) {
	if err := b.Shard.Validate(); err != nil {
		return nil, fmt.Errorf("prbench: %w", err)
	}
	items := make([]report.Item, 0, len(samples))
	contract := reply.CriteriaMet()
	for i := range samples {
		if s := &samples[i]; b.has(s) {
			items = append(items, b.item(s, contract))
		}
	}
	switch {
	case len(items) > 0:
		return items, nil
	case b.Shard.N > 1:
		return nil, fmt.Errorf("prbench: none of the %d samples is in shard %d of %d", len(samples), b.Shard.I, b.Shard.N)
	case b.Split != "":
		return nil, fmt.Errorf("prbench: none of the %d samples is in split %q", len(samples), b.Split)
	}
	return nil, errors.New("prbench: there are no samples")
}

// has reports whether the sample is among those that are graded.
func (b Benchmark) has(s *Sample) bool {
	return (b.Split == "" || s.Split == b.Split) && b.Shard.Has(s.Task)
}

// About names the run for a ledger: the samples, those of every shard, and the prompt. The judge is for
// the caller to name.
func (b Benchmark) About(samples []Sample) ledger.About {
	b.Shard = judge.Shard{}
	var items []report.Item
	for i := range samples {
		if s := &samples[i]; b.has(s) {
			items = append(items, report.Item{Sample: s, Subset: s.Split})
		}
	}
	return ledger.About{Dataset: report.Identify(report.Dataset{}, items).SHA256, Prompt: b.Prompt.SHA256()}
}

// Report makes the report of the outcomes of [report.Tasks](items), with items from Items.
func (b Benchmark) Report(items []report.Item, outcomes []judge.Outcome) (*report.Report, error) {
	return report.Build(b.config(), items, outcomes)
}

// item makes the tasks of one sample, one for each criterion.
func (b Benchmark) item(s *Sample, contract judge.Contract) report.Item {
	it := report.Item{Sample: s, Subset: s.Split, Labels: slicesOf(s), Cluster: cluster(s)}
	if !s.HasAnswer() {
		return it
	}
	criteria := s.Rubric().Criteria()
	shared := judge.Shared(len(criteria), func() SamplePrompt { return b.Prompt.ForSample(s) })
	it.Tasks = make([]judge.Task, len(criteria))
	for i := range criteria {
		it.Tasks[i] = judge.Task{
			Sample:   s,
			Criteria: criteria[i : i+1 : i+1],
			Contract: contract,
			Render:   func() judge.Prompt { return shared().Ask(criteria[i]) },
		}
	}
	return it
}

// cluster names the samples about the same matter: those with the same reference texts, or where there
// are none with the same first prompt.
func cluster(s *Sample) string {
	var texts []string
	for _, t := range s.Turns {
		for _, text := range t.References {
			if strings.TrimSpace(text) != "" {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 && len(s.Turns) > 0 {
		texts = []string{s.Turns[0].Prompt}
	}
	return report.ClusterOf(strings.Join(texts, "\x00"))
}

// slicesOf puts a sample into the slices of the report.
func slicesOf(s *Sample) []report.Label {
	turns := "1"
	if len(s.Turns) > 1 {
		turns = "more"
	}
	return []report.Label{
		{Dimension: "field", Value: s.Field},
		// One topic has the same name in both fields.
		{Dimension: "topic", Value: s.Field + ": " + s.Topic},
		{Dimension: "expert", Value: s.Expert},
		{Dimension: "turns", Value: turns},
	}
}

// config describes the report of a run.
func (b Benchmark) config() report.Config {
	return report.Config{
		Benchmark: "PRBench",
		Scorer:    metrics.Weighted{},
		Metrics: []report.Metric{
			{
				Name:     metrics.ClippedScore,
				About:    "points given over the points that can be won, averaged over samples and only then clipped at 0: the paper's score",
				ClipMean: true,
			},
			{
				Name:         metrics.NormalizedScore,
				About:        "where the points lie between all penalties and full marks, from 0 to 1, averaged over samples",
				InCategories: true,
			},
		},
		Pool:      true,
		NotPooled: overlap,
		Missing:   b.Missing,
		Model:     b.Model,
		Bootstrap: b.Bootstrap,
		Prompt:    report.Prompt{Name: b.Prompt.Name(), SHA256: b.Prompt.SHA256(), Official: b.Prompt.Official()},
		Dataset:   report.Dataset{Name: "PRBench"},

		NotComparable: notComparable,
	}
}

// overlap says why the splits of a run must not be pooled: the hard splits are parts of the full ones,
// and samples of other origins cannot be told apart from them.
func overlap(splits []string) string {
	hard, full := false, false
	for _, split := range splits {
		switch split {
		case "finance_hard", "legal_hard":
			hard = true
		default:
			full = true
		}
	}
	if hard && full {
		return "full and hard splits share samples: their numbers are given apart and never pooled"
	}
	return ""
}
