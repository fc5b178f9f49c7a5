package dataset_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
)

func ExampleEachRowFrom() {
	file := strings.NewReader(`{"task": "t1", "turns": 2}
{"task": "t2", "turns": "two"}
`)
	err := dataset.EachRowFrom(file, "tasks.jsonl", func(row dataset.Row) error {
		o, err := row.Object()
		if err != nil {
			return err
		}
		task, err := o.Text("task")
		if err != nil {
			return err
		}
		turns, err := o.WithSample(task).Int("turns")
		if err != nil {
			return err
		}
		fmt.Println(row.Place(), task, turns)
		return nil
	})
	fmt.Println(err)
	// Output:
	// line 1 t1 2
	// tasks.jsonl: line 2: t2: turns: want a whole number, found the string "two"
}

func ExampleEachRow() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tasks.json")
	os.WriteFile(path, []byte(`[{"task": "t1"}, {"task": "t2"}]`), 0o600)

	err = dataset.EachRow(path, func(row dataset.Row) error {
		fmt.Println(row.Place(), row.JSON)
		return nil
	})
	fmt.Println(err)
	// Output:
	// item 1 {"task": "t1"}
	// item 2 {"task": "t2"}
	// <nil>
}

// rowTests are files with the rows that they hold, written "place JSON", or with the fault. A fault
// is given by its beginning, since the ends of some come from libraries.
var rowTests = []struct {
	why, text string
	want      []string
	fault     string
}{
	{why: "one line", text: `{"a":1}`, want: []string{`line 1 {"a":1}`}},
	{why: "a last line with its end", text: "{\"a\":1}\n", want: []string{`line 1 {"a":1}`}},
	{why: "blank last lines", text: "{\"a\":1}\n\n \t\n", want: []string{`line 1 {"a":1}`}},
	{why: "a blank line between rows counts as a line", text: "{}\n\n{}\n", want: []string{"line 1 {}", "line 3 {}"}},
	{why: "blank lines first", text: "\n\n{}\n", want: []string{"line 3 {}"}},
	{why: "CRLF", text: "{\"a\":1}\r\n{\"a\":2}\r\n", want: []string{`line 1 {"a":1}`, `line 2 {"a":2}`}},
	{why: "a byte order mark", text: "\uFEFF{}\n", want: []string{"line 1 {}"}},
	{why: "a byte order mark in a text is text", text: "{\"a\":\"\uFEFF\"}", want: []string{"line 1 {\"a\":\"\uFEFF\"}"}},
	{why: "line separators of Unicode end no line", text: "{\"a\":\"\u2028\u0085\"}", want: []string{"line 1 {\"a\":\"\u2028\u0085\"}"}},
	{why: "an array", text: `[{"a":1}, {"a":2}]`, want: []string{`item 1 {"a":1}`, `item 2 {"a":2}`}},
	{why: "an array over several lines, with a mark, and text kept", text: "\uFEFF \n[\r\n {\"a\": [1,\n 2]}\n,{}\n]\n \n", want: []string{"item 1 {\"a\": [1,\n 2]}", "item 2 {}"}},
	{why: "the same key in two objects", text: `{"a":{"k":1},"b":{"k":1}}`, want: []string{`line 1 {"a":{"k":1},"b":{"k":1}}`}},
	{why: "keys that differ in letter case", text: `{"a":1,"A":2}`, want: []string{`line 1 {"a":1,"A":2}`}},
	{why: "a pair of surrogates", text: `{"a":"\ud83d\ude00"}`, want: []string{`line 1 {"a":"\ud83d\ude00"}`}},
	{why: "escapes beside the range of halves", text: `{"a":"\ud7ff\ue000\udbff\udfff\ud800\udc00"}`, want: []string{`line 1 {"a":"\ud7ff\ue000\udbff\udfff\ud800\udc00"}`}},
	{why: "an escaped backslash before u", text: `{"a":"\\ud83d"}`, want: []string{`line 1 {"a":"\\ud83d"}`}},

	{why: "nothing", text: "", fault: "F: the file is empty"},
	{why: "white space alone", text: "\uFEFF \r\n\t\n", fault: "F: the file is empty"},
	{why: "an empty array", text: "[]", fault: "F: the file has no rows"},
	{why: "a line that is cut", text: "{\"a\":1}\n{\"a\":", fault: "F: line 2: not valid JSON: "},
	{why: "an object over several lines is not a row", text: "{\n\"a\":1}\n", fault: "F: line 1: not valid JSON: "},
	{why: "two objects in a line", text: `{"a":1}{"a":2}`, fault: "F: line 1: not valid JSON: "},
	{why: "text after a row", text: "{\"a\":1} x\n", fault: "F: line 1: not valid JSON: "},
	{why: "a comma after a row", text: "{\"a\":1},\n{\"a\":2}\n", fault: "F: line 1: not valid JSON: "},
	{why: "a number that JSON does not have", text: `{"a":NaN}`, fault: "F: line 1: not valid JSON: "},
	{why: "single quotes", text: `{'a':1}`, fault: "F: line 1: not valid JSON: "},
	{why: "a tab in a string", text: "{\"a\":\"\t\"}", fault: "F: line 1: not valid JSON: "},
	{why: "a line that is no object", text: "{}\n[1,2]\n", fault: "F: line 2: want an object, found a list of 2"},
	{why: "a line that is a string", text: "{}\n\"x\"\n", fault: `F: line 2: want an object, found the string "x"`},
	{why: "a line that is null", text: "{}\nnull\n", fault: "F: line 2: want an object, found null"},
	{why: "a repeated key", text: "{}\n{\"a\":1,\"b\":2,\"a\":1}\n", fault: `F: line 2: the key "a" stands there twice`},
	{why: "a repeated key, once escaped", text: `{"a":1,"\u0061":1}`, fault: `F: line 1: the key "a" stands there twice`},
	{why: "a repeated key deep inside", text: `{"a":[{"b":{"c":1,"c":1}}]}`, fault: `F: line 1: the key "c" stands there twice`},
	{why: "bytes that are not UTF-8", text: "{}\n{\"a\":\"\xe9t\xe9\"}\n", fault: "F: line 2: not valid UTF-8: 0xe9 (byte 7)"},
	{why: "a character cut in the middle", text: "{\"a\":\"\xe4\xb8\"}", fault: "F: line 1: not valid UTF-8: 0xe4 (byte 7)"},
	{why: "the replacement character is a character", text: "{\"a\":\"\uFFFD\xff\"}", fault: "F: line 1: not valid UTF-8: 0xff (byte 10)"},
	{why: "half a pair of surrogates", text: `{"a":"\ud83d"}`, fault: `F: line 1: \ud83d is half of a character (byte 7)`},
	{why: "half a pair before another escape", text: `{"a":"\ud83d\n"}`, fault: `F: line 1: \ud83d is half of a character (byte 7)`},
	{why: "the second half alone", text: `{"a":"x\uDE00"}`, fault: `F: line 1: \uDE00 is half of a character (byte 8)`},
	{why: "the ends of the range of halves", text: `{"a":"\udc00"}`, fault: `F: line 1: \udc00 is half of a character (byte 7)`},
	{why: "the other ends of the range of halves", text: `{"a":"\udbff\ue000"}`, fault: `F: line 1: \udbff is half of a character (byte 7)`},
	{why: "the last second half", text: `{"a":"\udfff"}`, fault: `F: line 1: \udfff is half of a character (byte 7)`},
	{why: "a repeated key among many", text: `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1,"r":1,"s":1,"r":1}`, fault: `F: line 1: the key "r" stands there twice`},
	{why: "a repeated key among many, of the first", text: `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1,"r":1,"s":1,"a":1}`, fault: `F: line 1: the key "a" stands there twice`},
	{why: "nested without end", text: `{"a":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + "}", fault: "F: line 1: nested deeper than 64 levels"},
	{why: "an array that is cut after an item", text: `[{"a":1}`, fault: "F: after item 1: the file ends inside the array"},
	{why: "an array that is cut after a comma", text: `[{"a":1},`, fault: "F: item 2: the file ends inside the array"},
	{why: "an array that is cut in an item", text: `[{"a":1},{"a"`, fault: "F: item 2: the file ends inside the array"},
	{why: "an array with a comma too many", text: `[{"a":1},]`, fault: "F: item 2: not valid JSON: "},
	{why: "an array without a comma", text: `[{"a":1} {"a":2}]`, fault: "F: item 2: not valid JSON: "},
	{why: "an array with a wrong end", text: `[{"a":1}}`, fault: "F: after item 1: not valid JSON: "},
	{why: "text after an array", text: `[{"a":1}] x`, fault: "F: there is text after the end of the array"},
	{why: "two arrays", text: `[{"a":1}][{"a":2}]`, fault: "F: there is text after the end of the array"},
	{why: "an array of arrays", text: `[[1]]`, fault: "F: item 1: want an object, found a list of 1"},
	{why: "an array of strings with rows in them", text: `["{}"]`, fault: `F: item 1: want an object, found the string "{}"`},
	{why: "a repeated key in an item", text: `[{"a":1,"a":2}]`, fault: `F: item 1: the key "a" stands there twice`},
	{why: "a number", text: "12", fault: "F: want JSON Lines or a JSON array of objects, found a file that begins with \"12\""},
	{why: "a table", text: "task,turns\n1,2\n", fault: "F: want JSON Lines or a JSON array of objects, found a file that begins with \"task,turns\\n1,2\\n\""},
	{why: "parquet without its reader", text: "PAR1\x15", fault: "F: this is a parquet file"},
	{why: "UTF-16", text: "\xff\xfe{\x00}\x00", fault: "F: this is UTF-16; want UTF-8"},
	{why: "a zip archive", text: "PK\x03\x04", fault: "F: this is a zip archive"},
	{why: "zstd", text: "\x28\xb5\x2f\xfd", fault: "F: this is compressed by zstd"},
	{why: "what a clone has without its large files", text: "version https://git-lfs.github.com/spec/v1\n", fault: "F: this is a Git LFS pointer"},
}

func TestEachRow(t *testing.T) {
	for _, test := range rowTests {
		t.Run(test.why, func(t *testing.T) {
			for _, file := range []struct {
				name, text string
			}{{"plain", test.text}, {"compressed", compress(t, test.text)}} {
				path := write(t, file.text)
				checkRows(t, file.name+" file", path, test.want, test.fault, func(each func(dataset.Row) error) error {
					return dataset.EachRow(path, each)
				})
				checkRows(t, file.name+" reader", "F", test.want, test.fault, func(each func(dataset.Row) error) error {
					return dataset.EachRowFrom(strings.NewReader(file.text), "F", each)
				})
			}
		})
	}
}

// checkRows reads rows and compares them with those wanted; rows before a fault do not count. The F
// at the start of the fault stands for the file's name.
func checkRows(t *testing.T, how, name string, want []string, fault string, read func(func(dataset.Row) error) error) {
	t.Helper()
	var got []string
	err := read(func(row dataset.Row) error {
		if row.File != name {
			t.Errorf("%s: the row's file is %q, want %q", how, row.File, name)
		}
		got = append(got, row.Place()+" "+strings.TrimSpace(row.JSON))
		return nil
	})
	if fault != "" {
		fault = name + strings.TrimPrefix(fault, "F")
		if err == nil || !strings.HasPrefix(err.Error(), fault) {
			t.Errorf("%s: got the error %v, want one that begins with\n%s", how, err, fault)
		}
		if e := (*dataset.Error)(nil); !errors.As(err, &e) {
			t.Errorf("%s: the error is of type %T", how, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", how, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: rows differ (-want +got):\n%s", how, diff)
	}
}

func TestEachRowLong(t *testing.T) {
	// Longer than any buffer on the way.
	text := strings.Repeat("long ", 100_000)
	for _, file := range []string{`{"a":"` + text + `"}` + "\n{}\n", `[{"a":"` + text + `"},{}]`} {
		var rows []string
		err := dataset.EachRowFrom(strings.NewReader(file), "F", func(row dataset.Row) error {
			o, err := row.Object()
			if err == nil && row.Number == 1 {
				var a string
				a, err = o.Text("a")
				rows = append(rows, a)
			}
			return err
		})
		if err != nil || len(rows) != 1 || rows[0] != text {
			t.Errorf("%.8s…: got %d rows and the error %v", file, len(rows), err)
		}
	}
}

func TestEachRowGzip(t *testing.T) {
	whole := compress(t, strings.Repeat(`{"a":"some text that goes on"}`+"\n", 200))
	flipped := []byte(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	tests := []struct{ why, file, want string }{
		{"cut", whole[:len(whole)-9], "gzip: the file is cut"},
		{"cut in the checksum", whole[:len(whole)-1], "gzip: the file is cut"},
		{"cut in the header", whole[:5], "gzip: the file is cut"},
		{"a wrong checksum", string(flipped), "gzip: the file is damaged"},
		{"text after the end", whole + "x", "gzip: the file is "},
		{"compressed twice", compress(t, whole), "this is compressed by gzip twice"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			err := dataset.EachRow(write(t, test.file), func(dataset.Row) error { return nil })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got the error %v, want %q in it", err, test.want)
			}
		})
	}
	t.Run("two parts one after the other are one file", func(t *testing.T) {
		n := 0
		file := compress(t, "{}\n") + compress(t, "{}\n")
		if err := dataset.EachRow(write(t, file), func(dataset.Row) error { n++; return nil }); err != nil || n != 2 {
			t.Errorf("got %d rows and the error %v", n, err)
		}
	})
}

func TestEachRowStops(t *testing.T) {
	stop := errors.New("stop")
	for _, file := range []string{"{}\n{}\nbroken\n", "[{},{},broken]", "FAKE"} {
		n := 0
		err := dataset.EachRowFrom(strings.NewReader(file), "F", func(dataset.Row) error {
			if n++; n == 2 {
				return stop
			}
			return nil
		}, fake)
		if err != stop || n != 2 {
			t.Errorf("%s: got %d rows and the error %v, want 2 rows and the caller's error as it is", file, n, err)
		}
	}
}

func TestEachRowPaths(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	if err := dataset.EachRow(none, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: got %v", err)
	}
	dir := t.TempDir()
	if err := dataset.EachRow(dir, nil); err == nil || err.Error() != dir+": this is a directory, not a file" {
		t.Errorf("a directory: got %v", err)
	}
	broken := errors.New("the disk is gone")
	err := dataset.EachRowFrom(failing{strings.NewReader("{}\n{"), broken}, "F", func(dataset.Row) error { return nil })
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "F: line 2: ") {
		t.Errorf("a reader that fails: got %v", err)
	}
}

// failing gives an error where its text ends.
type failing struct {
	text *strings.Reader
	err  error
}

func (f failing) Read(p []byte) (int, error) {
	if f.text.Len() == 0 {
		return 0, f.err
	}
	return f.text.Read(p)
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func compress(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
