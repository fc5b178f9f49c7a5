package prbench

import (
	"path/filepath"
	"regexp"
	"slices"
)

// The splits, in the order in which a directory is read.
var splits = []string{"finance", "legal", "finance_hard", "legal_hard"}

func isSplit(name string) bool { return slices.Contains(splits, name) }

// fileName is the name of a split's file: upstream's finance_hard-00000-of-00001.parquet, or a plain
// finance_hard.jsonl.gz.
var fileName = regexp.MustCompile(`^(finance|legal|finance_hard|legal_hard)(?:-(\d{5})-of-(\d{5}))?\.(?:parquet|jsonl|json)(?:\.gz)?$`)

// splitOfName returns the split that the name of a file stands for; "" for none.
func splitOfName(path string) string {
	if m := fileName.FindStringSubmatch(filepath.Base(path)); m != nil {
		return m[1]
	}
	return ""
}
