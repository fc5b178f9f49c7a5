package plawbench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assize-eval/assize/internal/pyliteral"
)

// pySource is a Python source of the release.
type pySource struct {
	path string
	text []byte
}

func openSource(path, name string) (pySource, error) {
	info, err := os.Stat(path)
	if err != nil {
		return pySource{}, err
	}
	if info.IsDir() {
		dir := path
		path = filepath.Join(dir, name)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return pySource{}, fmt.Errorf("plawbench: no %s is in %s", name, dir)
		}
	}
	text, err := os.ReadFile(path)
	return pySource{path, text}, err
}

func (s pySource) error(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("plawbench: %s: %w", s.path, err)
}

// verified returns variable[key], which must have the SHA-256 want.
func (s pySource) verified(want, variable, key string) (string, error) {
	text, err := pyliteral.String(s.text, variable, key)
	if err != nil {
		return "", s.error(err)
	}
	if got := hash(text); got != want {
		return "", s.error(fmt.Errorf("%s[%q] is not the official text: its SHA-256 is %s, want %s", variable, key, got, want))
	}
	return text, nil
}

// hints are parts of the keys under which the release may have the template for context and question.
var hints = map[kind]string{caseKind: "case", consultationKind: "consultation", documentKind: "document"}

// userPart returns the template for context and question: the one of the right length whose key says
// what it is for, or else the only one of that length. A task may have several keys with one text.
func (s pySource) userPart(k kind, length int) (string, error) {
	keys, err := pyliteral.Keys(s.text, contentVariable)
	if err != nil {
		return "", s.error(err)
	}
	named := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !strings.Contains(key, hints[k]) })
	if len(named) == 0 {
		named = keys
	}
	found := make(map[string]bool)
	text := ""
	for _, key := range named {
		t, err := pyliteral.String(s.text, contentVariable, key)
		if err != nil {
			return "", s.error(err)
		}
		if utf8.RuneCountInString(t) == length {
			text, found[t] = t, true
		}
	}
	if len(found) != 1 {
		return "", s.error(fmt.Errorf("%s has %d texts of %d characters for %s under the keys %q, want one", contentVariable, len(found), length, k, named))
	}
	return text, nil
}

// wantLength returns an error for a text that has not the wanted number of code points.
func wantLength(what, text string, want int) error {
	if n := utf8.RuneCountInString(text); n != want {
		return fmt.Errorf("%s has %d characters, want %d", what, n, want)
	}
	return nil
}
