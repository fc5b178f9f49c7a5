package parquet

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// optionalList is an optional list of optional texts, alone in its row.
var optionalList = &shape{end: 1, fields: []*shape{{
	name: "l", key: []byte(`"l"`), end: 1, present: 1, filled: 2, repeats: 1,
	item: &shape{name: "element", end: 1, present: 3, kind: parquet.ByteArray, defined: 3},
}}}

// pair is a row of a number and an optional group of two texts.
var pair = &shape{end: 3, fields: []*shape{
	{name: "n", key: []byte(`"n"`), end: 1, kind: parquet.Int64},
	{name: "g", key: []byte(`"g"`), first: 1, end: 3, present: 1, fields: []*shape{
		{name: "x", key: []byte(`"x"`), first: 1, end: 2, kind: parquet.ByteArray, defined: 1},
		{name: "y", key: []byte(`"y"`), first: 2, end: 3, present: 2, kind: parquet.ByteArray, defined: 2},
	}},
}}

func TestAssembler(t *testing.T) {
	text := func(s string, repetition, definition, column int) parquet.Value {
		return parquet.ValueOf(s).Level(repetition, definition, column)
	}
	null := func(repetition, definition, column int) parquet.Value {
		return parquet.NullValue().Level(repetition, definition, column)
	}
	number := parquet.ValueOf(int64(7)).Level(0, 0, 0)
	tests := []struct {
		why  string
		root *shape
		row  parquet.Row
		want string // "" for damage
	}{
		{"a list that is null", optionalList, parquet.Row{null(0, 0, 0)}, `{"l":null}`},
		{"a list without items", optionalList, parquet.Row{null(0, 1, 0)}, `{"l":[]}`},
		{"an item that is null", optionalList, parquet.Row{null(0, 2, 0)}, `{"l":[null]}`},
		{"items", optionalList, parquet.Row{text("a", 0, 3, 0), null(1, 2, 0), text("", 1, 3, 0)}, `{"l":["a",null,""]}`},
		{"a group", pair, parquet.Row{number, text("a", 0, 1, 1), text("b", 0, 2, 2)}, `{"n":7,"g":{"x":"a","y":"b"}}`},
		{"a group with a null", pair, parquet.Row{number, text("a", 0, 1, 1), null(0, 1, 2)}, `{"n":7,"g":{"x":"a","y":null}}`},
		{"a group that is null", pair, parquet.Row{number, null(0, 0, 1), null(0, 0, 2)}, `{"n":7,"g":null}`},

		{"no values", optionalList, nil, ""},
		{"a column too few", pair, parquet.Row{number, text("a", 0, 1, 1)}, ""},
		{"a column too many", optionalList, parquet.Row{null(0, 0, 0), null(0, 0, 1)}, ""},
		{"columns in another order", pair, parquet.Row{number, text("b", 0, 2, 2), text("a", 0, 1, 1)}, ""},
		{"a group that is half null", pair, parquet.Row{number, null(0, 0, 1), text("b", 0, 2, 2)}, ""},
		{"a null where none can be", pair, parquet.Row{null(0, 0, 0), null(0, 0, 1), null(0, 0, 2)}, ""},
		{"a value of another kind", pair, parquet.Row{text("7", 0, 0, 0), null(0, 0, 1), null(0, 0, 2)}, ""},
		{"a number where a text is to be", optionalList, parquet.Row{parquet.ValueOf(int64(1)).Level(0, 3, 0)}, ""},
		{"a value at too high a level", pair, parquet.Row{parquet.ValueOf(int64(7)).Level(0, 1, 0), null(0, 0, 1), null(0, 0, 2)}, ""},
		{"a second item where there is no list", pair, parquet.Row{number, text("a", 0, 1, 1), text("a", 1, 1, 1), null(0, 1, 2)}, ""},
		{"a second row in the row", optionalList, parquet.Row{text("a", 0, 3, 0), text("b", 0, 3, 0)}, ""},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			a := assembler{root: test.root}
			got, err := a.row(nil, test.row)
			if test.want == "" {
				if !errors.Is(err, errMixed) {
					t.Errorf("got %s and the error %v, want %v", got, err, errMixed)
				}
				return
			}
			if string(got) != test.want || err != nil {
				t.Errorf("got  %s and the error %v\nwant %s", got, err, test.want)
			}
		})
	}
}

// TestShape checks the layouts of lists, of which writers have used several.
func TestShape(t *testing.T) {
	leaf := parquet.String()
	list := func(repeating string, inner parquet.Node) parquet.Node {
		return parquet.Group{"l": listOf{parquet.Group{repeating: parquet.Repeated(inner)}}}
	}
	tests := []struct {
		why    string
		schema parquet.Node
		row    parquet.Row
		want   string
	}{
		{"as the format has it", list("list", parquet.Group{"element": leaf}), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0), parquet.ValueOf("b").Level(1, 1, 0)}, `{"l":["a","b"]}`},
		{"with other names", list("bag", parquet.Group{"array_element": leaf}), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0)}, `{"l":["a"]}`},
		{"items that are repeated themselves", list("element", leaf), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0)}, `{"l":["a"]}`},
		{"groups that are repeated themselves", list("array", parquet.Group{"x": leaf}), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0)}, `{"l":[{"x":"a"}]}`},
		{"groups by the name of the list", list("l_tuple", parquet.Group{"x": leaf}), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0)}, `{"l":[{"x":"a"}]}`},
		{"groups of two", list("list", parquet.Group{"x": leaf, "y": leaf}), parquet.Row{parquet.ValueOf("a").Level(0, 1, 0), parquet.ValueOf("b").Level(0, 1, 1)}, `{"l":[{"x":"a","y":"b"}]}`},
		{"a repeated column", parquet.Group{"l": parquet.Repeated(leaf)}, parquet.Row{parquet.NullValue().Level(0, 0, 0)}, `{"l":[]}`},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			root, err := columnsOf(t, test.schema)
			if err != nil {
				t.Fatal(err)
			}
			a := assembler{root: root}
			if got, err := a.row(nil, test.row); string(got) != test.want || err != nil {
				t.Errorf("got  %s and the error %v\nwant %s", got, err, test.want)
			}
		})
	}
}

func TestShapeRefuses(t *testing.T) {
	leaf := parquet.String()
	tests := []struct {
		why    string
		schema parquet.Node
		want   string
	}{
		{"a list of no known layout", parquet.Group{"l": listOf{parquet.Group{"x": leaf, "y": leaf}}}, "column l: a list of an unknown layout"},
		{"a group without columns", parquet.Group{"a": leaf, "g": parquet.Group{}}, "column g: a group without columns"},
		{"old timestamps", parquet.Group{"t": parquet.Leaf(parquet.Int96Type)}, "column t: values of the kind INT96 are not read"},
		{"a kind inside a list", parquet.Group{"l": parquet.List(parquet.UUID())}, "column l.list.element: values of the kind UUID are not read"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if _, err := columnsOf(t, test.schema); err == nil || err.Error() != test.want {
				t.Errorf("got the error %v, want %s", err, test.want)
			}
		})
	}
}

// TestRowCount: rows that are lost without a fault elsewhere are noticed by their number.
func TestRowCount(t *testing.T) {
	r := reader{want: 5, got: 4}
	if _, err := r.next(); err == nil || err.Error() != "the file is damaged: it has 4 rows and says that it has 5" {
		t.Errorf("got the error %v", err)
	}
	r.got = 5
	if _, err := r.next(); err != io.EOF {
		t.Errorf("got the error %v at the end", err)
	}
}

// listOf gives a group the logical type of a list, whatever it holds.
type listOf struct{ parquet.Group }

func (listOf) Type() parquet.Type { return parquet.List(parquet.String()).Type() }

// columnsOf returns the shape of a file with the schema.
func columnsOf(t *testing.T, schema parquet.Node) (*shape, error) {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("rows", schema))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return new(shaper).group(file.Root(), 0, 0)
}
