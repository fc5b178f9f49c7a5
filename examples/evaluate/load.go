package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
	"github.com/assize-eval/assize/prbench"
)

// bench is a loaded benchmark, whichever it is.
type bench struct {
	samples []dataset.Sample
	// unknown counts answers to samples that are not in the dataset.
	unknown int
	// about names the dataset, whatever part of it is graded, and the prompt.
	about      ledger.About
	setAnswers func(map[string]string) (unanswered []string, err error)
	score      func(context.Context, judge.Judge, ...judge.Option) (*report.Report, error)
}

// benchmark is what the two benchmarks have in common.
type benchmark[S any] interface {
	Items([]S) ([]report.Item, error)
	Score(context.Context, []S, judge.Judge, ...judge.Option) (*report.Report, error)
	About([]S) ledger.About
}

// load reads the dataset and the answers.
func load(o options) (*bench, error) {
	var answers map[string]string
	if o.answers != "" {
		var err error
		if answers, err = dataset.ReadAnswers(o.answers); err != nil {
			return nil, err
		}
	}
	if o.benchmark == "prbench" {
		return loadPRBench(o, answers)
	}
	return loadPLawBench(o, answers)
}

func loadPRBench(o options, answers map[string]string) (*bench, error) {
	samples, err := prbench.Load(o.data)
	if err != nil {
		return nil, err
	}
	b := prbench.Benchmark{Missing: o.missing, Bootstrap: o.bootstrap(), Model: o.tested()}
	if o.prompts != "" {
		if b.Prompt, err = prbench.LoadPrompt(o.prompts); err != nil {
			return nil, err
		}
	}
	subset := func(s prbench.Sample) string { return s.Split }
	return newBench(o, b, samples, answers, prbench.SetAnswers, subset)
}

func loadPLawBench(o options, answers map[string]string) (*bench, error) {
	samples, err := plawbench.Load(o.data)
	if err != nil {
		return nil, err
	}
	b := plawbench.Benchmark{Missing: o.missing, Bootstrap: o.bootstrap(), Model: o.tested()}
	if o.prompts != "" {
		if b.Prompts, err = plawbench.LoadPrompts(o.prompts, plawbench.Repaired); err != nil {
			return nil, err
		}
		// The judge sees the task too, as the model under test did.
		tasks, err := plawbench.LoadTaskPrompts(o.prompts, plawbench.Repaired)
		if err != nil {
			return nil, err
		}
		plawbench.SetTaskPrompts(samples, tasks)
	}
	subset := func(s plawbench.Sample) string { return string(s.Subset) }
	return newBench(o, b, samples, answers, plawbench.SetAnswers, subset)
}

// newBench matches samples and answers and leaves out the samples that are not asked for.
func newBench[S dataset.Sample](o options, b benchmark[S], samples []S, answers map[string]string,
	setAnswers func([]S, map[string]string) ([]string, error), subset func(S) string) (*bench, error) {
	// Answers are matched before samples are left out, so that only IDs of no sample are unknown.
	_, err := setAnswers(samples, answers)
	unknown := new(dataset.UnknownAnswers)
	switch {
	case errors.As(err, &unknown) && !o.ignoreUnknown:
		return nil, fmt.Errorf("%s: %s; with -ignore-unknown they are left out", o.answers, listed(unknown))
	case err != nil && !errors.As(err, &unknown):
		return nil, fmt.Errorf("%s: %w", o.answers, err)
	}
	about := b.About(samples)
	samples = choose(samples, o, subset)
	switch {
	case len(samples) == 0 && o.shard.N > 1:
		return nil, fmt.Errorf("no sample in %s is in shard %d/%d", o.data, o.shard.I, o.shard.N)
	case len(samples) == 0:
		return nil, fmt.Errorf("no sample in %s is in subset %q", o.data, o.subset)
	}
	if _, err := b.Items(samples); err != nil {
		return nil, err
	}
	if unanswered, _ := setAnswers(samples, nil); len(unanswered) == len(samples) && o.model == "" {
		return nil, fmt.Errorf("%s has an answer to none of the %d samples", o.answers, len(samples))
	}
	out := &bench{
		unknown:    len(unknown.IDs),
		about:      about,
		setAnswers: func(a map[string]string) ([]string, error) { return setAnswers(samples, a) },
		score: func(ctx context.Context, j judge.Judge, opts ...judge.Option) (*report.Report, error) {
			return b.Score(ctx, samples, j, opts...)
		},
	}
	for _, s := range samples {
		out.samples = append(out.samples, s)
	}
	return out, nil
}

// listed names all answers that belong to no sample.
func listed(u *dataset.UnknownAnswers) string {
	names := make([]string, len(u.IDs))
	for i, id := range u.IDs {
		names[i] = dataset.Quote(id)
	}
	return fmt.Sprintf("answers to ids that none of the %d samples has (%d): %s", u.Samples, len(names), strings.Join(names, ", "))
}

// tested names the model under test, where the command line does.
func (o options) tested() string { return cmp.Or(o.model, o.answersModel) }

// choose returns the samples that -subset and -limit leave, and of these the ones in -shard.
func choose[S dataset.Sample](samples []S, o options, subset func(S) string) []S {
	in := func(s S) bool { return o.subset == "" || subset(s) == o.subset }
	sizes := map[string]int{}
	for _, s := range samples {
		if in(s) {
			sizes[subset(s)]++
		}
	}
	left := sizes
	if o.limit > 0 {
		left = shares(o.limit, sizes)
	}
	var out []S
	for _, s := range samples {
		if !in(s) || left[subset(s)] == 0 {
			continue
		}
		left[subset(s)]--
		if o.shard.Has(s.ID()) {
			out = append(out, s)
		}
	}
	return out
}

// shares divides n among subsets by their sizes: each has one at least, as far as n goes, the largest
// first, and what is left over goes where the share is farthest above what it has.
func shares(n int, sizes map[string]int) map[string]int {
	names := slices.Sorted(maps.Keys(sizes))
	slices.SortStableFunc(names, func(a, b string) int { return sizes[b] - sizes[a] })
	all := 0
	for _, size := range sizes {
		all += size
	}
	n = min(n, all)
	out := map[string]int{}
	for _, name := range names[:min(n, len(names))] {
		out[name] = 1
	}
	due := func(name string) float64 { return float64(n)*float64(sizes[name])/float64(all) - float64(out[name]) }
	for range n - len(out) {
		next := ""
		for _, name := range names {
			if out[name] < sizes[name] && (next == "" || due(name) > due(next)) {
				next = name
			}
		}
		out[next]++
	}
	return out
}
