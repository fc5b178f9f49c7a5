package parquet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
)

// FuzzFormat checks that no file makes the reader panic, and that all rows are JSON.
func FuzzFormat(f *testing.F) {
	f.Add(file(f, tasks))
	f.Add(file(f, tasks, pq.MaxRowsPerRowGroup(1), pq.Compression(&pq.Snappy)))
	f.Add(file(f, tasks, pq.DataPageVersion(1), pq.Compression(&pq.Zstd)))
	f.Add(file(f, []task{}))
	f.Add([]byte("PAR1\x00\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !bytes.HasPrefix(data, []byte("PAR1")) {
			t.Skip("not parquet")
		}
		n := 0
		err := dataset.EachRowFrom(bytes.NewReader(data), "F", func(row dataset.Row) error {
			if n++; row.Number != n || !json.Valid([]byte(row.JSON)) {
				t.Errorf("%s, the %dth, is %q", row.Place(), n, row.JSON)
			}
			return nil
		}, parquet.Format())
		if e := (*dataset.Error)(nil); err != nil && !errors.As(err, &e) {
			t.Errorf("the error is of type %T", err)
		}
		if err == nil && n == 0 {
			t.Error("neither rows nor an error")
		}
	})
}
