// Package whole writes files that appear whole or not at all, and those of a set all or none.
package whole

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file to write.
type File struct {
	// Name is that in its directory.
	Name  string
	Write func(io.Writer) error
}

// unfinished matches the names under which files are written before they get their own.
const unfinished = ".report-*"

// Write writes files into a directory, over those that are there. No file gets its name before all are written,
// so that an error leaves the directory as it was. Only when a name cannot be given, as where it is that of a
// directory, are the files before it new.
func Write(dir string, files []File) error {
	err := writeOnce(dir, files)
	if errors.Is(err, fs.ErrNotExist) {
		// Another run has begun and taken a file for one of a run that was killed.
		err = writeOnce(dir, files)
	}
	return err
}

func writeOnce(dir string, files []File) error {
	written := make([]string, len(files))
	defer func() {
		for _, name := range written {
			if name != "" {
				_ = os.Remove(name) // fails once it is renamed
			}
		}
	}()
	for i, f := range files {
		var err error
		if written[i], err = writeUnnamed(dir, f.Write); err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := os.Rename(written[i], filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// writeUnnamed writes a file under a name of its own. The name is returned with an error too, once there is one.
func writeUnnamed(dir string, to func(io.Writer) error) (name string, err error) {
	f, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return "", err
	}
	err = to(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	return f.Name(), errors.Join(err, f.Close())
}

// Clear removes from a directory what a run that was killed has not finished.
func Clear(dir string) error {
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

// Probe returns an error where a directory cannot be written into.
func Probe(dir string) error {
	probe, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
