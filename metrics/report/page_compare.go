package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// WritePage writes the comparison as one HTML file that stands alone, like that of a report
// ([Report.WritePage]): it loads nothing, text from outside is shown as text, and it stays under 1 MB up
// to 1,100 samples. It has the differences with their intervals drawn around zero, p-values and what
// could have been found, all settings that differ, the slices, the verdicts, and the samples with the
// largest differences first, each down to the criteria on which the verdicts differ.
//
// The samples and the judges' raw replies come from the reports of the runs ([ComparedRun.Report]); without
// them, and in an unpaired comparison, the page has none. What does not fit is left out as in the page of a
// report. Equal comparisons give equal bytes.
func (c *Comparison) WritePage(w io.Writer) error { return c.WritePageWith(w, PageOptions{}) }

// WritePageWith is [Comparison.WritePage] with options, of which Agreement is not used.
func (c *Comparison) WritePageWith(w io.Writer, opts PageOptions) error {
	if c == nil {
		c = &Comparison{}
	}
	view, pairs := newComparePage(c)
	p := document.NewPacker(pairs, func(s []samplePair, l document.Limit) any { return newPairChunk(s, l) })
	p.Pairs = true
	p.Replies = slices.ContainsFunc(pairs, func(p samplePair) bool { return len(p.a.Replies)+len(p.b.Replies) > 0 })
	if err := document.Write(w, "comparison", view, cmp.Or(opts.Bytes, document.Size(len(pairs))), p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// comparePage is what the template of a comparison shows.
type comparePage struct {
	*Comparison
	Lead, Finding     string
	Notes             []string
	Headline          differences
	Corrected         *differenceGroups
	Gains             []gainRow
	Runs              []runView
	Settings          []entry
	Slices            []differenceDimension
	Verdicts          *criteriaView
	Columns           []pairColumn
	Rows              []pairRow
	Subsets, Statuses []string
	Chunk             int
}

// runView is one of the runs.
type runView struct {
	Name     string
	Coverage coverageView
	Entries  []entry
}

func newComparePage(c *Comparison) (comparePage, []samplePair) {
	metric := ""
	if len(c.Differences) > 0 {
		metric = c.Differences[0].Metric
	}
	pairs := c.pairs(metric)
	p := comparePage{
		Comparison: c, Lead: c.lead(), Finding: c.finding(metric), Notes: c.notes(), Headline: c.tabulate(), Corrected: c.correctedGroups(), Gains: c.gains(),
		Runs: []runView{c.A.view(), c.B.view()}, Settings: c.A.settings(), Slices: c.dimensions(), Verdicts: c.criteria(pairs), Chunk: document.ChunkSamples,
	}
	p.Columns = c.pairColumns()
	p.Rows = c.pairRows(pairs, p.Columns)
	for _, row := range p.Rows {
		p.Subsets, p.Statuses = append(p.Subsets, row.Subset), append(p.Statuses, row.Status)
	}
	for _, list := range []*[]string{&p.Subsets, &p.Statuses} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return p, pairs
}

// gainRow says what repeats gain.
type gainRow struct{ Scope, Metric, Once, Now, Noiseless string }

// gains returns what repeats gain; none where answers were judged once.
func (c *Comparison) gains() []gainRow {
	var out []gainRow
	for _, r := range c.Repeats {
		out = append(out, gainRow{r.Scope, r.Metric, numeral.Of(r.Once), numeral.Of(r.Now), numeral.Of(r.Noiseless)})
	}
	return out
}

// lead says on what the comparison rests.
func (c *Comparison) lead() string {
	if !c.Paired {
		return numeral.Plural(c.Pairs.Compared, "sample", "samples") + " compared, unpaired" + c.Pairs.dropped()
	}
	return c.Pairs.lead()
}

// lead says how many shared samples were compared, and what became of the others.
func (p Pairing) lead() string {
	return numeral.Count(p.Compared) + " of " + numeral.Plural(p.Shared, "shared sample", "shared samples") + " compared" + p.dropped()
}

// dropped says what became of the samples that were not compared.
func (p Pairing) dropped() (s string) {
	for _, d := range p.Dropped {
		s += fmt.Sprintf(", %s %s", numeral.Count(d.Count), d.Reason)
	}
	return s
}

// finding says in a sentence how the runs differ in a metric over the whole run, where it has one.
func (c *Comparison) finding(metric string) string {
	at := slices.IndexFunc(c.Differences, func(d Difference) bool { return d.Metric == metric && d.Scope == allScope })
	if at < 0 {
		at = slices.IndexFunc(c.Differences, func(d Difference) bool { return d.Scope == allScope })
	}
	if at < 0 && len(byMetric(c.Differences)) == len(c.Differences) {
		at = 0
	}
	if at < 0 || len(c.Differences) == 0 {
		return ""
	}
	d := c.Differences[at]
	x := d.Test.Difference.Value
	switch {
	case !isFinite(x):
		return ""
	case d.Different() && x > 0:
		return fmt.Sprintf("%s is higher than %s on %s by %s.", c.A.Name, c.B.Name, d.Metric, numeral.Of(x))
	case d.Different():
		return fmt.Sprintf("%s is higher than %s on %s by %s.", c.B.Name, c.A.Name, d.Metric, numeral.Of(-x))
	}
	s := fmt.Sprintf("No difference on %s is shown.", d.Metric)
	if isFinite(d.Test.Detectable) {
		s += fmt.Sprintf(" One of %s or more would have been found with a power of %.0f %%.", numeral.Of(d.Test.Detectable), 100*c.Power)
	}
	return s
}

// notes are the warnings but for those of settings that differ, which the page lists apart.
func (c *Comparison) notes() []string {
	return slices.DeleteFunc(slices.Clone(c.Warnings), func(s string) bool {
		return slices.ContainsFunc(c.Overridden, func(m Mismatch) bool { return strings.HasPrefix(s, "the runs differ in "+m.Setting+": ") })
	})
}

// view shows a run by itself.
func (r ComparedRun) view() runView {
	v := runView{Name: r.Name, Coverage: r.Coverage.view()}
	for _, e := range []entry{{"Model", r.Provenance.Model}, {"Answers, SHA-256", r.Provenance.Dataset.AnswersSHA256}} {
		if e.Value != "" {
			v.Entries = append(v.Entries, e)
		}
	}
	if r.Report != nil {
		spent := r.Report.Usage
		if earlier := r.Report.EarlierUsage; earlier != nil {
			spent = spent.Add(*earlier)
		}
		v.Entries = append(v.Entries, usageLines(spent)...)
	}
	return v
}

// settings list what the run rests on, which other runs share where it is not listed as different.
func (r ComparedRun) settings() []entry {
	return slices.DeleteFunc(r.Provenance.facts(), func(e entry) bool { return e.Name == "Answers" || e.Name == "Model" })
}
