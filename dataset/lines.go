package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/gjson"
)

// lines reads JSON Lines. The number is the first line's.
func (r *rows) lines(text *bufio.Reader, number int) error {
	var line []byte
	for ; ; number++ {
		place := fmt.Sprintf("line %d", number)
		var end error
		line, end = readLine(text, line[:0], maxRow)
		if end != nil && end != io.EOF {
			return r.error(place, end)
		}
		if len(bytes.Trim(line, " \t\r\n")) > 0 {
			row, err := checkRow(line)
			if err != nil {
				return r.error(place, err)
			}
			if err := r.hand("line", number, row); err != nil {
				return err
			}
		}
		if end == io.EOF {
			return nil
		}
	}
}

// readLine appends the next line with its end to line. The error is io.EOF on the last line, which
// may be empty.
func readLine(text *bufio.Reader, line []byte, limit int) ([]byte, error) {
	for {
		part, err := text.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return line, fmt.Errorf("the line has more than %d bytes", limit)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// checkRow is checkValue for a row, which must be an object.
func checkRow(data []byte) (string, error) {
	row, err := checkValue(data)
	if err != nil {
		return "", err
	}
	if value := gjson.Parse(row); !value.IsObject() {
		return "", fmt.Errorf("want an object, found %s", describe(value))
	}
	return row, nil
}
