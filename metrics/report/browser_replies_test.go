package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// choose gives a file to the field of that ID.
func (b *browser) choose(id, path string) {
	b.t.Helper()
	var document struct{ Root struct{ NodeID int } }
	b.call("DOM.getDocument", nil, &document)
	var node struct{ NodeID int }
	b.call("DOM.querySelector", map[string]any{"nodeId": document.Root.NodeID, "selector": "#" + id}, &node)
	b.call("DOM.setFileInputFiles", map[string]any{"nodeId": node.NodeID, "files": []string{path}}, nil)
}

// saved writes the JSON of a report to a file of that name.
func saved(t *testing.T, r *Report, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := r.WriteJSON(f); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBrowserShowsRepliesOnDemand(t *testing.T) {
	b := newBrowser(t)
	rep := synthetic(prbenchShape(20))
	s := &rep.Samples[2]
	s.Replies = append(s.Replies, Reply{Criteria: []string{s.Grades[0].Criterion, s.Grades[2].Criterion}, How: "fence removed", Text: "a reply about two"})
	b.open(b.write(pageOf(t, rep)))
	b.openSample(2)
	row := func(k int, what string) string {
		return fmt.Sprint(b.eval(fmt.Sprintf(`document.querySelectorAll("#d2 .grades tbody tr")[%d].%s`, k, what)))
	}
	for k, g := range s.Grades {
		want := s.Replies[k].Text
		if strings.Contains(row(k, "innerText"), want) {
			t.Errorf("criterion %d: the reply is shown unasked", k)
		}
		b.eval(fmt.Sprintf(`document.querySelectorAll("#d2 .grades tbody tr")[%d].querySelector("summary").click()`, k))
		text := row(k, "innerText")
		for _, w := range []string{want, g.Text, g.Explanation, numeral.Typeset(numeral.Plain(g.Weight)), "Raw reply"} {
			if !strings.Contains(text, w) {
				t.Errorf("criterion %d: no %q in %q", k, w, text)
			}
		}
		if how := "read: " + g.How; g.How != "" && !strings.Contains(text, how) {
			t.Errorf("criterion %d: no %q", k, how)
		}
		if g.Status == judge.Missing && !strings.Contains(text, "not read: "+string(g.Reason)) {
			t.Errorf("criterion %d: it is not said why the reply was not read", k)
		}
	}
	if text := fmt.Sprint(b.eval(`document.querySelector("#d2 > td > details:last-of-type").textContent`)); text != "Raw reply on criteria 1, 3, read: fence removeda reply about two" {
		t.Errorf("a reply on two criteria is shown as %q", text)
	}
	quiet(t, b)
	rep = polled(synthetic(prbenchShape(20)))
	b.open(b.write(pageOf(t, rep)))
	b.openSample(2)
	text := fmt.Sprint(b.eval(`document.querySelector("#d2").textContent`))
	for _, r := range rep.Samples[2].Replies {
		if !strings.Contains(text, r.Text) {
			t.Errorf("no %q", r.Text)
		}
	}
	quiet(t, b)
}

func TestBrowserReadsTheReportsJSON(t *testing.T) {
	b := newBrowser(t)
	rep, page := thousand()
	url := b.write(page)
	b.open(url)
	b.openSample(40)
	said := func() string { return fmt.Sprint(b.eval(`document.getElementById("whole-said").textContent`)) }
	shown := func() string { return fmt.Sprint(b.eval(`document.querySelector("#d40").textContent`)) }
	s := rep.Samples[40]
	if text := shown(); strings.Contains(text, s.Grades[0].Criterion) || !strings.Contains(text, "left out to keep this page small") || !strings.Contains(text, "characters") {
		t.Errorf("before: %.300q", text)
	}
	other := synthetic(prbenchShape(1100))
	other.Samples[900].Scores["clipped_score"] += 0.01
	odd := filepath.Join(t.TempDir(), "odd\u202e.json")
	if err := os.WriteFile(odd, []byte(`{"samples": `), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ why, path, want string }{
		{"no JSON", odd, "odd⟦U+202E⟧.json cannot be used"},
		{"fewer samples", saved(t, synthetic(prbenchShape(3)), "few.json"), "few.json cannot be used: it has 3 samples and this page 1100."},
		{"another run", saved(t, other, "other.json"), "other.json cannot be used: its sample 901 is not that of this page."},
	} {
		b.choose("whole-file", tt.path)
		b.until(`!/^$|Reading/.test(document.getElementById("whole-said").textContent)`)
		b.until(fmt.Sprintf(`document.getElementById("whole-said").textContent.includes(%q)`, tt.want))
		if strings.Contains(shown(), s.Grades[0].Criterion) {
			t.Errorf("%s: the samples are shown from it", tt.why)
		}
	}
	b.choose("whole-file", saved(t, rep, "report.json"))
	b.until(`document.getElementById("whole-said").textContent.includes("shown whole, from report.json")`)
	b.eval(`document.getElementById("more-all").click()`)
	b.openSample(1050)
	for i, text := range map[int]string{40: shown(), 1050: fmt.Sprint(b.eval(`document.querySelector("#d1050").textContent`))} {
		for k, g := range rep.Samples[i].Grades {
			for _, w := range []string{g.Criterion, g.Text, g.Explanation, g.Category, rep.Samples[i].Replies[k].Text} {
				if !strings.Contains(text, w) {
					t.Errorf("sample %d: no %q", i, w)
				}
			}
		}
	}
	if strings.Contains(shown(), "characters") || said() == "" {
		t.Errorf("texts are still cut: %.300q", shown())
	}
	quiet(t, b)
}

func TestBrowserReadsHostileJSON(t *testing.T) {
	b := newBrowser(t)
	rep := hostileReport()
	b.open(b.write(pageOf(t, rep)))
	whole := func() []string {
		var out []string
		for i := range rep.Samples {
			out = append(out, fmt.Sprint(b.eval(fmt.Sprintf(`document.getElementById("d%d").innerHTML`, i))))
		}
		return out
	}
	for i := range rep.Samples {
		b.openSample(i)
	}
	packed := whole()
	b.choose("whole-file", saved(t, rep, "report.json"))
	b.until(`document.getElementById("whole-said").textContent.includes("shown whole")`)
	for i, s := range whole() {
		if s != packed[i] {
			t.Errorf("sample %d is shown otherwise from its JSON:\n%s\n%s", i, s, packed[i])
		}
	}
	if got := b.eval(`typeof window.hacked`); got != "undefined" {
		t.Error("outside text has run")
	}
	quiet(t, b)
}
