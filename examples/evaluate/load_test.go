package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/plawbench"
)

func TestShares(t *testing.T) {
	public := map[string]int{"analysis": 250, "consultation": 18, "defendant": 6, "plaintiff": 6}
	for _, r := range []struct {
		n     int
		sizes map[string]int
		want  map[string]int
		why   string
	}{
		{20, public, map[string]int{"analysis": 17, "consultation": 1, "defendant": 1, "plaintiff": 1}, "each has one, and no subset is left out"},
		{140, public, map[string]int{"analysis": 125, "consultation": 9, "defendant": 3, "plaintiff": 3}, "half of each"},
		{280, public, public, "all"},
		{1000, public, public, "no more than there are"},
		{4, public, map[string]int{"analysis": 1, "consultation": 1, "defendant": 1, "plaintiff": 1}, "one each"},
		{2, public, map[string]int{"analysis": 1, "consultation": 1}, "the largest first"},
		{3, map[string]int{"a": 2, "b": 2, "c": 2, "d": 2}, map[string]int{"a": 1, "b": 1, "c": 1}, "by name where sizes are equal"},
		{5, map[string]int{"one": 9}, map[string]int{"one": 5}, "a single subset"},
		{3, map[string]int{}, map[string]int{}, "nothing to divide"},
	} {
		got := shares(r.n, r.sizes)
		if !maps.Equal(got, r.want) {
			t.Errorf("%d of %v: %v, want %v: %s", r.n, r.sizes, got, r.want, r.why)
		}
	}
}

func TestALimitLeavesNoSubsetOut(t *testing.T) {
	r := evaluate(t, "-benchmark", "plawbench", "-data", plData, "-answers", plAnswers, "-judge", "baseline", "-limit", "4")
	if r.code != exitDone || r.report.Coverage.Samples != 4 || len(r.report.Subsets) != 4 {
		t.Errorf("exit %d, %d samples in %d subsets: %s", r.code, r.report.Coverage.Samples, len(r.report.Subsets), r.stderr)
	}
	one := evaluate(t, "-benchmark", "plawbench", "-data", plData, "-answers", plAnswers, "-judge", "baseline", "-limit", "1",
		"-subset", string(plawbench.LegalConsultation))
	if one.report == nil || one.report.Coverage.Samples != 1 {
		t.Errorf("exit %d: %s", one.code, one.stderr)
	}
}

func TestAnswersToUnknownSamples(t *testing.T) {
	data, err := os.ReadFile(prAnswers)
	if err != nil {
		t.Fatal(err)
	}
	var more strings.Builder
	for i := range 12 {
		fmt.Fprintf(&more, "  \"other-%02d\": \"x\",\n", i)
	}
	path := filepath.Join(t.TempDir(), "answers.json")
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), "{", "{\n"+more.String(), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-benchmark", "prbench", "-data", prData, "-answers", path, "-judge", "baseline", "-answers-model", "vendor/m"}
	r := evaluate(t, args...)
	if r.code != exitUsage || !strings.Contains(r.stderr, "none of the 8 samples has (12): ") || !strings.Contains(r.stderr, "-ignore-unknown") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	for i := range 12 {
		if !strings.Contains(r.stderr, fmt.Sprintf(`"other-%02d"`, i)) {
			t.Errorf("other-%02d is not named: %s", i, r.stderr)
		}
	}
	r = evaluate(t, append(args, "-ignore-unknown")...)
	if r.code != exitDone || !strings.Contains(r.stderr, "that the dataset does not have are left out (12)") || r.report.Coverage.Scored != 8 {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if got := r.report.Provenance; got.Model != "vendor/m" || got.ModelUsage != nil || !strings.HasPrefix(r.stdout, "PRBench: vendor/m\n") {
		t.Errorf("the report names the model %q; the output begins %.40q", got.Model, r.stdout)
	}
	// A file that is no answers at all is an error in any case.
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := evaluate(t, append(args, "-ignore-unknown")...); r.code != exitUsage {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}
