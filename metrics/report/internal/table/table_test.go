package table

import (
	"slices"
	"testing"
)

func TestTable(t *testing.T) {
	own := Table{
		Title:   "not written",
		Columns: slices.Concat(Names("slice"), Numbers("A|B"), Notes("interval")),
		Rows:    [][]string{{"*fees* | tax", "~ -0.1", "[-1, 1]"}, {"b", "<0.001", "–"}},
	}
	for _, tt := range []struct {
		why, got, want string
	}{
		{"text is set in columns and left as it is", own.Text(), "slice         A|B     interval\n*fees* | tax  ~ -0.1  [-1, 1]\nb             <0.001  –\n"},
		{"Markdown escapes what is from outside alone, and sets numbers to the right", own.Markdown(),
			"| slice | A\\|B | interval |\n|---|---:|---|\n| \\*fees\\* \\| tax | ~ -0.1 | [-1, 1] |\n| b | <0.001 | – |\n"},
		{"no rows", Table{Columns: Names("a")}.Markdown(), "| a |\n|---|\n"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.why, tt.got, tt.want)
		}
	}
}
