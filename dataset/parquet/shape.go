package parquet

import (
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// shape is what a column, or a group of columns, becomes in JSON: a value, an object or a list.
//
// Levels are those of the format: the definition level of a value counts how many of the optional and
// repeated columns above it are there, its repetition level says in which list it is a further item.
type shape struct {
	name string
	// key is the name of an object's field as JSON has it.
	key []byte
	// present is the least definition level at which it is not null; 0 when it is never null.
	present int
	// item is the shape of a list's items; nil for anything but a list.
	item *shape
	// filled is the least definition level at which a list has an item, repeats the repetition level
	// of its further items.
	filled, repeats int
	// fields are the fields of an object; nil for anything but an object.
	fields []*shape
	// kind and unsigned are the type of a value, defined its definition level.
	kind     parquet.Kind
	unsigned bool
	defined  int
	// first and end bound the leaf columns below, or give a value's own.
	first, end int
}

// shaper makes shapes of the columns of a file and counts the leaf columns.
type shaper struct{ leaves int }

// column returns the shape of a column that stands at the given levels.
func (b *shaper) column(c *parquet.Column, defined, repeated int) (*shape, error) {
	switch {
	case c.Repeated():
		return b.list(c.Name(), func() (*shape, error) { return b.body(c, defined+1, repeated+1) }, defined, repeated)
	case c.Optional():
		s, err := b.body(c, defined+1, repeated)
		if err == nil {
			s.present = defined + 1
		}
		return s, err
	}
	return b.body(c, defined, repeated)
}

// body returns the shape of a column, its own repetition left aside.
func (b *shaper) body(c *parquet.Column, defined, repeated int) (*shape, error) {
	var logical format.LogicalTypeValue
	if t := c.Type().LogicalType(); t != nil {
		logical = t.Value
	}
	_, isList := logical.(*format.ListType)
	switch {
	case c.Leaf():
		return b.leaf(c, logical, defined)
	case isList:
		if len(c.Columns()) != 1 || !c.Columns()[0].Repeated() {
			return nil, fmt.Errorf("column %s: a list of an unknown layout", path(c))
		}
		item := func() (*shape, error) { return b.item(c, c.Columns()[0], defined+1, repeated+1) }
		return b.list(c.Name(), item, defined, repeated)
	case logical != nil:
		return nil, unreadable(c)
	}
	return b.group(c, defined, repeated)
}

// list returns the shape of a list whose items item makes.
func (b *shaper) list(name string, item func() (*shape, error), defined, repeated int) (*shape, error) {
	s := &shape{name: name, filled: defined + 1, repeats: repeated + 1, first: b.leaves}
	var err error
	s.item, err = item()
	s.end = b.leaves
	return s, err
}

// item returns the shape of the items of a list. The format wraps each in a group of one column; older
// writers do without, and the format's rules for them tell which it is.
func (b *shaper) item(list, repeating *parquet.Column, defined, repeated int) (*shape, error) {
	wrapped := !repeating.Leaf() && len(repeating.Columns()) == 1 &&
		repeating.Name() != "array" && repeating.Name() != list.Name()+"_tuple"
	if wrapped {
		return b.column(repeating.Columns()[0], defined, repeated)
	}
	return b.body(repeating, defined, repeated)
}

func (b *shaper) group(c *parquet.Column, defined, repeated int) (*shape, error) {
	s := &shape{name: c.Name(), first: b.leaves}
	seen := make(map[string]bool)
	for _, inner := range c.Columns() {
		if seen[inner.Name()] {
			return nil, fmt.Errorf("two columns have the name %s", path(inner))
		}
		seen[inner.Name()] = true
		field, err := b.column(inner, defined, repeated)
		if err != nil {
			return nil, err
		}
		if field.key, err = appendString(nil, []byte(field.name)); err != nil {
			return nil, fmt.Errorf("the name of column %q is not valid UTF-8", path(inner))
		}
		s.fields = append(s.fields, field)
	}
	if len(s.fields) == 0 {
		return nil, fmt.Errorf("column %s: a group without columns", path(c))
	}
	s.end = b.leaves
	return s, nil
}

// leaf returns the shape of a column of values. Kinds of which JSON has no exact value are an error.
func (b *shaper) leaf(c *parquet.Column, logical format.LogicalTypeValue, defined int) (*shape, error) {
	s := &shape{name: c.Name(), kind: c.Type().Kind(), defined: defined, first: b.leaves, end: b.leaves + 1}
	b.leaves++
	switch logical := logical.(type) {
	case nil, *format.StringType, *format.EnumType, *format.NullType:
	case *format.DateType, *format.TimeType, *format.TimestampType:
	case *format.IntType:
		s.unsigned = !logical.IsSigned
	default:
		return nil, unreadable(c)
	}
	if s.kind == parquet.Int96 {
		return nil, unreadable(c)
	}
	return s, nil
}

func unreadable(c *parquet.Column) error {
	return fmt.Errorf("column %s: values of the kind %s are not read", path(c), c.Type())
}

func path(c *parquet.Column) string { return strings.Join(c.Path(), ".") }
