package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

// threeRuns are a strong, a middling and a weak model.
func threeRuns(t *testing.T) []report.NamedReport {
	return []report.NamedReport{
		{Name: "strong", Report: modelRun(t, "s", nil, nil, "yyn", "yyn", "yyn", "yyn", "yyn", "nyn")},
		{Name: "middle", Report: modelRun(t, "m", nil, nil, "ynn", "yyn", "nyn", "yny", "nyn", "nyn")},
		{Name: "weak", Report: modelRun(t, "w", nil, nil, "nnn", "ynn", "nnn", "nnn", "nny", "nnn")},
	}
}

func TestCompareAll(t *testing.T) {
	runs := threeRuns(t)
	m, err := report.CompareAll(runs, report.CompareOptions{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var p []float64
	var pairs []string
	i := 0
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		a, b := runs[pair[0]], runs[pair[1]]
		c := compared(t, a.Report, b.Report, report.CompareOptions{NameA: a.Name, NameB: b.Name, Seed: 3})
		for _, d := range c.Differences {
			got := m.Differences[i]
			i++
			pairs = append(pairs, got.A+" "+got.B+" "+got.Difference.Metric)
			p = append(p, d.Test.P)
			d.Adjusted = got.Difference.Adjusted
			if diff := cmp.Diff(d, got.Difference, cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("(-compared +in the matrix):\n%s", diff)
			}
		}
	}
	want := "strong middle clipped_score, strong middle normalized_score, strong weak clipped_score, strong weak normalized_score, middle weak clipped_score, middle weak normalized_score"
	if got := strings.Join(pairs, ", "); got != want || len(m.Differences) != 6 {
		t.Errorf("pairs %s", got)
	}
	holm, err := compare.Holm(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range m.Differences {
		near(t, "adjusted over all pairs", d.Difference.Adjusted, holm[i])
	}
	// Verdicts of the three by sample: 1 yyn ynn nnn, 2 yyn yyn ynn, 3 yyn nyn nnn, 4 yyn yny nnn, 5 yyn nyn nny,
	// 6 nyn nyn nnn. All meet 2a alone; none 1c, 2c, 3c, 6a and 6c.
	var byAll, byNone []string
	for _, n := range m.MetBy {
		byAll = append(byAll, n.Sample+n.Criterion)
	}
	for _, n := range m.UnmetBy {
		byNone = append(byNone, n.Sample+n.Criterion)
	}
	if m.Criteria != 18 || m.Met != 1 || m.Unmet != 5 || strings.Join(byAll, " ") != "2a" || strings.Join(byNone, " ") != "1c 2c 3c 6c 6a" {
		t.Errorf("%d criteria, %d met by all %v, %d by none %v", m.Criteria, m.Met, byAll, m.Unmet, byNone)
	}
	if m.Seed != 3 || m.Benchmark != "test" || len(m.Runs) != 3 || m.Runs[2].Name != "weak" || m.Runs[1].Coverage.Scored != 6 {
		t.Errorf("got %+v", m)
	}
	if w := strings.Join(m.Warnings, "\n"); !strings.Contains(w, "middle against weak: ") {
		t.Errorf("warnings %s", w)
	}
	golden(t, "matrix.txt", m.String())
	golden(t, "matrix.md", m.Markdown())
	var js bytes.Buffer
	if err := m.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	back := new(report.Matrix)
	if err := json.Unmarshal(js.Bytes(), back); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.WriteJSON(&again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(js.String(), again.String()); diff != "" {
		t.Errorf("(-written +read and written):\n%s", diff)
	}
	var none *report.Matrix
	js.Reset()
	if err := none.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) || none.String() == "" || none.Markdown() == "" || new(report.Matrix).String() == "" {
		t.Errorf("a nil matrix: %v, %q", err, js.String())
	}
}

func TestCompareAllIsRefused(t *testing.T) {
	runs := threeRuns(t)
	other := threeRuns(t)
	other[2].Report.Provenance.Prompt.SHA256 = "another"
	for _, tt := range []struct {
		why, want string
		runs      []report.NamedReport
		opts      report.CompareOptions
	}{
		{"one run", "there are 1", runs[:1], report.CompareOptions{}},
		{"no name", `run 2 has no name of its own: ""`, []report.NamedReport{runs[0], {Report: runs[1].Report}}, report.CompareOptions{}},
		{"one name twice", `run 2 has no name of its own: "strong"`, []report.NamedReport{runs[0], runs[0]}, report.CompareOptions{}},
		{"no report", "needs two reports", []report.NamedReport{runs[0], {Name: "x"}}, report.CompareOptions{}},
		{"labels", "labels are of two runs", runs, report.CompareOptions{LabelsA: []agreement.Label{}, LabelsB: []agreement.Label{}}},
		{"labels of the first alone", "labels are of two runs", runs, report.CompareOptions{LabelsA: []agreement.Label{}}},
		{"labels of the second alone", "labels are of two runs", runs, report.CompareOptions{LabelsB: []agreement.Label{}}},
		{"another prompt in the last", "prompt hash", other, report.CompareOptions{}},
	} {
		if _, err := report.CompareAll(tt.runs, tt.opts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	_, err := report.CompareAll(other, report.CompareOptions{})
	if mismatch := new(report.MismatchError); !errors.As(err, &mismatch) || mismatch.NameA != "strong" || mismatch.NameB != "weak" {
		t.Errorf("error %v", err)
	}
	m, err := report.CompareAll(other, report.CompareOptions{Override: true})
	if err != nil || !strings.Contains(m.String(), "strong against weak: the runs differ in prompt hash") {
		t.Errorf("overridden: %v, %v", m, err)
	}
}

func TestMatrixEscapes(t *testing.T) {
	runs := threeRuns(t)
	runs[0].Name = "<b>|x"
	m, err := report.CompareAll(runs, report.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if md := m.Markdown(); strings.Contains(md, "<b>") || strings.Contains(md, "b>|") {
		t.Errorf("outside text stands in the Markdown unescaped:\n%s", md)
	}
}

func ExampleCompareAll() {
	a, b := twoModels()
	m, err := report.CompareAll([]report.NamedReport{{Name: "first", Report: a}, {Name: "second", Report: b}, {Name: "again", Report: a}}, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range m.Differences {
		if d.Difference.Metric == metrics.ClippedScore {
			fmt.Println(d.A, "-", d.B, d.Difference.Different())
		}
	}
	// Output:
	// first - second true
	// first - again false
	// second - again true
}
