package judge_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestJuries takes the votes of the shared vectors: three judges, of whom some are missing.
func TestJuries(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sharedDir(), "cases", "statistics.json"))
	if os.IsNotExist(err) {
		t.Skip("the shared test vectors are not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Jury struct {
			Verdicts [][]*float64
			Present  []*float64 `json:"strict_majority_of_present"`
			Panel    []*float64 `json:"strict_majority_of_panel (need 2 of 3)"`
		} `json:"jury_3x8"`
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	jury := vectors.Jury
	for _, rule := range []struct {
		name   string
		quorum int
		want   []*float64
	}{
		{"of those present", 1, jury.Present},
		{"of the panel", 0, jury.Panel},
	} {
		if len(rule.want) == 0 || len(rule.want) != len(jury.Verdicts[0]) {
			t.Fatalf("%s: %d results for %d items", rule.name, len(rule.want), len(jury.Verdicts[0]))
		}
		for i, want := range rule.want {
			votes := make([]float64, len(jury.Verdicts))
			for m, all := range jury.Verdicts {
				votes[m] = number(all[i])
			}
			v, err := mustPanel(t, judge.Panel{Members: members(votes...), Quorum: rule.quorum}).Grade(t.Context(), tenPoints())
			got := math.NaN()
			if err == nil && v.Grades[0].Status == judge.Graded {
				got = v.Grades[0].Points
			}
			if w := number(want); got != w && !(math.IsNaN(got) && math.IsNaN(w)) {
				t.Errorf("%s: item %d with votes %v gives %v, want %v", rule.name, i, votes, got, w)
			}
		}
	}
}

// number is what a vector's value is; NaN for null.
func number(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}
