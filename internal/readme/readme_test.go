// Package readme checks that the programs in the README compile.
package readme

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var programs = regexp.MustCompile("(?s)```go\n(.*?)```")

func TestPrograms(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	for _, name := range []string{"README.md", "README.zh.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, m := range programs.FindAllStringSubmatch(string(text), -1) {
			found = append(found, m[1])
		}
		if len(found) < 4 {
			t.Fatalf("%s has %d programs, want at least 4", name, len(found))
		}
		if first == nil {
			first = found
			compile(t, root, found)
		} else if strings.Join(found, "") != strings.Join(first, "") {
			t.Errorf("the programs of %s are not those of README.md", name)
		}
	}
}

// compile compiles the programs, each in a folder of its own, in a module that uses this one.
func compile(t *testing.T, root string, programs []string) {
	t.Helper()
	dir := t.TempDir()
	for i, p := range programs {
		name := "main.go"
		if strings.Contains(p, "testing.T") {
			name = "main_test.go"
		}
		write(t, filepath.Join(dir, fmt.Sprint("p", i), name), p)
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod := strings.Replace(string(module), "module github.com/assize-eval/assize", "module readme", 1)
	mod += "\nrequire github.com/assize-eval/assize v0.0.0\nreplace github.com/assize-eval/assize => " + root + "\n"
	write(t, filepath.Join(dir, "go.mod"), mod)
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	cmd := exec.Command("go", "vet", "-mod=mod", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
