package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// array reads a JSON array, one item at a time.
func (r *rows) array(text *bufio.Reader) error {
	src := &meter{r: text, left: maxRow, limit: maxRow}
	items := json.NewDecoder(src)
	if _, err := items.Token(); err != nil {
		return r.error("", arrayError(err))
	}
	for number := 1; items.More(); number++ {
		place := fmt.Sprintf("item %d", number)
		src.left = src.limit
		var raw json.RawMessage
		if err := items.Decode(&raw); err != nil {
			return r.error(place, arrayError(err))
		}
		row, err := checkRow(raw)
		if err != nil {
			return r.error(place, err)
		}
		if err := r.hand("item", number, row); err != nil {
			return err
		}
	}
	after := fmt.Sprintf("after item %d", r.count)
	if _, err := items.Token(); err != nil {
		return r.error(after, arrayError(err))
	}
	src.left = src.limit
	switch _, err := items.Token(); {
	case err == io.EOF:
		return nil
	case isSyntax(err) || err == nil:
		return r.error("", errors.New("there is text after the end of the array"))
	default:
		return r.error(after, arrayError(err))
	}
}

// arrayError says what ended the reading of an array.
func arrayError(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends inside the array")
	case isSyntax(err):
		return fmt.Errorf("not valid JSON: %w", err)
	}
	return err
}

func isSyntax(err error) bool {
	var syntax *json.SyntaxError
	return errors.As(err, &syntax)
}

// meter bounds how much is read for one item.
type meter struct {
	r           io.Reader
	left, limit int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, fmt.Errorf("the item has more than %d bytes", m.limit)
	}
	n, err := m.r.Read(p[:min(len(p), m.left)])
	m.left -= n
	return n, err
}
