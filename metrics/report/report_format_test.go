package report_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with testdata/name, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// example is a report with two subsets, all statuses, a missing verdict and outside text that is
// Markdown.
func example(t *testing.T) *report.Report {
	t.Helper()
	items := []report.Item{
		item("1", "x", "tax | fees", true), item("2", "x", "[family](javascript:x)", true),
		item("3", "y", "tax | fees", true), item("4", "y", "tax | fees", false),
	}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"yny"+"y?n"))
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestGolden(t *testing.T) {
	rep := example(t)
	var js bytes.Buffer
	if err := rep.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", js.String())
	golden(t, "report.md", rep.Markdown())
	golden(t, "report.txt", rep.String())
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	rep := example(t)
	var js bytes.Buffer
	if err := rep.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	back, err := report.Read(&js)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rep, back, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if _, err := report.Read(strings.NewReader(`{"benchmark": 1}`)); err == nil {
		t.Error("a benchmark that is a number is read")
	}
}

func TestMarkdownKeepsOutsideTextInert(t *testing.T) {
	items := []report.Item{item("1", "x", "<script>a()</script>\n# not a heading | b", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"))
	if err != nil {
		t.Fatal(err)
	}
	md := rep.Markdown()
	for _, bad := range []string{"<script>", "\n# not", "heading | b"} {
		if strings.Contains(md, bad) {
			t.Errorf("%q stands in the Markdown unescaped", bad)
		}
	}
}

func TestMethodsOfNilReport(t *testing.T) {
	var rep *report.Report
	var js bytes.Buffer
	if err := rep.WriteJSON(&js); err != nil || !strings.Contains(js.String(), `"coverage"`) {
		t.Errorf("WriteJSON: %v, %q", err, js.String())
	}
	if rep.Markdown() == "" || rep.String() == "" {
		t.Error("an empty text for a nil report")
	}
}

func TestShareOfSamples(t *testing.T) {
	if got := (report.Coverage{Samples: 4, Scored: 3}).Share(); got != 0.75 {
		t.Errorf("share = %v, want 0.75", got)
	}
	if got := (report.Coverage{}).Share(); got != 1 {
		t.Errorf("share of nothing = %v, want 1", got)
	}
}

func TestProvenanceDependsOnWhatIsGraded(t *testing.T) {
	build := func(edit func([]report.Item)) report.Dataset {
		items := []report.Item{item("1", "x", "t", true), item("2", "x", "t", true)}
		edit(items)
		rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yynyyn"))
		if err != nil {
			t.Fatal(err)
		}
		return rep.Provenance.Dataset
	}
	plain := build(func([]report.Item) {})
	answer := build(func(it []report.Item) { it[0].Sample = sample{"1", "another answer", criteria} })
	if plain.SHA256 != answer.SHA256 || plain.AnswersSHA256 == answer.AnswersSHA256 {
		t.Error("another answer must change the answers' hash alone")
	}
	reworded := append(criteria[:0:0], criteria...)
	reworded[1].Text = "Applies it well."
	text := build(func(it []report.Item) { it[0].Sample = sample{"1", "answer 1", reworded} })
	if plain.SHA256 == text.SHA256 || plain.AnswersSHA256 != text.AnswersSHA256 {
		t.Error("another criterion must change the dataset's hash alone")
	}
}

func TestServedModelsThatDifferAreWarnedAbout(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true)}
	out := outcomes(report.Tasks(items), "yyn")
	out[0].Verdict.Source = judge.Source{Judge: "llm", Model: "m", Served: "m-2026-01"}
	out[1].Verdict.Source = judge.Source{Judge: "llm", Model: "m", Served: "m-2026-06"}
	out[2].Verdict.Source = out[1].Verdict.Source
	rep, err := report.Build(config(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rep.Warnings, "\n"); !strings.Contains(got, "2 judges or served models: [m-2026-01 m-2026-06]") {
		t.Errorf("warnings = %s", got)
	}
	if n := len(rep.Provenance.Judges); n != 2 {
		t.Errorf("%d judges in the provenance, want 2", n)
	}
}
