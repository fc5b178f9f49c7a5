package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// warn says what a reader of the comparison should know.
func (c *comparer) warn() {
	out, w := c.out, []string{}
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	for _, m := range out.Overridden {
		add("the runs differ in %s: %s in %s, %s in %s", m.Setting, m.A, out.A.Name, m.B, out.B.Name)
	}
	if !out.Paired {
		add("unpaired: samples that both runs share are treated as different ones")
	}
	if answers := out.A.Provenance.Dataset.AnswersSHA256; answers != "" && answers == out.B.Provenance.Dataset.AnswersSHA256 {
		add("both runs graded the same answers: what differs is the grading")
	}
	if n := len(out.Pairs.Dropped); n > 0 {
		add("not compared: %s", out.Pairs.reasons())
	}
	if c.reworded > 0 {
		add("%s graded by another rubric in the other run", numeral.Plural(c.reworded, "shared sample was", "shared samples were"))
	}
	for _, run := range []ComparedRun{out.A, out.B} {
		if n := run.Coverage.Missing; n > 0 && run.Provenance.Missing == Official {
			add("%s of %s count as no points", numeral.Plural(n, "missing verdict", "missing verdicts"), run.Name)
		}
	}
	if out.Criteria != nil && out.Criteria.All.Partial > 0 && out.Criteria.Points == nil {
		v := out.Criteria.All
		add("%d of %d criteria got a part of their points in one run or both and count as not met there", v.Partial, v.Both+v.OnlyA+v.OnlyB+v.Neither)
	}
	for _, text := range c.unknown {
		add("%s", text)
	}
	noted := map[string]bool{}
	for _, d := range out.Corrected {
		if text := d.Scope + ": " + d.Note; d.Note != "" && !noted[text] {
			noted[text] = true
			add("%s", text)
		}
	}
	c.warnDifferences(add)
	out.Warnings = w
}

// reasons lists why samples were dropped.
func (p Pairing) reasons() string {
	var parts []string
	for _, d := range p.Dropped {
		parts = append(parts, fmt.Sprintf("%s %s", numeral.Plural(d.Count, "sample", "samples"), d.Reason))
	}
	return strings.Join(parts, ", ")
}

// warnDifferences adds what limits single differences.
func (c *comparer) warnDifferences(add func(string, ...any)) {
	clip := map[string]bool{}
	for _, m := range c.a.Definitions {
		clip[m.Name] = m.ClipMean
	}
	// What is said of several metrics of a scope is said once.
	type warning struct{ scope, text string }
	metrics := map[warning][]string{}
	var order []warning
	note := func(d Difference, text string) {
		w := warning{d.Scope, text}
		if metrics[w] == nil {
			order = append(order, w)
		}
		metrics[w] = append(metrics[w], d.Metric)
	}
	for _, d := range c.out.Differences {
		for _, run := range []struct {
			name  string
			value float64
		}{{c.out.A.Name, d.A.Value}, {c.out.B.Name, d.B.Value}} {
			if clip[d.Metric] && (run.value < 0 || run.value > 1) {
				add("the mean %s of %s on %s is %s and is published as %s: the difference is that before clipping", d.Metric, run.name, d.Scope,
					numeral.Of(run.value), numeral.Of(math.Min(math.Max(run.value, 0), 1)))
			}
		}
		for _, text := range d.Test.Warnings {
			note(d, text)
		}
		if d.Test.Clusters > 0 {
			note(d, fmt.Sprintf("%d samples come in %d clusters, on which the test rests", d.Test.Difference.N, d.Test.Clusters))
		}
	}
	for _, t := range order {
		add("%s, %s: %s", t.scope, strings.Join(metrics[t], ", "), t.text)
	}
	few := 0
	for _, d := range c.out.Slices {
		if d.Test.Difference.N < smallN {
			few++
		}
	}
	if few > 0 {
		add("%d of %d differences of slices rest on fewer than %d samples", few, len(c.out.Slices), smallN)
	}
}
