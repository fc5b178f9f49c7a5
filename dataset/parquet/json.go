package parquet

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// valueError is an error about a value, with the path of its column from the innermost name on.
type valueError struct {
	path []string
	err  error
}

func (e *valueError) Error() string {
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
	var e *valueError
	if !errors.As(err, &e) {
		e = &valueError{err: err}
	}
	e.path = append(e.path, name)
	return e
}

// appendJSON appends a value that the library made of a row, as JSON.
func appendJSON(dst []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int32:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case uint32:
		return strconv.AppendUint(dst, uint64(v), 10), nil
	case uint64:
		return strconv.AppendUint(dst, v, 10), nil
	case float32:
		return appendFloat(dst, float64(v), 32)
	case float64:
		return appendFloat(dst, v, 64)
	case string:
		return appendString(dst, v)
	case []byte:
		return appendString(dst, string(v))
	case []any:
		return appendList(dst, v)
	case map[string]any:
		return appendObject(dst, v)
	}
	return dst, fmt.Errorf("values of type %T are not read", value)
}

func appendFloat(dst []byte, f float64, bits int) ([]byte, error) {
	switch {
	case math.IsNaN(f):
		return append(dst, "null"...), nil
	case math.IsInf(f, 0):
		return dst, fmt.Errorf("found the number %v", f)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, bits), nil
}

func appendString(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return dst, errors.New("the text is not valid UTF-8")
	}
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[done:i]...)
		if done = i + 1; c < ' ' {
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		} else {
			dst = append(dst, '\\', c)
		}
	}
	return append(append(dst, s[done:]...), '"'), nil
}

func appendList(dst []byte, list []any) (_ []byte, err error) {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendJSON(dst, v); err != nil {
			return dst, within("["+strconv.Itoa(i)+"]", err)
		}
	}
	return append(dst, ']'), nil
}

func appendObject(dst []byte, object map[string]any) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(object)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, name); err != nil {
			return dst, within(strconv.QuoteToASCII(name), err)
		}
		dst = append(dst, ':')
		if dst, err = appendJSON(dst, object[name]); err != nil {
			return dst, within(name, err)
		}
	}
	return append(dst, '}'), nil
}
