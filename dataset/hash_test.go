package dataset_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/assize-eval/assize/dataset"
)

func ExampleHash() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "data")
	os.WriteFile(path, []byte("abc"), 0o600)
	fmt.Println(dataset.Hash(path))
	// Output:
	// ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad <nil>
}

func TestHashPaths(t *testing.T) {
	dir := t.TempDir()
	if _, err := dataset.Hash(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: got the error %v", err)
	}
	if sum, err := dataset.Hash(dir); err == nil {
		t.Errorf("a directory has the hash %s", sum)
	}
}
