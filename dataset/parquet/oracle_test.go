package parquet_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
)

// TestOracle compares all columns of an upstream file with what another reader made of it.
func TestOracle(t *testing.T) {
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "data", "prbench")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the shared data are not here:", err)
	}
	var tables [2][]map[string]any
	for i, name := range []string{"finance_hard.jsonl.gz", "finance_hard.parquet"} {
		err := dataset.EachRow(filepath.Join(dir, name), func(row dataset.Row) error {
			var fields map[string]any
			if err := json.Unmarshal([]byte(row.JSON), &fields); err != nil {
				return err
			}
			tables[i] = append(tables[i], fields)
			return nil
		}, parquet.Format())
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(tables[0]) != 300 || len(tables[0][0]) != 48 {
		t.Errorf("%d rows, %d columns in the first; want 300 and 48", len(tables[0]), len(tables[0][0]))
	}
	if diff := cmp.Diff(tables[0], tables[1]); diff != "" {
		t.Errorf("parquet differs from the oracle (-oracle +parquet):\n%s", diff)
	}
}
