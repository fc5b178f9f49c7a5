package agreement

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReadCSV reads labels from comma-separated values whose first line names the columns; sample,
// criterion and met must be among them, in any order, and others are ignored. met is true or false,
// in any case, or 1 or 0. A byte order mark is ignored. name is what errors call the input; they name
// the line, the column and what was found. It is an error when a column is missing or there twice,
// when a line has another number of fields than the first, when a value is not as above, when a
// label is there twice, and when text is not valid UTF-8. Input without any line is an error too.
func ReadCSV(r io.Reader, name string) (labels []Label, err error) {
	err = readCSV(r, name, "met", func(k Key, text string) error {
		met, err := verdict(strings.ToLower(text))
		labels = append(labels, Label{k.Sample, k.Criterion, met})
		return err
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// readCSV hands over what each row says about a criterion in the column.
func readCSV(r io.Reader, name, value string, each func(k Key, text string) error) error {
	c := collector{name: name}
	buffered := bufio.NewReader(r)
	if start, _ := buffered.Peek(len(bom)); string(start) == bom {
		_, _ = buffered.Discard(len(bom))
	}
	rows := csv.NewReader(buffered)
	rows.ReuseRecord = true
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("agreement: %s: no line with the names of the columns", name)
	}
	if err != nil {
		return fmt.Errorf("agreement: %s: %w", name, err)
	}
	columns := []string{"sample", "criterion", value}
	at := map[string]int{}
	for i, column := range header {
		if _, dup := at[column]; dup && slices.Contains(columns, column) {
			return c.fault(1, "column %q is there twice", column)
		}
		at[column] = i
	}
	for _, column := range columns {
		if _, ok := at[column]; !ok {
			return c.fault(1, "column %q is missing; there are %q", column, header)
		}
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("agreement: %s: %w", name, err)
		}
		line, _ := rows.FieldPos(0)
		k, text := Key{row[at["sample"]], row[at["criterion"]]}, row[at[value]]
		if err := each(k, text); err != nil {
			return c.fault(line, "column %q is %q, %v", value, excerpt([]byte(text)), err)
		}
		if err := c.add(line, k); err != nil {
			return err
		}
	}
}
