package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// axNode is a node of the accessibility tree.
type axNode struct {
	Ignored    bool
	Role, Name struct{ Value any }
}

// roles counts the nodes of the accessibility tree by their roles, and complains of those without a name
// that need one.
func (b *browser) roles(what string) map[string]int {
	var tree struct{ Nodes []axNode }
	b.call("Accessibility.getFullAXTree", nil, &tree)
	roles := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		role, name := fmt.Sprint(n.Role.Value), fmt.Sprint(n.Name.Value)
		roles[role]++
		switch role {
		case "button", "link", "textbox", "searchbox", "combobox", "spinbutton", "image", "img", "table", "navigation", "region", "search", "rowheader", "columnheader", "RootWebArea":
			if strings.TrimSpace(name) == "" || name == "<nil>" {
				b.t.Errorf("%s: a %s has no name", what, role)
			}
		}
	}
	return roles
}

func TestBrowserAccessibilityTree(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(60))
	panel := polled(synthetic(prbenchShape(60)))
	agreed, err := panel.Agreement(labeled(panel, 40))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, page string
		least      map[string]int
	}{
		// One table of scores, three for each of four dimensions (one of them open), two about the judge, one of samples, one of grades.
		{"report", pageOf(t, rep), map[string]int{"table": 9, "rowheader": 60, "columnheader": 12, "row": 90, "cell": 200, "main": 1, "navigation": 1, "heading": 8, "search": 1, "status": 1}},
		{"panel", pageWith(t, panel, PageOptions{Agreement: agreed}), map[string]int{"table": 15, "link": 18, "main": 1}},
		{"comparison", comparePageOf(t, compared(t, rep, rival(rep, 0.5), CompareOptions{NameA: "one", NameB: "other"})), map[string]int{"table": 8, "rowheader": 60, "columnheader": 30, "link": 20, "heading": 10}},
	} {
		b.open(b.write(tt.page))
		b.openSample(0)
		for _, width := range []int{1280, 390} {
			b.look(width, 800, "light")
			roles := b.roles(fmt.Sprintf("%s at %d pixels", tt.name, width))
			for role, least := range tt.least {
				if roles[role] < least {
					t.Errorf("%s at %d pixels: there are %d of the role %s, want %d or more: %v", tt.name, width, roles[role], role, least, roles)
				}
			}
		}
		if got := b.eval(`[...document.querySelectorAll("h1, h2, h3, h4")].map((e) => e.localName[1]).some((n, i, all) => i > 0 && n - all[i - 1] > 1)`); got != false {
			t.Errorf("%s: a level of headings is left out", tt.name)
		}
		if got := b.eval(`[...document.querySelectorAll("[id]")].length - new Set([...document.querySelectorAll("[id]")].map((e) => e.id)).size`); got != 0.0 {
			t.Errorf("%s: %v ids are not unique", tt.name, got)
		}
		if got := b.eval(`[...document.querySelectorAll("nav a")].filter((a) => !document.querySelector(a.getAttribute("href"))).length`); got != 0.0 {
			t.Errorf("%s: %v links of the navigation lead nowhere", tt.name, got)
		}
	}
	if got := b.eval(`document.documentElement.lang`); got != "en" {
		t.Errorf("the language of the page is %v", got)
	}
	b.open(b.write(pageOf(t, synthetic(plawbenchShape()))))
	b.openSample(0)
	if got := b.eval(`[document.querySelector("#d0 .text").lang, document.querySelector(".slices tbody th").lang].join()`); got != "zh,zh" {
		t.Errorf("Chinese texts have the languages %v", got)
	}
	quiet(t, b)
}

func TestBrowserPrints(t *testing.T) {
	b := newBrowser(t)
	b.open(b.write(pageOf(t, synthetic(prbenchShape(30)))))
	b.openSample(2)
	b.eval(`document.querySelector("#d2 .raw").open = true`)
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	b.eval(`dispatchEvent(new Event("beforeprint"))`)
	shown := func(selector string) any {
		return b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); return e !== null && e.checkVisibility({contentVisibilityAuto: true}) && e.getBoundingClientRect().height > 0; })()`, selector))
	}
	for selector, want := range map[string]bool{
		"#filters": false, "nav": false, "#more": false, ".skip": false, "#d2 .grades tbody tr:last-child .why": true, ".slice details .slices tbody td": true,
		"#d2 .raw pre": true, "#d2 tr:nth-child(2) .raw pre": false, "#s3": true, "#d3": false, "#whole": false,
	} {
		if got := shown(selector); got != want {
			t.Errorf("in print %s is shown: %v, want %v", selector, got, want)
		}
	}
	if got := b.eval(`getComputedStyle(document.body).backgroundColor`); got != "rgb(255, 255, 255)" {
		t.Errorf("the paper is %v", got)
	}
	b.eval(`dispatchEvent(new Event("afterprint"))`)
	if got := b.eval(`document.querySelectorAll(".slice details[open]").length`); got != 0.0 {
		t.Errorf("%v details are left open after printing", got)
	}
	quiet(t, b)
}

func TestPageDoesNotMove(t *testing.T) {
	css, err := os.ReadFile("internal/document/page/page.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"animation", "transition", "scroll-behavior", "@keyframes"} {
		if strings.Contains(string(css), s) {
			t.Errorf("the style sheet has %s, which some readers must do without", s)
		}
	}
}

func TestBrowserPageFitsItsWindow(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(60))
	for name, page := range map[string]string{
		"PRBench": pageOf(t, rep), "PLawBench": pageOf(t, synthetic(plawbenchShape())), "hostile": pageWith(t, hostileReport(), PageOptions{Agreement: hostileAgreement()}),
		"panel": pageOf(t, polled(synthetic(prbenchShape(30)))), "comparison": comparePageOf(t, compared(t, rep, rival(rep, 0.5), CompareOptions{})),
		"hostile comparison": comparePageOf(t, hostileComparison(t)),
	} {
		b.open(b.write(page))
		b.openSample(1)
		b.eval(`document.querySelectorAll("details").forEach((d) => d.open = true)`)
		for _, width := range []int{320, 390, 600, 768, 1000, 1280, 1920} {
			b.look(width, 800, "light")
			if got := b.eval("document.documentElement.scrollWidth"); got != float64(width) {
				t.Errorf("%s: in a window of %d pixels the page is %v wide", name, width, got)
			}
		}
	}
}

// TestBrowserScreenshots writes pictures of pages to the folder $ASSIZE_SCREENSHOTS, for people to
// look at: of all pages, or of the one that $ASSIZE_SCREENSHOTS_OF names.
func TestBrowserScreenshots(t *testing.T) {
	dir := os.Getenv("ASSIZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("ASSIZE_SCREENSHOTS names no folder for the pictures")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t)
	hostile := hostileReport()
	hostile.Benchmark = "hostile"
	large := synthetic(prbenchShape(300))
	shown := map[string]string{}
	for _, r := range []*Report{large, synthetic(plawbenchShape()), hostile} {
		shown[r.Benchmark] = pageOf(t, r)
	}
	panel := polled(synthetic(prbenchShape(60)))
	agreed, err := panel.Agreement(labeled(panel, 40))
	if err != nil {
		t.Fatal(err)
	}
	shown["panel"] = pageWith(t, panel, PageOptions{Agreement: agreed})
	other := rival(large, 0.7)
	other.Provenance.Judges = []judge.Source{{Judge: "llm", Model: "judge-large", Host: "api.example.com", Parameters: `{"temperature":0}`}}
	shown["comparison"] = comparePageOf(t, compared(t, large, rival(large, 0.55), CompareOptions{NameA: "model-large", NameB: "model-small"}))
	shown["override"] = comparePageOf(t, compared(t, large, other, CompareOptions{NameA: "model-large", NameB: "model-small", Override: true}))
	chinese := synthetic(plawbenchShape())
	shown["points"] = comparePageOf(t, compared(t, chinese, rival(chinese, 0.55), CompareOptions{NameA: "model-large", NameB: "model-small"}))
	shown["matrix"] = matrixPageOf(t, matrixOf(t, large, "model-large", "model-middle", "model-small", "model-tiny"))
	only := os.Getenv("ASSIZE_SCREENSHOTS_OF")
	for _, name := range sortedKeys(shown) {
		if only != "" && name != only {
			continue
		}
		b.open(b.write(shown[name]))
		if name != "matrix" { // which has no samples
			b.openSample(3)
		}
		var printed struct{ Data []byte }
		b.call("Page.printToPDF", nil, &printed)
		if err := os.WriteFile(filepath.Join(dir, name+".pdf"), printed.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{1280, 390} {
			for _, scheme := range []string{"light", "dark"} {
				b.look(width, 800, scheme)
				b.eval("scrollTo(0, 0)")
				for part, selector := range map[string]string{
					"first": "", "scores": ".first", "slices": "[aria-labelledby=slices]", "distribution": "[aria-labelledby=distribution]",
					"provenance": "[aria-labelledby=distribution] + .grid", "samples": "[aria-labelledby=samples]",
					"differences": "[aria-labelledby=differences]", "criteria": "[aria-labelledby=criteria]", "runs": "[aria-labelledby=runs]", "pairs": "[aria-labelledby=pairs]", "judge": "[aria-labelledby=judge]",
				} {
					if b.eval(fmt.Sprintf("!%q || document.querySelector(%q || 'body') !== null", selector, selector)) != true {
						continue
					}
					path := filepath.Join(dir, fmt.Sprintf("%s-%d-%s-%s.png", name, width, scheme, part))
					if err := os.WriteFile(path, b.shoot(selector), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}
