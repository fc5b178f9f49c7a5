// Quickstart grades two sets of answers, good ones and weak ones, to sample tasks in the shape of
// PRBench and of PLawBench, and prints the scores with their intervals.
//
//	go run ./examples/quickstart
//
// runs offline, without a key, with the baseline judge. To have a language model judge, at the price
// of about 200 calls, set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, and name the model:
//
//	go run ./examples/quickstart -judge MODEL
package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/llm"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/plawbench"
	"github.com/assize-eval/assize/prbench"
)

// files hold the sample tasks in the form in which the benchmarks publish theirs, and the answers to
// them: JSON objects from the ID of a task to an answer.
//
//go:embed prbench.jsonl plawbench answers
var files embed.FS

func main() {
	model := flag.String("judge", "", "have this `model` judge, not the baseline")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *model, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run prints the table. An empty model stands for the baseline judge.
func run(ctx context.Context, model string, out io.Writer) error {
	// A criterion of PRBench is met or not; a rubric of PLawBench shares out points.
	binary, points := baseline.New(), baseline.NewPoints()
	if model != "" {
		j, err := askModel(model)
		if err != nil {
			return err
		}
		binary, points = j, j
	}

	t := newTable()
	var usage judge.Usage
	for _, score := range []func(set string) (*report.Report, error){
		func(set string) (*report.Report, error) { return scorePRBench(ctx, binary, set) },
		func(set string) (*report.Report, error) { return scorePLawBench(ctx, points, set) },
	} {
		for _, set := range []string{"good", "weak"} {
			rep, err := score(set)
			if err != nil {
				return err
			}
			t.add(set, rep)
			usage = usage.Add(rep.Usage)
		}
	}
	fmt.Fprintln(out, t)
	if model != "" {
		_, err := fmt.Fprintf(out, "Judged by %s in %d calls, with %d tokens read and %d written.\n",
			model, usage.Calls, usage.PromptTokens, usage.CompletionTokens)
		return err
	}
	_, err := fmt.Fprintln(out, "The baseline judge compares words: these numbers show that everything is wired up, and mean nothing beyond that.")
	return err
}

// askModel returns a judge that asks a model at the endpoint that the environment names.
func askModel(model string) (judge.Judge, error) {
	if os.Getenv("OPENAI_API_KEY") == "" && os.Getenv("OPENAI_BASE_URL") == "" {
		return nil, errors.New("-judge needs OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own")
	}
	return llm.New(llm.FromEnv(llm.Config{Model: model}))
}

// scorePRBench grades a set of answers to the PRBench tasks.
func scorePRBench(ctx context.Context, j judge.Judge, set string) (*report.Report, error) {
	samples, err := load(prbench.Read, "prbench.jsonl")
	if err != nil {
		return nil, err
	}
	answers, err := loadAnswers("answers/prbench_" + set + ".json")
	if err != nil {
		return nil, err
	}
	if _, err := prbench.SetAnswers(samples, answers); err != nil {
		return nil, err
	}
	return prbench.Score(ctx, samples, j)
}

// scorePLawBench grades a set of answers to the PLawBench tasks, which come in a file for each subset.
func scorePLawBench(ctx context.Context, j judge.Judge, set string) (*report.Report, error) {
	names, err := fs.Glob(files, "plawbench/*")
	if err != nil {
		return nil, err
	}
	samples, err := load(plawbench.Read, names...)
	if err != nil {
		return nil, err
	}
	answers, err := loadAnswers("answers/plawbench_" + set + ".json")
	if err != nil {
		return nil, err
	}
	if _, err := plawbench.SetAnswers(samples, answers); err != nil {
		return nil, err
	}
	return plawbench.Score(ctx, samples, j)
}

// load reads the samples in the named files.
func load[S any](read func(io.Reader, string) ([]S, error), names ...string) ([]S, error) {
	var samples []S
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := read(bytes.NewReader(data), name)
		if err != nil {
			return nil, err
		}
		samples = append(samples, more...)
	}
	return samples, nil
}

func loadAnswers(name string) (map[string]string, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var answers map[string]string
	if err := json.Unmarshal(data, &answers); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return answers, nil
}
