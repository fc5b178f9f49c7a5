// Command compare says how two runs of a benchmark differ, and how far a run's verdicts are those of
// experts, from the reports that evaluate writes.
//
// Run it with -h for its flags.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2 // bad usage or input: nothing was compared
	exitLowCoverage = 3
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program.
func run(args []string, stdout, stderr io.Writer) int {
	fail := func(code int, err error) int {
		fmt.Fprintln(stderr, "compare:", err)
		return code
	}
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return fail(exitUsage, err)
	}
	out, done, of, err := o.result()
	if err != nil {
		return fail(exitUsage, err)
	}
	if err := o.write(stdout, out); err != nil {
		return fail(exitFailed, err)
	}
	if share := float64(done) / float64(max(of, 1)); share < o.minCoverage {
		return fail(exitLowCoverage, fmt.Errorf("%d of %d are compared; -min-coverage is %v", done, of, o.minCoverage))
	}
	return exitDone
}

// result is what a command line asks for, with how many samples or labels were compared, of how many.
func (o options) result() (out output, done, of int, err error) {
	a, err := read(o.reports[0])
	if err != nil {
		return nil, 0, 0, err
	}
	if o.labels != "" {
		g, err := o.agreement(a)
		if err != nil {
			return nil, 0, 0, err
		}
		return g, g.Compared, g.Labels, nil
	}
	b, err := read(o.reports[1])
	if err != nil {
		return nil, 0, 0, err
	}
	nameA, nameB := names(o.reports[0], o.reports[1])
	c, err := report.Compare(a, b, report.CompareOptions{
		NameA: nameA, NameB: nameB, Override: o.override, Unpaired: o.unpaired, Seed: o.seed,
	})
	if mismatch := new(report.MismatchError); errors.As(err, &mismatch) {
		return nil, 0, 0, fmt.Errorf("%w\n-override compares them all the same", err)
	}
	if err != nil {
		return nil, 0, 0, err
	}
	all := a.Coverage.Samples + b.Coverage.Samples
	if c.Paired {
		all -= c.Pairs.Shared // counted in both
	}
	return c, c.Pairs.Compared, all, nil
}

// output is what is printed.
type output interface {
	fmt.Stringer
	Markdown() string
	WriteJSON(to io.Writer) error
}

// write prints the result in the form that -format asks for.
func (o options) write(to io.Writer, out output) error {
	switch o.format {
	case "json":
		return out.WriteJSON(to)
	case "md":
		_, err := io.WriteString(to, out.Markdown())
		return err
	}
	_, err := io.WriteString(to, out.String())
	return err
}

// read reads a report.
func read(path string) (*report.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rep, err := report.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rep.Samples) == 0 {
		return nil, fmt.Errorf("%s: the report has no samples", path)
	}
	return rep, nil
}

// agreement holds a report against -labels: experts' labels, or another judge's report.
func (o options) agreement(rep *report.Report) (*report.Agreement, error) {
	if strings.EqualFold(filepath.Ext(o.labels), ".json") {
		other, err := read(o.labels)
		if err != nil {
			return nil, err
		}
		return rep.AgreementWith(other)
	}
	labels, err := agreement.Load(o.labels)
	if err != nil {
		return nil, err
	}
	return rep.Agreement(labels)
}

// names names two runs by their files, or by their folders where the files are just report.json.
func names(a, b string) (string, string) {
	short := func(path string) string {
		base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if dir := filepath.Base(filepath.Dir(path)); base == "report" && dir != "." && dir != string(filepath.Separator) {
			return dir
		}
		return base
	}
	if short(a) == short(b) {
		return a, b
	}
	return short(a), short(b)
}
