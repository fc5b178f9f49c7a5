package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Limits that keep a broken or hostile file from filling the memory.
const (
	// maxRow is the largest row in bytes. The longest rows of the benchmarks have some 200 kB.
	maxRow = 64 << 20
	// maxWhole is the most that is read into memory of a file that can only be read as a whole: an
	// answers file, or a file of another [Format] that does not come from the disk or is compressed.
	maxWhole = 1 << 30
)

// Format reads a kind of file that this package cannot read by itself; package parquet has one.
type Format struct {
	// Name is the format's name, for errors.
	Name string
	// Magic is what every file of the format begins with.
	Magic string
	// Each calls each with every row as one JSON object, in order, and stops with the first error.
	Each func(r io.ReaderAt, size int64, each func(json string) error) error
}

// EachRow calls each with every row of the file at path, in order. It stops at the first error and
// returns it.
//
// The file holds JSON Lines or a JSON array of objects, or one of the formats given, and each of them
// may be compressed by gzip. The content tells which; the name does not count. A byte order mark,
// CRLF and blank lines are accepted in JSON. Anything that readers could take in different ways is an
// *[Error]: text that is not UTF-8, repeated keys, text after the end, a file that was cut, a file
// without rows.
func EachRow(path string, each func(Row) error, formats ...Format) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return &Error{File: path, Err: errors.New("this is a directory, not a file")}
	}
	rows := rows{file: path, each: each, formats: formats}
	magic := make([]byte, 8)
	n, _ := f.ReadAt(magic, 0)
	if format := rows.format(magic[:n]); format != nil && info.Mode().IsRegular() {
		return rows.whole(*format, f, info.Size())
	}
	return rows.stream(f)
}

// EachRowFrom is like [EachRow] for what r holds. The name stands for the file's in errors. A format
// other than JSON is read into memory first.
func EachRowFrom(r io.Reader, name string, each func(Row) error, formats ...Format) error {
	rows := rows{file: name, each: each, formats: formats}
	return rows.stream(r)
}

// rows reads one file.
type rows struct {
	file    string
	each    func(Row) error
	formats []Format
	count   int
}

func (r *rows) error(place string, err error) error {
	return &Error{File: r.file, Place: place, Err: err}
}

// hand gives one row to the caller.
func (r *rows) hand(unit string, number int, json string) error {
	r.count++
	return r.each(Row{File: r.file, Unit: unit, Number: number, JSON: json})
}

func (r *rows) format(start []byte) *Format {
	for i, f := range r.formats {
		if f.Magic != "" && bytes.HasPrefix(start, []byte(f.Magic)) {
			return &r.formats[i]
		}
	}
	return nil
}

func (r *rows) stream(src io.Reader) error {
	text, err := plain(src)
	if err != nil {
		return r.error("", err)
	}
	start, _ := text.Peek(16) // an error comes again when the place is reached
	start = bytes.Clone(start)
	if format := r.format(start); format != nil {
		data, err := readWhole(text)
		if err != nil {
			return r.error("", err)
		}
		return r.whole(*format, bytes.NewReader(data), int64(len(data)))
	}
	first, line, err := firstByte(text)
	switch {
	case err == io.EOF:
		err = r.error("", errors.New("the file is empty"))
	case err != nil:
		err = r.error("", err)
	case first == '[':
		err = r.array(text)
	case first == '{':
		err = r.lines(text, line)
	default:
		err = r.error("", notJSON(start))
	}
	if err == nil && r.count == 0 {
		err = r.error("", errors.New("the file has no rows"))
	}
	return err
}

// whole reads a file of another format.
func (r *rows) whole(format Format, src io.ReaderAt, size int64) error {
	var stopped error
	err := format.Each(src, size, func(json string) error {
		stopped = r.hand("row", r.count+1, json)
		return stopped
	})
	switch {
	case stopped != nil:
		return stopped
	case err != nil:
		place := ""
		if r.count > 0 {
			place = fmt.Sprintf("after row %d", r.count)
		}
		return r.error(place, fmt.Errorf("%s: %w", format.Name, err))
	case r.count == 0:
		return r.error("", errors.New("the file has no rows"))
	}
	return nil
}
