package main

import (
	"context"
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
	"github.com/assize-eval/assize/prbench"
)

// bench is a loaded benchmark, whichever it is.
type bench struct {
	samples    []dataset.Sample
	warnings   []string
	setAnswers func(map[string]string) (unanswered []string, err error)
	items      func() ([]report.Item, error)
	score      func(context.Context, judge.Judge, ...judge.Option) (*report.Report, error)
}

// load reads the dataset and the answers.
func load(o options) (*bench, error) {
	open := map[string]func(options, map[string]string) (*bench, error){"prbench": loadPRBench, "plawbench": loadPLawBench}[o.benchmark]
	var answers map[string]string
	if o.answers != "" {
		var err error
		if answers, err = dataset.ReadAnswers(o.answers); err != nil {
			return nil, err
		}
	}
	b, err := open(o, answers)
	if err != nil {
		return nil, err
	}
	if len(b.samples) == 0 {
		return nil, fmt.Errorf("no sample in %s is in subset %q", o.data, o.subset)
	}
	_, err = b.items()
	return b, err
}

func loadPRBench(o options, answers map[string]string) (*bench, error) {
	samples, err := prbench.Load(o.data)
	if err != nil {
		return nil, err
	}
	benchmark := prbench.Benchmark{Missing: o.missing}
	if o.prompts != "" {
		if benchmark.Prompt, err = prbench.LoadPrompt(o.prompts); err != nil {
			return nil, err
		}
	}
	// Answers are matched before samples are left out, so that only ids of no sample are unknown.
	if _, err := prbench.SetAnswers(samples, answers); err != nil {
		return nil, err
	}
	samples = choose(samples, o, func(s prbench.Sample) string { return s.Split })
	b := &bench{
		setAnswers: func(a map[string]string) ([]string, error) { return prbench.SetAnswers(samples, a) },
		items:      func() ([]report.Item, error) { return benchmark.Items(samples) },
		score: func(ctx context.Context, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
			return benchmark.Score(ctx, samples, j, opts...)
		},
	}
	for i := range samples {
		b.samples = append(b.samples, &samples[i])
	}
	return b, nil
}

func loadPLawBench(o options, answers map[string]string) (*bench, error) {
	samples, err := plawbench.Load(o.data)
	if err != nil {
		return nil, err
	}
	benchmark := plawbench.Benchmark{Missing: o.missing}
	if o.prompts != "" {
		if benchmark.Prompts, err = plawbench.LoadPrompts(o.prompts, plawbench.Repaired); err != nil {
			return nil, err
		}
		// The judge sees the task too, as the model under test did.
		tasks, err := plawbench.LoadTaskPrompts(o.prompts, plawbench.Repaired)
		if err != nil {
			return nil, err
		}
		plawbench.SetTaskPrompts(samples, tasks)
	}
	if _, err := plawbench.SetAnswers(samples, answers); err != nil {
		return nil, err
	}
	samples = choose(samples, o, func(s plawbench.Sample) string { return string(s.Subset) })
	b := &bench{
		setAnswers: func(a map[string]string) ([]string, error) { return plawbench.SetAnswers(samples, a) },
		items:      func() ([]report.Item, error) { return benchmark.Items(samples) },
		score: func(ctx context.Context, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
			return benchmark.Score(ctx, samples, j, opts...)
		},
	}
	for i := range samples {
		b.samples = append(b.samples, &samples[i])
	}
	return b, nil
}

// choose returns the samples that -subset and -limit leave.
func choose[S any](samples []S, o options, subset func(S) string) []S {
	var out []S
	for _, s := range samples {
		if (o.subset == "" || subset(s) == o.subset) && (o.limit == 0 || len(out) < o.limit) {
			out = append(out, s)
		}
	}
	return out
}
