package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/gjson"
)

// array reads a JSON array, one item at a time.
func (r *rows) array(text *bufio.Reader) error {
	src := &meter{r: text}
	items := json.NewDecoder(src)
	src.left = maxRow
	if _, err := items.Token(); err != nil {
		return r.error("", syntaxError(err))
	}
	for number := 1; items.More(); number++ {
		place := fmt.Sprintf("item %d", number)
		src.left = maxRow
		var raw json.RawMessage
		if err := items.Decode(&raw); err != nil {
			return r.error(place, cutOr(err))
		}
		if err := checkRow(string(raw)); err != nil {
			return r.error(place, err)
		}
		if err := r.hand("item", number, string(raw)); err != nil {
			return err
		}
	}
	after := fmt.Sprintf("after item %d", r.count)
	if _, err := items.Token(); err != nil {
		return r.error(after, cutOr(err))
	}
	src.left = maxRow
	switch _, err := items.Token(); err {
	case io.EOF:
		return nil
	default:
		return r.error("", errors.New("there is text after the end of the array"))
	}
}

// cutOr says that a file is cut when that is what err means.
func cutOr(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends inside the array")
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return syntaxError(err)
	}
	return err
}

// meter bounds how much is read for one item.
type meter struct {
	r    io.Reader
	left int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, fmt.Errorf("the item has more than %d bytes", maxRow)
	}
	n, err := m.r.Read(p[:min(len(p), m.left)])
	m.left -= n
	return n, err
}

func describeJSON(raw string) string { return describe(gjson.Parse(raw)) }
