package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/metrics/report"
)

// write writes the report into dir in its four forms. Each file appears whole or not at all.
func write(rep *report.Report, dir string) error {
	for name, to := range map[string]func(io.Writer) error{
		"report.json": rep.WriteJSON,
		"report.html": rep.WritePage,
		"report.csv":  rep.WriteCSV,
		"report.md":   func(w io.Writer) error { _, err := io.WriteString(w, rep.Markdown()); return err },
	} {
		if err := writeFile(filepath.Join(dir, name), to); err != nil {
			return err
		}
	}
	return nil
}

// exists reports whether dir has a report.
func exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "report.json"))
	return err == nil
}

// unfinished matches the names under which files are written before they get their own.
const unfinished = ".report-*"

// removeUnfinished removes from a directory what a run that was killed has not finished.
func removeUnfinished(dir string) error {
	names, err := fs.Glob(os.DirFS(dir), unfinished)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// writeFile writes a file that appears whole or not at all.
func writeFile(path string, to func(io.Writer) error) error {
	err := writeOnce(path, to)
	if errors.Is(err, fs.ErrNotExist) {
		// Another run has begun and taken the file for one of a run that was killed.
		err = writeOnce(path, to)
	}
	return err
}

func writeOnce(path string, to func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	if err := to(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
