package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with testdata/name, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// graded writes the report of a set of the quickstart's answers into a folder named after it, and
// returns the path. edit may change it first.
func graded(t *testing.T, dir, set string, edit func(*report.Report)) string {
	t.Helper()
	samples, err := prbench.Load("../quickstart/prbench.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	answers, err := dataset.ReadAnswers("../quickstart/answers/prbench_" + set + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prbench.SetAnswers(samples, answers); err != nil {
		t.Fatal(err)
	}
	rep, err := prbench.Score(t.Context(), samples, baseline.New())
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		edit(rep)
	}
	var b bytes.Buffer
	if err := rep.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return write(t, filepath.Join(dir, set, "report.json"), b.String())
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// program runs the program.
func program(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	good, weak := graded(t, dir, "good", nil), graded(t, dir, "weak", nil)
	for _, tt := range []struct{ format, file string }{{"table", "compare.txt"}, {"md", "compare.md"}, {"json", "compare.json"}} {
		code, out, errs := program("-format", tt.format, good, weak)
		if code != exitDone || errs != "" {
			t.Errorf("%s: code %d, %s", tt.format, code, errs)
		}
		golden(t, tt.file, out)
		if tt.format == "json" && !json.Valid([]byte(out)) {
			t.Error("the output is not JSON")
		}
		if _, again, _ := program("-format", tt.format, good, weak); again != out {
			t.Errorf("%s: a second run gives other bytes", tt.format)
		}
	}
	code, unpaired, _ := program("-unpaired", good, weak)
	if code != exitDone || !strings.Contains(unpaired, "good against weak, unpaired") || !strings.Contains(unpaired, "warning: unpaired: ") {
		t.Errorf("unpaired: code %d\n%s", code, unpaired)
	}
	_, seeded, _ := program("-seed", "7", good, weak)
	if !strings.Contains(seeded, "Sign flips have seed 7.") {
		t.Errorf("the seed is not named:\n%s", seeded)
	}
}

func TestMismatchIsRefused(t *testing.T) {
	dir := t.TempDir()
	good := graded(t, dir, "good", nil)
	weak := graded(t, dir, "weak", func(r *report.Report) {
		r.Provenance.Prompt.Name, r.Provenance.Judges[0].Model = "another prompt", "another model"
	})
	code, out, errs := program(good, weak)
	if code != exitUsage || out != "" {
		t.Errorf("code %d, output %q; want %d and none", code, out, exitUsage)
	}
	golden(t, "refused.txt", errs)
	code, out, _ = program("-override", good, weak)
	if code != exitDone || !strings.Contains(out, "warning: the runs differ in prompt: ") || !strings.Contains(out, "warning: the runs differ in judge model: ") {
		t.Errorf("overridden: code %d\n%s", code, out)
	}
}

func TestLabels(t *testing.T) {
	dir := t.TempDir()
	good := graded(t, dir, "good", nil)
	f, err := os.Open(good)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rep, err := report.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	labels, err := rep.Labels()
	if err != nil {
		t.Fatal(err)
	}
	// The expert labels six of the eight samples and disagrees on every seventh criterion.
	var csv strings.Builder
	csv.WriteString("sample,criterion,met\n")
	half := map[string]bool{}
	for _, s := range rep.Samples[:6] {
		half[s.ID] = true
	}
	for i, l := range labels {
		if half[l.Sample] {
			met := "true"
			if l.Met == (i%7 == 0) {
				met = "false"
			}
			csv.WriteString(l.Sample + "," + l.Criterion + "," + met + "\n")
		}
	}
	path := write(t, filepath.Join(dir, "experts.csv"), csv.String())
	for _, tt := range []struct{ format, file string }{{"table", "labels.txt"}, {"md", "labels.md"}} {
		code, out, errs := program("-labels", path, "-format", tt.format, good)
		if code != exitDone || errs != "" {
			t.Errorf("%s: code %d, %s", tt.format, code, errs)
		}
		golden(t, tt.file, out)
	}
	code, out, errs := program("-labels", good, good)
	if code != exitDone || !strings.Contains(out, "verdicts against 95 of 95 labels") || strings.Contains(out, "corrected  ") {
		t.Errorf("against another judge's report: code %d %s\n%s", code, errs, out)
	}
	weak := graded(t, dir, "weak", nil)
	if code, _, errs := program("-labels", weak, good); code != exitUsage || !strings.Contains(errs, "different samples or responses") {
		t.Errorf("against a report on other answers: code %d, %s", code, errs)
	}
}

func TestOut(t *testing.T) {
	dir := t.TempDir()
	good, weak := graded(t, dir, "good", nil), graded(t, dir, "weak", nil)
	labels := write(t, filepath.Join(dir, "experts.csv"), "sample,criterion,met\n"+someLabels(t, good))
	out := filepath.Join(dir, "new", "out")
	for _, tt := range []struct {
		why, name string
		args      []string
	}{
		{"two reports", "comparison", []string{good, weak}},
		{"three reports", "comparisons", []string{good, weak, write(t, filepath.Join(dir, "third", "report.json"), contents(t, weak))}},
		{"labels", "agreement", []string{"-labels", labels, good}},
	} {
		code, table, errs := program(append([]string{"-out", out}, tt.args...)...)
		if code != exitDone || table == "" {
			t.Fatalf("%s: code %d, %s", tt.why, code, errs)
		}
		for format, file := range map[string]string{"md": tt.name + ".md", "json": tt.name + ".json"} {
			_, want, _ := program(append([]string{"-format", format}, tt.args...)...)
			if got := contents(t, filepath.Join(out, file)); got != want || got == "" {
				t.Errorf("%s: %s is not the %s that is printed", tt.why, file, format)
			}
		}
		page := contents(t, filepath.Join(out, tt.name+".html"))
		for _, part := range []string{"<!DOCTYPE html>\n<html lang=\"en\">", "<title>", "<style>", "prefers-color-scheme: dark", "@media print", "</html>\n"} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: a page of %d bytes without %s", tt.why, len(page), part)
			}
		}
	}
	if code, _, errs := program("-out", filepath.Join(good, "x"), good, weak); code != exitFailed {
		t.Errorf("a folder that cannot be made: code %d, %s", code, errs)
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// someLabels are the verdicts of a report on four samples, every fifth turned, as rows of CSV.
func someLabels(t *testing.T, path string) string {
	t.Helper()
	rep, err := report.Read(strings.NewReader(contents(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	labels, err := rep.Labels()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, l := range labels[:len(labels)/2] {
		fmt.Fprintf(&b, "%s,%s,%v\n", l.Sample, l.Criterion, l.Met == (i%5 != 0))
	}
	return b.String()
}

func TestThreeReports(t *testing.T) {
	dir := t.TempDir()
	good, weak := graded(t, dir, "good", nil), graded(t, dir, "weak", nil)
	third := write(t, filepath.Join(dir, "third", "report.json"), contents(t, weak))
	code, out, errs := program(good, weak, third)
	if code != exitDone || errs != "" {
		t.Errorf("code %d, %s", code, errs)
	}
	golden(t, "three.txt", out)
	low := graded(t, dir, "weak", func(r *report.Report) { r.Samples[0].Status, r.Samples[0].Scores = report.Excluded, nil })
	if code, _, errs := program(good, low, third); code != exitLowCoverage || !strings.Contains(errs, "good against weak: 7 of 8 are compared") {
		t.Errorf("code %d, %s", code, errs)
	}
}

func TestLabelsOfTwoRuns(t *testing.T) {
	dir := t.TempDir()
	good, weak := graded(t, dir, "good", nil), graded(t, dir, "weak", nil)
	a := write(t, filepath.Join(dir, "a.csv"), "sample,criterion,met\n"+someLabels(t, good))
	b := write(t, filepath.Join(dir, "b.csv"), "sample,criterion,met\n"+someLabels(t, weak))
	code, out, errs := program("-labels-a", a, "-labels-b", b, good, weak)
	if code != exitDone || errs != "" {
		t.Errorf("code %d, %s", code, errs)
	}
	golden(t, "corrected.txt", out)
	empty := write(t, filepath.Join(dir, "empty.csv"), "sample,criterion,met\n")
	if code, _, errs := program("-labels-a", a, "-labels-b", empty, good, weak); code != exitUsage || !strings.Contains(errs, "none of the 0 labels of weak") {
		t.Errorf("an empty file: code %d, %s", code, errs)
	}
}

func TestPoints(t *testing.T) {
	dir := t.TempDir()
	good := graded(t, dir, "good", func(r *report.Report) {
		r.Samples[0].Grades[0].Points = r.Samples[0].Grades[0].Weight / 2
	})
	rep, err := report.Read(strings.NewReader(contents(t, good)))
	if err != nil {
		t.Fatal(err)
	}
	g := rep.Samples[0].Grades[0]
	points := write(t, filepath.Join(dir, "p.jsonl"), fmt.Sprintf("{\"sample\": %q, \"criterion\": %q, \"points\": %v}\n", rep.Samples[0].ID, g.Criterion, g.Weight/4))
	code, out, errs := program("-points", points, good)
	if code != exitDone || !strings.Contains(out, "points against 1 of 1 label\n") || !strings.Contains(out, " 1  0.5000 [−∞, ∞]  0.2500 [−∞, ∞]  0.2500 [−∞, ∞] ") {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}

func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	good := graded(t, dir, "good", nil)
	weak := graded(t, dir, "weak", func(r *report.Report) {
		r.Samples[0].Status, r.Samples[0].Scores = report.Excluded, nil
	})
	broken := write(t, filepath.Join(dir, "broken.json"), `{"samples": 1}`)
	empty := write(t, filepath.Join(dir, "empty.json"), `{}`)
	stray := write(t, filepath.Join(dir, "stray.jsonl"), `{"sample": "nobody", "criterion": "x", "met": true}`)
	for _, tt := range []struct {
		why  string
		args []string
		code int
		want string
	}{
		{"help", []string{"-h"}, exitDone, "Exit codes: 0 done"},
		{"no report", nil, exitUsage, "two reports or more are needed; there are 0"},
		{"one report", []string{good}, exitUsage, "two reports or more are needed; there are 1"},
		{"one report three times", []string{good, weak, good}, exitUsage, "has no name of its own"},
		{"labels with two reports", []string{"-labels", stray, good, weak}, exitUsage, "-labels and -points take one report; there are 2"},
		{"points with no report", []string{"-points", stray}, exitUsage, "-labels and -points take one report; there are 0"},
		{"labels and points", []string{"-labels", stray, "-points", stray, good}, exitUsage, "-labels and -points are both given"},
		{"labels with -override", []string{"-labels", stray, "-override", good}, exitUsage, "take neither -override nor -unpaired"},
		{"points with -unpaired", []string{"-points", stray, "-unpaired", good}, exitUsage, "take neither -override nor -unpaired"},
		{"labels of one run alone", []string{"-labels-a", stray, good, weak}, exitUsage, "-labels-a and -labels-b go together"},
		{"labels of two runs, unpaired", []string{"-labels-a", stray, "-labels-b", stray, "-unpaired", good, weak}, exitUsage, "not -unpaired"},
		{"labels of two runs and one report", []string{"-labels", stray, "-labels-b", stray, good}, exitUsage, "are for two reports"},
		{"labels of two runs that are not of them", []string{"-labels-a", stray, "-labels-b", stray, good, weak}, exitUsage, "none of the 1 labels of good"},
		{"verdicts for points", []string{"-points", stray, good}, exitUsage, `field "points" is missing`},
		{"an unknown form", []string{"-format", "html", good, weak}, exitUsage, `-format is "html"`},
		{"a share above 1", []string{"-min-coverage", "1.5", good, weak}, exitUsage, "-min-coverage is 1.5"},
		{"a share that is no number", []string{"-min-coverage", "NaN", good, weak}, exitUsage, "-min-coverage is NaN"},
		{"a negative seed", []string{"-seed", "-1", good, weak}, exitUsage, "invalid value"},
		{"no such file", []string{good, filepath.Join(dir, "none.json")}, exitUsage, "none.json"},
		{"a file that is no report", []string{broken, weak}, exitUsage, "broken.json"},
		{"a report without samples", []string{good, empty}, exitUsage, "the report has no samples"},
		{"no such labels", []string{"-labels", filepath.Join(dir, "none.csv"), good}, exitUsage, "none.csv"},
		{"labels of another kind", []string{"-labels", filepath.Join(dir, "labels.xlsx"), good}, exitUsage, ".jsonl or .csv"},
		{"labels of other samples", []string{"-labels", stray, good}, exitUsage, "none of the 1 labels"},
		{"a sample is not compared", []string{good, weak}, exitLowCoverage, "7 of 8 are compared; -min-coverage is 0.95"},
		{"and need not be", []string{"-min-coverage", "0.8", good, weak}, exitDone, ""},
	} {
		code, _, errs := program(tt.args...)
		if code != tt.code || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: code %d, %q; want %d and %q", tt.why, code, errs, tt.code, tt.want)
		}
	}
	if code := run([]string{good, good}, full{}, new(bytes.Buffer)); code != exitFailed {
		t.Errorf("an output that fails: code %d", code)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestNames(t *testing.T) {
	for _, tt := range []struct{ why, a, b, wantA, wantB string }{
		{"folders of reports", "runs/old/report.json", "runs/new/report.json", "old", "new"},
		{"files", "old.json", "new.json", "old", "new"},
		{"a file and a folder", "old.json", "new/report.json", "old", "new"},
		{"one name twice", "a/results/report.json", "b/results/report.json", "a/results/report.json", "b/results/report.json"},
		{"a report beside the program", "report.json", "other.json", "report", "other"},
	} {
		if got := names([]string{tt.a, tt.b}); got[0] != tt.wantA || got[1] != tt.wantB {
			t.Errorf("%s: %q, want %q and %q", tt.why, got, tt.wantA, tt.wantB)
		}
	}
}

// TestOutIsAllOfOneComparison has a folder in which one of the files cannot be written.
func TestOutIsAllOfOneComparison(t *testing.T) {
	dir := t.TempDir()
	a, b := graded(t, dir, "good", nil), graded(t, dir, "weak", nil)
	out := filepath.Join(dir, "out")
	if err := os.MkdirAll(filepath.Join(out, "comparison.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"comparison.md": "earlier", ".report-1": "of a run that was killed"} {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-min-coverage", "0", "-out", out, a, b}, &stdout, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "comparison.json") {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
	got, err := os.ReadFile(filepath.Join(out, "comparison.md"))
	if entries, _ := os.ReadDir(out); err != nil || string(got) != "earlier" || len(entries) != 2 {
		t.Errorf("comparison.md is %q, %v, among %v", got, err, entries)
	}
}

func TestLabelsOfNothingNameTheirFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "experts.csv")
	if err := os.WriteFile(path, []byte("sample,criterion,met\nnone,c,true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run([]string{"-labels", path, graded(t, dir, "good", nil)}, &stdout, &stderr)
	if code != exitUsage || strings.Count(stderr.String(), path) != 1 || !strings.Contains(stderr.String(), "none of the 1 labels") {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
}
