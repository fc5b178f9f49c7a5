package prbench_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/prbench"
)

// rowsOf returns rows of the split with these tasks.
func rowsOf(t testing.TB, split string, tasks ...string) []string {
	t.Helper()
	rows := make([]string, len(tasks))
	for i, task := range tasks {
		rows[i] = newRow().set(task, "task").set("prbench:sample:"+split+":"+task, "canary").json(t)
	}
	return rows
}

func TestLoadShapes(t *testing.T) {
	rows := rowsOf(t, "finance_hard", taskA, taskB)
	lines := strings.Join(rows, "\n") + "\n"
	want, err := prbench.Read(strings.NewReader(lines), "F")
	if err != nil || len(want) != 2 {
		t.Fatal(len(want), err)
	}
	for name, text := range map[string]string{
		"lines": lines,
		"lines with CRLF, a byte order mark and a blank end": "\uFEFF" + strings.ReplaceAll(lines, "\n", "\r\n") + "\r\n",
		"array": "[" + strings.Join(rows, ",") + "]",
	} {
		for _, text := range []string{text, compress(t, text)} {
			// The name of the file says nothing about its shape.
			path := filepath.Join(t.TempDir(), "finance_hard.parquet")
			write(t, path, text)
			got, err := prbench.Load(path)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: error %v, samples (-want +got):\n%s", name, err, diff)
			}
		}
	}
}

func TestLoadDuplicates(t *testing.T) {
	lines := func(rows ...[]string) string {
		text := ""
		for _, r := range rows {
			text += strings.Join(r, "\n") + "\n"
		}
		return text
	}
	twice := lines(rowsOf(t, "legal", taskA, taskB), rowsOf(t, "legal", taskA))
	_, err := prbench.Read(strings.NewReader(twice), "F")
	if want := `F: line 3: task ` + taskA + `: task: "` + taskA + `" stands in F, line 1 too`; err == nil || err.Error() != want {
		t.Errorf("a task twice in a split: got the error %v, want %s", err, want)
	}
	samples, err := prbench.Read(strings.NewReader(lines(rowsOf(t, "legal", taskA), rowsOf(t, "legal_hard", taskA))), "F")
	if err != nil || len(samples) != 2 {
		t.Errorf("a task in two splits of one file: got %d samples and the error %v", len(samples), err)
	}
}

func TestLoadDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "README.md"), "# rows")
	write(t, filepath.Join(dir, "answers.json"), "{}")
	write(t, filepath.Join(dir, "finance_hard.jsonl"), strings.Join(rowsOf(t, "finance_hard", taskB), "\n"))
	write(t, filepath.Join(dir, "legal.json"), "["+strings.Join(rowsOf(t, "legal", taskA), ",")+"]")
	write(t, filepath.Join(dir, "finance-00000-of-00002.jsonl"), strings.Join(rowsOf(t, "finance", taskA), "\n"))
	write(t, filepath.Join(dir, "finance-00001-of-00002.jsonl.gz"), compress(t, strings.Join(rowsOf(t, "finance", taskB), "\n")))
	var got []string
	err := prbench.Each(dir, func(s prbench.Sample) error {
		got = append(got, s.Split+" "+s.Task)
		return nil
	})
	want := []string{"finance " + taskA, "finance " + taskB, "legal " + taskA, "finance_hard " + taskB}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v, samples (-want +got):\n%s", err, diff)
	}

	write(t, filepath.Join(dir, "finance-00001-of-00002.jsonl.gz"), strings.Join(rowsOf(t, "finance", taskA), "\n"))
	_, err = prbench.Load(dir)
	if err == nil || !strings.Contains(err.Error(), "finance-00001-of-00002.jsonl.gz: line 1: task "+taskA) || !strings.Contains(err.Error(), "finance-00000-of-00002.jsonl, line 1 too") {
		t.Errorf("a task in both parts of a split: got the error %v", err)
	}
}

func TestEachStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "F")
	write(t, path, strings.Join(rowsOf(t, "legal", taskA, taskB), "\n")+"\nbroken")
	stop, n := errors.New("stop"), 0
	err := prbench.Each(path, func(prbench.Sample) error {
		if n++; n == 2 {
			return stop
		}
		return nil
	})
	if err != stop || n != 2 {
		t.Errorf("got %d samples and the error %v, want 2 and the caller's", n, err)
	}
}

func TestLoadFaults(t *testing.T) {
	dir := t.TempDir()
	if _, err := prbench.Load(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: got the error %v", err)
	}
	path := filepath.Join(dir, "F")
	for text, want := range map[string]string{
		"":           "the file is empty",
		"[]":         "the file has no rows",
		"{}":         "line 1: task: want a string, found nothing",
		"PAR1":       "parquet: the file is cut",
		`{"task":`:   "line 1: not valid JSON: ",
		"[{},":       "item 1: task: want a string, found nothing",
		"task,turns": "want JSON Lines or a JSON array of objects",
	} {
		write(t, path, text)
		samples, err := prbench.Load(path)
		if e := (*dataset.Error)(nil); !errors.As(err, &e) || !strings.HasPrefix(err.Error(), path+": "+want) || samples != nil {
			t.Errorf("%q: got %d samples and the error %v, want %s", text, len(samples), err, want)
		}
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func compress(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
