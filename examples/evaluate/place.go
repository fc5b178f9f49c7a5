package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/examples/internal/whole"
)

// makeDir makes a directory that files can be written into, and those above it, and removes from it what a run
// that was killed has not finished. The function that it returns removes what it made, as far as nothing is in it.
func makeDir(path string) (undo func(), err error) {
	var made []string
	for dir := filepath.Clean(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			break
		}
		made = append(made, dir)
	}
	undo = func() {
		for _, dir := range made {
			_ = os.Remove(dir)
		}
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		undo()
		return nil, err
	}
	if err := whole.Clear(path); err != nil {
		undo()
		return nil, err
	}
	if err := whole.Probe(path); err != nil {
		undo()
		return nil, fmt.Errorf("%s cannot be written into: %w", path, err)
	}
	return undo, nil
}
