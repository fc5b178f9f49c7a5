package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// Merge writes the records of the ledgers at from into a new ledger at to: those of the shards of one
// run, for instance. It refuses ledgers that are about different runs, and a file that is already
// there. It returns what was odd about the ledgers: conflicting verdicts, of which the last one
// counts, and lines that were passed over.
func Merge(to string, from ...string) (notes []string, err error) {
	if len(from) == 0 {
		return nil, errors.New("ledger: nothing to merge")
	}
	if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("ledger: %s is already there", to)
	}
	about, err := commonAbout(from)
	if err != nil {
		return nil, err
	}
	l, err := Open(to, about)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	for _, path := range from {
		if err := l.copy(path); err != nil {
			return nil, err
		}
	}
	return l.Notes(), nil
}

// commonAbout returns what all the ledgers are about.
func commonAbout(paths []string) (About, error) {
	var about About
	for i, path := range paths {
		l, err := Read(path)
		if err != nil {
			return about, err
		}
		abouts := l.abouts
		if err := l.Close(); err != nil {
			return about, err
		}
		var own About
		if len(abouts) > 0 {
			own = abouts[0]
		}
		if i > 0 && own != about {
			return about, fmt.Errorf("ledger: %s and %s belong to different runs: %+v and %+v", paths[0], path, about, own)
		}
		about = own
	}
	return about, nil
}

// copy adds the records of the ledger at path, each as it stands.
func (l *Ledger) copy(path string) error {
	from, err := Read(path)
	if err != nil {
		return err
	}
	defer from.Close()
	l.notes = append(l.notes, from.notes...)
	in := bufio.NewReader(io.NewSectionReader(from.file, 0, from.end))
	for {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("ledger: %s: %w", path, err)
		}
		h, err := parseHead(line)
		if err != nil || h.Version != version || h.Key == "" {
			continue // in the notes already
		}
		if _, err := l.appendLine(line, entry{h.Key, h.Contract}); err != nil {
			return err
		}
	}
}
