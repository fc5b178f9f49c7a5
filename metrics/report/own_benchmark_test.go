package report_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/rubric"
)

// TestOwnBenchmark builds the report of a benchmark that says as little as it can, and looks for lines
// with nothing in them.
func TestOwnBenchmark(t *testing.T) {
	var items []report.Item
	for _, id := range []string{"one", "two", "three"} {
		s := sample{id, "an answer", rubric.List{{ID: "a", Text: "Is polite.", Weight: 1}, {ID: "b", Text: "Is right.", Weight: 2}}}
		items = append(items, report.Item{Sample: s, Tasks: []judge.Task{{Sample: s, Criteria: s.criteria}}})
	}
	agrees := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
		return judge.Met(task, task.Sample.ID() != "two", ""), nil
	})
	rep, err := report.Run(t.Context(), report.Config{Benchmark: "My benchmark", Scorer: metrics.Weighted{}, Metrics: []report.Metric{{Name: metrics.ClippedScore}}}, items, agrees)
	if err != nil {
		t.Fatal(err)
	}
	md := rep.Markdown()
	for _, line := range strings.Split(md, "\n") {
		if strings.HasSuffix(strings.TrimSpace(line), ":") || strings.Contains(line, "SHA-256 \n") || regexp.MustCompile(`SHA-256\s*$|\(\)|, ,|: ,|: :|\|\s+\|`).MatchString(line) {
			t.Errorf("an empty line: %q", line)
		}
	}
	for _, bad := range []string{"Prompt", "Contract", "unnamed", "Judge:", "the library's own", "Usage", "- `clipped\\_score`", "%!", "no: \n"} {
		if strings.Contains(md, bad) {
			t.Errorf("the Markdown has %q", bad)
		}
	}
	for _, good := range []string{"# My benchmark", "| all | clipped\\_score | 0.6667 |", "- Dataset: 3 samples, 6 criteria, SHA-256 ", "- Missing verdicts: exclude", "no published figures are known"} {
		if !strings.Contains(md, good) {
			t.Errorf("the Markdown has no %q:\n%s", good, md)
		}
	}
	var b strings.Builder
	if err := rep.WritePage(&b); err != nil {
		t.Fatal(err)
	}
	page, _, _ := strings.Cut(b.String(), `id="chunks"`)
	for _, bad := range []string{"<dd></dd>", "<dt></dt>", "<dl></dl>", "(none)", "unnamed", "Not comparable", `href="#usage"`, `id="slices"`, ">no verdicts<"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, good := range []string{">My benchmark</h1>", "3 samples, 6 criteria", "No published figures are known.", ">0.6667<"} {
		if !strings.Contains(page, good) {
			t.Errorf("the page has no %q", good)
		}
	}
	if s := rep.String(); !strings.Contains(s, "all     clipped_score  0.6667") {
		t.Errorf("the plain table is\n%s", s)
	}
}
