package judge_test

import (
	"fmt"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestShardsPartition(t *testing.T) {
	const ids = 20_000
	for _, n := range []int{1, 2, 3, 7, 64} {
		size := make([]int, n)
		for i := range ids {
			id := fmt.Sprintf("%024x", i)
			owners := 0
			for k := range n {
				if (judge.Shard{I: k, N: n}).Has(id) {
					owners++
					size[k]++
				}
			}
			if owners != 1 {
				t.Fatalf("sample %s is in %d of %d shards", id, owners, n)
			}
		}
		for k, s := range size {
			if fair := ids / n; s < fair*7/10 || s > fair*13/10 {
				t.Errorf("shard %d of %d has %d of %d samples", k, n, s, ids)
			}
		}
	}
}

// TestShardsAreTheSameEverywhere holds the function fast, since the machines of one run may have other
// versions: the first eight bytes of the ID's SHA-256, modulo the number of shards.
func TestShardsAreTheSameEverywhere(t *testing.T) {
	want := map[string]int{"": 2, "a": 0, "68b4f1a0c3e5d7921b3c4d5e": 3, "case_analysis-17": 0, "案例": 4}
	for id, shard := range want {
		for k := range 5 {
			if got := (judge.Shard{I: k, N: 5}).Has(id); got != (k == shard) {
				t.Errorf("shard %d of 5 has %q: %v", k, id, got)
			}
		}
	}
}

func TestTheZeroShardIsEverything(t *testing.T) {
	if !(judge.Shard{}).Has("x") || !(judge.Shard{N: 1}).Has("x") {
		t.Error("it lacks a sample")
	}
}

func TestShardValidate(t *testing.T) {
	rows := []struct {
		s  judge.Shard
		ok bool
	}{
		{judge.Shard{}, true}, {judge.Shard{I: 0, N: 1}, true}, {judge.Shard{I: 4, N: 5}, true},
		{judge.Shard{I: 5, N: 5}, false}, {judge.Shard{I: -1, N: 5}, false}, {judge.Shard{I: 1}, false},
		{judge.Shard{I: 0, N: -2}, false}, {judge.Shard{I: -3, N: -2}, false},
	}
	for _, r := range rows {
		if err := r.s.Validate(); (err == nil) != r.ok {
			t.Errorf("%+v: %v", r.s, err)
		}
	}
}

func ExampleShard() {
	shard := judge.Shard{I: 1, N: 3}
	for i := range 8 {
		if id := fmt.Sprint("sample-", i); shard.Has(id) {
			fmt.Println(id)
		}
	}
	// Output:
	// sample-1
	// sample-3
	// sample-7
}
