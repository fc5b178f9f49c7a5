package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// options are the command line.
type options struct {
	benchmark, data, subset, answers string
	model, modelURL                  string
	answersModel                     string
	ignoreUnknown                    bool
	judges                           []string
	judgeURL                         string
	api, effort, cache, order        string
	maxTokens                        int
	prompts                          string
	limit, concurrency, repeats      int
	rule                             judge.Rule
	tie                              judge.Tie
	quorum                           int
	shard                            judge.Shard
	ledger                           string
	merge                            []string
	offline                          bool
	spending                         judge.Spending
	missing                          report.Policy
	resamples                        int
	seed                             uint64
	out                              string
	minCoverage                      float64
}

const usage = `evaluate grades answers on PRBench or PLawBench and writes report.json, report.md, report.html and report.csv.

  go run ./examples/evaluate -benchmark prbench -data finance_hard.parquet \
     -answers answers.json -judge gpt-5-mini -out results -ledger run.jsonl

Keys come from the environment alone. JUDGE_API_KEY goes to the judge's endpoint. OPENAI_API_KEY goes
to the endpoint that OPENAI_BASE_URL names, or to api.openai.com when it names none, and to no other:
for a -model-url elsewhere set OPENAI_BASE_URL to the same address.

With -ledger a run that was interrupted, killed or ended by a budget goes on where it was: start it
again with the same flags. While it runs, a file with the ending .lock stands beside the ledger; one
that a killed run has left does no harm. Failures are kept too and are asked again. To score an old run
once more, or to read its replies with a newer version of this program, without a single call, add
-offline and leave -judge and its flags out; a ledger of several judges needs them, to know whose count:

  go run ./examples/evaluate -benchmark prbench -data finance_hard.parquet \
     -answers answers.json -ledger run.jsonl -offline -out again

By cache: -judge-order hosted -judge-cache breakpoint for OpenAI from GPT-5.6 on, -judge-order hosted
-judge-cache key for OpenAI before, -judge-order self-hosted for vLLM, SGLang and the like, -judge-order
deepseek for DeepSeek.

Exit codes: 0 done, 1 failed or ended by a budget, 2 bad usage or input, so that nothing was asked, 3 done
but fewer samples have all their verdicts than -min-coverage asks for, 130 interrupted: the report is
partial, and with -ledger a later run goes on.

`

// parse reads the command line and checks it.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var missing, shard string
	fs := flag.NewFlagSet("evaluate", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usage); fs.PrintDefaults() }
	fs.StringVar(&o.benchmark, "benchmark", "", "the `name` of the benchmark: prbench or plawbench")
	fs.StringVar(&o.data, "data", "", "the dataset: a `file` or a directory")
	fs.StringVar(&o.subset, "subset", "", "grade the samples of this `subset` alone")
	fs.StringVar(&o.answers, "answers", "", "the answers: a `file` with a JSON object id → text, or JSON Lines {\"id\", \"response\"}")
	fs.StringVar(&o.answersModel, "answers-model", "", "the `name` of the model that gave -answers, for the report")
	fs.BoolVar(&o.ignoreUnknown, "ignore-unknown", false, "take answers to samples that the dataset does not have for a warning, not an error")
	fs.StringVar(&o.model, "model", "", "let the model of this `name` answer first, instead of -answers")
	fs.StringVar(&o.modelURL, "model-url", "", "the base `URL` of the model's endpoint")
	fs.Func("judge", "the `name` of the judge model; \"baseline\" is the lexical judge, offline, for trying things out; may be repeated for judges that vote", func(name string) error {
		o.judges = append(o.judges, name)
		return nil
	})
	fs.StringVar(&o.judgeURL, "judge-url", "", "the base `URL` of the judge's endpoint")
	fs.StringVar(&o.api, "judge-api", "chat", "how to ask the judge: chat (Chat Completions) or responses")
	fs.StringVar(&o.effort, "judge-effort", "", "the judge's reasoning effort; not sent when empty")
	fs.IntVar(&o.maxTokens, "judge-max-tokens", 0, "the most `tokens` of a judge's reply; not sent when 0")
	fs.StringVar(&o.cache, "judge-cache", "", "how to mark prompts for the endpoint's cache: not at all, key (OpenAI before GPT-5.6) or breakpoint (GPT-5.6 and later)")
	fs.StringVar(&o.order, "judge-order", "hosted", "in which order to ask, by the endpoint's cache: hosted, self-hosted, deepseek, or fifo for that of the samples")
	fs.StringVar(&o.prompts, "prompts", "", "the `directory` of the benchmark's official release, to use its prompts")
	fs.IntVar(&o.limit, "limit", 0, "grade `N` samples alone, of each subset its share and at least one, the first in each; 0 is all")
	fs.IntVar(&o.concurrency, "concurrency", 64, "the `number` of judge calls at the same time")
	fs.IntVar(&o.repeats, "repeats", 1, "ask each judge this `number` of times about each task, each time for a vote")
	fs.StringVar((*string)(&o.rule), "vote", "majority", "how several votes make a grade: majority, unanimous or mean_points")
	fs.StringVar((*string)(&o.tie), "tie", "", "what counts where no points win the vote: missing, lowest or highest")
	fs.IntVar(&o.quorum, "quorum", 0, "the least `number` of votes that must be cast; 0 is more than half")
	fs.StringVar(&shard, "shard", "", "grade part `I/N` of the samples alone, from 0/N; the parts' ledgers can be put together with -merge")
	fs.StringVar(&o.ledger, "ledger", "", "keep verdicts in this `file`, and ask only what is not in it")
	fs.Func("merge", "begin -ledger, which must be a new file, with the verdicts of the ledger in this `file`; may be repeated", func(path string) error {
		o.merge = append(o.merge, path)
		return nil
	})
	fs.BoolVar(&o.offline, "offline", false, "ask nobody: score what is in -ledger, and read its replies again where the reading has changed")
	fs.Int64Var(&o.spending.Calls, "budget-calls", 0, "end the run, with a partial report, after this `number` of judge calls, give or take what is at work; 0 is no limit")
	fs.Int64Var(&o.spending.Tokens, "budget-tokens", 0, "the same for prompt and completion `tokens` of the judge together")
	fs.Float64Var(&o.spending.Cost, "budget-cost", 0, "the same for `money`, by the prices")
	price := &o.spending.Price
	fs.Float64Var(&price.Prompt, "price-prompt", 0, "what a million prompt tokens of the judge cost that are not cached, as `money`")
	fs.Float64Var(&price.Cached, "price-cached", 0, "the same for those read from a cache")
	fs.Float64Var(&price.CacheWrite, "price-cache-write", 0, "the same for those written to a cache; 0 is -price-prompt")
	fs.Float64Var(&price.Completion, "price-completion", 0, "the same for completion tokens")
	fs.StringVar(&missing, "missing", "exclude", "what a missing verdict does: exclude its sample, or count as no points (official)")
	fs.IntVar(&o.resamples, "bootstrap", 0, "give bootstrap intervals of this `number` of resamples too, 1000 or more; 0 gives none")
	fs.Uint64Var(&o.seed, "seed", 0, "the `seed` of -bootstrap")
	fs.StringVar(&o.out, "out", "", "the `directory` for the reports")
	fs.Float64Var(&o.minCoverage, "min-coverage", 0.95, "the least `share` of samples that are scored with all their verdicts, from 0 to 1, whatever -missing says")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	var err error
	if o.missing, err = report.ParsePolicy(missing); err != nil {
		return o, fmt.Errorf("-missing: %w", err)
	}
	if o.shard, err = parseShard(shard); err != nil {
		return o, err
	}
	return o, o.check(fs.Args())
}

// parseShard reads a shard as "I/N"; "" is the whole run.
func parseShard(text string) (s judge.Shard, err error) {
	if text == "" {
		return s, nil
	}
	i, n, ok := strings.Cut(text, "/")
	if s.I, err = strconv.Atoi(i); ok && err == nil {
		s.N, err = strconv.Atoi(n)
	}
	if !ok || err != nil || s.N == 0 || s.Validate() != nil {
		return s, fmt.Errorf("-shard is %q; it must be I/N, with I from 0 to N-1", text)
	}
	return s, nil
}

// votes is the number of votes on each criterion.
func (o options) votes() int { return max(1, len(o.judges)) * o.repeats }

// bootstrap is how to resample; nil when it is not asked for.
func (o options) bootstrap() *metrics.Bootstrap {
	if o.resamples == 0 {
		return nil
	}
	return &metrics.Bootstrap{Resamples: o.resamples, Seed: o.seed}
}

// local reports whether all judges are in this process.
func (o options) local() bool {
	return len(o.judges) > 0 && !slices.ContainsFunc(o.judges, func(name string) bool { return name != baselineName })
}

// check returns the first thing that is wrong with the command line.
func (o options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case o.benchmark != "prbench" && o.benchmark != "plawbench":
		return fmt.Errorf("-benchmark is %q; it must be prbench or plawbench", o.benchmark)
	case o.data == "":
		return errors.New("-data is missing")
	case o.answers == "" && o.model == "":
		return errors.New("-answers or -model is needed")
	case o.answers != "" && o.model != "":
		return errors.New("-answers and -model exclude each other")
	case o.answersModel != "" && o.answers == "":
		return errors.New("-answers-model needs -answers")
	case o.offline && o.ledger == "":
		return errors.New("-offline needs -ledger")
	case o.offline && o.model != "":
		return errors.New("-offline and -model exclude each other: its answers are in a file for -answers")
	case len(o.judges) == 0 && !o.offline, slices.Contains(o.judges, ""):
		return errors.New("-judge is missing")
	case len(slices.Compact(slices.Sorted(slices.Values(o.judges)))) < len(o.judges):
		return errors.New("-judge names a judge twice; -repeats has a judge vote several times")
	case len(o.judges) == 0 && (o.judgeURL != "" || o.effort != "" || o.maxTokens != 0 || o.api != "chat"):
		return errors.New("-judge-url, -judge-api, -judge-effort and -judge-max-tokens need -judge")
	case o.local() && o.judgeURL != "":
		return errors.New("-judge baseline takes no -judge-url")
	case o.local() && (o.effort != "" || o.maxTokens != 0 || o.api != "chat"):
		return errors.New("-judge baseline takes no -judge-api, -judge-effort or -judge-max-tokens")
	case o.model == "" && o.modelURL != "":
		return errors.New("-model-url needs -model")
	case o.api != "chat" && o.api != "responses":
		return fmt.Errorf("-judge-api is %q; it must be chat or responses", o.api)
	case !slices.Contains([]string{"", "key", "breakpoint"}, o.cache):
		return fmt.Errorf("-judge-cache is %q; it must be key or breakpoint", o.cache)
	case plans[o.order] == nil:
		return fmt.Errorf("-judge-order is %q; it must be hosted, self-hosted, deepseek or fifo", o.order)
	case o.out == "":
		return errors.New("-out is missing")
	case o.limit < 0:
		return fmt.Errorf("-limit is %d; it must not be negative", o.limit)
	case o.concurrency < 1:
		return fmt.Errorf("-concurrency is %d; it must be at least 1", o.concurrency)
	case o.repeats < 1:
		return fmt.Errorf("-repeats is %d; it must be at least 1", o.repeats)
	case !slices.Contains([]judge.Rule{judge.Majority, judge.Unanimous, judge.MeanPoints}, o.rule):
		return fmt.Errorf("-vote is %q; it must be majority, unanimous or mean_points", o.rule)
	case !slices.Contains([]judge.Tie{"", judge.TieMissing, judge.TieLowest, judge.TieHighest}, o.tie):
		return fmt.Errorf("-tie is %q; it must be missing, lowest or highest", o.tie)
	case o.votes()%2 == 0 && o.rule == judge.Majority && o.tie == "":
		return fmt.Errorf("%d votes can tie: say with -tie what then counts", o.votes())
	case o.quorum < 0 || o.quorum > o.votes():
		return fmt.Errorf("-quorum is %d of %d votes", o.quorum, o.votes())
	case o.maxTokens < 0:
		return fmt.Errorf("-judge-max-tokens is %d; it must not be negative", o.maxTokens)
	case o.resamples != 0 && o.resamples < 1000:
		return fmt.Errorf("-bootstrap is %d; it must be 0 or at least 1000", o.resamples)
	case o.seed != 0 && o.resamples == 0:
		return errors.New("-seed needs -bootstrap")
	case !(o.minCoverage >= 0 && o.minCoverage <= 1):
		return fmt.Errorf("-min-coverage is %v; it must be from 0 to 1", o.minCoverage)
	case o.spending.Cost > 0 && o.spending.Price == (judge.Price{}):
		return errors.New("-budget-cost needs -price-prompt and -price-completion")
	case len(o.merge) > 0 && o.ledger == "":
		return errors.New("-merge needs -ledger")
	case strings.ContainsRune(o.out, 0):
		return errors.New("-out holds a NUL")
	}
	price := o.spending.Price
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"budget-calls", float64(o.spending.Calls)}, {"budget-tokens", float64(o.spending.Tokens)}, {"budget-cost", o.spending.Cost},
		{"price-prompt", price.Prompt}, {"price-cached", price.Cached}, {"price-cache-write", price.CacheWrite}, {"price-completion", price.Completion},
	} {
		if !(f.value >= 0) || math.IsInf(f.value, 0) {
			return fmt.Errorf("-%s is %v; it must be a number from 0 on", f.name, f.value)
		}
	}
	return nil
}
