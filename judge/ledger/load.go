package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// place is where a record's line stands in the file.
type place struct {
	at     int64
	length int
}

// entry is the name under which a record is found: a question and the format in which its reply was
// read.
type entry struct{ key, contract string }

// maxLine bounds a line; a longer one is no record of ours.
const maxLine = 64 << 20

// load reads the records of the file and returns where its last whole line ends.
func (l *Ledger) load(r io.Reader) (end int64, err error) {
	in := bufio.NewReaderSize(r, 1<<20)
	for number := 1; ; number++ {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			// A line without its end was being written when the run was killed.
			if len(line) > 0 {
				l.note("line %d is cut: it is removed, and its question will be asked again", number)
			}
			return end, nil
		case err != nil:
			return end, fmt.Errorf("ledger: %s, line %d: %w", l.path, number, err)
		}
		l.add(number, line, place{end, len(line)})
		end += int64(len(line))
	}
}

// readLine returns the next line with its line break; at the end of the file what is left, and io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("the line is longer than %d bytes: this is no ledger", maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// head is the part of a record by which it is found.
type head struct {
	Version  int    `json:"v"`
	Key      string `json:"key"`
	Contract string `json:"contract"`
	About    *About `json:"about"`
}

func parseHead(line []byte) (h head, err error) {
	err = json.Unmarshal(line, &h)
	return h, err
}

// add takes one line into the index. A line that is not a record is passed over, with a note.
func (l *Ledger) add(number int, line []byte, at place) {
	r, err := parseHead(line)
	if err != nil {
		l.note("line %d is not JSON and is passed over", number)
		return
	}
	switch {
	case r.Version != version:
		l.note("line %d is of version %d, not %d, and is passed over", number, r.Version, version)
	case r.About != nil:
		l.abouts = append(l.abouts, *r.About)
	case r.Key != "":
		l.put(entry{r.Key, r.Contract}, at, line)
	}
}

// put takes a record into the index, the last one of a question if there are several.
func (l *Ledger) put(e entry, at place, line []byte) {
	if old, dup := l.index[e]; dup {
		if before, err := l.read(old); err == nil {
			var now record
			if json.Unmarshal(line, &now) == nil && !sameGrades(before, now) {
				l.note("sample %s has two verdicts on one question that differ: the last one counts", now.Sample)
			}
		}
	}
	l.index[e] = at
	l.contracts[e.key] = append(l.contracts[e.key], e.contract)
}

// read returns the record at p.
func (l *Ledger) read(p place) (record, error) {
	line := make([]byte, p.length)
	if _, err := l.file.ReadAt(line, p.at); err != nil {
		return record{}, fmt.Errorf("ledger: %s: %w", l.path, err)
	}
	var r record
	if err := json.Unmarshal(bytes.TrimSpace(line), &r); err != nil {
		return record{}, fmt.Errorf("ledger: %s, byte %d: %w", l.path, p.at, err)
	}
	return r, nil
}

// sameGrades reports whether two records give the same points.
func sameGrades(a, b record) bool {
	if len(a.Grades) != len(b.Grades) {
		return false
	}
	points := map[string]float64{}
	for _, g := range a.Grades {
		points[g.Criterion] = g.Points
	}
	for _, g := range b.Grades {
		if p, ok := points[g.Criterion]; !ok || p != g.Points {
			return false
		}
	}
	return true
}

func (l *Ledger) note(format string, args ...any) {
	l.notes = append(l.notes, fmt.Sprintf(format, args...))
}
