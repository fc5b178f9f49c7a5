package prbench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/prbench"
)

func TestFiles(t *testing.T) {
	tests := []struct {
		why   string
		files []string
		want  []string
		fault string
	}{
		{"upstream's names, in the order of the splits", []string{"legal_hard-00000-of-00001.parquet", "finance_hard-00000-of-00001.parquet", "legal-00000-of-00001.parquet", "finance-00000-of-00001.parquet"},
			[]string{"finance-00000-of-00001.parquet", "legal-00000-of-00001.parquet", "finance_hard-00000-of-00001.parquet", "legal_hard-00000-of-00001.parquet"}, ""},
		{"plain names of every shape", []string{"finance.parquet", "legal.jsonl", "finance_hard.json", "legal_hard.jsonl.gz"},
			[]string{"finance.parquet", "legal.jsonl", "finance_hard.json", "legal_hard.jsonl.gz"}, ""},
		{"one split, beside files that are none", []string{"legal.parquet", "README.md", "answers.json", "legal.txt", "legal_v1.jsonl", "my_legal.jsonl", "legal.jsonl.bak", "LEGAL.json"}, []string{"legal.parquet"}, ""},
		{"parts in order", []string{"legal-00001-of-00003.parquet", "legal-00002-of-00003.parquet", "legal-00000-of-00003.parquet"},
			[]string{"legal-00000-of-00003.parquet", "legal-00001-of-00003.parquet", "legal-00002-of-00003.parquet"}, ""},
		{"a copy of the repository", []string{"README.md", "data/legal-00000-of-00001.parquet"}, []string{"data/legal-00000-of-00001.parquet"}, ""},
		{"files of its own come before a folder's", []string{"legal.jsonl", "data/finance.jsonl"}, []string{"legal.jsonl"}, ""},

		{"nothing", nil, nil, "D: no file of a split is in this directory (want finance.parquet, legal.parquet, finance_hard.parquet, legal_hard.parquet, or .jsonl or .json, or with .gz)"},
		{"nothing of use", []string{"legal_v1.jsonl", "data/x"}, nil, "D: no file of a split is in this directory"},
		{"a split in two shapes", []string{"legal.parquet", "legal.jsonl.gz"}, nil, "D: split legal: both legal.jsonl.gz and legal.parquet hold it; name the file to read"},
		{"a split as a whole and in parts", []string{"legal.parquet", "legal-00000-of-00001.parquet"}, nil, "D: split legal: both legal-00000-of-00001.parquet and legal.parquet hold it"},
		{"a part in two shapes", []string{"legal-00000-of-00001.parquet", "legal-00000-of-00001.jsonl"}, nil, "D: split legal: both legal-00000-of-00001.jsonl and legal-00000-of-00001.parquet hold it"},
		{"parts of two counts", []string{"legal-00000-of-00001.parquet", "legal-00001-of-00002.parquet"}, nil, "D: split legal: both "},
		{"the first part is missing", []string{"legal-00001-of-00002.parquet"}, nil, "D: split legal: part 00000 of 00002 is not there"},
		{"a part between is missing", []string{"legal-00000-of-00003.parquet", "legal-00002-of-00003.parquet"}, nil, "D: split legal: part 00001 of 00003 is not there"},
		{"the last part is missing", []string{"legal-00000-of-00002.parquet"}, nil, "D: split legal: part 00001 of 00002 is not there"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range test.files {
				write(t, filepath.Join(dir, name), "")
			}
			got, err := prbench.Files(dir)
			if test.fault != "" {
				if want := dir + strings.TrimPrefix(test.fault, "D"); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("got %q and the error %v, want one that begins with\n%s", got, err, want)
				}
				return
			}
			want := make([]string, len(test.want))
			for i, name := range test.want {
				want[i] = filepath.Join(dir, name)
			}
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("error %v, files (-want +got):\n%s", err, diff)
			}
		})
	}
	t.Run("a file is itself, whatever its name", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "my_rows.txt")
		write(t, path, "")
		if got, err := prbench.Files(path); err != nil || len(got) != 1 || got[0] != path {
			t.Errorf("got %q and the error %v", got, err)
		}
	})
	t.Run("nothing is there", func(t *testing.T) {
		if _, err := prbench.Files(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
			t.Errorf("got the error %v", err)
		}
	})
}
