package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// WriteJSON writes the report as indented JSON. Numbers that are not defined are null.
func (r *Report) WriteJSON(w io.Writer) error {
	if r == nil {
		r = &Report{}
	}
	return writeJSON(w, r)
}

// writeJSON writes indented JSON that is not escaped for HTML.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// Read reads a report that [Report.WriteJSON] wrote. Fields that it does not know are ignored, so that a
// report of a later version can be shown; whether two reports are of one version is for [Compare] to say.
//
// It is an error, which names the field, when the text is no JSON object or is followed by another, when
// a value is of another type than its field, when a sample has no id or shares subset and id with
// another, when a status is none, and when a grade has no criterion, shares it with another of its sample,
// or is of weight 0.
func Read(r io.Reader) (*Report, error) {
	rep := new(Report)
	d := json.NewDecoder(r)
	if err := d.Decode(rep); err != nil {
		return nil, readError(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("report: the report ends at byte %d and more follows", d.InputOffset())
	}
	if err := rep.validate(); err != nil {
		return nil, err
	}
	return rep, nil
}

// readError says what is wrong with the text of a report.
func readError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("report: the report is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("report: the report is cut off: it ends within a JSON object")
	case errors.As(err, &syntax):
		return fmt.Errorf("report: not JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind) && kind.Field == "" && kind.Type != reflect.TypeFor[Report]():
		// The error of a type that reads itself does not know where it is.
		return fmt.Errorf("report: a value is of type %s, which does not fit: %w", kind.Value, err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("report: want a JSON object, found %s", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("report: field %s is of type %s, which does not fit: %w", kind.Field, kind.Value, err)
	}
	return fmt.Errorf("report: %w", err)
}
