package report

import (
	"cmp"
	"fmt"
	"io"

	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// PageOptions say what the page of a report or a comparison holds. The zero value is that of
// [Report.WritePage] and [Comparison.WritePage].
type PageOptions struct {
	// Bytes is the size that the page keeps to by shortening texts; 0 is 1 MB up to 1,100 samples and 909
	// bytes for each sample beyond. Below 0 the page holds everything whole, whatever its size. Every
	// sample, verdict and number is in any page, also where that takes more.
	Bytes int
	// Agreement says how far the report's verdicts are those of a reference; nil without one.
	Agreement *Agreement
}

// WritePage writes the report as one HTML file that stands alone: it loads nothing, and what its
// script does not do it shows without. It has the metrics with their intervals, coverage, warnings
// and slices, the distribution over the samples, diagnostics, usage and provenance, and each sample down
// to the grades of its criteria and the judges' raw replies, which a browser unpacks when a sample is
// opened.
//
// Text from outside is shown as text, whatever it holds: nothing in it runs, bytes that are not
// UTF-8 become U+FFFD, and control characters are named. A policy in the page forbids all scripts
// but its own, and every request.
//
// The page stays under 1 MB up to 1,100 samples and under 909 bytes for each sample beyond. What does
// not fit is left out in this order: raw replies from which a verdict was read as it stood, IDs of
// criteria, and the ends of long texts, of explanations before criteria. The page says so, and a reader
// can open the report's JSON in it, as [Report.WriteJSON] wrote it, to have everything. Equal reports
// give equal bytes.
func (r *Report) WritePage(w io.Writer) error { return r.WritePageWith(w, PageOptions{}) }

// WritePageWith is [Report.WritePage] with options.
func (r *Report) WritePageWith(w io.Writer, opts PageOptions) error {
	if r == nil {
		r = &Report{}
	}
	if err := document.Write(w, "report", newPage(r, opts), cmp.Or(opts.Bytes, document.Size(len(r.Samples))), r.packer()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// page is what the template of a report shows.
type page struct {
	*Report
	Size     string
	Headline intervals
	Panel    []panelTable
	Cover    coverageView
	RanOn    []entry
	Slices   []dimension
	Shapes   []plot.Histogram
	// Quality and Agreement say how far the judge can be believed, and Judge that there is one of them.
	Quality   *qualityView
	Agreement *agreementView
	Judge     bool
	// Repeats say how scores vary between repeats, and Bootstrap has resampled intervals.
	Repeats   []repeatRow
	Bootstrap *bootstrapView
	Usage     []entry
	// Costs are what was spent besides.
	Costs    []costView
	Facts    []entry
	Scores   []string
	Rows     []sampleRow
	Subsets  []string
	Statuses []Status
	// Chunk is the number of samples in a line of the packed details.
	Chunk int
}

func newPage(r *Report, opts PageOptions) page {
	scores := r.scoreNames()
	declared := r.declared(scores)
	p := page{
		Report: r, Size: numeral.Plural(r.Coverage.Samples, "sample", "samples"), Headline: r.tabulate("Subset", r.lines()), Panel: r.panel(), Cover: r.Coverage.view(), RanOn: r.ranOn(), Slices: r.dimensions(),
		Shapes: r.histograms(declared), Usage: usageLines(r.Usage), Scores: scores, Rows: r.sampleRows(scores),
		Subsets: r.subsets(), Statuses: r.statuses(), Chunk: document.ChunkSamples,
		Quality: r.quality(declared), Agreement: opts.Agreement.view(), Costs: r.costs(), Facts: r.Provenance.facts(),
		Repeats: r.repeatRows(), Bootstrap: r.bootstrapped(),
	}
	if n := r.Provenance.Dataset.Criteria; n > 0 {
		p.Size += ", " + numeral.Plural(n, "criterion", "criteria")
	}
	p.Judge = p.Quality != nil || p.Agreement != nil || p.Panel != nil || p.Repeats != nil
	return p
}
