package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// quiet fails the test for what the page logged, threw, or asked for besides itself.
func quiet(t *testing.T, b *browser) {
	t.Helper()
	for _, c := range b.complaints() {
		t.Error(c)
	}
	if got := b.requests(); len(got) != 1 || !strings.HasPrefix(got[0], "file://") {
		t.Errorf("requests: %q", got)
	}
}

// openSample opens a sample's details and waits for them.
func (b *browser) openSample(i int) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`document.querySelector("#s%d button").click()`, i))
	b.until(fmt.Sprintf(`document.querySelector("#d%d td").textContent !== "Unpacking …"`, i))
}

func TestBrowserOpensThousandSamples(t *testing.T) {
	b := newBrowser(t)
	rep, page := thousand()
	url := b.write(page)
	start := time.Now()
	b.open(url)
	t.Logf("load event after %v, by the page's own clock after %.0f ms", time.Since(start), b.eval("performance.timing.loadEventStart - performance.timing.navigationStart"))
	at := b.eval(`(async () => {
		const start = performance.now();
		document.querySelector("#s40 button").click();
		while (!document.querySelector("#d40 .grades")) await new Promise((done) => setTimeout(done));
		return performance.now() - start;
	})()`)
	t.Logf("a sample is open after %.0f ms", at)
	if got, want := b.eval(`document.querySelectorAll("#d40 .grades tbody tr").length`), float64(len(rep.Samples[40].Grades)); got != want {
		t.Errorf("%v criteria are shown, want %v", got, want)
	}
	if got := b.eval(`document.querySelectorAll("#sample-table > tbody > tr:not(.detail)").length`); got != 100.0 {
		t.Errorf("%v samples are shown at first, want 100", got)
	}
	quiet(t, b)
}

func TestBrowserShowsGrades(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(70))
	i := 0
	for rep.Samples[i].Status != Excluded {
		i++
	}
	s := &rep.Samples[i]
	s.Grades[0].Flags = []string{"points above the maximum"}
	s.Grades[1].Votes = []judge.Vote{
		{Member: "strict", Status: judge.Graded, Points: s.Grades[1].Weight, Explanation: "all of it"},
		{Member: "strict", Repeat: 1, Status: judge.Graded},
		{Member: "mild", Status: judge.Missing, Reason: judge.Refused, Explanation: "would not"},
	}
	b.open(b.write(pageOf(t, rep)))
	b.openSample(i)
	text := fmt.Sprint(b.eval(fmt.Sprintf(`document.querySelector("#d%d").innerText`, i)))
	want := []string{"strict, repeat 1: met, " + numeral.Typeset(numeral.Plain(s.Grades[1].Weight)) + " – all of it", "strict, repeat 2: not met, 0", "mild: missing (refused) – would not", "points above the maximum", "missing verdicts allow", s.Labels["topic"], numeral.Of(s.Worst["clipped_score"])}
	for _, g := range s.Grades {
		want = append(want, g.Text, g.Category, g.Criterion, g.Explanation, string(g.Reason))
		if g.Points != 0 {
			want = append(want, numeral.Typeset(numeral.Plain(g.Points)+" of "+numeral.Plain(g.Weight)))
		}
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("no %q", w)
		}
	}
	var verdicts []string
	data, _ := json.Marshal(b.eval(fmt.Sprintf(`[...document.querySelectorAll("#d%d .verdict")].map((e) => e.firstChild.textContent)`, i)))
	json.Unmarshal(data, &verdicts)
	for k, g := range s.Grades {
		want := "not met"
		switch {
		case g.Status != "graded":
			want = "missing"
		case g.Points != 0:
			want = "met"
		}
		if verdicts[k] != want {
			t.Errorf("criterion %d is shown as %q, want %q", k, verdicts[k], want)
		}
	}
	// The last of a chunk and the first of the next.
	for _, i := range []int{document.ChunkSamples - 1, document.ChunkSamples} {
		if len(rep.Samples[i].Grades) == 0 {
			t.Fatalf("sample %d has no grades to look for", i)
		}
		b.openSample(i)
		text := fmt.Sprint(b.eval(fmt.Sprintf(`document.querySelector("#d%d").innerText`, i)))
		for _, g := range rep.Samples[i].Grades {
			if !strings.Contains(text, g.Criterion) {
				t.Errorf("sample %d: no %s", i, g.Criterion)
			}
		}
	}
	quiet(t, b)
}

func TestBrowserFiltersAndSorts(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(200))
	rep.Samples[150].Grades[5].Explanation = "A needle in the explanation."
	b.open(b.write(pageOf(t, rep)))
	set := func(id, value string) {
		b.eval(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); })()`, id, value))
	}
	found := func() string { return fmt.Sprint(b.eval(`document.getElementById("found").textContent`)) }
	countOf := func(keep func(Sample) bool) string {
		n := 0
		for _, s := range rep.Samples {
			if keep(s) {
				n++
			}
		}
		return fmt.Sprintf("%d of 200 samples", n)
	}
	missing := func(s Sample) bool { return s.Worst != nil }
	for _, tt := range []struct {
		why, id, value, want string
	}{
		{"by status", "f-status", "unanswered", countOf(func(s Sample) bool { return s.Status == Unanswered })},
		{"by missing verdicts", "f-status", "last", countOf(missing)},
		{"by subset too", "f-subset", "legal", countOf(func(s Sample) bool { return missing(s) && s.Subset == "legal" })},
	} {
		set(tt.id, tt.value)
		if got := found(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
	b.eval(`document.querySelector("#filters button").click()`)
	b.until(`document.getElementById("found").textContent === "200 samples, the first 100 shown"`)
	set("f-score", "2")
	set("f-min", "0.4")
	set("f-max", "0.5")
	if got, want := found(), countOf(func(s Sample) bool {
		x, ok := s.Scores["met_rate"]
		return ok && x >= 0.4 && x <= 0.5
	}); got != want {
		t.Errorf("by range: %q, want %q", got, want)
	}
	b.eval(`document.querySelector("#filters button").click()`)
	set("f-text", "NEEDLE in the")
	b.until(`document.getElementById("found").textContent === "1 of 200 samples"`)
	if got := b.eval(`document.querySelector("#sample-table > tbody > tr").id`); got != "s150" {
		t.Errorf("the search finds %v", got)
	}
	b.eval(`document.querySelector("#filters button").click()`)
	b.until(`document.getElementById("found").textContent === "200 samples, the first 100 shown"`)
	b.eval(`document.getElementById("more-all").click()`)
	column := func() []float64 {
		data, _ := json.Marshal(b.eval(`[...document.querySelectorAll("#sample-table > tbody > tr")].map((r) => Number(r.cells[3].textContent.replace("−", "-")))`))
		// A sample without a score has null.
		var out []*float64
		json.Unmarshal(data, &out)
		var xs []float64
		for i, x := range out {
			if x != nil {
				xs = append(xs, *x)
			} else if i < len(rep.Samples)-countOfNone(rep) {
				t.Errorf("row %d has no score and does not come last", i)
			}
		}
		return xs
	}
	for _, direction := range []string{"ascending", "descending"} {
		b.eval(`document.querySelectorAll("#sample-table .sort")[3].click()`)
		if got := b.eval(`document.querySelectorAll("#sample-table thead th")[3].getAttribute("aria-sort")`); got != direction {
			t.Errorf("aria-sort is %v, want %s", got, direction)
		}
		xs := column()
		if len(xs) != len(rep.Samples)-countOfNone(rep) {
			t.Errorf("%d scores are shown", len(xs))
		}
		for i := 1; i < len(xs); i++ {
			if direction == "ascending" && xs[i] < xs[i-1] || direction == "descending" && xs[i] > xs[i-1] {
				t.Fatalf("%s: %v after %v", direction, xs[i], xs[i-1])
			}
		}
	}
	quiet(t, b)
}

// countOfNone returns the number of samples without scores.
func countOfNone(r *Report) int {
	n := 0
	for _, s := range r.Samples {
		if s.Scores == nil {
			n++
		}
	}
	return n
}

func TestBrowserKeyboardAndLinks(t *testing.T) {
	b := newBrowser(t)
	b.open(b.write(pageOf(t, synthetic(prbenchShape(150)))) + "#s120")
	b.until(`document.querySelector("#d120 .grades")`)
	key := func(name string) {
		code := map[string]int{"Tab": 9, "Enter": 13, " ": 32}[name]
		text := map[string]string{"Enter": "\r", " ": " "}[name]
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": name, "windowsVirtualKeyCode": code, "text": text}, nil)
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name, "windowsVirtualKeyCode": code}, nil)
	}
	// From the top, the tab key reaches the skip link, the sections, the filters, the heads and the rows, in this order.
	b.eval(`(() => { history.replaceState(null, "", "#"); scrollTo(0, 0); document.activeElement.blur(); const e = document.querySelector(".skip"); e.focus(); })()`)
	var order []string
	for range 60 {
		what := fmt.Sprint(b.eval(`(() => { const e = document.activeElement; return e.className || e.id || e.localName; })()`))
		if len(order) == 0 || order[len(order)-1] != what {
			order = append(order, what)
		}
		if what == "open" {
			break
		}
		key("Tab")
	}
	if got := strings.Join(order, " "); got != "skip a summary f-text f-subset f-status f-score f-min f-max button sort open" {
		t.Errorf("the focus goes %s", got)
	}
	key("Enter")
	b.until(`document.activeElement.getAttribute("aria-expanded") === "true" && document.getElementById(document.activeElement.getAttribute("aria-controls")).querySelector(".grades")`)
	key(" ")
	b.until(`document.activeElement.getAttribute("aria-expanded") === "false"`)
	quiet(t, b)
}

func TestBrowserRunsNothingFromOutside(t *testing.T) {
	b := newBrowser(t)
	rep := hostileReport()
	b.open(b.write(pageWith(t, rep, PageOptions{Agreement: hostileAgreement()})))
	for i := range rep.Samples {
		b.openSample(i)
	}
	b.eval(`document.querySelectorAll("details").forEach((d) => d.open = true)`)
	for _, event := range []string{"mouseover", "click", "focusin", "pointerdown"} {
		b.eval(fmt.Sprintf(`document.querySelectorAll("main *").forEach((e) => { if (!e.closest("button, input, select, summary, form")) e.dispatchEvent(new Event(%q, {bubbles: true})); })`, event))
	}
	if got := b.eval(`typeof window.hacked`); got != "undefined" {
		t.Error("outside text has run")
	}
	if got := b.eval(`document.querySelectorAll("main script, main style, main img, main a:not([href^='#s']), main iframe").length`); got != 0.0 {
		t.Errorf("outside text has made %v elements", got)
	}
	text := fmt.Sprint(b.eval(`document.querySelector("main").textContent`))
	for _, h := range hostile {
		if !strings.Contains(text, outside.Visible(h)) {
			t.Errorf("%q is not shown", outside.Visible(h))
		}
	}
	for i, s := range rep.Samples {
		shown := fmt.Sprint(b.eval(fmt.Sprintf(`document.getElementById("s%d").textContent + document.getElementById("d%d").textContent`, i, i)))
		want := []string{s.ID, s.Subset, s.Note}
		for _, g := range s.Grades {
			want = append(append(want, g.Text, g.Explanation, g.Category, g.Criterion, g.How), g.Flags...)
			want = append(want, g.Votes[0].Member, g.Votes[0].Explanation, string(g.Votes[1].Reason))
		}
		for _, r := range s.Replies {
			want = append(want, r.Text, string(r.Reason), r.Member)
		}
		for _, w := range want {
			if !strings.Contains(shown, outside.Visible(w)) {
				t.Errorf("sample %d: %q is not shown", i, outside.Visible(w))
			}
		}
	}
	quiet(t, b)
	b.open(b.write("<!DOCTYPE html><meta charset=utf-8><main>" + rep.HTML() + "</main>"))
	if got := b.eval(`typeof window.hacked + document.querySelectorAll("main script, main style, main img, main a, main iframe").length`); got != "undefined0" {
		t.Errorf("the compact form: %v", got)
	}
	quiet(t, b)
}

func TestBrowserPolicyStopsScripts(t *testing.T) {
	// Were the escaping to fail, the policy would still stop a script.
	b := newBrowser(t)
	page := strings.Replace(pageOf(t, synthetic(prbenchShape(3))), "<main", `<script>window.hacked = 1</script><img src="https://example.invalid/x" onerror="window.hacked = 1"><main`, 1)
	b.open(b.write(page))
	if got := b.eval(`typeof window.hacked`); got != "undefined" {
		t.Error("a foreign script has run")
	}
	refused := 0
	for _, c := range b.complaints() {
		if strings.Contains(c, "Content Security Policy") {
			refused++
		}
	}
	if refused < 2 {
		t.Errorf("the policy refused %d times: %q", refused, b.complaints())
	}
}

func TestBrowserWithoutScriptOrUnpacking(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(130))
	url := b.write(pageOf(t, rep))
	b.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "delete window.DecompressionStream"}, nil)
	b.open(url)
	b.openSample(0)
	if got := fmt.Sprint(b.eval(`document.querySelector("#d0").textContent`)); !strings.Contains(got, "cannot be unpacked (DecompressionStream") || !strings.Contains(got, "JSON") {
		t.Errorf("without DecompressionStream a sample shows %q", got)
	}
	if got := fmt.Sprint(b.eval(`document.querySelector("#samples ~ #unpackable")?.innerText`)); !strings.Contains(got, "This browser cannot unpack the details of the samples.") {
		t.Errorf("without DecompressionStream the page says %q", got)
	}
	// The JSON of the report can be read all the same.
	b.choose("whole-file", saved(t, rep, "report.json"))
	b.until(`document.getElementById("whole-said").textContent.includes("shown whole")`)
	if got := fmt.Sprint(b.eval(`document.querySelector("#d0").textContent`)); !strings.Contains(got, rep.Samples[0].Grades[0].Text) {
		t.Errorf("from its JSON a sample shows %.200q", got)
	}
	quiet(t, b)
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.open(url)
	text := fmt.Sprint(b.eval(`document.body.innerText`))
	for _, s := range append([]string{"Without its script", numeral.Typeset(numeral.Of(rep.Metrics["clipped_score"].Value)), rep.Warnings[0]}, rep.Samples[0].ID, rep.Samples[129].ID) {
		if !strings.Contains(text, s) {
			t.Errorf("without script there is no %q", s)
		}
	}
	quiet(t, b)
}
