package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the report as indented JSON. Numbers that are not defined are null.
func (r *Report) WriteJSON(w io.Writer) error {
	if r == nil {
		r = &Report{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// Read reads a report that [Report.WriteJSON] wrote.
func Read(r io.Reader) (*Report, error) {
	rep := new(Report)
	if err := json.NewDecoder(r).Decode(rep); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return rep, nil
}
