package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Merge writes the records of the ledgers at from into a new ledger at to: those of the shards of one
// run, for instance. It refuses ledgers that have no run in common by their [About], and a file that is
// already there; then there is no ledger at to. A record that several of them have is taken once. It
// returns what was odd about the ledgers: conflicting verdicts, of which the last one counts, and lines
// that were passed over.
func Merge(to string, from ...string) (notes []string, err error) {
	if len(from) == 0 {
		return nil, errors.New("ledger: nothing to merge")
	}
	abouts, err := commonAbouts(from)
	if err != nil {
		return nil, err
	}
	l, err := openLocked(to, About{}, os.O_RDWR|os.O_CREATE|os.O_EXCL, nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err = errors.Join(err, l.Close()); err != nil {
			notes, err = nil, errors.Join(err, os.Remove(to))
		}
	}()
	for i := range abouts {
		if err := l.begin(abouts[i]); err != nil {
			return nil, err
		}
	}
	for _, path := range from {
		if err := l.copy(path); err != nil {
			return nil, err
		}
	}
	return l.Notes(), nil
}

// commonAbouts returns what the ledgers are about, each of which must have something in common with
// the first.
func commonAbouts(paths []string) ([]About, error) {
	var first, all []About
	for i, path := range paths {
		l, err := Read(path)
		if err != nil {
			return nil, err
		}
		if err := l.Close(); err != nil {
			return nil, err
		}
		if i == 0 {
			first = l.abouts
		}
		if !meet(first, l.abouts) {
			return nil, fmt.Errorf("ledger: %s and %s belong to different runs: %+v and %+v", paths[0], path, first, l.abouts)
		}
		for _, a := range l.abouts {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all, nil
}

// copy adds the records of the ledger at path, each as it stands, but those that are there already.
func (l *Ledger) copy(path string) error {
	from, err := Read(path)
	if err != nil {
		return err
	}
	defer from.Close()
	for _, n := range from.Notes() {
		l.notes.add("notes on "+path, "%s: %s", path, n)
	}
	in := bufio.NewReaderSize(io.NewSectionReader(from.file, 0, from.end), 1<<20)
	for {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("ledger: %s: %w", path, err)
		}
		if err := l.copyLine(line); err != nil {
			return err
		}
	}
}

func (l *Ledger) copyLine(line []byte) error {
	h, ok := parseHead(line)
	if !ok || h.version != version || isDamaged(line) {
		return nil // in the notes already
	}
	q, ok := questionOf(h.key)
	if !ok || l.copied(q, h, line) {
		return nil
	}
	l.note(q, h, line)
	at, _, err := l.append(line)
	if err != nil {
		return err
	}
	l.put(q, h, at)
	return nil
}
