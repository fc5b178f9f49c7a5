package agreement

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestSummarize(t *testing.T) {
	a := []bool{true, true, true, true, true, true, false, false, false, false, true, false}
	b := []bool{true, true, true, true, false, false, false, false, false, true, true, true}
	samples := strings.Split("ppqqrrpqrsss", "")
	s, err := Summarize(a, b, samples)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := Tabulate(categories(a), categories(b), 2, samples)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]metrics.Estimate{
		"Raw": s.Raw, "Kappa": s.Kappa, "Pi": s.Pi, "AC1": s.AC1, "Alpha": s.Alpha, "MCC": s.MCC, "MacroF1": s.MacroF1, "F1Met": s.F1Met, "F1Unmet": s.F1Unmet,
		"PrecisionMet": s.PrecisionMet, "RecallMet": s.RecallMet, "PrecisionUnmet": s.PrecisionUnmet, "RecallUnmet": s.RecallUnmet, "Bias": s.Bias,
	}
	for name, want := range measuresOf(tab) {
		if name != "QuadraticKappa" {
			checkEstimate(t, name, got[name], want)
		}
	}
	if s.N != 12 || s.Samples != 4 || s.BothMet != 5 || s.OnlyFirst != 2 || s.OnlySecond != 2 || s.Neither != 3 {
		t.Errorf("counts %+v", s)
	}
	if len(s.Warnings) != 1 || s.Warnings[0] != "only 4 samples" {
		t.Errorf("warnings %q", s.Warnings)
	}
	all := []bool{true, true, true}
	if s, err = Summarize(all, []bool{false, false, false}, []string{"a", "b", "c"}); err != nil || len(s.Warnings) != 3 || !strings.HasPrefix(s.Warnings[1], "the first rater gives") || !strings.HasPrefix(s.Warnings[2], "the second rater gives") {
		t.Errorf("constant raters: %q, %v", s.Warnings, err)
	}
	mixed := []bool{true, false, true}
	if s, err = Summarize(all, mixed, []string{"a", "b", "c"}); err != nil || len(s.Warnings) != 2 || !strings.HasPrefix(s.Warnings[1], "the first rater gives") {
		t.Errorf("a first rater that is constant: %q, %v", s.Warnings, err)
	}
	if s, err = Summarize(mixed, all, []string{"a", "b", "c"}); err != nil || len(s.Warnings) != 2 || !strings.HasPrefix(s.Warnings[1], "the second rater gives") {
		t.Errorf("a second rater that is constant: %q, %v", s.Warnings, err)
	}
	none := []bool{false, false, false}
	if s, err = Summarize(mixed, none, []string{"a", "b", "c"}); err != nil || len(s.Warnings) != 2 || !strings.HasPrefix(s.Warnings[1], "the second rater gives") {
		t.Errorf("a second rater that meets nothing: %q, %v", s.Warnings, err)
	}
	if s, err = Summarize(none, mixed, []string{"a", "b", "c"}); err != nil || len(s.Warnings) != 2 || !strings.HasPrefix(s.Warnings[1], "the first rater gives") {
		t.Errorf("a first rater that meets nothing: %q, %v", s.Warnings, err)
	}
	if s, err = Summarize(all[:1], all[:1], []string{"a"}); err != nil || len(s.Warnings) != 3 || s.Warnings[0] != "only 1 samples" {
		t.Errorf("one verdict: %q, %v", s.Warnings, err)
	}
	for _, n := range []int{19, 20} {
		verdicts, names := make([]bool, n), make([]string, n)
		for i := range names {
			verdicts[i], names[i] = i%2 == 0, string(rune('a'+i))
		}
		if s, err = Summarize(verdicts, verdicts, names); err != nil || (len(s.Warnings) == 1) != (n == 19) {
			t.Errorf("%d samples: %q, %v", n, s.Warnings, err)
		}
	}
	if s, err = Summarize(nil, nil, nil); err != nil || s.Warnings != nil || s.N != 0 || !math.IsNaN(s.AC1.Value) {
		t.Errorf("nothing: %+v, %v", s, err)
	}
	if _, err = Summarize(all, all[:2], []string{"a", "b", "c"}); err == nil {
		t.Error("no error for a verdict that lacks")
	}
	if _, err = Summarize(all, all, nil); err == nil {
		t.Error("no error without samples")
	}
	if _, err = Summarize(all, all, []string{"a"}); err == nil {
		t.Error("no error for samples that lack")
	}
}
