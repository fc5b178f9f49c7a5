package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// pageSize is the size in bytes that a page keeps to, and sampleSize what it may take for each
// sample when there are so many that they need more.
const (
	pageSize   = 1_000_000
	sampleSize = pageSize / 1100
)

// PageOptions say what a report's page holds. The zero value is that of [Report.WritePage].
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
	if err := writeDocument(w, "report", newPage(r, opts), roomFor(opts.Bytes, len(r.Samples)), r.packer()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// roomFor returns the size that a page of samples keeps to; below 0 for any.
func roomFor(bytes, samples int) int { return cmp.Or(bytes, max(pageSize, sampleSize*samples)) }

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

// entry is a name with its value.
type entry struct{ Name, Value string }

func newPage(r *Report, opts PageOptions) page {
	scores := r.scoreNames()
	p := page{
		Report: r, Size: numeral.Plural(r.Coverage.Samples, "sample", "samples"), Headline: r.tabulate("Subset", r.lines()), Panel: r.panel(), Cover: r.Coverage.view(), RanOn: r.ranOn(), Slices: r.dimensions(),
		Shapes: r.histograms(scores), Usage: usageLines(r.Usage), Scores: scores, Rows: r.sampleRows(scores),
		Subsets: r.subsets(), Statuses: r.statuses(), Chunk: chunkSamples,
		Quality: r.quality(scores), Agreement: opts.Agreement.view(), Costs: r.costs(),
		Repeats: r.repeatRows(), Bootstrap: r.bootstrapped(),
	}
	if n := r.Provenance.Dataset.Criteria; n > 0 {
		p.Size += ", " + numeral.Plural(n, "criterion", "criteria")
	}
	p.Judge = p.Quality != nil || p.Agreement != nil || p.Panel != nil || p.Repeats != nil
	for _, f := range r.facts() {
		if !strings.HasPrefix(f.name, "Usage") {
			p.Facts = append(p.Facts, entry{f.name, f.value})
		}
	}
	return p
}

//go:embed page
var pageFiles embed.FS

// scripts are the parts of the script, in their order.
var scripts = []string{"text.js", "chunks.js", "grades.js", "pairs.js", "samples.js"}

// pageParts are the templates with the style and the script that they share.
type pageParts struct {
	templates             *template.Template
	style, script, policy template.HTML
}

var loadPage = sync.OnceValues(func() (pageParts, error) {
	var parts pageParts
	style, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return parts, err
	}
	script := []byte("(() => {\n\"use strict\";\n")
	for _, name := range scripts {
		part, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return parts, err
		}
		script = append(script, part...)
	}
	script = append(script, "})();\n"...)
	// The policy allows this style and this script by their hashes, and nothing else.
	parts.policy = template.HTML(fmt.Sprintf(
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'">`,
		hashSource(style), hashSource(script)))
	parts.style = template.HTML("<style>" + string(style) + "</style>")
	parts.script = template.HTML("<script>" + string(script) + "</script>")
	parts.templates, err = template.New("page").Funcs(template.FuncMap{
		"text": outside.Visible, "lang": outside.Language, "count": numeral.Count[int],
		"policy": func() template.HTML { return parts.policy },
		"style":  func() template.HTML { return parts.style },
		"script": func() template.HTML { return parts.script },
	}).ParseFS(pageFiles, "page/*.tmpl")
	return parts, err
})

// hashSource returns the source expression of a policy that allows a text.
func hashSource(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writeDocument writes the document of the named template, with the details that fit into the room that
// is left of size bytes, and the end of the document.
func writeDocument(w io.Writer, name string, view any, size int, p packer) error {
	parts, err := loadPage()
	if err != nil {
		return err
	}
	var top, end bytes.Buffer
	if err := parts.templates.ExecuteTemplate(&top, name, view); err != nil {
		return err
	}
	if err := parts.templates.ExecuteTemplate(&end, "end", p.ending(limits[0])); err != nil {
		return err
	}
	// The end says to what the texts were shortened, in up to endRoom bytes more.
	const endRoom = 1000
	room := -1
	if size >= 0 {
		room = max(0, size-top.Len()-end.Len()-endRoom)
	}
	d, err := p.fit(room)
	if err != nil {
		return err
	}
	end.Reset()
	if err := parts.templates.ExecuteTemplate(&end, "end", p.ending(d.limit)); err != nil {
		return err
	}
	for _, b := range [][]byte{top.Bytes(), []byte(d.packed), end.Bytes()} {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}
