package parquet_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
)

// task has columns of the kinds that the benchmarks' files have.
type task struct {
	ID         *string     `parquet:"task,optional"`
	Turns      *int64      `parquet:"turns,optional"`
	Rubric     []criterion `parquet:"rubric,list"`
	References []string    `parquet:"reference_texts_0,list"`
}

type criterion struct {
	Title  string   `parquet:"title"`
	Weight *int64   `parquet:"weight,optional"`
	Stale  *float64 `parquet:"stale,optional"`
}

func ptr[T any](v T) *T { return &v }

var tasks = []task{
	{ID: ptr("a"), Turns: ptr[int64](2), Rubric: []criterion{{"first\n\"quoted\" \\ \x00", ptr[int64](-7), ptr(6.0)}, {" é😀", nil, nil}}, References: []string{"x", ""}},
	{ID: ptr("b"), Turns: nil, Rubric: []criterion{{"only", ptr[int64](math.MinInt64), ptr(math.NaN())}}},
	{},
}

// taskRows are the rows that hold the tasks.
var taskRows = []string{
	`{"task":"a","turns":2,"rubric":[{"title":"first\n\"quoted\" \\ \u0000","weight":-7,"stale":6},{"title":" é😀","weight":null,"stale":null}],"reference_texts_0":["x",""]}`,
	`{"task":"b","turns":null,"rubric":[{"title":"only","weight":-9223372036854775808,"stale":null}],"reference_texts_0":[]}`,
	`{"task":null,"turns":null,"rubric":[],"reference_texts_0":[]}`,
}

func ExampleFormat() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tasks.parquet")
	type row struct {
		Task  string   `parquet:"task"`
		Texts []string `parquet:"texts,list"`
	}
	if err := pq.WriteFile(path, []row{{"t1", []string{"x", "y"}}, {"t2", nil}}); err != nil {
		fmt.Println(err)
		return
	}

	err = dataset.EachRow(path, func(row dataset.Row) error {
		fmt.Println(row.Place(), row.JSON)
		return nil
	}, parquet.Format())
	fmt.Println(err)
	// Output:
	// row 1 {"task":"t1","texts":["x","y"]}
	// row 2 {"task":"t2","texts":[]}
	// <nil>
}

func TestRows(t *testing.T) {
	tests := []struct {
		why  string
		file []byte
		want []string
	}{
		{"texts, numbers, lists, groups and nulls", file(t, tasks), taskRows},
		{"several row groups", file(t, tasks, pq.MaxRowsPerRowGroup(1)), taskRows},
		{"compressed pages", file(t, tasks, pq.Compression(&pq.Zstd)), taskRows},
		{"pages of the first version", file(t, tasks, pq.DataPageVersion(1), pq.Compression(&pq.Snappy)), taskRows},
		{"compressed by gzip", file(t, tasks, pq.Compression(&pq.Gzip)), taskRows},
		{"compressed by brotli", file(t, tasks, pq.Compression(&pq.Brotli)), taskRows},
		{"the whole file compressed", zip(t, file(t, tasks)), taskRows},
		{"other kinds of columns", file(t, []struct {
			B bool    `parquet:"b"`
			F float32 `parquet:"f"`
			I int32   `parquet:"i"`
			U uint64  `parquet:"u"`
			V uint32  `parquet:"v"`
			R []byte  `parquet:"r"`
		}{{true, 0.1, -1, math.MaxUint64, math.MaxUint32, []byte("raw")}}),
			[]string{`{"b":true,"f":0.1,"i":-1,"u":18446744073709551615,"v":4294967295,"r":"raw"}`}},
		{"many rows", file(t, make([]struct{ A int64 }, 1000)), slicesRepeat(`{"A":0}`, 1000)},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, test.file, 0o600); err != nil {
				t.Fatal(err)
			}
			fromFile, err1 := rows(func(each func(dataset.Row) error) error { return dataset.EachRow(path, each, parquet.Format()) })
			fromReader, err2 := rows(func(each func(dataset.Row) error) error {
				return dataset.EachRowFrom(bytes.NewReader(test.file), "F", each, parquet.Format())
			})
			if diff := cmp.Diff(test.want, fromFile); diff != "" || err1 != nil {
				t.Errorf("file: error %v, rows (-want +got):\n%s", err1, diff)
			}
			if diff := cmp.Diff(test.want, fromReader); diff != "" || err2 != nil {
				t.Errorf("reader: error %v, rows (-want +got):\n%s", err2, diff)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	whole := file(t, tasks)
	changed := func(at int, b byte) []byte {
		c := bytes.Clone(whole)
		c[at] = b
		return c
	}
	type text struct{ T []byte }
	tests := []struct {
		why  string
		file []byte
		want string
	}{
		{"cut", whole[:len(whole)-1], "F: parquet: the file is cut: it does not end as a parquet file does"},
		{"cut in half", whole[:len(whole)/2], "F: parquet: the file is cut"},
		{"the start alone", []byte("PAR1"), "F: parquet: the file is cut"},
		{"a footer longer than the file", changed(len(whole)-5, 0x7f), "F: parquet: the file is damaged: its footer of "},
		{"an encrypted footer", append(bytes.Clone(whole[:len(whole)-1]), 'E'), "F: parquet: the file is cut"},
		{"no rows", file(t, []task{}), "F: the file has no rows"},
		{"text that is not UTF-8", file(t, []text{{[]byte("ok")}, {[]byte("a\xffb")}}), "F: after row 1: parquet: column T: the text is not valid UTF-8"},
		{"text that is not UTF-8, deep inside", file(t, []task{{Rubric: []criterion{{Title: "x"}, {Title: "\xff"}}}}), "F: parquet: column rubric[1].title: the text is not valid UTF-8"},
		{"two columns of one name", bytes.ReplaceAll(file(t, []struct {
			A string `parquet:"column_a"`
			B string `parquet:"column_b"`
		}{{"a", "b"}}), []byte("column_b"), []byte("column_a")), "F: parquet: two columns have the name column_a"},
		{"decimals", file(t, []struct {
			D int64 `parquet:"d,decimal(2:18)"`
		}{{125}}), "F: parquet: column d: values of the kind DECIMAL(18,2) are not read"},
		{"JSON in a text", file(t, []struct {
			J []byte `parquet:"j,json"`
		}{{[]byte(`{"a":1,"a":2}`)}}), "F: parquet: column j: values of the kind JSON are not read"},
		{"maps", file(t, []struct {
			M map[string]int `parquet:"m"`
		}{{map[string]int{"a": 1}}}), "F: parquet: column m: values of the kind MAP are not read"},
		{"LZ4", file(t, tasks, pq.Compression(&pq.Lz4Raw)), "F: parquet: column task: compression by LZ4 is not read"},
		{"a number without an end", file(t, []struct{ F float64 }{{math.Inf(1)}}), "F: parquet: column F: found the number +Inf"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			_, err := rows(func(each func(dataset.Row) error) error {
				return dataset.EachRowFrom(bytes.NewReader(test.file), "F", each, parquet.Format())
			})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got the error %v, want\n%s", err, test.want)
			}
		})
	}
}

// TestDamage cuts a file everywhere and changes every byte of it: no reading may panic, and a cut file
// must be an error. A changed byte may be one of a text, and then no reader can tell.
func TestDamage(t *testing.T) {
	whole := file(t, tasks, pq.MaxRowsPerRowGroup(2))
	read := func(data []byte) error {
		return dataset.EachRowFrom(bytes.NewReader(data), "F", func(row dataset.Row) error {
			if !json.Valid([]byte(row.JSON)) {
				t.Errorf("%s is not JSON: %s", row.Place(), row.JSON)
			}
			return nil
		}, parquet.Format())
	}
	for n := 4; n < len(whole); n++ {
		if err := read(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were read without an error", n, len(whole))
		}
	}
	faults := 0
	for i := 4; i < len(whole); i++ {
		data := bytes.Clone(whole)
		data[i] ^= []byte{1, 0x80, 0xff}[i%3]
		if err := read(data); err != nil {
			faults++
			if e := (*dataset.Error)(nil); !errors.As(err, &e) {
				t.Errorf("byte %d: the error is of type %T", i, err)
			}
		}
	}
	if faults == 0 {
		t.Error("no change of a byte was noticed")
	}
}

func TestCallerPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("recovered %v; a panic of the caller's own is not the file's fault", p)
		}
	}()
	_ = dataset.EachRowFrom(bytes.NewReader(file(t, tasks)), "F", func(dataset.Row) error { panic("mine") }, parquet.Format())
}

func file[T any](t testing.TB, rows []T, opts ...pq.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pq.Write(&b, rows, opts...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zip(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func rows(read func(func(dataset.Row) error) error) ([]string, error) {
	var got []string
	err := read(func(row dataset.Row) error {
		got = append(got, row.JSON)
		return nil
	})
	return got, err
}

func slicesRepeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}
