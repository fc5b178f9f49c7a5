package plawbench

import (
	"context"
	"errors"
	"fmt"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// Benchmark is a way to score PLawBench. The zero Benchmark is the safe default: the library's own
// judge prompts, samples with a missing verdict excluded and counted, every subset.
//
// A Benchmark may be used from several goroutines.
type Benchmark struct {
	// Prompts are what the judge is asked. The zero Prompts are the library's own, [DefaultPrompts];
	// the official ones come from [LoadPrompts].
	Prompts Prompts
	// Missing says what a missing verdict does to its sample. The zero Policy excludes the sample, and
	// points are bounded to the dataset's own maxima, which are the denominators. [report.Official] does
	// the arithmetic of the released evaluator in its place: points and maxima are those that the judge
	// states, so that a score can lie above 1; the report shows these points; and a sample without a
	// verdict scores 0.
	Missing report.Policy
	// Subset, when it is not empty, has the samples of that subset alone graded.
	Subset Subset
	// Bootstrap, when it is not nil, has intervals resampled beside those by t; see [report.Config].
	Bootstrap *metrics.Bootstrap
	// Model names the model that gave the answers, for the report; it may be empty.
	Model string
	// Shard, when it is not zero, has one part of the samples alone graded. The parts of a run, each
	// with a ledger of its own, can be graded by different machines: ledger.Merge puts their ledgers
	// together, and scoring with the merged one and the zero Shard gives the report of the whole.
	Shard judge.Shard
}

// Score has j grade every answered sample, and reports the benchmark's metrics. It is Score of the
// zero [Benchmark].
func Score(ctx context.Context, samples []Sample, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
	return Benchmark{}.Score(ctx, samples, j, opts...)
}

// Score has j grade every answered sample, one call each, and reports [Acc] of each subset, the four
// sections of the case analyses, the three numbers over the benchmark ([OverallEqual],
// [OverallWeighted], [OverallSamples]), and slices by category within each subset. Samples are read,
// never changed.
//
// When the run ends early, because ctx is done or no call can succeed, it returns the report of what
// was graded together with the error. Any other error comes with a nil report: no samples, none in
// Subset and Shard, or two samples of a subset with one ID.
func (b Benchmark) Score(ctx context.Context, samples []Sample, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
	items, err := b.Items(samples)
	if err != nil {
		return nil, err
	}
	return report.Run(ctx, b.config(), items, j, opts...)
}

// Items returns the samples of the run with their tasks, for those who run the tasks themselves and
// hand the outcomes to Report. Samples about the same case, or with the same question where there is
// none, are one cluster.
func (b Benchmark) Items(samples []Sample) ([]report.Item, error) {
	if err := b.Shard.Validate(); err != nil {
		return nil, fmt.Errorf("plawbench: %w", err)
	}
	items := make([]report.Item, 0, len(samples))
	for i := range samples {
		s := &samples[i]
		if !s.Subset.valid() {
			return nil, fmt.Errorf("plawbench: sample %q is in no subset: %q", s.SampleID, s.Subset)
		}
		if b.has(s) {
			items = append(items, b.item(s))
		}
	}
	switch {
	case len(items) > 0:
		return items, nil
	case b.Shard.N > 1:
		return nil, fmt.Errorf("plawbench: none of the %d samples is in shard %d of %d", len(samples), b.Shard.I, b.Shard.N)
	case b.Subset != "":
		return nil, fmt.Errorf("plawbench: none of the %d samples is in subset %q", len(samples), b.Subset)
	}
	return nil, errors.New("plawbench: there are no samples")
}

// has reports whether the sample is among those that are graded.
func (b Benchmark) has(s *Sample) bool {
	return (b.Subset == "" || s.Subset == b.Subset) && b.Shard.Has(s.SampleID)
}

// About names the run for a ledger: the samples, those of every shard, and the prompts. The judge is
// for the caller to name.
func (b Benchmark) About(samples []Sample) ledger.About {
	b.Shard = judge.Shard{}
	var items []report.Item
	for i := range samples {
		if s := &samples[i]; b.has(s) {
			items = append(items, report.Item{Sample: s, Subset: string(s.Subset)})
		}
	}
	return ledger.About{Dataset: report.Identify(report.Dataset{}, items).SHA256, Prompt: b.Prompts.SHA256()}
}

// item makes the task of one sample: all its criteria in one call.
func (b Benchmark) item(s *Sample) report.Item {
	it := report.Item{Sample: s, Subset: string(s.Subset), Cluster: cluster(s)}
	if s.Category != "" {
		it.Labels = []report.Label{{Dimension: "category", Value: s.Category}}
	}
	if s.HasAnswer() {
		it.Tasks = []judge.Task{{
			Sample:   s,
			Criteria: s.Rubric().Criteria(),
			Contract: b.contract(s.Subset),
			Render:   func() judge.Prompt { return b.Prompts.Render(*s) },
		}}
	}
	return it
}

func (b Benchmark) contract(s Subset) judge.Contract {
	if b.Missing == report.Official {
		return officialContract(s)
	}
	return Contract(s)
}

// Report makes the report of the outcomes of [report.Tasks](items), with items from Items.
func (b Benchmark) Report(items []report.Item, outcomes []judge.Outcome) (*report.Report, error) {
	return report.Build(b.config(), items, outcomes)
}

// config describes the report of a run.
func (b Benchmark) config() report.Config {
	cfg := report.Config{
		Benchmark: "PLawBench",
		Scorer:    metrics.ScorerFunc(score),
		Metrics: []report.Metric{
			{Name: Acc, About: "points given over points that can be won, averaged over samples"},
			{Name: ConclusionAcc, About: "the same for the section 结论 of case analyses"},
			{Name: FactAcc, About: "the same for the section 案件事实"},
			{Name: ReasoningAcc, About: "the same for the section 推理过程"},
			{Name: LawAcc, About: "the same for the section 法条依据"},
		},
		Overall:       overall(),
		Missing:       b.Missing,
		Model:         b.Model,
		Bootstrap:     b.Bootstrap,
		Prompt:        report.Prompt{Name: b.Prompts.Name(), SHA256: b.Prompts.SHA256(), Official: b.Prompts.Official()},
		Dataset:       report.Dataset{Name: "PLawBench"},
		NotComparable: notComparable,
	}
	if b.Missing == report.Official {
		cfg.Scorer, cfg.Unbounded = metrics.ScorerFunc(scoreOfficially), true
		cfg.Warnings = append(cfg.Warnings, "scores are computed as the released evaluator does: points and maxima are those that the judge states, and neither is bounded")
	}
	return cfg
}
