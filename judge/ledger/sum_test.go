package ledger_test

import (
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/ledger"
)

// TestARecordThatIsDamagedLaterIsAskedAgain changes the file behind an open ledger.
func TestARecordThatIsDamagedLaterIsAskedAgain(t *testing.T) {
	path := newPath(t)
	all := tasks(1)
	fill(t, path, ledger.About{}, all)
	l := open(t, path, ledger.About{})
	whole := lines(t, path)[0]
	write(t, path, strings.Repeat("x", len(whole)-1)+"\n")
	j := new(counting)
	run(t, l.Judge(j, "test/1"), all)
	if j.calls.Load() != 1 || len(l.Notes()) != 1 || !strings.Contains(l.Notes()[0], "cannot be read") {
		t.Errorf("%d calls, notes %q; want the question asked again, and a note", j.calls.Load(), l.Notes())
	}
	run(t, l.Judge(j, "test/1"), all)
	if j.calls.Load() != 1 {
		t.Error("the new verdict is not found")
	}
}

// TestADamagedRecordIsNoVerdict flips a bit in each byte of a record in turn, after which it may be JSON or not.
// None of them may give another verdict or another reply.
func TestADamagedRecordIsNoVerdict(t *testing.T) {
	path := newPath(t)
	all := tasks(1)
	fill(t, path, ledger.About{}, all)
	whole := lines(t, path)[0]
	asked := 0
	for i := range len(whole) - 1 {
		line := []byte(whole)
		line[i] ^= 2 // turns a digit or a letter into another
		write(t, path, string(line))
		l, err := ledger.Open(path, ledger.About{})
		if err != nil { // nothing is left by which a ledger is known
			continue
		}
		j := new(counting)
		v := run(t, l.Judge(j, "test/1"), all)[0].Verdict
		if j.calls.Load() == 0 && (v.Grades[0].Points != 1 || v.Raw != "met" || v.How != "strict" || v.Source.Served != "m-1") {
			t.Errorf("byte %d: %+v", i, v)
		}
		asked += int(j.calls.Load())
		if j.calls.Load() > 0 && len(l.Notes()) == 0 {
			t.Errorf("byte %d (%q): the record is asked for again, and no note says why", i, line[max(0, i-10):i+1])
		}
		l.Close()
	}
	if asked < len(whole)*9/10 {
		t.Errorf("asked %d times for %d damaged records", asked, len(whole)-1)
	}
}

// TestARecordWithoutASumIsTaken has a record of a program that wrote none, and one with the line ends of
// another system.
func TestARecordWithoutASumIsTaken(t *testing.T) {
	path := newPath(t)
	all := tasks(2)
	fill(t, path, ledger.About{}, all)
	whole := lines(t, path)
	bare := whole[0][:strings.LastIndex(whole[0], `,"sum":"`)] + "}\n"
	write(t, path, bare, strings.TrimSuffix(whole[1], "\n")+"\r\n")
	l := open(t, path, ledger.About{})
	defer l.Close()
	j := new(counting)
	run(t, l.Judge(j, "test/1"), all)
	if j.calls.Load() != 0 || len(l.Notes()) != 0 {
		t.Errorf("%d calls, notes %q", j.calls.Load(), l.Notes())
	}
}
