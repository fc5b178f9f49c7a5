package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// lines reads JSON Lines. The number is the first line's.
func (r *rows) lines(text *bufio.Reader, number int) error {
	for ; ; number++ {
		place := fmt.Sprintf("line %d", number)
		line, err := readLine(text, maxRow)
		if err != nil && err != io.EOF {
			return r.error(place, err)
		}
		if strings.Trim(line, " \t\r\n") != "" {
			if err := checkRow(line); err != nil {
				return r.error(place, err)
			}
			if err := r.hand("line", number, line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine returns the next line with its end. The error is io.EOF on the last line, which may be
// empty.
func readLine(text *bufio.Reader, limit int) (string, error) {
	var b strings.Builder
	for {
		part, err := text.ReadSlice('\n')
		if b.Len()+len(part) > limit {
			return "", fmt.Errorf("the line has more than %d bytes", limit)
		}
		b.Write(part)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return b.String(), err
		}
	}
}

// checkRow is checkValue for a row, which must be an object.
func checkRow(raw string) error {
	if err := checkValue(raw); err != nil {
		return err
	}
	if strings.TrimLeft(raw, " \t\r\n")[0] != '{' {
		return fmt.Errorf("want an object, found %s", describeJSON(raw))
	}
	return nil
}
