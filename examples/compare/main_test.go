package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
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
		{"no report", nil, exitUsage, "two reports are needed; there are 0"},
		{"one report", []string{good}, exitUsage, "two reports are needed; there are 1"},
		{"three reports", []string{good, weak, good}, exitUsage, "there are 3"},
		{"labels with two reports", []string{"-labels", stray, good, weak}, exitUsage, "-labels takes one report"},
		{"labels with -override", []string{"-labels", stray, "-override", good}, exitUsage, "takes neither -override nor -unpaired"},
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
		if a, b := names(tt.a, tt.b); a != tt.wantA || b != tt.wantB {
			t.Errorf("%s: %q and %q, want %q and %q", tt.why, a, b, tt.wantA, tt.wantB)
		}
	}
}
