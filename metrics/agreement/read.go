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
func Load(path string) ([]Label, error) {
	var read func(io.Reader, string) ([]Label, error)
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".jsonl":
		read = ReadJSONL
	case ".csv":
		read = ReadCSV
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

// collector gathers labels and remembers where each was.
type collector struct {
	name   string
	labels []Label
	lines  map[Key]int
}

// add adds the label on a line, or returns an error that names the line, the field and what was
// found.
func (c *collector) add(line int, sample, criterion string, met bool) error {
	for _, f := range []struct{ name, text string }{{"sample", sample}, {"criterion", criterion}} {
		if f.text == "" {
			return c.fault(line, "field %q is empty", f.name)
		}
		if !utf8.ValidString(f.text) {
			return c.fault(line, "field %q is not valid UTF-8: %q", f.name, f.text)
		}
	}
	l := Label{sample, criterion, met}
	if c.lines == nil {
		c.lines = map[Key]int{}
	}
	if first, dup := c.lines[l.Key()]; dup {
		return c.fault(line, "sample %q, criterion %q is labeled already on line %d", sample, criterion, first)
	}
	c.lines[l.Key()] = line
	c.labels = append(c.labels, l)
	return nil
}

// fault returns an error about a line.
func (c *collector) fault(line int, format string, args ...any) error {
	return fmt.Errorf("agreement: %s: line %d: %s", c.name, line, fmt.Sprintf(format, args...))
}

// bom is the byte order mark that some programs put before text.
const bom = "\ufeff"
