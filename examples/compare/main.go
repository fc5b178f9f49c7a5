// Command compare says how runs of a benchmark differ, and how far a run's verdicts are those of experts,
// from the reports that evaluate writes.
//
// Run it with -h for its flags.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assize-eval/assize/examples/internal/whole"
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
	r, err := o.result()
	if err != nil {
		return fail(exitUsage, err)
	}
	if err := o.write(stdout, r.out); err != nil {
		return fail(exitFailed, err)
	}
	if err := o.save(r); err != nil {
		return fail(exitFailed, err)
	}
	for _, c := range r.counts {
		if share := float64(c.done) / float64(max(c.of, 1)); share < o.minCoverage {
			return fail(exitLowCoverage, fmt.Errorf("%s%d of %d are compared; -min-coverage is %v", c.what, c.done, c.of, o.minCoverage))
		}
	}
	return exitDone
}

// result is what a command line asks for, with how many samples or labels were compared, of how many.
type result struct {
	out output
	// name is that of the files, without their endings.
	name string
	// page writes the result as a page.
	page   func(io.Writer) error
	counts []count
}

type count struct {
	what     string
	done, of int
}

// result compares what the command line names.
func (o options) result() (result, error) {
	reports := make([]*report.Report, len(o.reports))
	for i, path := range o.reports {
		var err error
		if reports[i], err = read(path); err != nil {
			return result{}, err
		}
	}
	if o.one() {
		g, err := o.agreement(reports[0])
		if err != nil {
			return result{}, err
		}
		page := func(w io.Writer) error {
			return reports[0].WritePageWith(w, report.PageOptions{Agreement: g})
		}
		return result{g, "agreement", page, []count{{"", g.Compared, g.Labels}}}, nil
	}
	opts := report.CompareOptions{Override: o.override, Unpaired: o.unpaired, Seed: o.seed}
	runs := make([]report.NamedReport, len(reports))
	for i, name := range names(o.reports) {
		runs[i] = report.NamedReport{Name: name, Report: reports[i]}
	}
	if len(runs) > 2 {
		m, err := report.CompareAll(runs, opts)
		if err != nil {
			return result{}, refused(err)
		}
		return result{m, "comparisons", m.WritePage, coverage(m, runs, o.unpaired)}, nil
	}
	opts.NameA, opts.NameB = runs[0].Name, runs[1].Name
	for _, f := range []struct {
		path string
		to   *[]agreement.Label
	}{{o.labelsA, &opts.LabelsA}, {o.labelsB, &opts.LabelsB}} {
		if f.path != "" {
			var err error
			if *f.to, err = agreement.Load(f.path); err != nil {
				return result{}, err
			}
			*f.to = append([]agreement.Label{}, *f.to...) // an empty file is no missing one
		}
	}
	c, err := report.Compare(reports[0], reports[1], opts)
	if err != nil {
		return result{}, refused(err)
	}
	return result{c, "comparison", c.WritePage, []count{pairs("", c.Pairs, reports[0], reports[1], o.unpaired)}}, nil
}

// refused adds what can be done about runs that are refused.
func refused(err error) error {
	if mismatch := new(report.MismatchError); errors.As(err, &mismatch) {
		return fmt.Errorf("%w\n-override compares them all the same", err)
	}
	return err
}

// pairs counts the samples of two runs that were compared.
func pairs(what string, p report.Pairing, a, b *report.Report, unpaired bool) count {
	all := a.Coverage.Samples + b.Coverage.Samples
	if !unpaired {
		all -= p.Shared // counted in both
	}
	return count{what, p.Compared, all}
}

// coverage counts the samples that were compared of each pair of runs.
func coverage(m *report.Matrix, runs []report.NamedReport, unpaired bool) (counts []count) {
	at := 0
	for i, a := range runs {
		for _, b := range runs[i+1:] {
			counts = append(counts, pairs(a.Name+" against "+b.Name+": ", m.Pairs[at], a.Report, b.Report, unpaired))
			at++
		}
	}
	return counts
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

// save writes the Markdown, the JSON and the page into the folder of -out: all of them or none.
func (o options) save(r result) error {
	if o.out == "" {
		return nil
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	if err := whole.Clear(o.out); err != nil {
		return err
	}
	markdown := func(w io.Writer) error {
		_, err := io.WriteString(w, r.out.Markdown())
		return err
	}
	return whole.Write(o.out, []whole.File{
		{Name: r.name + ".json", Write: r.out.WriteJSON}, {Name: r.name + ".md", Write: markdown}, {Name: r.name + ".html", Write: r.page},
	})
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
func (o options) agreement(rep *report.Report) (g *report.Agreement, err error) {
	defer func() {
		// What the labels' file itself has wrong is said with its name.
		if path := cmp.Or(o.labels, o.points); err != nil && !strings.Contains(err.Error(), path) {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	if o.points != "" {
		points, err := agreement.LoadPoints(o.points)
		if err != nil {
			return nil, err
		}
		return rep.PointAgreement(points)
	}
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

// names names runs by their files, or by their folders where the files are just report.json, and by the
// whole paths where two of those are alike.
func names(paths []string) []string {
	out := make([]string, len(paths))
	seen := map[string]bool{}
	for i, path := range paths {
		out[i] = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if dir := filepath.Base(filepath.Dir(path)); out[i] == "report" && dir != "." && dir != string(filepath.Separator) {
			out[i] = dir
		}
		if seen[out[i]] {
			return paths
		}
		seen[out[i]] = true
	}
	return out
}
