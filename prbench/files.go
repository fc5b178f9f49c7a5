package prbench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// Files returns the files that [Load] reads for path, in order. For a file that is path itself.
//
// For a directory they are the files of the splits in it, or in its folder "data" when it has none
// itself, which is where a copy of the upstream repository has them. The name tells the split:
// finance_hard.parquet, finance_hard.jsonl.gz or finance_hard-00000-of-00001.parquet. Other files are
// left alone. Two files that claim the same split, and parts of a split without the others, are
// errors.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	for _, dir := range []string{path, filepath.Join(path, "data")} {
		files, err := filesIn(dir)
		if len(files) > 0 || err != nil {
			return files, err
		}
	}
	want := make([]string, len(splits))
	for i, s := range splits {
		want[i] = s + ".parquet"
	}
	return nil, &dataset.Error{File: path, Err: fmt.Errorf("no file of a split is in this directory (want %s, or .jsonl or .json, or with .gz)", strings.Join(want, ", "))}
}

func filesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parts := make(map[string][]part)
	for _, e := range entries {
		if m := fileName.FindStringSubmatch(e.Name()); m != nil {
			parts[m[1]] = append(parts[m[1]], part{e.Name(), m[2], m[3]})
		}
	}
	var files []string
	for _, split := range splits {
		if err := complete(parts[split]); err != nil {
			return nil, &dataset.Error{File: dir, Err: fmt.Errorf("split %s: %w", split, err)}
		}
		for _, p := range parts[split] {
			files = append(files, filepath.Join(dir, p.name))
		}
	}
	return files, nil
}

// part is one file of a split: number index of count, or the only one when they are empty.
type part struct{ name, index, count string }

// complete checks that the parts make up one split, and puts them in order.
func complete(parts []part) error {
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	for i, p := range parts {
		switch {
		case p.count != parts[0].count, i > 0 && p.index == parts[i-1].index:
			return fmt.Errorf("both %s and %s hold it; name the file to read", parts[0].name, p.name)
		case p.count != "" && p.index != fmt.Sprintf("%05d", i):
			return fmt.Errorf("part %05d of %s is not there", i, p.count)
		}
	}
	if n := len(parts); n > 0 && parts[0].count != "" && parts[0].count != fmt.Sprintf("%05d", n) {
		return fmt.Errorf("part %05d of %s is not there", n, parts[0].count)
	}
	return nil
}
