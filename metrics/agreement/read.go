package agreement

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Load reads the labels in a file: JSONL where its name ends in .jsonl, CSV where it ends in .csv.
// See [ReadJSONL] and [ReadCSV]. Any other ending is an error.
func Load(path string) ([]Label, error) { return load(path, ReadJSONL, ReadCSV) }

// LoadPoints is [Load] for labels in points: see [ReadPointsJSONL] and [ReadPointsCSV].
func LoadPoints(path string) ([]PointLabel, error) {
	return load(path, ReadPointsJSONL, ReadPointsCSV)
}

// load reads a file by the ending of its name.
func load[L any](path string, jsonl, csv func(io.Reader, string) ([]L, error)) ([]L, error) {
	var read func(io.Reader, string) ([]L, error)
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".jsonl":
		read = jsonl
	case ".csv":
		read = csv
	default:
		return nil, fmt.Errorf("agreement: %s: labels are in .jsonl or .csv files, not %q", path, ext)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("agreement: %w", err)
	}
	defer f.Close()
	return read(f, path)
}

// collector remembers on which line each label was.
type collector struct {
	name  string
	lines map[Key]int
}

// add checks what the label on a line is about, and returns an error that names the line, the field and
// what was found.
func (c *collector) add(line int, k Key) error {
	for _, f := range []struct{ name, text string }{{"sample", k.Sample}, {"criterion", k.Criterion}} {
		if f.text == "" {
			return c.fault(line, "field %q is empty", f.name)
		}
		if !utf8.ValidString(f.text) {
			return c.fault(line, "field %q is not valid UTF-8: %q", f.name, f.text)
		}
	}
	if c.lines == nil {
		c.lines = map[Key]int{}
	}
	if first, dup := c.lines[k]; dup {
		return c.fault(line, "sample %q, criterion %q is labeled already on line %d", k.Sample, k.Criterion, first)
	}
	c.lines[k] = line
	return nil
}

// fault returns an error about a line.
func (c *collector) fault(line int, format string, args ...any) error {
	return fmt.Errorf("agreement: %s: line %d: %s", c.name, line, fmt.Sprintf(format, args...))
}

// bom is the byte order mark that some programs put before text.
const bom = "\ufeff"
