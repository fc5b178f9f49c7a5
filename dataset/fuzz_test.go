package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// FuzzEachRow checks what every row promises, and that rows which were read can be read again.
func FuzzEachRow(f *testing.F) {
	for _, seed := range []string{
		"{\"a\":1}\n\n{\"b\":[{\"c\":null}]}\r\n", "\uFEFF[{\"a\":\"\\ud83d\\ude00\"},\n{}]", "[{\"a\":1},]", "{\"a\":\"\\ud83d\"}",
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xaa\xae\xe5\x02\x04\x00\x00\xff\xff", "PAR1", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var rows, again []string
		err := EachRowFrom(bytes.NewReader(data), "F", func(row Row) error {
			if !utf8.ValidString(row.JSON) || !json.Valid([]byte(row.JSON)) {
				t.Errorf("%s is %q", row.Place(), row.JSON)
			}
			if _, err := row.Object(); err != nil {
				t.Errorf("%s is no object: %v", row.Place(), err)
			}
			var line bytes.Buffer
			if err := json.Compact(&line, []byte(row.JSON)); err != nil {
				t.Error(err)
			}
			rows = append(rows, line.String())
			return nil
		})
		if e := (*Error)(nil); err != nil && (!errors.As(err, &e) || e.File != "F" || e.Err == nil) {
			t.Errorf("the error does not say what is wrong with the file: %#v", err)
		}
		if err == nil && len(rows) == 0 {
			t.Error("neither rows nor an error")
		}
		if len(rows) == 0 {
			return
		}
		err = EachRowFrom(strings.NewReader(strings.Join(rows, "\n")), "F", func(row Row) error {
			again = append(again, strings.TrimSuffix(row.JSON, "\n"))
			return nil
		})
		if diff := cmp.Diff(rows, again); diff != "" || err != nil {
			t.Errorf("read again: error %v, rows (-first +again):\n%s", err, diff)
		}
	})
}

// FuzzReadAnswers checks that answers come back as they were written, in every shape.
func FuzzReadAnswers(f *testing.F) {
	f.Add("a", "A", "b", "")
	f.Add("", "{\"id\":1}\n{", "{", "\u2028<think>\x00")
	f.Fuzz(func(t *testing.T, id1, text1, id2, text2 string) {
		want := map[string]string{id1: text1, id2: text2}
		for id, text := range want {
			if id == "id" || !utf8.ValidString(id) || !utf8.ValidString(text) {
				t.Skip("an object with this name is a row; JSON is UTF-8")
			}
		}
		var lines, items []string
		for id, text := range want {
			row := mustJSON(t, map[string]string{"id": id, "response": text})
			lines, items = append(lines, row+"\n"), append(items, row)
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, []byte(mustJSON(t, want)), "", " "); err != nil {
			t.Fatal(err)
		}
		for shape, file := range map[string]string{
			"map": mustJSON(t, want), "indented map": indented.String(),
			"lines": strings.Join(lines, ""), "array": "[" + strings.Join(items, ",") + "]",
		} {
			got, err := readAnswers([]byte(file), "F")
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s %s: error %v, answers (-want +got):\n%s", shape, file, err, diff)
			}
		}
	})
}

// FuzzAnswersFile checks that no file makes ReadAnswers panic or fail without a word.
func FuzzAnswersFile(f *testing.F) {
	for _, seed := range []string{`{"a":"A"}`, `{"id":"a","response":"A"}`, "{\n\"a\":1", "{}\n{}", "[", "", `{"id":null}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := readAnswers(data, "F")
		if (err == nil) == (answers == nil) {
			t.Errorf("got %v and the error %v", answers, err)
		}
		if e := (*Error)(nil); err != nil && !errors.As(err, &e) {
			t.Errorf("the error is of type %T", err)
		}
		for id, text := range answers {
			if !utf8.ValidString(id) || !utf8.ValidString(text) {
				t.Errorf("the answer %q to %q is not UTF-8", text, id)
			}
		}
	})
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(fmt.Errorf("making JSON: %w", err))
	}
	return string(b)
}
