package whole

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// text writes text.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// content returns the files of a directory with their text.
func content(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Name()+"="+string(b))
	}
	return all
}

func TestWrite(t *testing.T) {
	broken := errors.New("no space")
	fail := func(w io.Writer) error { _ = text("half")(w); return broken }
	for _, tt := range []struct {
		why   string
		files []File
		err   error
		want  string
	}{
		{"all are new", []File{{"a", text("new")}, {"b", text("new")}}, nil, "a=new b=new"},
		{"the first cannot be written", []File{{"a", fail}, {"b", text("new")}}, broken, "a=old"},
		{"the last cannot be written, and the first is not new either", []File{{"a", text("new")}, {"b", fail}}, broken, "a=old"},
		{"nothing", nil, nil, "a=old"},
	} {
		dir := t.TempDir()
		if err := Write(dir, []File{{"a", text("old")}}); err != nil {
			t.Fatal(err)
		}
		if err := Write(dir, tt.files); !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v", tt.why, err, tt.err)
		}
		if got := strings.Join(content(t, dir), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestFilesCanBeReadByOthers(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, []File{{"a", text("x")}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "a")); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestWritesAgainWhatAnotherRunRemoved has a run that begins in the same folder while a file is written.
func TestWritesAgainWhatAnotherRunRemoved(t *testing.T) {
	dir := t.TempDir()
	calls := 0
	err := Write(dir, []File{{"a", text("whole")}, {"b", func(w io.Writer) error {
		if calls++; calls == 1 {
			if err := Clear(dir); err != nil {
				return err
			}
		}
		return text("whole")(w)
	}}})
	if got := content(t, dir); err != nil || calls != 2 || !slices.Equal(got, []string{"a=whole", "b=whole"}) {
		t.Errorf("%v: %v after %d calls", err, got, calls)
	}
}

func TestPlacesThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := Write(filepath.Join(dir, "none"), []File{{"a", text("x")}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if err := Probe(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if err := Probe(dir); err != nil || len(content(t, dir)) > 0 {
		t.Errorf("a directory: %v, with %v in it", err, content(t, dir))
	}
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []File{{"a", text("x")}}); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "a")) {
		t.Errorf("the name of a directory: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}
