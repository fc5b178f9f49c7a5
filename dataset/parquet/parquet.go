package parquet

import (
	"io"

	"github.com/assize-eval/assize/dataset"
)

const magic = "PAR1"

// Format returns the reader of parquet files, to be handed to [dataset.EachRow].
//
// A row becomes a JSON object with the columns as its fields: groups are objects, columns with the
// logical type LIST are lists, nulls are null. NaN is null too, since Python's data frames write it
// where nothing is. Integers and floats are numbers, byte arrays are strings and must be UTF-8, dates
// and times are the numbers that are stored. Columns of other kinds, such as decimals and maps, are an
// error, whether they are wanted or not.
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
