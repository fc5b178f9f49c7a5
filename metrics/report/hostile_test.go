package report

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// hostile are texts that try to get out of their place.
var hostile = []string{
	`<script>window.hacked = 1</script>`,
	`</script><script>window.hacked = 1</script>`,
	`<!--<script>window.hacked = 1`,
	`<img src=x onerror="window.hacked = 1">`,
	`<svg onload=window.hacked=1>`,
	`"><body onpageshow=window.hacked=1>`,
	`' onmouseover='window.hacked=1' x='`,
	`<a href="javascript:window.hacked=1">look</a>`,
	`javascript:window.hacked=1`,
	`</style><style>*{display:none}</style>`,
	`</title></svg><script>window.hacked = 1</script>`,
	`</option></select><script>window.hacked = 1</script>`,
	`{{.Benchmark}}${1+1}`,
	"broken \xff\xfe utf-8 \xc3",
	"over\u202eride\u202c and \u2066isolate\u2069",
	"line\u2028and paragraph\u2029separators",
	"]]> --> */ // \\ \\u003cscript>",
	"bell \a, null \x00, escape \x1b[31m, separator \x1f12",
	`<meta http-equiv="refresh" content="0;url=https://example.invalid/">`,
	`&lt;b&gt; &amp; &#60;`,
}

// hostileReport has a hostile text wherever a report holds text.
func hostileReport() *Report {
	n := 0
	next := func() string {
		n++
		return hostile[n%len(hostile)]
	}
	rep := synthetic(prbenchShape(2 * len(hostile)))
	rep.Benchmark = hostile[0]
	for i := range rep.Definitions {
		rep.Definitions[i].About = next()
	}
	rep.Warnings = slices.Clone(hostile)
	rep.Provenance.Reasons = slices.Clone(hostile)
	rep.Provenance.Library, rep.Provenance.Dataset.Name, rep.Provenance.Prompt.Name, rep.Provenance.Contracts = next(), next(), next(), slices.Clone(hostile)
	rep.Provenance.Judges, rep.Members = nil, map[string]map[string]map[string]metrics.Estimate{}
	rep.Subsets, rep.Groups, rep.Coverage.Codes = map[string]map[string]metrics.Estimate{}, map[string]map[string]map[string]metrics.Estimate{}, map[judge.Code]int{}
	for i, h := range hostile {
		m := maps.Clone(rep.Metrics)
		m[h] = metrics.Mean([]float64{1, 2})
		rep.Subsets[h] = m
		rep.Groups[h] = map[string]map[string]metrics.Estimate{hostile[(i+1)%len(hostile)]: m}
		rep.Coverage.Codes[judge.Code(h)] = i
		rep.Members[h] = map[string]map[string]metrics.Estimate{h: m}
		rep.Provenance.Judges = append(rep.Provenance.Judges, judge.Source{Judge: h, Model: next(), Served: next(), Host: next(), Parameters: next()})
	}
	for i := range rep.Samples {
		s := &rep.Samples[i]
		s.ID, s.Subset, s.Note = fmt.Sprint(i, hostile[i%len(hostile)]), hostile[(i+1)%len(hostile)], hostile[(i+2)%len(hostile)]
		s.Labels = map[string]string{next(): next()}
		for k := range s.Grades {
			g := &s.Grades[k]
			g.Criterion, g.Text, g.Category, g.Explanation, g.How, g.Flags = fmt.Sprint(k, next()), next(), next(), next(), next(), []string{next(), next()}
			g.Votes = []judge.Vote{{Member: next(), Status: judge.Graded, Explanation: next()}, {Member: next(), Status: judge.Missing, Reason: judge.Code(next())}}
			if g.Status == judge.Missing {
				g.Reason = judge.Code(next())
			}
			s.Replies[k] = Reply{Criteria: []string{g.Criterion}, How: next(), Reason: judge.Code(next()), Text: next()}
		}
		if len(s.Grades) > 0 {
			s.Replies = append(s.Replies, Reply{Member: next(), How: next(), Reason: judge.Code(next()), Text: next()})
		}
	}
	rep.Provenance.Model, rep.Provenance.Panels = next(), rep.Provenance.Judges[:3]
	rep.Provenance.ModelUsage, rep.EarlierUsage = &judge.Usage{Calls: 3}, &judge.Usage{Calls: 4}
	d := &PanelDiagnostics{Criteria: 40, Split: 20, Unanimous: metrics.Mean([]float64{0, 1}), FlipRate: metrics.Mean([]float64{0, 1}), AC1: metrics.Mean([]float64{0, 1})}
	for i, h := range hostile {
		s := rep.Samples[i]
		d.Members = append(d.Members, MemberDiagnostics{Member: h, Votes: i, FlipRate: metrics.Mean([]float64{0, 1})})
		d.Pairs = append(d.Pairs, PairDiagnostics{First: h, Second: next()})
		d.Disagreements = append(d.Disagreements, Disagreement{Subset: s.Subset, Sample: s.ID, Criterion: next(), Votes: map[string][]float64{h: {1, 0}}}, Disagreement{Subset: h, Sample: next(), Criterion: next()})
	}
	rep.Repeats = map[string]map[string]map[string]metrics.Repeated{}
	rep.Bootstrap = &BootstrapIntervals{Resamples: 1000, Metrics: map[string]Intervals{}, Subsets: map[string]map[string]Intervals{}}
	for _, h := range hostile {
		rep.Repeats[h] = map[string]map[string]metrics.Repeated{h: {h: {Mean: metrics.Mean([]float64{0, 1})}}}
		rep.Bootstrap.Metrics[h], rep.Bootstrap.Subsets[h] = Intervals{}, map[string]Intervals{h: {}}
	}
	rep.Diagnostics = &Diagnostics{Subsets: map[string]VerdictDiagnostics{}, Panel: d}
	for _, h := range hostile {
		rep.Diagnostics.Subsets[h] = VerdictDiagnostics{Positive: MetRate{Rate: metrics.Mean([]float64{0, 1, 1})}, Length: map[string]metrics.Estimate{next(): metrics.Mean([]float64{1, 2}), "clipped_score": metrics.Mean([]float64{1, 2})}}
	}
	return rep
}

// hostileComparison has a hostile text wherever a comparison holds text.
func hostileComparison(t testing.TB) *Comparison {
	a := hostileReport()
	b := rival(a, 0.6)
	b.Provenance.Prompt.Name, b.Provenance.Judges, b.Provenance.Dataset.Name = hostile[3], a.Provenance.Judges[:4], hostile[5]
	for i := range b.Samples {
		if b.Samples[i].Status == Scored && i%9 == 0 {
			b.Samples[i].Status = Status(hostile[i%len(hostile)])
		}
	}
	c := compared(t, a, b, CompareOptions{NameA: "A" + hostile[0], NameB: "B" + hostile[14], Override: true})
	c.Benchmark = hostile[1]
	c.Warnings = append(c.Warnings, hostile...)
	for i := range c.Differences {
		d := &c.Differences[i]
		d.Scope, d.Metric = hostile[i%len(hostile)], hostile[(i+2)%len(hostile)]
	}
	for i := range c.Slices {
		d := &c.Slices[i]
		d.Scope, d.Dimension, d.Label = hostile[i%len(hostile)], hostile[(i+1)%len(hostile)], hostile[(i+2)%len(hostile)]
	}
	for i, h := range hostile {
		c.Repeats = append(c.Repeats, RepeatedDifference{Scope: h, Metric: hostile[(i+3)%len(hostile)], Once: 0.5, Now: 0.25})
		c.Corrected = append(c.Corrected, CorrectedDifference{Scope: h, Metric: hostile[(i+1)%len(hostile)], Judged: c.Differences[0].Test, Corrected: c.Differences[0].Test, Note: hostile[(i+2)%len(hostile)]})
	}
	c.Overridden = append(c.Overridden, Mismatch{hostile[2], hostile[4], hostile[6]})
	return c
}

// hostileAgreement has a hostile text wherever an agreement holds text.
func hostileAgreement() *Agreement {
	a := &Agreement{Benchmark: hostile[0], Labels: 3, Compared: 3, Warnings: hostile}
	one, _ := agreement.Summarize([]bool{true, false, true}, []bool{true, true, false}, []string{"a", "b", "c"})
	a.Verdicts.Overall, a.Verdicts.Positive, a.Verdicts.Categories = one, one, map[string]agreement.Summary{}
	for _, h := range hostile {
		a.Verdicts.Categories[h] = one
		a.Corrected = append(a.Corrected, CorrectedScores{Scope: h, Positive: CorrectedRate{Judged: metrics.Wilson(1, 3), Corrected: metrics.Wilson(1, 3), Note: h},
			Metrics: []CorrectedMetric{{Metric: h, Judged: metrics.Mean([]float64{0, 1}), Corrected: metrics.Mean([]float64{0, 1}), Note: h}}, Note: h})
	}
	a.Points = &PointBreakdown{Overall: PointSummary{N: 3}, Categories: map[string]PointSummary{}}
	for _, h := range hostile {
		a.Points.Categories[h] = PointSummary{N: 3}
	}
	return a
}

// tags finds the start tags that outside text could make.
var tags = regexp.MustCompile(`(?i)<(script|img|body|meta|a|style|select|!--)\b[^>]*>`)

func TestHostileTextStaysText(t *testing.T) {
	rep, c, a := hostileReport(), hostileComparison(t), hostileAgreement()
	page := pageWith(t, rep, PageOptions{Agreement: a})
	compared := comparePageOf(t, c)
	for _, tt := range []struct {
		name, text string
		// scripts are the script elements of the form, and links its links.
		scripts, links, selects int
		shown                   []string
	}{
		{"page", page, 2, 9 + strings.Count(page, `<td><a href="#s`), 3, rep.Warnings},
		{"comparison page", compared, 2, 6 + strings.Count(compared, `</span> <a href="#s`), 3, append(slices.Clone(hostile), c.A.Name, c.B.Name)},
		{"report in a notebook", rep.HTML(), 0, 0, 0, rep.Warnings},
		{"comparison in a notebook", c.HTML(), 0, 0, 0, append(slices.Clone(hostile), c.A.Name, c.B.Name)},
		{"agreement in a notebook", a.HTML(), 0, 0, 0, hostile},
	} {
		if !utf8.ValidString(tt.text) {
			t.Errorf("%s: the bytes are not UTF-8", tt.name)
		}
		if strings.ContainsFunc(tt.text, outside.Hidden) {
			t.Errorf("%s: there are control characters", tt.name)
		}
		whole := min(tt.scripts, 1)
		for tag, n := range map[string]int{"script": tt.scripts, "style": whole, "meta": 6 * whole, "body": whole, "img": 0, "!--": 0, "a": tt.links, "select": tt.selects} {
			got := 0
			for _, m := range tags.FindAllStringSubmatch(tt.text, -1) {
				if strings.EqualFold(m[1], tag) {
					got++
				}
			}
			if got != n {
				t.Errorf("%s: %d elements %q, want %d", tt.name, got, tag, n)
			}
		}
		text := html.UnescapeString(tt.text)
		for _, h := range tt.shown {
			if !strings.Contains(text, outside.Visible(h)) {
				t.Errorf("%s: the text %q is not shown", tt.name, h)
			}
		}
	}
	for _, page := range []string{page, compared} {
		for _, c := range unpacked(t, page) {
			text, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			// A control character is \u00.. in JSON, but for the mark of a cut.
			if strings.ContainsFunc(strings.ReplaceAll(string(text), `\u001f`, ""), outside.Hidden) || strings.Contains(strings.ReplaceAll(string(text), `\u001f`, ""), `\u00`) && !strings.Contains(string(text), `\u003c`) {
				t.Errorf("%q holds control characters", text)
			}
		}
	}
}

func TestPageOfOddReports(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	odd := metrics.Estimate{Value: inf, SE: nan, Lo: nan, Hi: -inf, N: -1, Worst: inf, Best: -inf}
	huge := metrics.Estimate{Value: math.MaxFloat64, SE: 1, Lo: -math.MaxFloat64, Hi: math.MaxFloat64, Worst: -math.MaxFloat64, Best: math.MaxFloat64}
	tiny := metrics.Estimate{Value: 5e-324, Lo: 0, Hi: 1e-320, Worst: 5e-324, Best: 5e-324}
	estimates := map[string]metrics.Estimate{"odd": odd, "huge": huge, "tiny": tiny, "none": metrics.Undefined(0), "": {}}
	for _, tt := range []struct {
		why string
		rep *Report
	}{
		{"there is none", nil},
		{"it is the zero value", &Report{}},
		{"no name is given", &Report{Metrics: estimates, Subsets: map[string]map[string]metrics.Estimate{"": estimates}, Groups: map[string]map[string]map[string]metrics.Estimate{"": {"": estimates}, "d": nil, "e": {"x": nil}}}},
		{"samples hold numbers that are none", &Report{Samples: []Sample{{}, {Status: "other", Scores: metrics.Values{"a": nan, "b": inf, "c": math.MaxFloat64, "d": -math.MaxFloat64}, Worst: metrics.Values{"z": nan},
			Grades: []Grade{{}, {Weight: nan, Grade: judge.Grade{Status: judge.Graded, Points: inf, Max: nan}}}}, {Status: Scored, Scores: metrics.Values{"c": -math.MaxFloat64, "a": 5e-324}}}}},
		{"counts are negative", &Report{Coverage: Coverage{Samples: -1, Scored: -5, Graded: -7, Missing: 3, Codes: map[judge.Code]int{"": -1}}, Usage: judge.Usage{Calls: -1, Unmetered: 1}}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			page := pageOf(t, tt.rep)
			for _, s := range []string{"NaN", "Inf"} {
				if strings.Contains(between(t, page, "<main", "</main>"), s) {
					t.Errorf("the page shows %s", s)
				}
			}
			if tt.rep.HTML() == "" || tt.rep.SimpleRender()["text/plain"] == "" {
				t.Error("nothing is shown")
			}
			if err := tt.rep.WriteCSV(io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
}
