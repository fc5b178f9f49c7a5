package parquet

import (
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// checkColumns returns an error for columns whose values would not be read as they were meant: kinds
// for which JSON has no exact value or the library makes another one, and two columns of one name.
func checkColumns(column *parquet.Column) error {
	if !readable(column) {
		return fmt.Errorf("column %s: values of the kind %s are not read", path(column), column.Type())
	}
	seen := make(map[string]bool)
	for _, inner := range column.Columns() {
		if seen[inner.Name()] {
			return fmt.Errorf("two columns have the name %s", path(inner))
		}
		seen[inner.Name()] = true
		if err := checkColumns(inner); err != nil {
			return err
		}
	}
	return nil
}

// readable reports whether the library makes of the column's values what JSON can hold exactly.
func readable(column *parquet.Column) bool {
	t := column.Type().LogicalType()
	if t == nil {
		return true
	}
	switch kind := t.Value.(type) {
	case nil, *format.ListType, *format.StringType, *format.EnumType, *format.NullType:
		return true
	case *format.DateType, *format.TimeType, *format.TimestampType:
		return true
	case *format.IntType:
		// The library gives the larger unsigned numbers a sign.
		return kind.IsSigned || kind.BitWidth < 32
	}
	return false
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

func path(column *parquet.Column) string { return strings.Join(column.Path(), ".") }
