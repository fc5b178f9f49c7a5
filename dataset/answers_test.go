package dataset_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
)

func ExampleReadAnswers() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "answers.jsonl")
	os.WriteFile(path, []byte(`{"id": "t1", "response": "Yes, under Article 3."}
{"id": "t2", "response": ""}
`), 0o600)

	answers, err := dataset.ReadAnswers(path)
	fmt.Printf("%q %v\n", answers, err)
	// Output:
	// map["t1":"Yes, under Article 3." "t2":""] <nil>
}

func TestReadAnswers(t *testing.T) {
	type answers = map[string]string
	tests := []struct {
		why, text string
		want      answers
		fault     string
	}{
		{"a map", `{"a":"A","b":""}`, answers{"a": "A", "b": ""}, ""},
		{"a map over several lines", "\uFEFF\n{\r\n\"a\" : \"x\\n{\",\n\"b\":\"\"\n}\n", answers{"a": "x\n{", "b": ""}, ""},
		{"a map whose brace stands alone", "  {\n\"a\":\"A\"}", answers{"a": "A"}, ""},
		{"a map without answers", "{}", answers{}, ""},
		{"texts are not trimmed", `{"a":" A\n"}`, answers{"a": " A\n"}, ""},
		{"lines", "{\"id\":\"a\",\"response\":\"A\"}\n{\"id\":\"b\",\"response\":\"\"}\n", answers{"a": "A", "b": ""}, ""},
		{"one line", `{"id":"a","response":"A"}`, answers{"a": "A"}, ""},
		{"lines with other fields", "{\"id\":\"a\",\"response\":\"A\",\"model\":null}\n\n  {\"response\":\"B\",\"id\":\"b\"}", answers{"a": "A", "b": "B"}, ""},
		{"an array of rows", `[{"id":"a","response":"A"}]`, answers{"a": "A"}, ""},
		{"an id that is empty is an id", `{"":"A"}`, answers{"": "A"}, ""},

		{"nothing", "", nil, "F: the file is empty"},
		{"no rows", "[]", nil, "F: the file has no rows"},
		{"a repeated id in a map", `{"a":"A","b":"B","a":"A"}`, nil, `F: the key "a" stands there twice`},
		{"a repeated id in lines", "{\"id\":\"a\",\"response\":\"A\"}\n\n{\"id\":\"a\",\"response\":\"A\"}", nil, `F: line 3: id: "a" has an answer in line 1 too`},
		{"a null in a map", `{"a":"A","b":null}`, nil, "F: b: want an answer as a string, found null"},
		{"a number in a map", `{"a":12}`, nil, "F: a: want an answer as a string, found the number 12"},
		{"a list in a map", `{"a":["A"]}`, nil, "F: a: want an answer as a string, found a list of 1"},
		{"an object in a map", "{\"a\":{\"text\":\"A\"}}", nil, "F: a: want an answer as a string, found an object"},
		{"a null in lines", "{\"id\":\"a\",\"response\":\"A\"}\n{\"id\":\"b\",\"response\":null}", nil, "F: line 2: b: response: want a string, found null"},
		{"a null in one line", `{"id":"b","response":null}`, nil, "F: line 1: b: response: want a string, found null"},
		{"an id that is a number", "{\"id\":1,\"response\":\"A\"}\n{}", nil, "F: line 1: id: want a string, found the number 1"},
		{"lines with other names", "{\"task\":\"a\",\"answer\":\"A\"}\n{\"task\":\"b\",\"answer\":\"B\"}", nil, `F: line 1: want the fields "id" and "response", found "task", "answer"`},
		{"one line with half the names", `{"id":"a","answer":"A"}`, nil, `F: want the field "response" beside "id", found the fields "id", "answer"`},
		{"lines without fields", "{}\n{}", nil, `F: line 1: want the fields "id" and "response", found none`},
		{"many fields", `[{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}]`, nil, `F: item 1: want the fields "id" and "response", found "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" and 2 more`},
		{"a list of texts", `["A"]`, nil, `F: item 1: want an object, found the string "A"`},
		{"a string", `"A"`, nil, "F: want JSON Lines or a JSON array"},
		{"a map that is cut", "{\"a\":\"A\",\n\"b\":\"B", nil, "F: line 2: not valid JSON: "},
		{"a map with a comma too many", "{\n\"a\":\"A\",\n}\n", nil, "F: line 3: not valid JSON: "},
		{"a map that is not UTF-8", "{\"a\":\"A\",\n\"b\":\"\xff\"}", nil, "F: line 2: not valid UTF-8: 0xff"},
		{"text after a map", `{"a":"A"} x`, nil, "F: line 1: not valid JSON: "},
		{"lines, one of them cut", "{\"id\":\"a\",\"response\":\"A\"}\n{\"id\":\"b\",\"resp", nil, "F: line 2: not valid JSON: "},
		{"lines, the first of them cut", "{\"id\":\"a\",\"response\":\"A\n{\"id\":\"b\",\"response\":\"B\"}", nil, "F: line 1: not valid JSON: "},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			for _, text := range []string{test.text, compress(t, test.text)} {
				path := write(t, text)
				got, err := dataset.ReadAnswers(path)
				if test.fault != "" {
					fault := path + strings.TrimPrefix(test.fault, "F")
					if e := (*dataset.Error)(nil); err == nil || !strings.HasPrefix(err.Error(), fault) || !errors.As(err, &e) {
						t.Errorf("got %q and the error %v, want one that begins with\n%s", got, err, fault)
					}
					continue
				}
				if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
					t.Errorf("error %v, answers (-want +got):\n%s", err, diff)
				}
			}
		})
	}
}

func TestReadAnswersPaths(t *testing.T) {
	dir := t.TempDir()
	if _, err := dataset.ReadAnswers(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: got the error %v", err)
	}
	if _, err := dataset.ReadAnswers(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a directory: got the error %v", err)
	}
	whole := compress(t, `{"a":"A"}`)
	path := write(t, whole[:len(whole)-3])
	if _, err := dataset.ReadAnswers(path); err == nil || err.Error() != path+": gzip: the file is cut" {
		t.Errorf("a file that is cut: got the error %v", err)
	}
}
