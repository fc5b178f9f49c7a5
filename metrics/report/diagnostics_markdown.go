package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// shownSplits is the number of split criteria that the Markdown names.
const shownSplits = 5

// writeDiagnostics writes the diagnostics in short.
func (r *Report) writeDiagnostics(b *strings.Builder) {
	defer r.writeBootstrap(b)
	d := r.Diagnostics
	if d == nil {
		return
	}
	defer r.writeRepeats(b)
	b.WriteString("\n## Diagnostics\n\n" + d.rateTable().Markdown())
	b.WriteString("\n" + r.lengthTable().Markdown())
	if d.Panel != nil {
		d.Panel.write(b)
	}
}

// rateTable has the rates at which criteria are met, or their shares of points.
func (d *Diagnostics) rateTable() table.Table {
	value := "Criteria met"
	if d.inPoints() {
		value = "Share of points"
	}
	t := table.Table{Columns: slices.Concat(table.Names("Subset", "Weight"), table.Numbers(value), table.Notes("95 % interval"), table.Numbers("n"), table.Notes("Missing allow"))}
	for _, l := range d.rateLines() {
		t.Rows = append(t.Rows, []string{l.scope, l.metric, numeral.Of(l.Value), numeral.Interval(l.Estimate), fmt.Sprint(l.N), numeral.Allowance(l.Estimate)})
	}
	return t
}

// lengthTable has the correlations with the length of the responses.
func (r *Report) lengthTable() table.Table {
	t := table.Table{Columns: slices.Concat(table.Names("Subset", "Metric"), table.Numbers("Correlation with response length"), table.Notes("95 % interval"), table.Numbers("n"))}
	for _, l := range r.lengthLines() {
		t.Rows = append(t.Rows, []string{l.scope, l.metric, numeral.Of(l.Value), numeral.Interval(l.Estimate), fmt.Sprint(l.N)})
	}
	return t
}

// writeRepeats writes how scores vary between the repeats of a judge.
func (r *Report) writeRepeats(b *strings.Builder) {
	if len(r.Repeats) == 0 {
		return
	}
	t := table.Table{Columns: slices.Concat(table.Names("Repeats of", "Subset", "Metric"), table.Numbers("Repeats", "Mean"), table.Notes("95 % interval"),
		table.Numbers("n", "SD between samples", "SD between repeats", "SE with one repeat"))}
	for _, l := range r.repeatLines() {
		between, within, once := l.spread()
		t.Rows = append(t.Rows, []string{l.member, l.scope, l.metric, l.repeats(), numeral.Of(l.Value), numeral.Interval(l.Estimate), fmt.Sprint(l.N), between, within, once})
	}
	b.WriteString("\n" + t.Markdown())
}

// writeBootstrap writes the resampled intervals.
func (r *Report) writeBootstrap(b *strings.Builder) {
	if r.Bootstrap == nil {
		return
	}
	t := table.Table{Columns: slices.Concat(table.Names("Subset", "Metric"), table.Numbers("Value", "SD"), table.Notes("95 % interval, percentile", "BCa"), table.Numbers("n"))}
	for _, l := range r.bootstrapLines() {
		t.Rows = append(t.Rows, []string{l.scope, l.metric, numeral.Of(l.Value), numeral.Of(l.SE), numeral.Interval(l.Estimate), numeral.Interval(l.bca), fmt.Sprint(l.N)})
	}
	fmt.Fprintf(b, "\n## Bootstrap\n\n%d resamples with seed %d.\n\n%s", r.Bootstrap.Resamples, r.Bootstrap.Seed, t.Markdown())
}

func (p *PanelDiagnostics) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n- Votes: %d criteria have two or more, %d of them are split; unanimous %s, AC1 %s, α %s\n",
		p.Criteria, p.Split, numeral.WithInterval(p.Unanimous), numeral.WithInterval(p.AC1), numeral.WithInterval(p.Alpha.Estimate()))
	for _, m := range p.Members {
		fmt.Fprintf(b, "- %s: %d votes, %d missing", markdown.Escape(m.Member), m.Votes, m.Missing)
		if m.FlipRate.N > 0 {
			fmt.Fprintf(b, "; its repeats agree on %s and flip on %s of %d criteria", numeral.WithInterval(m.Unanimous), numeral.WithInterval(m.FlipRate), m.FlipRate.N)
		}
		b.WriteString("\n")
	}
	for _, pair := range p.Pairs {
		v := pair.Verdicts
		fmt.Fprintf(b, "- %s with %s: raw agreement %s, κ %s, AC1 %s on %d verdicts; correlation of points %s\n", markdown.Escape(pair.First), markdown.Escape(pair.Second),
			numeral.WithInterval(v.Raw), numeral.WithInterval(v.Kappa), numeral.WithInterval(v.AC1), v.N, numeral.WithInterval(pair.Points))
	}
	for i, d := range p.Disagreements {
		if i == shownSplits {
			fmt.Fprintf(b, "- … and %d more\n", p.Split-shownSplits)
			break
		}
		var votes []string
		for _, name := range slices.Sorted(maps.Keys(d.Votes)) {
			var points []string
			for _, x := range d.Votes[name] {
				points = append(points, numeral.Plain(x))
			}
			votes = append(votes, name+" "+strings.Join(points, ", "))
		}
		fmt.Fprintf(b, "- Split: %s, criterion %s of weight %s: %s\n", markdown.Escape(sampleName(d.Subset, d.Sample)), markdown.Escape(d.Criterion),
			numeral.Plain(d.Weight), markdown.Escape(strings.Join(votes, "; ")))
	}
}

// sampleName names a sample with its subset.
func sampleName(subset, id string) string {
	if subset == "" {
		return "sample " + id
	}
	return "sample " + id + " of " + subset
}
