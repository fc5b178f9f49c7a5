package plawbench_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/plawbench"
)

// each returns n answered samples of every subset.
func each(n int) []plawbench.Sample {
	var out []plawbench.Sample
	for i := range n {
		for _, s := range four() {
			s.SampleID = fmt.Sprintf("%s-%d", s.Subset, i)
			s.Answer = fmt.Sprint("答", i)
			out = append(out, s)
		}
	}
	return out
}

func TestMergedShardsGiveTheReportOfTheWhole(t *testing.T) {
	samples := each(20)
	dir := t.TempDir()
	var want bytes.Buffer
	whole, err := plawbench.Score(t.Context(), samples, shares(0.5))
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	about := plawbench.Benchmark{}.About(samples)
	if about.Dataset != whole.Provenance.Dataset.SHA256 || about.Prompt != whole.Provenance.Prompt.SHA256 {
		t.Errorf("the ledger is about %+v, the report about %+v", about, whole.Provenance)
	}
	var paths []string
	sum := 0
	for i := range 3 {
		b := plawbench.Benchmark{Shard: judge.Shard{I: i, N: 3}}
		if own := b.About(samples); own != about {
			t.Errorf("shard %d is about %+v", i, own)
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)))
		l, err := ledger.Open(paths[i], about)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := b.Score(t.Context(), samples, l.Judge(shares(0.5), "half"))
		if err != nil {
			t.Fatal(err)
		}
		sum += rep.Coverage.Samples
		l.Close()
	}
	if sum != len(samples) {
		t.Errorf("the shards have %d samples together, want %d", sum, len(samples))
	}
	merged := filepath.Join(dir, "whole")
	if _, err := ledger.Merge(merged, paths...); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Read(merged)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	rep, err := plawbench.Score(t.Context(), samples, l.Judge(nil, "half"))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := rep.WriteJSON(&got); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want.Bytes(), got.Bytes()) {
		t.Error("the report of the merged ledger is not that of the whole run")
	}
}

func TestShardsThatHaveNothing(t *testing.T) {
	samples := each(1)[:1]
	empty := 0
	for i := range 2 {
		if _, err := (plawbench.Benchmark{Shard: judge.Shard{I: i, N: 2}}).Items(samples); err != nil {
			empty++
		}
	}
	if empty != 1 {
		t.Errorf("%d of two shards have nothing of one sample", empty)
	}
	if _, err := (plawbench.Benchmark{Shard: judge.Shard{I: 2, N: 2}}).Items(samples); err == nil {
		t.Error("there is no shard 2 of 2")
	}
}

func TestAboutNamesSamplesAndPrompts(t *testing.T) {
	samples := each(2)
	base := plawbench.Benchmark{}.About(samples)
	answered := slices.Clone(samples)
	answered[0].Answer = "另一个答案"
	edited := slices.Clone(samples)
	edited[1].RubricText += "。"
	if got := (plawbench.Benchmark{}).About(answered); got != base {
		t.Errorf("an edited answer makes it another run: %+v", got)
	}
	if got := (plawbench.Benchmark{}).About(edited); got == base {
		t.Error("an edited rubric does not make it another run")
	}
	if got := (plawbench.Benchmark{Subset: plawbench.CaseAnalysis}).About(samples); got == base {
		t.Error("a subset is the same run as the whole")
	}
}

func ExampleBenchmark_About() {
	about := plawbench.Benchmark{Shard: judge.Shard{I: 0, N: 2}}.About(each(3))
	about.Judge = "my judge/1" // with llm.Judge, its Identity
	fmt.Println(about.Dataset == plawbench.Benchmark{}.About(each(3)).Dataset, len(about.Prompt))
	// Output: true 64
}
