package dataset_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
)

// fake is a format of files that begin with FAKE. Each character after that is a row, but for "!",
// which is a fault.
var fake = dataset.Format{
	Name:  "fake",
	Magic: "FAKE",
	Each: func(r io.ReaderAt, size int64, each func(json string) error) error {
		data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
		if err != nil {
			return err
		}
		text := string(data)
		if text == "FAKE" {
			text = "FAKEabc"
		}
		for _, c := range text[len("FAKE"):] {
			if c == '!' {
				return errors.New("a bad row")
			}
			if err := each(`{"row":"` + string(c) + `"}`); err != nil {
				return err
			}
		}
		return nil
	},
}

func TestFormat(t *testing.T) {
	tests := []struct {
		why, text string
		want      []string
		fault     string
	}{
		{"rows count from 1", "FAKExy", []string{`row 1 {"row":"x"}`, `row 2 {"row":"y"}`}, ""},
		{"other files are read as ever", `{"a":1}`, []string{`line 1 {"a":1}`}, ""},
		{"a fault names the last good row", "FAKEx!", nil, "F: after row 1: fake: a bad row"},
		{"a fault before the first row", "FAKE!x", nil, "F: fake: a bad row"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			for _, text := range []string{test.text, compress(t, test.text)} {
				path := write(t, text)
				checkRows(t, "file", path, test.want, test.fault, func(each func(dataset.Row) error) error {
					return dataset.EachRow(path, each, fake)
				})
				checkRows(t, "reader", "F", test.want, test.fault, func(each func(dataset.Row) error) error {
					return dataset.EachRowFrom(strings.NewReader(text), "F", each, fake)
				})
			}
		})
	}
}

func TestFormatWithoutRows(t *testing.T) {
	empty := fake
	empty.Each = func(io.ReaderAt, int64, func(string) error) error { return nil }
	err := dataset.EachRow(write(t, "FAKE"), func(dataset.Row) error { return nil }, empty)
	if err == nil || !strings.HasSuffix(err.Error(), ": the file has no rows") {
		t.Errorf("got the error %v", err)
	}
}

func TestError(t *testing.T) {
	cause := errors.New("it is wrong")
	got := []string{}
	for _, e := range []dataset.Error{
		{File: "f.jsonl", Place: "line 3", Sample: "task a", Field: "rubric[1].title", Err: cause},
		{File: "f.jsonl", Err: cause},
		{Place: "line 3", Err: cause},
		{},
	} {
		got = append(got, e.Error())
	}
	want := []string{
		"f.jsonl: line 3: task a: rubric[1].title: it is wrong",
		"f.jsonl: it is wrong",
		"line 3: it is wrong",
		"<nil>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !errors.Is(&dataset.Error{Err: cause}, cause) {
		t.Error("the cause cannot be found")
	}
}
