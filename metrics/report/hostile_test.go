package report

import (
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
			g.Criterion, g.Text, g.Category, g.Explanation, g.How, g.Flags = next(), next(), next(), next(), next(), []string{next(), next()}
			g.Votes = []judge.Vote{{Member: next(), Status: judge.Graded, Explanation: next()}, {Member: next(), Status: judge.Missing, Reason: judge.Code(next())}}
			if g.Status == judge.Missing {
				g.Reason = judge.Code(next())
			}
		}
	}
	return rep
}

// tags finds the start tags that outside text could make.
var tags = regexp.MustCompile(`(?i)<(script|img|body|meta|a|style|select|!--)\b[^>]*>`)

func TestHostileTextStaysText(t *testing.T) {
	rep := hostileReport()
	for name, page := range map[string]string{"page": pageOf(t, rep), "notebook": rep.HTML()} {
		if !utf8.ValidString(page) {
			t.Errorf("%s: the bytes are not UTF-8", name)
		}
		if strings.ContainsFunc(page, hidden) {
			t.Errorf("%s: there are control characters", name)
		}
		want := map[string]int{"page": 1, "notebook": 0}[name]
		for tag, n := range map[string]int{"script": 2 * want, "style": want, "meta": 6 * want, "body": want, "img": 0, "!--": 0, "a": 8 * want, "select": 3 * want} {
			got := 0
			for _, m := range tags.FindAllStringSubmatch(page, -1) {
				if strings.EqualFold(m[1], tag) {
					got++
				}
			}
			if got != n {
				t.Errorf("%s: %d elements %q, want %d", name, got, tag, n)
			}
		}
		text := html.UnescapeString(page)
		for _, h := range rep.Warnings {
			if !strings.Contains(text, visible(h)) {
				t.Errorf("%s: the text %q is not shown", name, h)
			}
		}
	}
	for _, c := range unpacked(t, pageOf(t, rep)) {
		for _, s := range c.Samples {
			for _, s := range slices.Concat(c.Words, s.Texts, s.Why, s.IDs, []string{s.Note}) {
				if strings.ContainsFunc(s, hidden) {
					t.Errorf("%q holds control characters", s)
				}
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
