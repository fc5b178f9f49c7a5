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
	out                string
	// labels and points are files with the labels of one report, labelsA and labelsB with those of two.
	labels, points, labelsA, labelsB string
	minCoverage                      float64
	// reports are the files to compare: two or more, or one with labels.
	reports []string
}

const usage = `compare says how runs of a benchmark differ, from the report.json that evaluate writes:

  go run ./examples/compare a/report.json b/report.json

Samples that both runs scored are compared one by one. Differences are the first report minus the
second; "~" stands before those that are not shown to be there. Runs that differ in more than the
answers, such as another prompt or judge, are refused with a list of all that differs.

Three reports or more give a table of each against each other:

  go run ./examples/compare a/report.json b/report.json c/report.json

With -labels it says how far one report's verdicts are those of experts, and corrects its scores:

  go run ./examples/compare -labels experts.csv a/report.json

The labels are lines of CSV or JSONL with the fields sample, criterion and met (true or false), named
as in the report. For rubrics on which a part of the points can be given, -points takes a file with
sample, criterion and points. With -labels-a and -labels-b, labels of the answers of two runs, their
difference is corrected too:

  go run ./examples/compare -labels-a a.csv -labels-b b.csv a/report.json b/report.json

-out DIR also writes the Markdown, the JSON and a page for the browser: comparison.md, comparison.json and
comparison.html, or agreement.md and so on where one report is held against labels, or comparisons.md and so
on for three reports or more.

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
	fs.StringVar(&o.out, "out", "", "a `folder` to write the Markdown, the JSON and the page to; it is made where it is not there")
	fs.StringVar(&o.labels, "labels", "", "hold one report against the labels in this `file`: .jsonl or .csv with sample, criterion and met, or the .json report of another judge")
	fs.StringVar(&o.points, "points", "", "hold one report against the points in this `file`: .jsonl or .csv with sample, criterion and points")
	fs.StringVar(&o.labelsA, "labels-a", "", "the `file` with labels of the first report's answers")
	fs.StringVar(&o.labelsB, "labels-b", "", "the `file` with labels of the second report's answers")
	fs.Float64Var(&o.minCoverage, "min-coverage", 0.95, "the least `share` of samples or labels compared, from 0 to 1")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	o.reports = fs.Args()
	return o, o.check()
}

// one says that one report is held against labels.
func (o options) one() bool { return o.labels != "" || o.points != "" }

// check returns the first thing that is wrong with the command line.
func (o options) check() error {
	switch {
	case o.labels != "" && o.points != "":
		return errors.New("-labels and -points are both given; a report is held against one of them")
	case o.one() && (o.labelsA != "" || o.labelsB != ""):
		return errors.New("-labels-a and -labels-b are for two reports, -labels and -points for one")
	case !o.one() && len(o.reports) < 2:
		return fmt.Errorf("two reports or more are needed; there are %d", len(o.reports))
	case o.one() && len(o.reports) != 1:
		return fmt.Errorf("-labels and -points take one report; there are %d", len(o.reports))
	case o.one() && (o.override || o.unpaired):
		return errors.New("-labels and -points take neither -override nor -unpaired")
	case (o.labelsA == "") != (o.labelsB == ""):
		return errors.New("-labels-a and -labels-b go together: a corrected difference needs labels of both runs")
	case o.labelsA != "" && (len(o.reports) != 2 || o.unpaired):
		return errors.New("-labels-a and -labels-b are for two reports, and not -unpaired")
	case o.format != "table" && o.format != "md" && o.format != "json":
		return fmt.Errorf("-format is %q; it must be table, md or json", o.format)
	case !(o.minCoverage >= 0 && o.minCoverage <= 1):
		return fmt.Errorf("-min-coverage is %v; it must be from 0 to 1", o.minCoverage)
	}
	return nil
}
