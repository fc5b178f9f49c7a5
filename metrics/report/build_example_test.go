package report_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/rubric"
)

// letter is a sample of a small benchmark: a letter that should have a date and no threat.
type letter struct{ name, text string }

func (l letter) ID() string { return l.name }

func (l letter) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "Write a reminder of the rent."}}
}

func (l letter) Response() string { return l.text }

func (l letter) Rubric() rubric.Rubric {
	return rubric.List{{ID: "1 May", Text: "It names the date.", Weight: 3}, {ID: "or else", Text: "It threatens.", Weight: -2}}
}

// letters describes the report on letters.
var letters = report.Config{
	Benchmark: "Letters",
	Scorer:    metrics.Weighted{},
	Metrics:   []report.Metric{{Name: metrics.ClippedScore, About: "points over the points that can be won", ClipMean: true}},
	Pool:      true,
}

// letterItems makes one task of each letter, over both criteria.
func letterItems() []report.Item {
	var items []report.Item
	for _, l := range []letter{
		{"a", "The rent was due on 1 May."}, {"b", "Pay by 1 May, or else."}, {"c", "Kindly pay."},
	} {
		items = append(items, report.Item{Sample: l, Subset: "letters", Tasks: []judge.Task{{Sample: l, Criteria: l.Rubric().Criteria()}}})
	}
	return items
}

// readsLetters finds the ID of each criterion in the letter, or not.
var readsLetters = judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
	points := make([]float64, len(t.Criteria))
	for i, c := range t.Criteria {
		if strings.Contains(t.Sample.Response(), c.ID) {
			points[i] = c.Weight
		}
	}
	return judge.Points(t, points...), nil
})

// A benchmark of one's own: items with their tasks, a run, a report.
func ExampleBuild() {
	items := letterItems()
	outcomes, err := judge.Run(context.Background(), readsLetters, report.Tasks(items))
	if err != nil {
		fmt.Println(err)
	}
	rep, err := report.Build(letters, items, outcomes)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range rep.Samples {
		fmt.Printf("%s %.2f\n", s.ID, s.Scores[metrics.ClippedScore])
	}
	fmt.Printf("mean %.3f of %d\n", rep.Metrics[metrics.ClippedScore].Value, rep.Coverage.Scored)
	// Output:
	// a 1.00
	// b 0.33
	// c 0.00
	// mean 0.444 of 3
}

// The same in one call, with a judge that fails on a letter: the sample is excluded, and counted.
func ExampleRun() {
	rep, err := report.Run(context.Background(), letters, letterItems(), judge.Func(
		func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
			if t.Sample.ID() == "b" {
				return judge.Verdict{}, judge.Errorf(judge.Refused, "I would rather not")
			}
			return readsLetters(ctx, t)
		}))
	if err != nil {
		fmt.Println(err)
	}
	e := rep.Metrics[metrics.ClippedScore]
	fmt.Printf("mean %.2f of %d; with %d missing verdicts anything from %.2f to %.2f\n", e.Value, e.N, rep.Coverage.Missing, e.Worst, e.Best)
	// Output: mean 0.50 of 2; with 2 missing verdicts anything from 0.11 to 0.67
}

func ExampleRead() {
	rep, err := report.Run(context.Background(), letters, letterItems(), readsLetters)
	if err != nil {
		fmt.Println(err)
	}
	var file bytes.Buffer
	if err := rep.WriteJSON(&file); err != nil {
		fmt.Println(err)
	}
	again, err := report.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Benchmark, again.Coverage.Samples, "samples")

	_, err = report.Read(strings.NewReader(`{"benchmark": "Letters", "metrics": 1}`))
	fmt.Println(err != nil)
	// Output:
	// Letters 3 samples
	// true
}
