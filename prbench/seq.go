package prbench

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/reply"
	"github.com/assize-eval/assize/metrics/report"
)

// ScoreSeq is [Benchmark.Score] for samples that come one by one and of which only those at work are
// held: for a dataset that does not fit into memory, or whose answers are still being written. Each
// sample that is done goes to each, in the order in which samples are done and one at a time; the report
// has the same numbers as that of Score and no samples. See [report.RunSeq] for how a run ends early.
func (b Benchmark) ScoreSeq(ctx context.Context, samples iter.Seq[Sample], j judge.Judge, each func(report.Sample), opts ...judge.Option) (*report.Report, error) {
	if err := b.Shard.Validate(); err != nil {
		return nil, fmt.Errorf("prbench: %w", err)
	}
	if samples == nil || each == nil {
		return nil, errors.New("prbench: ScoreSeq needs samples and a function that takes them")
	}
	graded := newSizes()
	cfg := b.config()
	cfg.NotComparable = graded.notComparable
	rep, err := report.RunSeq(ctx, cfg, b.itemSeq(samples), j, func(s report.Sample) {
		graded.add(s)
		each(s)
	}, opts...)
	if err == nil && rep.Coverage.Samples == 0 {
		return nil, errors.New("prbench: there are no samples")
	}
	return rep, err
}

// itemSeq returns the samples of the run with their tasks.
func (b Benchmark) itemSeq(samples iter.Seq[Sample]) iter.Seq[report.Item] {
	contract := reply.CriteriaMet()
	return func(yield func(report.Item) bool) {
		for s := range samples {
			if b.has(&s) && !yield(b.item(&s, contract)) {
				return
			}
		}
	}
}
