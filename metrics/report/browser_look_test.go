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

func TestBrowserAccessibilityTree(t *testing.T) {
	b := newBrowser(t)
	b.open(b.write(pageOf(t, synthetic(prbenchShape(60)))))
	b.openSample(0)
	for _, width := range []int{1280, 390} {
		b.look(width, 800, "light")
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
					t.Errorf("at %d pixels a %s has no name", width, role)
				}
			}
		}
		// One table of scores, three for each of four dimensions (one of them open), one of samples, one of grades.
		for role, least := range map[string]int{"table": 7, "rowheader": 60, "columnheader": 12, "row": 90, "cell": 200, "main": 1, "navigation": 1, "heading": 8, "search": 1, "status": 1} {
			if roles[role] < least {
				t.Errorf("at %d pixels there are %d of the role %s, want %d or more: %v", width, roles[role], role, least, roles)
			}
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
	only := os.Getenv("ASSIZE_SCREENSHOTS_OF")
	for _, name := range sortedKeys(shown) {
		if only != "" && name != only {
			continue
		}
		b.open(b.write(shown[name]))
		b.openSample(3)
		for _, width := range []int{1280, 390} {
			for _, scheme := range []string{"light", "dark"} {
				b.look(width, 800, scheme)
				b.eval("scrollTo(0, 0)")
				for part, selector := range map[string]string{
					"first": "", "scores": ".first", "slices": "[aria-labelledby=slices]", "distribution": "[aria-labelledby=distribution]",
					"provenance": "[aria-labelledby=distribution] + .grid", "samples": "[aria-labelledby=samples]",
					"differences": "[aria-labelledby=differences]", "criteria": "[aria-labelledby=criteria]", "runs": "[aria-labelledby=runs]", "judge": "[aria-labelledby=judge]",
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
