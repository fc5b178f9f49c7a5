package ledger_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/ledger"
)

// lines returns the lines of a file with their line breaks.
func lines(t testing.TB, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(b)))
}

// resum returns a line with the sum that it would have, had it been written like this.
func resum(line string) string {
	body := line[:strings.LastIndex(line, `,"sum":"`)]
	return fmt.Sprintf("%s,\"sum\":\"%08x\"}\n", body, crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli)))
}

func write(t testing.TB, path string, parts ...string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(strings.Join(parts, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestATailIsCutWhereverItWasLeft cuts a ledger of three verdicts at every byte of the third, as a killed
// run may leave it.
func TestATailIsCutWhereverItWasLeft(t *testing.T) {
	path := newPath(t)
	all := tasks(4)
	fill(t, path, ledger.About{}, all[:3])
	whole := lines(t, path)
	for cut := range len(whole[2]) {
		write(t, path, whole[0], whole[1], whole[2][:cut])
		l := open(t, path, ledger.About{}, ledger.SyncWindow(0))
		notes := l.Notes()
		if l.Len() != 2 || (len(notes) == 1) != (cut > 0) {
			t.Fatalf("cut at %d: %d verdicts, notes %q", cut, l.Len(), notes)
		}
		if cut > 0 && !strings.Contains(notes[0], "line 3 is cut") {
			t.Errorf("note %q does not name the line", notes[0])
		}
		j := new(counting)
		run(t, l.Judge(j, "test/1"), all)
		if j.calls.Load() != 2 {
			t.Fatalf("cut at %d: %d calls, want those of the cut verdict and of the one that was never there", cut, j.calls.Load())
		}
		l.Close()
		again := open(t, path, ledger.About{})
		if again.Len() != 4 || len(again.Notes()) != 0 {
			t.Fatalf("cut at %d: %d verdicts afterwards, notes %q: the next record was glued to the tail", cut, again.Len(), again.Notes())
		}
		again.Close()
	}
}

func TestReadLeavesATailAlone(t *testing.T) {
	path := newPath(t)
	fill(t, path, ledger.About{}, tasks(2))
	whole := lines(t, path)
	write(t, path, whole[0], whole[1][:20])
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Len() != 1 || len(l.Notes()) != 1 {
		t.Errorf("%d verdicts, notes %q", l.Len(), l.Notes())
	}
	if got := lines(t, path); len(got) != 2 || got[1] != whole[1][:20] {
		t.Errorf("the file is now %q", got)
	}
}

func TestLinesThatAreNoRecordsArePassedOver(t *testing.T) {
	source := newPath(t)
	all := tasks(3)
	fill(t, source, ledger.About{}, all)
	whole := lines(t, source)
	one := whole[1]
	key := one[strings.Index(one, `"key":"`)+7:][:64]
	rows := []struct {
		name, line, note, why string
	}{
		{"garbage", "\x00\x00\x00\x00\n", "line 2 is no record", "what a lost write leaves"},
		{"half a line", one[:len(one)/2] + "\n", "line 2 is no record", "a bad editor"},
		{"glued", one[:len(one)/3] + one, "line 2 is no record", "two writers"},
		{"two objects", strings.TrimSpace(one) + strings.TrimSpace(one) + "\n", "line 2 is no record", "a line break was lost"},
		{"a bit in the middle", strings.Replace(one, `"grades"`, `"grades`, 1), "line 2 is no record", "a quote was lost"},
		{"no object", "null\n", "line 2 is no record", "JSON, and no record"},
		{"blank", "\n", "line 2 is no record", "an empty line"},
		{"no key", `{"v":1}` + "\n", "line 2 is no record", "nothing can be found by it"},
		{"short key", strings.Replace(one, key, key[:20], 1), "line 2 is no record", "no key of ours"},
		{"key of other letters", strings.Replace(one, key, strings.Repeat("z", 64), 1), "line 2 is no record", "no key of ours"},
		{"key is a number", strings.Replace(one, `"`+key+`"`, "17", 1), "line 2 is no record", "no key of ours"},
		{"usage is a text", one[:strings.Index(one, `"usage"`)] + `"usage":"much"}` + "\n", "line 2 is no record", "not as it was written"},
		{"older", strings.Replace(one, `{"v":1,`, `{"v":0,`, 1), "line 2 is of version 0", "another version may mean something else by the same words"},
		{"newer", strings.Replace(one, `{"v":1,`, `{"v":2,`, 1), "line 2 is of version 2", "a later library has written it"},
		{"without version", strings.Replace(one, `{"v":1,`, `{`, 1), "line 2 is of version 0", "never a guess"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			path := newPath(t)
			write(t, path, whole[0], r.line, whole[2])
			l := open(t, path, ledger.About{})
			if notes := l.Notes(); len(notes) != 1 || !strings.Contains(notes[0], r.note) {
				t.Errorf("notes %q, want %q alone: %s", notes, r.note, r.why)
			}
			if l.Len() != 2 {
				t.Errorf("%d verdicts, want the other two", l.Len())
			}
			j := new(counting)
			run(t, l.Judge(j, "test/1"), all)
			if j.calls.Load() != 1 {
				t.Errorf("%d calls, want 1", j.calls.Load())
			}
			l.Close()
			if got := lines(t, path); got[1] != r.line || len(got) != 4 {
				t.Errorf("the line has been changed, or the new record did not go to the end: %q", got)
			}
		})
	}
}

func TestVerdictsThatConflictAreNoted(t *testing.T) {
	path := newPath(t)
	all := tasks(1) // worth 1 point
	fill(t, path, ledger.About{}, all)
	met := lines(t, path)[0]
	unmet := resum(strings.Replace(met, `"points":1`, `"points":0`, 1))
	if unmet == met {
		t.Fatal("the record holds no points")
	}
	for _, r := range []struct {
		name   string
		lines  []string
		points float64
		note   string
		why    string
	}{
		{"twice the same", []string{met, met}, 1, "", "no harm"},
		{"two that differ", []string{met, unmet}, 0, "sample s0 has two verdicts", "the last one counts"},
		{"and back", []string{met, unmet, met}, 1, "sample s0 has two verdicts", "the last one counts"},
	} {
		t.Run(r.name, func(t *testing.T) {
			write(t, path, r.lines...)
			l := open(t, path, ledger.About{})
			if notes := strings.Join(l.Notes(), "\n"); !strings.Contains(notes, r.note) || (notes == "") != (r.note == "") {
				t.Errorf("notes %q, want %q: %s", notes, r.note, r.why)
			}
			j := new(counting)
			out := run(t, l.Judge(j, "test/1"), all)
			if got := out[0].Verdict.Grades[0].Points; got != r.points || j.calls.Load() != 0 || l.Len() != 1 {
				t.Errorf("%v points after %d calls, want %v: %s", got, j.calls.Load(), r.points, r.why)
			}
			l.Close()
		})
	}
}

func TestNotesOfOneKindAreCounted(t *testing.T) {
	path := newPath(t)
	fill(t, path, ledger.About{}, tasks(1))
	write(t, path, lines(t, path)[0], strings.Repeat(`{"v":7}`+"\n", 1000))
	notes := open(t, path, ledger.About{}).Notes()
	if len(notes) != 11 || notes[10] != "990 more: lines are of another version" {
		t.Errorf("%d notes, the last %q; want ten, and a count of the others", len(notes), notes[len(notes)-1])
	}
}

// TestAFileThatIsNoLedgerIsLeftAlone gives names of other files, which a run must not cut.
func TestAFileThatIsNoLedgerIsLeftAlone(t *testing.T) {
	rows := []struct {
		name, text string
		no         bool
		why        string
	}{
		{"answers", `{"id-1": "an answer without a line break"}`, true, "a wrong -ledger would cut it to nothing"},
		{"answers as lines", "{\"id\":\"1\"}\n{\"id\":\"2\"}", true, "the last line would be cut"},
		{"text", "hello", true, "no ledger"},
		{"lines of text", "hello\nworld\n", true, "verdicts do not belong in it"},
		{"parquet", "PAR1\x00\x01\x02", true, "no ledger"},
		{"blank", " \n", true, "no ledger"},
		{"empty", "", false, "a ledger with nothing in it yet"},
		{"killed at once", `{"v`, false, "the first record was being written"},
		{"killed in the first record", `{"v":1,"key":"00`, false, "the first record was being written"},
		{"an old ledger", `{"v":0,"key":"00"}` + "\n", false, "of another version, but a ledger"},
		{"damaged at the beginning", "\x00\x00\n" + `{"v":1,"about":{"dataset":"d"}}` + "\n", false, "a ledger all the same"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			path := newPath(t)
			write(t, path, r.text)
			read, err := ledger.Read(path)
			if errors.Is(err, ledger.ErrNoLedger) != r.no {
				t.Errorf("Read: %v: %s", err, r.why)
			}
			if err == nil {
				read.Close()
			}
			l, err := ledger.Open(path, ledger.About{Dataset: "d"})
			if errors.Is(err, ledger.ErrNoLedger) != r.no {
				t.Errorf("Open: %v: %s", err, r.why)
			}
			if err == nil {
				l.Close()
				return
			}
			if got, _ := os.ReadFile(path); string(got) != r.text {
				t.Errorf("the file is now %q", got)
			}
			if !strings.Contains(err.Error(), path) {
				t.Errorf("the error %q does not name the file", err)
			}
			again, err := ledger.Open(path, ledger.About{})
			if errors.Is(err, ledger.ErrLocked) {
				t.Error("the file is still locked")
			}
			if err == nil {
				again.Close()
			}
		})
	}
}

func TestPathsThatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	for name, path := range map[string]string{
		"empty": "", "a directory": dir, "no such directory": filepath.Join(dir, "none", "run.jsonl"),
	} {
		if l, err := ledger.Open(path, ledger.About{}); err == nil {
			l.Close()
			t.Errorf("%s: Open gives a ledger", name)
		}
		if l, err := ledger.Read(path); err == nil {
			l.Close()
			t.Errorf("%s: Read gives a ledger", name)
		}
	}
	if _, err := ledger.Read(filepath.Join(dir, "none.jsonl")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Read of no file: %v", err)
	}
}

func TestEachRecordIsOneLineThatSaysWhoGaveIt(t *testing.T) {
	path := newPath(t)
	fill(t, path, ledger.About{Dataset: "d", Prompt: "p", Judge: "j"}, tasks(2))
	all := lines(t, path)
	if len(all) != 3 || all[0] != `{"v":1,"about":{"dataset":"d","prompt":"p","judge":"j"},"sum":"65fab43a"}`+"\n" {
		t.Fatalf("%d lines, the first %q", len(all), all[0])
	}
	for _, line := range all[1:] {
		for _, want := range []string{`{"v":1,"key":"`, `"contract":"plain/1"`, `"sample":"s`, `"status":"graded"`, `"how":"strict"`,
			`"raw":"met"`, `"model":"m"`, `"served":"m-1"`, `"host":"h"`, `"parameters":"{\"seed\":1}"`, `"prompt_tokens":100`} {
			if !strings.Contains(line, want) {
				t.Errorf("the record does not hold %s: %s", want, line)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "seed.jsonl")
	fill(f, path, ledger.About{Dataset: "d"}, tasks(3))
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)-30])
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add([]byte(`{"v":1,"key":17,"usage":[]}` + "\n"))
	f.Add(bytes.ReplaceAll(whole, []byte(`"contract":`), []byte(`"failure":"malformed","unread":true,"contract":`)))
	f.Add([]byte("\n\n{\"v\":"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := newPath(t)
		write(t, path, string(data))
		l, err := ledger.Open(path, ledger.About{}, ledger.SyncWindow(0))
		if err != nil {
			if got, _ := os.ReadFile(path); !bytes.Equal(got, data) {
				t.Fatalf("a file that was refused has changed (%v)", err)
			}
			return
		}
		kept := l.Len()
		all := tasks(4)
		j := new(counting)
		ask := func(l *ledger.Ledger) {
			for i, task := range all {
				v, err := l.Judge(j, "test/1").Grade(t.Context(), task)
				if err != nil || len(v.Grades) != 1 || v.Grades[0].Criterion != task.Criteria[0].ID {
					t.Fatalf("task %d has the verdict %+v, %v", i, v, err)
				}
			}
		}
		ask(l)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := ledger.Open(path, ledger.About{})
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		// A reply that an earlier run could not read, and this one can, needs no verdict of its own.
		if again.Len() < kept || again.Len() < int(j.calls.Load()) {
			t.Fatalf("%d verdicts, %d before the run and %d calls", again.Len(), kept, j.calls.Load())
		}
		ask(again)
		if n := j.calls.Load(); n > 4 {
			t.Fatalf("%d calls for 4 questions", n)
		}
		for _, n := range again.Notes() {
			if strings.Contains(n, "is cut") {
				t.Fatal(fmt.Sprint("a tail was not cut: ", n))
			}
		}
	})
}
