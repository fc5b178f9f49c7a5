package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics"
)

// shownSplits is the number of split criteria that the Markdown names.
const shownSplits = 5

// writeDiagnostics writes the diagnostics in short.
func (r *Report) writeDiagnostics(b *strings.Builder) {
	d := r.Diagnostics
	if d == nil {
		return
	}
	b.WriteString("\n## Diagnostics\n\n| Subset | Weight | Criteria met | 95 % interval | n | Missing allow |\n|---|---|---:|---|---:|---|\n")
	scopes := d.scopes()
	for _, s := range scopes {
		for _, side := range []struct {
			sign string
			rate MetRate
		}{{"positive", s.Positive}, {"negative", s.Negative}} {
			if l := (line{Estimate: side.rate.Rate}); l.N > 0 || side.rate.Missing > 0 {
				fmt.Fprintf(b, "| %s | %s | %s | %s | %d | %s |\n", escapeMarkdown(s.name), side.sign, number(l.Value), l.interval(), l.N, l.bounds())
			}
		}
	}
	b.WriteString("\n| Subset | Metric | Correlation with response length | 95 % interval | n |\n|---|---|---:|---|---:|\n")
	for _, s := range scopes {
		for _, l := range r.ordered(s.name, s.Length) {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d |\n", escapeMarkdown(l.scope), escapeMarkdown(l.metric), number(l.Value), l.interval(), l.N)
		}
	}
	if d.Panel != nil {
		d.Panel.write(b)
	}
}

// scope is a set of samples with its name.
type scope struct {
	name string
	VerdictDiagnostics
}

// scopes returns the subsets by name, and the whole where it is more than the one of them.
func (d *Diagnostics) scopes() []scope {
	var out []scope
	for _, name := range slices.Sorted(maps.Keys(d.Subsets)) {
		out = append(out, scope{scopeName(name, len(d.Subsets)), d.Subsets[name]})
	}
	if d.Whole != nil && len(out) != 1 {
		out = append(out, scope{allScope, *d.Whole})
	}
	return out
}

func (p *PanelDiagnostics) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n- Votes: %d criteria have two or more, %d of them are split; unanimous %s, AC1 %s, α %s\n",
		p.Criteria, p.Split, withInterval(p.Unanimous), withInterval(p.AC1), withInterval(p.Alpha.Estimate()))
	for _, m := range p.Members {
		fmt.Fprintf(b, "- %s: %d votes, %d missing", escapeMarkdown(m.Member), m.Votes, m.Missing)
		if m.FlipRate.N > 0 {
			fmt.Fprintf(b, "; its repeats agree on %s and flip on %s of %d criteria", withInterval(m.Unanimous), withInterval(m.FlipRate), m.FlipRate.N)
		}
		b.WriteString("\n")
	}
	for _, pair := range p.Pairs {
		v := pair.Verdicts
		fmt.Fprintf(b, "- %s with %s: raw agreement %s, κ %s, AC1 %s on %d verdicts; correlation of points %s\n", escapeMarkdown(pair.First), escapeMarkdown(pair.Second),
			withInterval(v.Raw), withInterval(v.Kappa), withInterval(v.AC1), v.N, withInterval(pair.Points))
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
				points = append(points, plainNumber(x))
			}
			votes = append(votes, name+" "+strings.Join(points, ", "))
		}
		fmt.Fprintf(b, "- Split: %s, criterion %s of weight %s: %s\n", escapeMarkdown(sampleName(d.Subset, d.Sample)), escapeMarkdown(d.Criterion),
			plainNumber(d.Weight), escapeMarkdown(strings.Join(votes, "; ")))
	}
}

// withInterval writes an estimate with its interval.
func withInterval(e metrics.Estimate) string {
	l := line{Estimate: e}
	if l.interval() == "–" {
		return "–"
	}
	return number(e.Value) + " " + l.interval()
}

// sampleName names a sample with its subset.
func sampleName(subset, id string) string {
	if subset == "" {
		return "sample " + id
	}
	return "sample " + id + " of " + subset
}
