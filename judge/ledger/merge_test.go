package ledger_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

func TestMergedShardsAnswerTheWholeRun(t *testing.T) {
	dir := t.TempDir()
	all := tasks(60)
	about := ledger.About{Dataset: "d", Prompt: "p", Judge: "j"}
	var paths []string
	for i := range 3 {
		shard := judge.Shard{I: i, N: 3}
		var own []judge.Task
		for _, task := range all {
			if shard.Has(task.Sample.ID()) {
				own = append(own, task)
			}
		}
		if len(own) == 0 || len(own) == len(all) {
			t.Fatalf("shard %d has %d of %d tasks", i, len(own), len(all))
		}
		path := filepath.Join(dir, string(rune('a'+i)))
		fill(t, path, about, own)
		paths = append(paths, path)
	}
	to := filepath.Join(dir, "whole")
	notes, err := ledger.Merge(to, paths...)
	if err != nil || len(notes) != 0 {
		t.Fatalf("Merge: %q, %v", notes, err)
	}
	l := open(t, to, about)
	j := new(counting)
	run(t, l.Judge(j, "test/1"), all)
	if l.Len() != 60 || j.calls.Load() != 0 {
		t.Errorf("%d verdicts, %d calls; want all verdicts and no call", l.Len(), j.calls.Load())
	}
	if got := l.Usage().Calls; got != 60 {
		t.Errorf("the usage counts %d calls, want 60", got)
	}
	if n := len(lines(t, to)); n != 61 {
		t.Errorf("%d lines, want one for what it is about and one for each verdict", n)
	}
}

func TestMergeChecksThatLedgersBelongTogether(t *testing.T) {
	one := ledger.About{Dataset: "d", Prompt: "p", Judge: "j"}
	with := func(edit func(*ledger.About)) ledger.About { a := one; edit(&a); return a }
	rows := []struct {
		name string
		a, b []ledger.About
		bad  bool
		why  string
	}{
		{"the same", []ledger.About{one}, []ledger.About{one}, false, "shards of one run"},
		{"another dataset", []ledger.About{one}, []ledger.About{with(func(a *ledger.About) { a.Dataset = "e" })}, true, "their verdicts are about other samples"},
		{"another prompt", []ledger.About{one}, []ledger.About{with(func(a *ledger.About) { a.Prompt = "q" })}, true, "not one run"},
		{"another judge", []ledger.About{one}, []ledger.About{with(func(a *ledger.About) { a.Judge = "k" })}, true, "other parameters"},
		{"one says nothing", []ledger.About{one}, nil, true, "it may be about anything"},
		{"neither says anything", nil, nil, false, "the user did not want the check"},
		{"one had a run more", []ledger.About{with(func(a *ledger.About) { a.Prompt = "q" }), one}, []ledger.About{one}, false, "they have a run in common"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			dir := t.TempDir()
			a, b, to := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "to")
			for path, abouts := range map[string][]ledger.About{a: r.a, b: r.b} {
				open(t, path, ledger.About{}).Close()
				for _, about := range abouts {
					open(t, path, about).Close()
				}
			}
			_, err := ledger.Merge(to, a, b)
			if (err != nil) != r.bad {
				t.Fatalf("Merge: %v: %s", err, r.why)
			}
			if err != nil {
				if !strings.Contains(err.Error(), a) || !strings.Contains(err.Error(), b) {
					t.Errorf("the error does not name the two: %v", err)
				}
				if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("there is a file: %v", err)
				}
				return
			}
			// What was merged can be merged again with what belongs to it.
			if _, err := ledger.Merge(filepath.Join(dir, "again"), to, b); err != nil {
				t.Errorf("the merged ledger has lost what it is about: %v", err)
			}
		})
	}
}

func TestMergeTakesVerdictsOnceAndNotesWhatIsOdd(t *testing.T) {
	dir := t.TempDir()
	a, b, to := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "to")
	all := tasks(3)
	fill(t, a, ledger.About{}, all)
	whole := lines(t, a)
	// The lines are in the order in which the verdicts came: the one on the first sample goes first.
	first := slices.IndexFunc(whole, func(line string) bool { return strings.Contains(line, `"points":1`) })
	whole[0], whole[first] = whole[first], whole[0]
	other := resum(strings.Replace(whole[0], `"points":1`, `"points":0`, 1))
	damaged := strings.Replace(other, `"points":0`, `"points":7`, 1)
	write(t, b, other, whole[1], "garbage\n", strings.Replace(whole[2], `{"v":1`, `{"v":9`, 1), damaged, whole[2][:30])
	notes, err := ledger.Merge(to, a, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{b + ": line 3 is no record", b + ": line 4 is of version 9", b + ": line 5 is damaged", b + ": line 6 is cut", "two verdicts on one question that differ"} {
		if !strings.Contains(strings.Join(notes, "\n"), want) {
			t.Errorf("no note says %q: %q", want, notes)
		}
	}
	if got := lines(t, to); len(got) != 4 || got[3] != other {
		t.Errorf("%d lines, want the three of the first and the one that differs: %q", len(got), got)
	}
	l := open(t, to, ledger.About{})
	j := new(counting)
	out := run(t, l.Judge(j, "test/1"), all)
	if out[0].Verdict.Grades[0].Points != 0 || j.calls.Load() != 0 {
		t.Errorf("%v points after %d calls, want the last verdict", out[0].Verdict.Grades[0].Points, j.calls.Load())
	}
}

func TestMergeOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a")
	fill(t, a, ledger.About{}, tasks(1))
	before := lines(t, a)
	if _, err := ledger.Merge(a, a); !errors.Is(err, os.ErrExist) {
		t.Errorf("Merge into a file that is there: %v", err)
	}
	if got := lines(t, a); got[0] != before[0] {
		t.Errorf("the file is now %q", got)
	}
	for name, from := range map[string][]string{
		"nothing": nil, "no such ledger": {a, filepath.Join(dir, "none")}, "no ledger": {a, os.Args[0]},
	} {
		to := filepath.Join(dir, "to")
		if _, err := ledger.Merge(to, from...); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: there is a file: %v", name, err)
		}
	}
}
