package plawbench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// officialFiles are the files of the release, with the spelling that they have there.
var officialFiles = map[Subset]string{
	CaseAnalysis:       "practical_case_analysis_250.jsonl",
	LegalConsultation:  "public_legal_consultation_18.json",
	PlaintiffStatement: "Plantiffs_Statement.json",
	DefendantStatement: "Defendants_Statement.json",
}

// subsetOfFile returns the subset whose official file has the name of path, which may end in .gz.
func subsetOfFile(path string) (Subset, bool) {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	for subset, file := range officialFiles {
		if name == file {
			return subset, true
		}
	}
	return "", false
}

// Files returns the files that [Load] reads for path, in order. For a file that is path itself; for a
// directory they are those of the official files that are in it, at least one. Each may be compressed
// by gzip and then has .gz after its name.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	for _, subset := range Subsets() {
		found := ""
		for _, name := range []string{officialFiles[subset], officialFiles[subset] + ".gz"} {
			file := filepath.Join(path, name)
			switch _, err := os.Stat(file); {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				return nil, err
			case found != "":
				return nil, &dataset.Error{File: path, Err: fmt.Errorf("both %s and %s are in this directory; remove one", filepath.Base(found), name)}
			default:
				found = file
			}
		}
		if found != "" {
			files = append(files, found)
		}
	}
	if len(files) == 0 {
		return nil, &dataset.Error{File: path, Err: fmt.Errorf("none of the official files is in this directory: %s", strings.Join(fileNames(), ", "))}
	}
	return files, nil
}

func fileNames() []string {
	names := make([]string, 0, len(officialFiles))
	for _, name := range officialFiles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
