package judge

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shows returns what a progress line writes of these, with \r as a line break of its own.
func shows(terminal bool, all ...Progress) []string {
	var b bytes.Buffer
	l := &progressLine{w: &b, terminal: func(io.Writer) bool { return terminal }}
	for _, p := range all {
		p.Cost = math.NaN()
		l.show(p)
	}
	return strings.SplitAfter(strings.ReplaceAll(b.String(), "\r", "⏎\n"), "\n")
}

func TestALineIsDrawnOverTheOneBeforeInATerminal(t *testing.T) {
	got := shows(true,
		Progress{Tasks: 100, Done: 1, Failed: 1, Elapsed: time.Second},
		Progress{Tasks: 100, Done: 2, Failed: 1, Elapsed: time.Second + redraw - 1},
		Progress{Tasks: 100, Done: 3, Elapsed: time.Second + redraw},
		Progress{Tasks: 100, Done: 100, Elapsed: 2 * time.Second},
		Progress{Tasks: 2, Done: 1, Elapsed: time.Millisecond},
		Progress{Tasks: 2, Done: 2, Elapsed: 2 * time.Millisecond})
	want := []string{
		"⏎\n", "1/100 done, 1 failed, 1.0/s, 1m39s left⏎\n",
		"3/100 done, 2.4/s, 40s left            ⏎\n",
		"100/100 done, 50.0/s       \n",
		"⏎\n", "1/2 done, 1000.0/s, 0s left⏎\n", "2/2 done, 1000.0/s         \n", "",
	}
	if a, b := strings.Join(got, ""), strings.Join(want, ""); a != b {
		t.Errorf("written:\n%s\nwant what is over the longest line, each run ended by a line break:\n%s", a, b)
	}
}

func TestTheBeginningIsNoEndWhereTheNumberOfTasksIsNotKnown(t *testing.T) {
	got := strings.Join(shows(true, Progress{AtWork: 3, Elapsed: 10 * time.Second}, Progress{AtWork: 3, Elapsed: 20 * time.Second}, Progress{Done: 1, Elapsed: 21 * time.Second}), "")
	if want := "⏎\n0 done, 3 at work, 0.0/s⏎\n0 done, 3 at work, 0.0/s⏎\n1 done, 0.0/s           "; got != want {
		t.Errorf("written:\n%s\nwant one line that is drawn over:\n%s", got, want)
	}
}

func TestWholeLinesAreWrittenElsewhere(t *testing.T) {
	var all []Progress
	for i := range 1001 { // a tenth of a second each
		all = append(all, Progress{Tasks: 1000, Done: i, Elapsed: time.Duration(i) * 100 * time.Millisecond})
	}
	got := shows(false, all...)
	if len(got) != 12 || got[11] != "" || !strings.HasPrefix(got[1], "100/1000 done") || got[10] != "1000/1000 done, 10.0/s\n" {
		t.Errorf("%d lines in 100 seconds, want one at the beginning, each ten seconds and at the end: %q", len(got)-1, got)
	}
	if text := strings.Join(got, ""); strings.Contains(text, "⏎") || strings.Contains(text, " \n") {
		t.Errorf("written: %q", text)
	}
}

func TestTheEndOfAShortRunIsShown(t *testing.T) {
	got := shows(false, Progress{Tasks: 3, Done: 1}, Progress{Tasks: 3, Done: 2}, Progress{Tasks: 3, Done: 3}, Progress{Tasks: 3, Done: 1})
	if len(got) != 4 || !strings.HasPrefix(got[1], "3/3 done") || !strings.HasPrefix(got[2], "1/3 done") {
		t.Errorf("written: %q; want the first, the last, and the first of the next run", got)
	}
}

func TestWhatIsATerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for name, out := range map[string]io.Writer{"a file": file, "a pipe": w, "a buffer": new(bytes.Buffer), "no file": (*os.File)(nil)} {
		if isTerminal(out) {
			t.Errorf("%s is taken for a terminal", name)
		}
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	defer tty.Close()
	if !isTerminal(tty) {
		t.Error("a terminal is not seen as one")
	}
}
