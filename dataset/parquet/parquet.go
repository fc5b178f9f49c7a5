package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/assize-eval/assize/dataset"
)

const magic = "PAR1"

// Format returns the reader of parquet files, to be handed to [dataset.EachRow].
//
// A row becomes a JSON object with the columns as its fields: groups are objects, columns with the
// logical type LIST are lists, nulls are null. NaN is null too, since Python's data frames write it
// where nothing is. Integers and floats are numbers, byte arrays are strings and must be UTF-8, dates
// and times are the numbers that are stored. Columns of other kinds, such as decimals, maps and large
// unsigned integers, are an error, whether they are wanted or not.
//
// A damaged file is an error, never a panic.
func Format() dataset.Format {
	return dataset.Format{Name: "parquet", Magic: magic, Each: each}
}

// each calls yield with every row of the file.
func each(src io.ReaderAt, size int64, yield func(json string) error) error {
	rows, err := open(src, size)
	if err != nil {
		return err
	}
	defer rows.close()
	for {
		json, err := rows.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := yield(json); err != nil {
			return err
		}
	}
}

// reader reads the rows of all row groups. The library panics on some damaged files, so that each
// call of it is guarded.
type reader struct {
	groups []parquet.RowGroup
	// group reads the current row group; nil before the first.
	group *parquet.GenericReader[any]
	// want and got count the rows, as the footer has them and as they were read.
	want, got int64
	buffer    []byte
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
		if err := checkColumns(file.Root()); err != nil {
			return err
		}
		if err := checkCodecs(file.Metadata()); err != nil {
			return err
		}
		r = &reader{groups: file.RowGroups(), want: file.NumRows()}
		return nil
	})
	return r, err
}

// next returns the next row, or io.EOF after the last.
func (r *reader) next() (json string, err error) {
	row := make([]any, 1)
	for {
		var n int
		err := guard(func() (err error) {
			if r.group == nil {
				if len(r.groups) == 0 {
					return io.EOF
				}
				r.group = parquet.NewGenericRowGroupReader[any](r.groups[0])
			}
			n, err = r.group.Read(row)
			return err
		})
		switch {
		case n == 1:
			return r.encode(row[0])
		case err == nil:
			return "", errors.New("the file is damaged: a row group gives no rows")
		case err != io.EOF:
			return "", err
		case r.group == nil:
			if r.got != r.want {
				return "", fmt.Errorf("the file is damaged: it has %d rows and says that it has %d", r.got, r.want)
			}
			return "", io.EOF
		}
		r.close()
		r.groups = r.groups[1:]
	}
}

func (r *reader) encode(row any) (string, error) {
	r.got++
	var err error
	if r.buffer, err = appendJSON(r.buffer[:0], row); err != nil {
		return "", err
	}
	return string(r.buffer), nil
}

// close ends the reading of the current row group.
func (r *reader) close() {
	if r.group != nil {
		_ = guard(r.group.Close)
		r.group = nil
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
