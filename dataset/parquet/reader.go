package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// reader reads the rows of all row groups. The library panics on some damaged files, so that each
// call of it is guarded.
type reader struct {
	assembler
	groups []parquet.RowGroup
	// rows reads the current row group; nil before the first and between two.
	rows parquet.Rows
	// want and got count the rows, as the footer has them and as they were read.
	want, got int64
	json      []byte
}

func open(src io.ReaderAt, size int64) (r *reader, err error) {
	if err := checkFooter(src, size); err != nil {
		return nil, err
	}
	err = guard(func() error {
		file, err := parquet.OpenFile(src, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		if err != nil {
			return err
		}
		root, err := new(shaper).group(file.Root(), 0, 0)
		if err != nil {
			return err
		}
		if err := checkCodecs(file.Metadata()); err != nil {
			return err
		}
		r = &reader{assembler: assembler{root: root}, groups: file.RowGroups(), want: file.NumRows()}
		return nil
	})
	return r, err
}

// next returns the next row, or io.EOF after the last.
func (r *reader) next() (string, error) {
	row := make([]parquet.Row, 1)
	for {
		var n int
		err := guard(func() (err error) {
			if r.rows == nil {
				if len(r.groups) == 0 {
					return io.EOF
				}
				r.rows = r.groups[0].Rows()
			}
			n, err = r.rows.ReadRows(row)
			return err
		})
		switch {
		case n == 1:
			return r.text(row[0])
		case err == nil:
			return "", errors.New("the file is damaged: a row group gives no rows")
		case err != io.EOF:
			return "", err
		case r.rows == nil:
			return "", r.checkCount()
		}
		r.close()
		r.groups = r.groups[1:]
	}
}

// text returns a row as JSON. The row's memory is the library's.
func (r *reader) text(row parquet.Row) (string, error) {
	r.got++
	err := guard(func() (err error) {
		r.json, err = r.row(r.json[:0], row)
		return err
	})
	return string(r.json), err
}

// checkCount returns io.EOF when all rows have been read that the file says it has.
func (r *reader) checkCount() error {
	if r.got != r.want {
		return fmt.Errorf("the file is damaged: it has %d rows and says that it has %d", r.got, r.want)
	}
	return io.EOF
}

// close ends the reading of the current row group.
func (r *reader) close() {
	if r.rows != nil {
		_ = guard(r.rows.Close)
		r.rows = nil
	}
}

// guard turns a panic of the library's into an error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the file is damaged or of a kind that cannot be read: %v", p)
		}
	}()
	return f()
}

// checkFooter looks at the end of the file, so that a file that was cut is called so, and a wrong
// length there reserves no memory.
func checkFooter(src io.ReaderAt, size int64) error {
	const least = int64(len(magic) + 4 + len(magic))
	if size < least {
		return errors.New("the file is cut")
	}
	var end [8]byte
	if _, err := src.ReadAt(end[:], size-int64(len(end))); err != nil && err != io.EOF {
		return err
	}
	switch footer := int64(binary.LittleEndian.Uint32(end[:4])); {
	case string(end[4:]) != magic:
		return errors.New("the file is cut: it does not end as a parquet file does")
	case footer > size-least:
		return fmt.Errorf("the file is damaged: its footer of %d bytes is longer than the file", footer)
	}
	return nil
}

// checkCodecs refuses LZ4: the library decodes blocks of other writers wrongly, and doubles its buffer
// without end on damaged ones.
func checkCodecs(meta *format.FileMetaData) error {
	for _, group := range meta.RowGroups {
		for _, column := range group.Columns {
			if column.MetaData.Codec == format.Lz4Raw {
				return fmt.Errorf("column %s: compression by LZ4 is not read; write the file with another",
					strings.Join(column.MetaData.PathInSchema, "."))
			}
		}
	}
	return nil
}
