package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/markdown"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
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
	b.WriteString("\n## Diagnostics\n\n| Subset | Weight | Criteria met | 95 % interval | n | Missing allow |\n|---|---|---:|---|---:|---|\n")
	scopes := d.scopes()
	for _, s := range scopes {
		for _, side := range []struct {
			sign string
			rate MetRate
		}{{"positive", s.Positive}, {"negative", s.Negative}} {
			if l := (line{Estimate: side.rate.Rate}); l.N > 0 || side.rate.Missing > 0 {
				fmt.Fprintf(b, "| %s | %s | %s | %s | %d | %s |\n", markdown.Escape(s.name), side.sign, numeral.Of(l.Value), numeral.Interval(l.Estimate), l.N, numeral.Allowance(l.Estimate))
			}
		}
	}
	b.WriteString("\n| Subset | Metric | Correlation with response length | 95 % interval | n |\n|---|---|---:|---|---:|\n")
	for _, s := range scopes {
		for _, l := range r.ordered(s.name, s.Length) {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d |\n", markdown.Escape(l.scope), markdown.Escape(l.metric), numeral.Of(l.Value), numeral.Interval(l.Estimate), l.N)
		}
	}
	for _, s := range scopes {
		for _, sign := range []string{"positive", "negative"} {
			if e, ok := s.MetLength[sign]; ok {
				l := line{Estimate: e}
				fmt.Fprintf(b, "| %s | criteria of %s weight met | %s | %s | %d |\n", markdown.Escape(s.name), sign, numeral.Of(l.Value), numeral.Interval(l.Estimate), l.N)
			}
		}
	}
	if d.Panel != nil {
		d.Panel.write(b)
	}
}

// writeRepeats writes how scores vary between the repeats of a judge.
func (r *Report) writeRepeats(b *strings.Builder) {
	if len(r.Repeats) == 0 {
		return
	}
	b.WriteString("\n| Repeats of | Subset | Metric | Repeats | Mean | 95 % interval | n | SD between samples | SD between repeats | SE with one repeat |\n|---|---|---|---:|---:|---|---:|---:|---:|---:|\n")
	for _, member := range slices.Sorted(maps.Keys(r.Repeats)) {
		for _, subset := range slices.Sorted(maps.Keys(r.Repeats[member])) {
			own := r.Repeats[member][subset]
			means := map[string]metrics.Estimate{}
			for name, x := range own {
				means[name] = x.Mean
			}
			for _, l := range r.ordered(subset, means) {
				x := own[l.metric]
				fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %d | %s | %s | %s |\n", markdown.Escape(member), markdown.Escape(subset), markdown.Escape(l.metric),
					numeral.Plain(math.Round(100*x.Repeats)/100), numeral.Of(l.Value), numeral.Interval(l.Estimate), l.N, numeral.Of(math.Sqrt(x.Between)), numeral.Of(math.Sqrt(x.Within)), numeral.Of(x.SE(l.N, 1)))
			}
		}
	}
}

// writeBootstrap writes the resampled intervals.
func (r *Report) writeBootstrap(b *strings.Builder) {
	if r.Bootstrap == nil {
		return
	}
	fmt.Fprintf(b, "\n## Bootstrap\n\n%d resamples with seed %d.\n\n| Subset | Metric | Value | SD | 95 %% interval, percentile | BCa | n |\n|---|---|---:|---:|---|---|---:|\n", r.Bootstrap.Resamples, r.Bootstrap.Seed)
	write := func(scope string, of map[string]Intervals) {
		values := map[string]metrics.Estimate{}
		for name, x := range of {
			values[name] = x.Percentile.Estimate()
		}
		for _, l := range r.ordered(scope, values) {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %d |\n", markdown.Escape(scope), markdown.Escape(l.metric), numeral.Of(l.Value), numeral.Of(l.SE), numeral.Interval(l.Estimate),
				numeral.Interval(of[l.metric].BCa.Estimate()), l.N)
		}
	}
	for _, subset := range slices.Sorted(maps.Keys(r.Bootstrap.Subsets)) {
		write(subset, r.Bootstrap.Subsets[subset])
	}
	if len(r.Bootstrap.Subsets) > 1 {
		write(allScope, r.Bootstrap.Metrics)
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
