package dataset

import (
	"fmt"
	"strings"
)

// Error says what is wrong with a file and where. Everything that reads datasets or answers returns
// errors of this type, apart from errors of opening a file.
type Error struct {
	// File is the file's name as the caller gave it.
	File string
	// Place is the line, item or row, such as "line 12"; empty when the fault is the whole file's.
	Place string
	// Sample is the ID of the sample; empty where it is not known.
	Sample string
	// Field is the path of the field in the row, such as "rubric[3].title"; empty when the fault is
	// the whole row's.
	Field string
	// Err says what is wrong and what was found.
	Err error
}

// Error joins the parts that are known, from the file to the fault.
func (e *Error) Error() string {
	var b strings.Builder
	for _, part := range []string{e.File, e.Place, e.Sample, e.Field} {
		if part != "" {
			b.WriteString(part)
			b.WriteString(": ")
		}
	}
	fmt.Fprint(&b, e.Err)
	return b.String()
}

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Err }
