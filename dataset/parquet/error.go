package parquet

import (
	"errors"
	"strings"
)

// columnError is an error about a value, with the path of its column from the innermost name on.
type columnError struct {
	path []string
	err  error
}

func (e *columnError) Error() string {
	var b strings.Builder
	b.WriteString("column ")
	for i := len(e.path) - 1; i >= 0; i-- {
		b.WriteString(e.path[i])
		if i > 0 && e.path[i-1][0] != '[' {
			b.WriteByte('.')
		}
	}
	return b.String() + ": " + e.err.Error()
}

// within adds a name to the path of an error.
func within(name string, err error) error {
	var e *columnError
	if !errors.As(err, &e) {
		e = &columnError{err: err}
	}
	e.path = append(e.path, name)
	return e
}

func (e *columnError) Unwrap() error { return e.err }
