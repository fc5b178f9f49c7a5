package prbench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/prbench"
)

// upstream returns the path of a file of the real dataset, which is never part of the repository.
func upstream(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	path := filepath.Join(dir, "data", "prbench", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip("the real data are not here:", err)
	}
	return path
}

// TestOracle compares the samples of upstream's parquet file with those of the same rows as another
// reader decoded them.
func TestOracle(t *testing.T) {
	want, err := prbench.Load(upstream(t, "finance_hard.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := prbench.Load(upstream(t, "finance_hard.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-jsonl +parquet):\n%s", diff)
	}
}

// TestUpstream compares sums over the real data with those that were measured without this package.
func TestUpstream(t *testing.T) {
	type counts struct {
		Samples, Criteria, Multiturn, WithReferences, Penalties, OuterSpace int
		Classes                                                             map[string]int
	}
	tests := []struct {
		file, split string
		want        counts
	}{
		{"finance_hard.parquet", "finance_hard", counts{300, 5085, 136, 10, 364, 272, map[string]int{
			"critically important": 1459, "important": 2528, "slightly important": 734,
			"slightly detrimental": 63, "detrimental": 190, "critically detrimental": 111}}},
		{"legal_hard_v1_37rows.jsonl", "legal_hard", counts{37, 721, 16, 0, 48, 23, map[string]int{
			"critically important": 297, "important": 323, "slightly important": 53,
			"slightly detrimental": 4, "detrimental": 19, "critically detrimental": 25}}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			samples, err := prbench.Load(upstream(t, test.file))
			if err != nil {
				t.Fatal(err)
			}
			got := counts{Samples: len(samples), Classes: map[string]int{}}
			for _, s := range samples {
				if s.Split != test.split {
					t.Errorf("task %s is in split %q", s.Task, s.Split)
				}
				if len(s.Turns) > 1 {
					got.Multiturn++
				}
				if len(s.Turns[0].References) > 0 {
					got.WithReferences++
				}
				for _, c := range s.Criteria {
					got.Criteria++
					got.Classes[c.WeightClass]++
					if c.Weight < 0 {
						got.Penalties++
					}
					if c.Text != strings.TrimSpace(c.Text) {
						got.OuterSpace++
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
