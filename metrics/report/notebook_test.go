package report

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

func TestHTMLIsAFragment(t *testing.T) {
	rep := synthetic(plawbenchShape())
	got := rep.HTML()
	for _, bad := range []string{"<script", "<style", "<html", "<body", "<link", "class=", " id=", "url("} {
		if strings.Contains(got, bad) {
			t.Errorf("the fragment has %s", bad)
		}
	}
	text := html.UnescapeString(got)
	for _, l := range rep.lines() {
		for _, s := range []string{l.metric, l.scope, numeral.Typeset(numeral.Of(l.Value)), numeral.Typeset(numeral.Interval(l.Estimate)), numeral.Typeset(numeral.Allowance(l.Estimate)), plot.Draw(l.Estimate, plot.Unit()).Title} {
			if !strings.Contains(text, s) {
				t.Errorf("%s of %s: no %q", l.metric, l.scope, s)
			}
		}
	}
	for _, s := range append(rep.Warnings, rep.Coverage.String(), rep.Benchmark) {
		if !strings.Contains(text, s) {
			t.Errorf("no %q", s)
		}
	}
	opened, closed := regexp.MustCompile(`<(div|p|ul|li|table|thead|tbody|tr|td|th|svg|span|strong)\b`).FindAllString(got, -1), regexp.MustCompile(`</`).FindAllString(got, -1)
	// Besides, each sketch closes its title.
	if extra := strings.Count(got, "</title>") + strings.Count(got, "</text>"); len(opened) != len(closed)-extra {
		t.Errorf("%d elements are opened and %d closed", len(opened), len(closed)-extra)
	}
	if len(got) > 40_000 {
		t.Errorf("the compact form has %d bytes", len(got))
	}
}

func TestSimpleRender(t *testing.T) {
	for why, rep := range map[string]*Report{"a report": synthetic(prbenchShape(30)), "none": nil, "an empty one": {}} {
		got := rep.SimpleRender()
		if len(got) != 2 || got["text/html"] != rep.HTML() || got["text/plain"] != rep.String() {
			t.Errorf("%s: %v", why, got)
		}
		for kind, data := range got {
			if s, ok := data.(string); !ok || s == "" {
				t.Errorf("%s: %s is %v", why, kind, data)
			}
		}
	}
}

func TestHTMLOfAMatrix(t *testing.T) {
	rep := hostileReport()
	m, err := CompareAll([]NamedReport{{"A" + hostile[0], rep}, {"B" + hostile[14], rival(rep, 0.5)}, {"C", rival(rep, 0.7)}}, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m.Warnings = append(m.Warnings, hostile...)
	got := m.HTML()
	for _, bad := range []string{"<script", "<style", "<img", "class=", " id=", "<a "} {
		if strings.Contains(got, bad) {
			t.Errorf("the fragment has %s", bad)
		}
	}
	text := html.UnescapeString(got)
	for _, s := range append([]string{m.title(), m.legend()}, m.Warnings...) {
		if !strings.Contains(text, outside.Visible(s)) {
			t.Errorf("no %q", s)
		}
	}
	for _, g := range m.grids() {
		for _, cell := range append(g.Heads(), g.Rows[0]...) {
			if !strings.Contains(text, ">"+outside.Visible(cell)+"<") {
				t.Errorf("%s: no %q", g.Title, cell)
			}
		}
	}
	if strings.ContainsFunc(got+m.String()+m.Markdown(), outside.Hidden) {
		t.Error("there are control characters")
	}
	if r := m.SimpleRender(); r["text/html"] != got || r["text/plain"] != m.String() || (*Matrix)(nil).HTML() == "" {
		t.Errorf("forms %v", r)
	}
	notMarkdown(t, "matrix", m.Markdown())
}
