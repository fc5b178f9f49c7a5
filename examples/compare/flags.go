package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// options are the command line.
type options struct {
	override, unpaired bool
	seed               uint64
	format             string
	labels             string
	minCoverage        float64
	// reports are the files to compare: two, or one with labels.
	reports []string
}

const usage = `compare says how two runs of a benchmark differ, from the report.json that evaluate writes:

  go run ./examples/compare results-a/report.json results-b/report.json

Samples that both runs scored are compared one by one. Differences are the first report minus the
second; "~" stands before those that are not shown to be there. Runs that differ in more than the
answers, such as another prompt or judge, are refused with a list of all that differs.

With -labels it says how far one report's verdicts are those of experts, and corrects its scores:

  go run ./examples/compare -labels experts.csv results-a/report.json

Exit codes: 0 done, 1 failed, 2 bad usage or input, refused runs among it, 3 done but fewer samples
or labels compared than -min-coverage asks for.

`

// parse reads the command line and checks it.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usage); fs.PrintDefaults() }
	fs.BoolVar(&o.override, "override", false, "compare runs with different settings too; the output says what differs")
	fs.BoolVar(&o.unpaired, "unpaired", false, "compare the means alone, as of runs on different samples")
	fs.Uint64Var(&o.seed, "seed", 0, "the `seed` of the sign-flip tests")
	fs.StringVar(&o.format, "format", "table", "the `form` of the output: table, md or json")
	fs.StringVar(&o.labels, "labels", "", "hold one report against the labels in this `file`: .jsonl or .csv with sample, criterion and met, or the .json report of another judge")
	fs.Float64Var(&o.minCoverage, "min-coverage", 0.95, "the least `share` of samples or labels compared, from 0 to 1")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	o.reports = fs.Args()
	return o, o.check()
}

// check returns the first thing that is wrong with the command line.
func (o options) check() error {
	switch {
	case o.labels == "" && len(o.reports) != 2:
		return fmt.Errorf("two reports are needed; there are %d", len(o.reports))
	case o.labels != "" && len(o.reports) != 1:
		return fmt.Errorf("-labels takes one report; there are %d", len(o.reports))
	case o.labels != "" && (o.override || o.unpaired):
		return errors.New("-labels takes neither -override nor -unpaired")
	case o.format != "table" && o.format != "md" && o.format != "json":
		return fmt.Errorf("-format is %q; it must be table, md or json", o.format)
	case !(o.minCoverage >= 0 && o.minCoverage <= 1):
		return fmt.Errorf("-min-coverage is %v; it must be from 0 to 1", o.minCoverage)
	}
	return nil
}
