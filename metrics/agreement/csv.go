package agreement

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ReadCSV reads labels from comma-separated values whose first line names the columns; sample,
// criterion and met must be among them, in any order, and others are ignored. met is true or false,
// in any case, or 1 or 0. A byte order mark is ignored. name is what errors call the input; they name
// the line, the column and what was found. It is an error when a column is missing or there twice,
// when a line has another number of fields than the first, when a value is not as above, when a
// label is there twice, and when text is not valid UTF-8. Input without any line is an error too.
func ReadCSV(r io.Reader, name string) ([]Label, error) {
	c := collector{name: name}
	buffered := bufio.NewReader(r)
	if start, _ := buffered.Peek(len(bom)); string(start) == bom {
		_, _ = buffered.Discard(len(bom))
	}
	rows := csv.NewReader(buffered)
	rows.ReuseRecord = true
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("agreement: %s: no line with the names of the columns", name)
	}
	if err != nil {
		return nil, fmt.Errorf("agreement: %s: %w", name, err)
	}
	at := map[string]int{}
	for i, column := range header {
		if _, dup := at[column]; dup && (column == "sample" || column == "criterion" || column == "met") {
			return nil, c.fault(1, "column %q is there twice", column)
		}
		at[column] = i
	}
	for _, column := range []string{"sample", "criterion", "met"} {
		if _, ok := at[column]; !ok {
			return nil, c.fault(1, "column %q is missing; there are %q", column, header)
		}
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return c.labels, nil
		}
		if err != nil {
			return nil, fmt.Errorf("agreement: %s: %w", name, err)
		}
		line, _ := rows.FieldPos(0)
		var met bool
		switch text := row[at["met"]]; strings.ToLower(text) {
		case "true", "1":
			met = true
		case "false", "0":
		default:
			return nil, c.fault(line, "column %q is %q, not true or false", "met", excerpt([]byte(text)))
		}
		if err := c.add(line, row[at["sample"]], row[at["criterion"]], met); err != nil {
			return nil, err
		}
	}
}
