package report

import (
	"fmt"
	"html"
	"strings"
	"testing"
	"unicode"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// matrixOf compares a synthetic report with rivals under the names.
func matrixOf(t testing.TB, rep *Report, names ...string) *Matrix {
	t.Helper()
	var runs []NamedReport
	for i, name := range names {
		r := rep
		if i > 0 {
			r = rival(rep, 0.9-0.2*float64(i))
		}
		runs = append(runs, NamedReport{name, r})
	}
	m, err := CompareAll(runs, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func hostileMatrix(t testing.TB) *Matrix {
	m := matrixOf(t, hostileReport(), "A"+hostile[0], "B"+hostile[14], "C")
	m.Benchmark = hostile[1]
	m.Warnings = append(m.Warnings, hostile...)
	for i := range m.Differences {
		d := &m.Differences[i].Difference
		d.Scope, d.Metric = hostile[i%len(hostile)], hostile[(i+2)%len(hostile)]
	}
	return m
}

func matrixPageOf(t testing.TB, m *Matrix) string {
	t.Helper()
	var b strings.Builder
	if err := m.WritePage(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMatrixPageShowsTheNumbers(t *testing.T) {
	m := matrixOf(t, synthetic(prbenchShape(60)), "large", "middle", "small")
	page := matrixPageOf(t, m)
	for _, s := range []string{"<!DOCTYPE html>\n<html lang=\"en\">", "<title>" + m.Benchmark + " · 3 runs</title>", "Content-Security-Policy", "prefers-color-scheme: dark", "@media print", "</html>\n"} {
		if !strings.Contains(page, s) {
			t.Errorf("the document has no %s", s)
		}
	}
	text := html.UnescapeString(page)
	for _, g := range m.grids() {
		for _, row := range append([][]string{g.Heads()}, g.Rows...) {
			for i, cell := range row {
				if i > 0 && !strings.ContainsFunc(cell, unicode.IsLetter) {
					cell = numeral.Typeset(cell)
				}
				if !strings.Contains(text, ">"+cell+"<") {
					t.Errorf("%s: no %q", g.Title, cell)
				}
			}
		}
	}
	for _, p := range m.Differences {
		e := p.Difference.Test.Difference
		for _, s := range []string{p.A + " − " + p.B, numeral.Typeset(numeral.SignedInterval(e)), pValue(p.Difference.Adjusted), numeral.Typeset(numeral.Tilded(e.Value, p.Difference.Different()))} {
			if !strings.Contains(text, ">"+s+"<") {
				t.Errorf("%s against %s: no %q", p.A, p.B, s)
			}
		}
	}
	for _, s := range []string{m.legend(), m.Pairs[0].lead(), m.MetBy[0].Text[:60], m.UnmetBy[0].Text[:60], fmt.Sprintf("Met by all runs <span class=\"soft\">%s", numeral.Count(m.Met))} {
		if !strings.Contains(text, s) {
			t.Errorf("no %q", s)
		}
	}
	if again := matrixPageOf(t, matrixOf(t, synthetic(prbenchShape(60)), "large", "middle", "small")); again != page {
		t.Error("equal matrices give different pages")
	}
	if points := matrixPageOf(t, matrixOf(t, synthetic(plawbenchShape()), "a", "b", "c")); strings.Contains(points, "Met by") {
		t.Error("a page about points speaks of criteria that are met")
	}
	for _, odd := range []*Matrix{nil, {}} {
		if page := matrixPageOf(t, odd); !strings.Contains(page, "No numbers.") {
			t.Errorf("an empty matrix has the page %s", page)
		}
	}
	if err := m.WritePage(&fullDisk{left: 100}); err == nil {
		t.Error("no error of a full disk")
	}
}

func TestHostileTextInAMatrixStaysText(t *testing.T) {
	m := hostileMatrix(t)
	page := matrixPageOf(t, m)
	counts := map[string]int{}
	for _, tag := range tags.FindAllStringSubmatch(page, -1) {
		counts[strings.ToLower(tag[1])]++
	}
	if got := fmt.Sprint(counts); got != "map[a:5 body:1 meta:6 style:1]" {
		t.Errorf("elements %s", got)
	}
	if strings.ContainsFunc(page, outside.Hidden) {
		t.Error("there are control characters")
	}
	text := html.UnescapeString(page)
	for _, h := range hostile {
		if !strings.Contains(text, outside.Visible(h)) {
			t.Errorf("%q is not shown", h)
		}
	}
}

func TestBrowserMatrix(t *testing.T) {
	b := newBrowser(t)
	for name, m := range map[string]*Matrix{
		"three":   matrixOf(t, synthetic(prbenchShape(60)), "large", "middle", "small"),
		"eight":   matrixOf(t, synthetic(prbenchShape(20)), "one", "two", "three", "four", "a-model-with-a-long-name-2026-11-30", "six", "seven", "eight"),
		"hostile": hostileMatrix(t),
	} {
		b.open(b.write(matrixPageOf(t, m)))
		if got := b.eval(`typeof window.hacked + document.querySelectorAll("main script, main style, main img, main iframe, main a").length`); got != "undefined0" {
			t.Errorf("%s: outside text has run or made elements: %v", name, got)
		}
		for _, width := range []int{320, 390, 768, 1280} {
			b.look(width, 800, "light")
			if got := b.eval("document.documentElement.scrollWidth"); got != float64(width) {
				t.Errorf("%s: in a window of %d pixels the page is %v wide", name, width, got)
			}
			if got, _ := b.eval(`document.querySelector(".runs tbody th").getBoundingClientRect().width`).(float64); got < 90 {
				t.Errorf("%s: in a window of %d pixels the name of a run has %v", name, width, got)
			}
			if roles := b.roles(name); roles["main"] != 1 || roles["table"] < 2 || roles["rowheader"] < 6 {
				t.Errorf("%s: roles %v", name, roles)
			}
		}
		b.look(1280, 800, "dark")
		if got := b.eval(`getComputedStyle(document.body).backgroundColor`); got == "rgb(255, 254, 251)" {
			t.Errorf("%s: the paper stays light in the dark", name)
		}
		b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
		if got := b.eval(`getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector("nav")).display + getComputedStyle(document.querySelector(".across")).overflowX`); got != "rgb(255, 255, 255)nonevisible" {
			t.Errorf("%s: in print the paper, the navigation and wide tables are %v", name, got)
		}
		b.call("Emulation.setEmulatedMedia", map[string]any{"media": ""}, nil)
		quiet(t, b)
	}
}
