package prbench_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assize-eval/assize/prbench"
)

func TestSamplesWithOneSourceAreACluster(t *testing.T) {
	turn := func(prompt string, references ...string) prbench.Turn {
		return prbench.Turn{Prompt: prompt, References: references}
	}
	base := []prbench.Turn{turn("What is the plant worth?"), turn("And in euros?")}
	for _, tt := range []struct {
		why  string
		a, b []prbench.Turn
		same bool
	}{
		{"the same first prompt", base, []prbench.Turn{turn(" What is the plant worth?"), turn("In pounds?")}, true},
		{"another first prompt", base, []prbench.Turn{turn("What is the mine worth?"), turn("And in euros?")}, false},
		{"the same reference with another prompt", []prbench.Turn{turn("Is it binding?", "The lease.")}, []prbench.Turn{turn("Who pays?", "The lease.")}, true},
		{"the same reference in a later turn", []prbench.Turn{turn("Is it binding?", "The lease.")}, []prbench.Turn{turn("Hello"), turn("Who pays?", "The lease.")}, true},
		{"the same prompt about another reference", []prbench.Turn{turn("Is it binding?", "The lease.")}, []prbench.Turn{turn("Is it binding?", "The will.")}, false},
		{"a blank reference is none", base, []prbench.Turn{turn("What is the plant worth?", " ")}, true},
	} {
		samples := scored("finance")
		samples[0].Turns, samples[1].Turns = tt.a, tt.b
		items, err := prbench.Benchmark{}.Items(samples)
		if err != nil {
			t.Fatal(err)
		}
		if items[0].Cluster == "" || (items[0].Cluster == items[1].Cluster) != tt.same {
			t.Errorf("%s: clusters %q and %q", tt.why, items[0].Cluster, items[1].Cluster)
		}
	}
	samples := scored("finance")
	samples[0].Turns = []prbench.Turn{turn(" ")}
	items, err := prbench.Benchmark{}.Items(samples)
	if err != nil || items[0].Cluster != "" {
		t.Errorf("a blank prompt makes the cluster %q, %v", items[0].Cluster, err)
	}
}

func TestSamplesOfTheReleaseStandAlone(t *testing.T) {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	samples, err := prbench.Load(filepath.Join(dir, "data", "prbench", "finance_hard.parquet"))
	if err != nil {
		t.Skip("the published split is not here:", err)
	}
	items, err := prbench.Benchmark{}.Items(samples)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, it := range items {
		if other, dup := seen[it.Cluster]; dup {
			t.Errorf("samples %s and %s are in one cluster", other, it.Sample.ID())
		}
		seen[it.Cluster] = it.Sample.ID()
	}
}
