package plawbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

// ScoreSeq is [Benchmark.Score] for samples that come one by one and of which only those at work are
// held: for samples that are read as they are graded, or whose answers are still being written. Each
// sample that is done goes to each, in the order in which samples are done and one at a time; the report
// has the same numbers as that of Score and no samples. See [report.RunSeq] for how a run ends early; a
// sample in no subset ends it too.
func (b Benchmark) ScoreSeq(ctx context.Context, samples iter.Seq[Sample], j judge.Judge, each func(report.Sample), opts ...judge.Option) (*report.Report, error) {
	if err := b.Shard.Validate(); err != nil {
		return nil, fmt.Errorf("plawbench: %w", err)
	}
	if samples == nil || each == nil {
		return nil, errors.New("plawbench: ScoreSeq needs samples and a function that takes them")
	}
	graded := sizes{}
	cfg := b.config()
	cfg.NotComparable = graded.notComparable
	var bad error
	rep, err := report.RunSeq(ctx, cfg, b.itemSeq(samples, &bad), j, func(s report.Sample) {
		graded.add(s)
		each(s)
	}, opts...)
	switch {
	case err == nil && bad == nil && rep.Coverage.Samples == 0:
		return nil, errors.New("plawbench: there are no samples")
	case bad != nil && (rep == nil || rep.Coverage.Samples == 0):
		return nil, bad
	}
	return rep, cmp.Or(bad, err)
}

// itemSeq returns the samples of the run with their tasks, up to the first that is in no subset, which it
// notes in bad.
func (b Benchmark) itemSeq(samples iter.Seq[Sample], bad *error) iter.Seq[report.Item] {
	return func(yield func(report.Item) bool) {
		for s := range samples {
			if !s.Subset.valid() {
				*bad = fmt.Errorf("plawbench: sample %q is in no subset: %q", s.SampleID, s.Subset)
				return
			}
			if b.has(&s) && !yield(b.item(&s)) {
				return
			}
		}
	}
}
