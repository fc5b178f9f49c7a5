package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/assize-eval/assize/judge"
)

// maxLine bounds a line; a longer one is no record of ours.
const maxLine = 64 << 20

// opening is how every line of a ledger begins, in any version.
var opening = []byte(`{"v":`)

// load reads the records of the file and notes where its last whole line ends.
func (l *Ledger) load(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<20)
	ours := false
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", number, err)
		}
		ours = ours || bytes.HasPrefix(line, opening)
		if err == nil {
			l.add(number, line)
			continue
		}
		// A line without its end was being written when the run was killed.
		if len(line) > 0 {
			ours = ours || number == 1 && bytes.HasPrefix(opening, line)
			l.notes.add("lines are cut", "line %d is cut and is left out: its question will be asked again", number)
		}
		if !ours && (number > 1 || len(line) > 0) {
			return ErrNoLedger
		}
		return nil
	}
}

// readLine returns the next line with its line break; at the end of the file what is left, and io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line == nil && err == nil {
			return part, nil // valid until the next call
		}
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("it is longer than %d bytes: %w", maxLine, ErrNoLedger)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// head is the part of a record by which it is found.
type head struct {
	version  int64
	key      string
	contract string
	about    *About
	usage    judge.Usage
	failure  string
}

// parseHead reads the head of a line, and false for what is no JSON object. It does not decode the rest,
// which is most of a line.
func parseHead(line []byte) (h head, ok bool) {
	if !gjson.ValidBytes(line) {
		return h, false
	}
	fields := gjson.ParseBytes(line)
	if !fields.IsObject() {
		return h, false
	}
	fields.ForEach(func(name, v gjson.Result) bool {
		var err error
		switch name.Str {
		case "v":
			h.version = v.Int()
		case "key":
			h.key = v.Str
		case "contract":
			h.contract = v.Str
		case "failure":
			h.failure = v.Str
		case "about":
			err = json.Unmarshal([]byte(v.Raw), &h.about)
		case "usage":
			err = json.Unmarshal([]byte(v.Raw), &h.usage)
		}
		ok = err == nil
		return ok
	})
	return h, ok
}

// add takes one line into the index. A line that is not a record is passed over, with a note.
func (l *Ledger) add(number int, line []byte) {
	at := place{l.end, int32(len(line))}
	l.end += int64(len(line))
	h, ok := parseHead(line)
	if !ok {
		l.notes.add("lines are no records", "line %d is no record and is passed over", number)
		return
	}
	q, isKey := questionOf(h.key)
	switch {
	case h.version != version:
		l.notes.add("lines are of another version", "line %d is of version %d, not %d, and is passed over", number, h.version, version)
	case h.about == nil && !isKey:
		l.notes.add("lines are no records", "line %d is no record and is passed over", number)
	case isDamaged(line):
		l.notes.add("lines are damaged", "line %d is damaged and is passed over: it does not agree with its sum", number)
	case h.about != nil:
		if !slices.Contains(l.abouts, *h.about) {
			l.abouts = append(l.abouts, *h.about)
		}
	case !l.copied(q, h, line):
		l.note(q, h, line)
		l.put(q, h, at)
		l.earlier[q] = l.earlier[q].Add(h.usage)
	}
}

// put takes a record into the index.
func (l *Ledger) put(q question, h head, at place) {
	if h.failure != "" {
		l.index.putFailure(q, at)
	} else {
		l.index.put(q, h.contract, at)
	}
	l.usage = l.usage.Add(h.usage)
}

// copied reports whether the ledger has the very line already: the record of one asking, in two files that
// were put together. It must not be counted twice.
func (l *Ledger) copied(q question, h head, line []byte) bool {
	places := l.index.findFailures(q)
	if h.failure == "" {
		at, ok := l.index.find(q, h.contract)
		if !ok {
			return false
		}
		places = []place{at}
	}
	for _, at := range places {
		if int(at.length) != len(line) {
			continue
		}
		if old, err := l.lineAt(at); err == nil && bytes.Equal(old, line) {
			return true
		}
	}
	return false
}

// note compares a verdict with the one that it takes the place of, if any, and notes a conflict.
func (l *Ledger) note(q question, h head, line []byte) {
	old, ok := l.index.find(q, h.contract)
	if !ok || h.failure != "" {
		return
	}
	before, err := l.read(old)
	if err != nil {
		return
	}
	now, err := decode(line)
	if err == nil && before.Key == now.Key && !sameGrades(before, now) {
		l.notes.add("samples have two verdicts on one question that differ",
			"sample %s has two verdicts on one question that differ: the last one counts", now.Sample)
	}
}

// lineAt returns the line at p.
func (l *Ledger) lineAt(p place) ([]byte, error) {
	line := make([]byte, p.length)
	_, err := l.file.ReadAt(line, p.at)
	return line, err
}

// read returns the record at p.
func (l *Ledger) read(p place) (record, error) {
	line, err := l.lineAt(p)
	if err != nil {
		return record{}, err
	}
	return decode(line)
}

// sameGrades reports whether two records give the same points.
func sameGrades(a, b record) bool {
	return slices.EqualFunc(a.Grades, b.Grades, func(x, y judge.Grade) bool { return x.Points == y.Points })
}
