package dataset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
)

func ExampleObject_Errorf() {
	row := dataset.Row{File: "tasks.jsonl", Unit: "line", Number: 7, JSON: `{"rubric": [{"points": "5"}]}`}
	o, err := row.Object()
	if err != nil {
		fmt.Println(err)
		return
	}
	rubric, err := o.WithSample("task a").Objects("rubric")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rubric[0].Errorf("points", "want points, found %s", rubric[0].Found("points")))
	// Output:
	// tasks.jsonl: line 7: task a: rubric[0].points: want points, found the string "5"
}

// fields is a row with a value of every kind.
const fields = `{"text":" a\u00e9\n","empty":"","int":8,"float":8.0,"exp":1e1,"half":8.5,"neg":-3,"big":9007199254740993,` +
	`"huge":1e300,"nil":null,"yes":true,"list":["a","b\n"],"none":[],"mixed":["a",1],"nested":[["a"]],"nulls":[null],` +
	`"object":{"in":{"x":1},"a.b":"dot"},"objects":[{"x":1},{"x":"2"}],"a.b":"dotted","*":"star","Text":"upper"}`

func object(t *testing.T) dataset.Object {
	t.Helper()
	o, err := dataset.Row{File: "F", Unit: "row", Number: 3, JSON: fields}.Object()
	if err != nil {
		t.Fatal(err)
	}
	return o.WithSample("task s")
}

func TestObject(t *testing.T) {
	o := object(t)
	// do makes "value" or "error: …" of what a method returns.
	do := func(v any, err error) string {
		if err != nil {
			return "error: " + err.Error()
		}
		return fmt.Sprintf("%q", fmt.Sprint(v))
	}
	two := func(v any, ok bool, err error) string {
		if !ok && err == nil {
			return "none"
		}
		return do(v, err)
	}
	tests := []struct {
		why, got, want string
	}{
		{"a text is unescaped and not trimmed", do(o.Text("text")), `" aé\n"`},
		{"an empty text is a text", do(o.Text("empty")), `""`},
		{"names are not paths", do(o.Text("a.b")), `"dotted"`},
		{"names are not patterns", do(o.Text("*")), `"star"`},
		{"letter case of names counts", do(o.Text("Text")), `"upper"`},
		{"letter case of names counts, when there is no such name", do(o.Text("TEXT")), `error: F: row 3: task s: TEXT: want a string, found nothing`},
		{"a text that is null", do(o.Text("nil")), `error: F: row 3: task s: nil: want a string, found null`},
		{"a text that is a number", do(o.Text("int")), `error: F: row 3: task s: int: want a string, found the number 8`},
		{"a text that is a list", do(o.Text("list")), `error: F: row 3: task s: list: want a string, found a list of 2`},
		{"a text that may be missing", two(o.OptionalText("gone")), "none"},
		{"a text that may be null", two(o.OptionalText("nil")), "none"},
		{"a text that may be missing and is there", two(o.OptionalText("empty")), `""`},
		{"a text that may be missing and is something else", two(o.OptionalText("yes")), `error: F: row 3: task s: yes: want a string, found true`},
		{"a whole number", do(o.Int("int")), `"8"`},
		{"a whole number as a float", do(o.Int("float")), `"8"`},
		{"a whole number with an exponent", do(o.Int("exp")), `"10"`},
		{"a negative number", do(o.Int("neg")), `"-3"`},
		{"a number that a float64 cannot hold", do(o.Int("big")), `"9007199254740993"`},
		{"a fraction", do(o.Int("half")), `error: F: row 3: task s: half: want a whole number, found the number 8.5`},
		{"a number beyond all", do(o.Int("huge")), `error: F: row 3: task s: huge: want a whole number, found the number 1e300`},
		{"a string is no number", do(o.Int("empty")), `error: F: row 3: task s: empty: want a whole number, found the string ""`},
		{"true is no number", do(o.Int("yes")), `error: F: row 3: task s: yes: want a whole number, found true`},
		{"a number that is missing", do(o.Int("gone")), `error: F: row 3: task s: gone: want a whole number, found nothing`},
		{"a number that may be null", two(o.OptionalInt("nil")), "none"},
		{"a number that may be missing and is there", two(o.OptionalInt("float")), `"8"`},
		{"a number that may be missing and is a fraction", two(o.OptionalInt("half")), `error: F: row 3: task s: half: want a whole number, found the number 8.5`},
		{"texts", do(o.Texts("list")), `"[a b\n]"`},
		{"no texts", do(o.Texts("none")), `"[]"`},
		{"texts that are missing", do(o.Texts("gone")), `"[]"`},
		{"texts that are null", do(o.Texts("nil")), `"[]"`},
		{"texts with a number", do(o.Texts("mixed")), `error: F: row 3: task s: mixed[1]: want a string, found the number 1`},
		{"texts with a null", do(o.Texts("nulls")), `error: F: row 3: task s: nulls[0]: want a string, found null`},
		{"texts in texts", do(o.Texts("nested")), `error: F: row 3: task s: nested[0]: want a string, found a list of 1`},
		{"texts that are one string", do(o.Texts("text")), `error: F: row 3: task s: text: want a list of strings, found the string " aé\n"`},
		{"a value as it stands", fmt.Sprint(o.JSON("float"), o.JSON("list"), o.JSON("gone")), `8.0["a","b\n"]`},
		{"has", fmt.Sprint(o.Has("empty"), o.Has("nil"), o.Has("gone")), "true false false"},
		{"found", strings.Join([]string{o.Found("object"), o.Found("none"), o.Found("nil"), o.Found("gone")}, "; "), "an object; a list of 0; null; nothing"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("got  %s\nwant %s", test.got, test.want)
			}
		})
	}
}

func TestObjectInside(t *testing.T) {
	o := object(t)
	inner, err := o.Object("object")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"in", "a.b"}, inner.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	in, err := inner.Object("in")
	if err != nil {
		t.Fatal(err)
	}
	_, err = in.Text("x")
	checkError(t, err, "F: row 3: task s: object.in.x: want a string, found the number 1")

	list, err := o.Objects("objects")
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	_, err = list[1].Int("x")
	checkError(t, err, `F: row 3: task s: objects[1].x: want a whole number, found the string "2"`)
	checkError(t, list[1].Errorf("", "bad: %d", 1), "F: row 3: task s: objects[1]: bad: 1")

	for name, want := range map[string]string{
		"list":   "F: row 3: task s: list[0]: want an object, found the string \"a\"",
		"nulls":  "F: row 3: task s: nulls[0]: want an object, found null",
		"object": "F: row 3: task s: object: want a list of objects, found an object",
		"nil":    "F: row 3: task s: nil: want a list of objects, found null",
		"gone":   "F: row 3: task s: gone: want a list of objects, found nothing",
	} {
		_, err := o.Objects(name)
		checkError(t, err, want)
	}
	if list, err := o.Objects("none"); err != nil || len(list) != 0 {
		t.Errorf("an empty list gives %d objects and the error %v", len(list), err)
	}
	_, err = o.Object("list")
	checkError(t, err, "F: row 3: task s: list: want an object, found a list of 2")
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got the error %v, want %s", err, want)
	}
	if e := (*dataset.Error)(nil); err != nil && !errors.As(err, &e) {
		t.Errorf("the error is of type %T", err)
	}
}

func TestQuote(t *testing.T) {
	tests := []struct{ why, text, want string }{
		{"short", "a \"b\"\n", `"a \"b\"\n"`},
		{"as long as is shown", strings.Repeat("x", 60), `"` + strings.Repeat("x", 60) + `"`},
		{"cut", strings.Repeat("x", 61), `"` + strings.Repeat("x", 60) + `"… (61 bytes)`},
		{"not cut inside a character", "x" + strings.Repeat("é", 40), `"x` + strings.Repeat("é", 29) + `"… (81 bytes)`},
	}
	for _, test := range tests {
		if got := dataset.Quote(test.text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.why, got, test.want)
		}
	}
}
