package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

func TestBrowserOpensThousandPairs(t *testing.T) {
	b := newBrowser(t)
	_, page := thousandPairs()
	url := b.write(page)
	start := time.Now()
	b.open(url)
	t.Logf("load event after %v, by the page's own clock after %.0f ms", time.Since(start), b.eval("performance.timing.loadEventStart - performance.timing.navigationStart"))
	b.openSample(0)
	if got := b.eval(`document.querySelectorAll("#sample-table > tbody > tr:not(.detail)").length`); got != 100.0 {
		t.Errorf("%v samples are shown at first, want 100", got)
	}
	quiet(t, b)
}

func TestBrowserShowsPairs(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(80))
	c := compared(t, rep, rival(rep, 0.5), CompareOptions{NameA: "first model", NameB: "second model"})
	pairs := c.pairs("clipped_score")
	b.open(b.write(comparePageOf(t, c)))
	b.openSample(0)
	differ, same := 0, 0
	text := fmt.Sprint(b.eval(`document.querySelector("#d0").innerText`))
	for k, g := range pairs[0].a.Grades {
		h := pairs[0].b.Grades[k]
		shown := strings.Contains(text, g.Criterion)
		switch {
		case g.Points != h.Points:
			differ++
			for _, w := range []string{g.Criterion, g.Text, g.Explanation, h.Explanation, numeral.Typeset(numeral.Plain(h.Points) + " of " + numeral.Plain(h.Weight))} {
				if !strings.Contains(text, w) {
					t.Errorf("criterion %d: no %q", k, w)
				}
			}
		default:
			same++
			if shown {
				t.Errorf("criterion %d, on which the runs agree, is shown unasked", k)
			}
		}
	}
	if differ == 0 || same == 0 {
		t.Fatalf("%d criteria differ and %d do not", differ, same)
	}
	b.eval(`document.querySelector("#d0 .same > summary").click()`)
	if got := b.eval(`document.querySelectorAll("#d0 .same tbody tr").length`); got != float64(same) {
		t.Errorf("%v criteria with the same verdict are shown, want %d", got, same)
	}
	for k, g := range pairs[0].a.Grades {
		side := func(run int) string {
			return fmt.Sprint(b.eval(fmt.Sprintf(`[...document.querySelectorAll("#d0 .grades.pairs tbody tr")].find((r) => r.cells[0].textContent === "%d").querySelectorAll(".side")[%d].innerText`, k+1, run)))
		}
		for run, s := range []*Sample{pairs[0].a, pairs[0].b} {
			reply, before := s.Replies[k].Text, side(run)
			if strings.Contains(before, reply) || !strings.Contains(before, "Raw reply, read: "+g.How) && g.Status == judge.Graded {
				t.Errorf("criterion %d, run %d: the reply is shown unasked, or how it was read is not: %s", k, run, before)
			}
			b.eval(fmt.Sprintf(`[...document.querySelectorAll("#d0 .grades.pairs tbody tr")].find((r) => r.cells[0].textContent === "%d").querySelectorAll(".side")[%d].querySelector("summary").click()`, k+1, run))
			if got := side(run); !strings.Contains(got, reply) {
				t.Errorf("criterion %d, run %d: no %q in %q", k, run, reply, got)
			}
		}
	}
	for _, w := range []string{"first model", "second model"} {
		if !strings.Contains(text, w) {
			t.Errorf("no %q", w)
		}
	}
	set := func(id, value string) {
		b.eval(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); })()`, id, value))
	}
	want := 0
	for _, p := range pairs {
		if n, _ := p.differing(); n > 0 {
			want++
		}
	}
	set("f-status", "last")
	if got := b.eval(`document.getElementById("found").textContent`); got != fmt.Sprintf("%d of 80 samples", want) {
		t.Errorf("%v have differing verdicts, want %d", got, want)
	}
	set("f-status", "")
	for k, g := range pairs[70].b.Grades {
		if g.Points != pairs[70].a.Grades[k].Points {
			set("f-text", g.Explanation[:40]+g.Explanation[40:])
			b.until(`document.getElementById("found").textContent === "1 of 80 samples"`)
			break
		}
	}
	quiet(t, b)
}

func TestBrowserRunsNothingFromOutsideInComparisons(t *testing.T) {
	b := newBrowser(t)
	c := hostileComparison(t)
	b.open(b.write(comparePageOf(t, c)))
	pairs := c.pairs(c.Differences[0].Metric)
	for i := range pairs {
		b.openSample(i)
	}
	b.eval(`document.querySelectorAll("details").forEach((d) => d.open = true)`)
	for _, event := range []string{"mouseover", "click", "focusin"} {
		b.eval(fmt.Sprintf(`document.querySelectorAll("main *").forEach((e) => { if (!e.closest("button, input, select, summary, form, a")) e.dispatchEvent(new Event(%q, {bubbles: true})); })`, event))
	}
	if got := b.eval(`typeof window.hacked`); got != "undefined" {
		t.Error("outside text has run")
	}
	if got := b.eval(`document.querySelectorAll("main script, main style, main img, main iframe, main a:not([href^='#s'])").length`); got != 0.0 {
		t.Errorf("outside text has made %v elements", got)
	}
	replies := 0
	for i, p := range pairs {
		shown := fmt.Sprint(b.eval(fmt.Sprintf(`document.getElementById("s%d").textContent + document.getElementById("d%d").textContent`, i, i)))
		for _, g := range append(p.a.Grades[:len(p.a.Grades):len(p.a.Grades)], p.b.Grades...) {
			for _, w := range append([]string{g.Text, g.Explanation, g.Category, g.Criterion, g.How}, g.Flags...) {
				if g.Status == judge.Graded && !strings.Contains(shown, outside.Visible(w)) {
					t.Errorf("pair %d: %q is not shown", i, outside.Visible(w))
				}
			}
		}
		replies += len(p.a.Replies)
		for _, r := range append(p.a.Replies[:len(p.a.Replies):len(p.a.Replies)], p.b.Replies...) {
			for _, w := range []string{r.Text, string(r.Reason), r.Member} {
				if !strings.Contains(shown, outside.Visible(w)) {
					t.Errorf("pair %d: %q of a reply is not shown", i, outside.Visible(w))
				}
			}
		}
	}
	if replies == 0 {
		t.Error("there are no replies")
	}
	quiet(t, b)
	for _, html := range []string{c.HTML(), hostileAgreement().HTML()} {
		b.open(b.write("<!DOCTYPE html><meta charset=utf-8><main>" + html + "</main>"))
		if got := b.eval(`typeof window.hacked + document.querySelectorAll("main script, main style, main img, main a, main iframe").length`); got != "undefined0" {
			t.Errorf("the compact form: %v", got)
		}
		quiet(t, b)
	}
}
