package parquet

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// assembler writes the values of one row as JSON. It checks what the library takes for granted, since
// values of damaged files may be of other columns or kinds than the file says.
type assembler struct {
	root *shape
	// values are the row's values of each leaf column that are still to be written.
	values [][]parquet.Value
}

var errMixed = errors.New("the file is damaged: the values do not fit together")

// row appends a row as a JSON object.
func (a *assembler) row(dst []byte, row parquet.Row) ([]byte, error) {
	a.values = a.values[:0]
	for len(row) > 0 {
		column := row[0].Column()
		n := 1
		for n < len(row) && row[n].Column() == column {
			n++
		}
		if column != len(a.values) || column >= a.root.end {
			return dst, errMixed
		}
		a.values = append(a.values, row[:n])
		row = row[n:]
	}
	if len(a.values) != a.root.end {
		return dst, errMixed
	}
	dst, err := a.append(dst, a.root)
	if err != nil {
		return dst, err
	}
	for _, left := range a.values {
		if len(left) > 0 {
			return dst, errMixed
		}
	}
	return dst, nil
}

// append appends what s has in the row and takes its values.
func (a *assembler) append(dst []byte, s *shape) ([]byte, error) {
	if null, err := a.absent(s, s.present); null || err != nil {
		return append(dst, "null"...), err
	}
	switch {
	case s.item != nil:
		return a.list(dst, s)
	case s.fields != nil:
		return a.object(dst, s)
	}
	v := a.values[s.first][0]
	a.values[s.first] = a.values[s.first][1:]
	return appendValue(dst, s, v)
}

// absent reports whether what begins at the given definition level is not there, and takes the one
// value by which each column says so.
func (a *assembler) absent(s *shape, level int) (bool, error) {
	count := 0
	for i := s.first; i < s.end; i++ {
		if len(a.values[i]) == 0 {
			return false, errMixed
		}
		if a.values[i][0].DefinitionLevel() < level {
			count++
		}
	}
	switch count {
	case 0:
		return false, nil
	case s.end - s.first:
		for i := s.first; i < s.end; i++ {
			a.values[i] = a.values[i][1:]
		}
		return true, nil
	}
	return false, errMixed
}

func (a *assembler) list(dst []byte, s *shape) ([]byte, error) {
	dst = append(dst, '[')
	empty, err := a.absent(s, s.filled)
	for i := 0; !empty && err == nil; i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = a.append(dst, s.item); err != nil {
			return dst, within("["+strconv.Itoa(i)+"]", err)
		}
		next := a.values[s.first]
		if len(next) == 0 || next[0].RepetitionLevel() < s.repeats {
			break
		}
	}
	return append(dst, ']'), err
}

func (a *assembler) object(dst []byte, s *shape) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, field := range s.fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, field.key...), ':')
		if dst, err = a.append(dst, field); err != nil {
			return dst, within(field.name, err)
		}
	}
	return append(dst, '}'), nil
}

// appendValue appends one value of a leaf column.
func appendValue(dst []byte, s *shape, v parquet.Value) ([]byte, error) {
	if v.IsNull() || v.Kind() != s.kind || v.DefinitionLevel() != s.defined {
		return dst, errMixed
	}
	switch s.kind {
	case parquet.Boolean:
		return strconv.AppendBool(dst, v.Boolean()), nil
	case parquet.Int32:
		if s.unsigned {
			return strconv.AppendUint(dst, uint64(v.Uint32()), 10), nil
		}
		return strconv.AppendInt(dst, int64(v.Int32()), 10), nil
	case parquet.Int64:
		if s.unsigned {
			return strconv.AppendUint(dst, v.Uint64(), 10), nil
		}
		return strconv.AppendInt(dst, v.Int64(), 10), nil
	case parquet.Float:
		return appendFloat(dst, float64(v.Float()), 32)
	case parquet.Double:
		return appendFloat(dst, v.Double(), 64)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return appendString(dst, v.ByteArray())
	}
	return dst, errMixed
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

func appendString(dst, text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return dst, errors.New("the text is not valid UTF-8")
	}
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	done := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[done:i]...)
		switch done = i + 1; {
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			dst = append(dst, '\\', c)
		}
	}
	return append(append(dst, text[done:]...), '"'), nil
}
