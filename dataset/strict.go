package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// maxDepth bounds the nesting of a row, so that the walk over it stays cheap whatever the file says.
const maxDepth = 64

// checkValue returns data as a string when it is one JSON value that means the same to every reader:
// valid, in UTF-8, without repeated keys, without half surrogate pairs. Other readers replace or drop
// what they do not understand; that would change texts without a word.
func checkValue(data []byte) (string, error) {
	if !json.Valid(data) {
		var value json.RawMessage
		err := json.Unmarshal(data, &value)
		wrapped := fmt.Errorf("not valid JSON: %w", err)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return "", &faultAt{max(0, int(syntax.Offset)-1), wrapped}
		}
		return "", wrapped
	}
	raw := string(data)
	if i := invalidUTF8(raw); i >= 0 {
		return "", &faultAt{i, fmt.Errorf("not valid UTF-8: %#x", raw[i])}
	}
	if err := checkSurrogates(raw); err != nil {
		return "", err
	}
	return raw, checkKeys(gjson.Parse(raw), 1)
}

// faultAt is a fault at a byte of a JSON text, counted from 0.
type faultAt struct {
	offset int
	err    error
}

func (f *faultAt) Error() string { return fmt.Sprintf("%v (byte %d)", f.err, f.offset+1) }
func (f *faultAt) Unwrap() error { return f.err }

// invalidUTF8 returns the index of the first byte that is not part of valid UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}

// checkSurrogates looks for \u escapes that are half of a surrogate pair. The text is valid JSON, so
// that every backslash stands in a string and begins an escape.
func checkSurrogates(raw string) error {
	for i := strings.IndexByte(raw, '\\'); i >= 0; {
		switch r := escape(raw[i:]); {
		case r >= 0xDC00 && r <= 0xDFFF:
			return &faultAt{i, fmt.Errorf("%s is half of a character", raw[i:i+6])}
		case r >= 0xD800 && r <= 0xDBFF:
			if low := escape(raw[i+6:]); low < 0xDC00 || low > 0xDFFF {
				return &faultAt{i, fmt.Errorf("%s is half of a character", raw[i:i+6])}
			}
			i += 12
		default:
			i += 2
		}
		next := strings.IndexByte(raw[i:], '\\')
		if next < 0 {
			return nil
		}
		i += next
	}
	return nil
}

// escape returns the value of the \u escape at the start of s, or -1.
func escape(s string) int64 {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	r, err := strconv.ParseInt(s[2:6], 16, 32)
	if err != nil {
		return -1
	}
	return r
}

func checkKeys(v gjson.Result, depth int) (err error) {
	switch {
	case !v.IsObject() && !v.IsArray():
		return nil
	case depth > maxDepth:
		return fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	var seen keySet
	v.ForEach(func(key, value gjson.Result) bool {
		if v.IsObject() && !seen.add(key.Str) {
			err = fmt.Errorf("the key %s stands there twice", Quote(key.Str))
			return false
		}
		err = checkKeys(value, depth+1)
		return err == nil
	})
	return err
}

// keySet is a set of keys that needs no map while it is small.
type keySet struct {
	few  []string
	many map[string]bool
}

// add reports whether key was not in the set yet.
func (s *keySet) add(key string) bool {
	const small = 16
	if s.many != nil {
		had := s.many[key]
		s.many[key] = true
		return !had
	}
	for _, k := range s.few {
		if k == key {
			return false
		}
	}
	if s.few = append(s.few, key); len(s.few) > small {
		s.many = make(map[string]bool, 4*small)
		for _, k := range s.few {
			s.many[k] = true
		}
	}
	return true
}
