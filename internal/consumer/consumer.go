// Package consumer is a module like a user's: it sees what the library exports and nothing else, and
// uses each public package once.
package consumer

import (
	"context"
	"errors"
	"strings"

	_ "github.com/assize-eval/assize"
	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/judge/reply"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// benchmark is a third benchmark, made of public parts: an answer is graded by whether it has each
// word.
func benchmark(ctx context.Context, samples []dataset.Sample, j judge.Judge) (*report.Report, error) {
	var items []report.Item
	for _, s := range samples {
		items = append(items, report.Item{Sample: s, Subset: "words", Tasks: []judge.Task{{
			Sample:   s,
			Criteria: s.Rubric().Criteria(),
			Prompt:   judge.Prompt{Prefix: judge.Fence("answer", s.Response())},
			Contract: reply.CriteriaMet(),
		}}})
	}
	outcomes, runErr := judge.Run(ctx, j, report.Tasks(items))
	rep, err := report.Build(report.Config{
		Benchmark: "words",
		Scorer:    metrics.Weighted{},
		Metrics:   []report.Metric{{Name: metrics.ClippedScore, About: "share of the points"}},
		Pool:      true,
	}, items, outcomes)
	return rep, errors.Join(runErr, err)
}

// word is a sample of the benchmark.
type word struct{ answer string }

func (w word) ID() string { return w.answer }
func (w word) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "Say it."}}
}
func (w word) Response() string { return w.answer }
func (w word) Rubric() rubric.Rubric {
	return rubric.List{{ID: "yes", Text: "It says yes.", Weight: 2}, {ID: "no", Text: "It says no.", Weight: -1}}
}

// wordJudge grades every criterion of a task by the word that is its ID.
var wordJudge = judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
	points := make([]float64, len(t.Criteria))
	for i, c := range t.Criteria {
		if strings.Contains(t.Sample.Response(), c.ID) {
			points[i] = c.Weight
		}
	}
	return judge.Points(t, points...), nil
})

// The other packages, each by something that it exports.
var (
	_ = parquet.Format
	_ = baseline.New
	_ = judgetest.Tasks
	_ = ledger.Open
	_ = llm.New
	_ = agreement.NewTable
	_ = compare.Paired
	_ = correct.Rate
	_ = plawbench.Score
	_ = prbench.Score
)
