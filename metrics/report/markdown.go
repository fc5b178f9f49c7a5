package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics"
)

// Markdown returns the report as Markdown for a pull request or a notebook: the metrics, the slices,
// diagnostics, coverage, provenance and warnings, without the single samples. Text from outside is escaped.
func (r *Report) Markdown() string {
	if r == nil {
		return "no report\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escapeMarkdown(cmp.Or(r.Benchmark, "Report")))
	for _, s := range r.Warnings {
		fmt.Fprintf(&b, "> **Warning:** %s\n>\n", escapeMarkdown(s))
	}
	if len(r.Warnings) > 0 {
		b.WriteString("\n")
	}
	writeTable(&b, "Subset", r.lines())
	b.WriteString("\n")
	for _, d := range r.Definitions {
		if d.About != "" {
			fmt.Fprintf(&b, "- %s: %s\n", codeSpan(d.Name), escapeMarkdown(d.About))
		}
	}
	for _, dimension := range slices.Sorted(maps.Keys(r.Groups)) {
		fmt.Fprintf(&b, "\n## By %s\n\n", escapeMarkdown(dimension))
		writeTable(&b, "Slice", r.groupLines(r.Groups[dimension]))
	}
	r.writeDiagnostics(&b)
	fmt.Fprintf(&b, "\n## Coverage\n\n%s\n\n## Provenance\n\n", escapeMarkdown(r.Coverage.String()))
	for _, f := range r.facts() {
		fmt.Fprintf(&b, "- %s: %s\n", f.name, escapeMarkdown(f.value))
	}
	return b.String()
}

func writeTable(b *strings.Builder, scope string, lines []line) {
	fmt.Fprintf(b, "| %s | Metric | Value | SE | 95 %% interval | n | Missing allow |\n|---|---|---:|---:|---|---:|---|\n", scope)
	for _, l := range lines {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %d | %s |\n", escapeMarkdown(l.scope), escapeMarkdown(l.metric),
			number(l.Value), number(l.SE), l.interval(), l.N, l.bounds())
	}
}

// groupLines returns the rows of one dimension, by label.
func (r *Report) groupLines(labels map[string]map[string]metrics.Estimate) []line {
	var out []line
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		out = append(out, r.ordered(label, labels[label])...)
	}
	return out
}

// escapeMarkdown keeps text from being read as Markdown, as HTML or as an address that becomes a link, and
// on one line. Control characters are named, as on the page.
func escapeMarkdown(s string) string {
	s = strings.NewReplacer("\n", " ", "\t", " ").Replace(visible(s))
	var b strings.Builder
	for i, c := range s {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&$", c) || c == ':' && strings.HasPrefix(s[i:], "://") ||
			c == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www") {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// codeSpan returns text as code: between more backticks than it holds in a row.
func codeSpan(s string) string {
	s = strings.NewReplacer("\n", " ", "\t", " ").Replace(visible(s))
	if s == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}
