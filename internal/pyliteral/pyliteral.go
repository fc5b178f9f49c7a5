// Package pyliteral reads string constants out of Python source files without running them.
//
// It follows the module-level assignments to one name and to the names that their right sides
// mention, and skips all other code, which may be of any kind. Strings are decoded as Python 3
// decodes them. A right side may hold string literals in all their forms (raw, triple-quoted,
// adjacent), +, parentheses, dicts with string keys, subscripts, names assigned earlier, and the
// methods strip, lstrip and rstrip. Anything else that would decide the value (a call, a format, an
// assignment under a condition) is an error, never a guess. A change through a second name of the
// same dict is not seen.
package pyliteral

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// String returns the string that src, the source of a Python module, assigns to name at module
// level. With keys it returns the string under those keys, one for each level of nested dicts:
// String(src, "PROMPTS", "task") reads PROMPTS["task"].
//
// The error names the variable and says what was found instead. Errors in other parts of src are
// reported only where they hide the assignment: a string or bracket that is never closed.
func String(src []byte, name string, keys ...string) (string, error) {
	s, err := read(src, name, keys)
	if err != nil {
		return "", fmt.Errorf("pyliteral: %s: %w", expression(name, keys), err)
	}
	return s, nil
}

// Keys returns the keys, sorted, of the dict that src assigns to name at module level.
func Keys(src []byte, name string) ([]string, error) {
	v, err := find(src, name)
	if err == nil {
		err = v.err
	}
	if err == nil && v.dict == nil {
		err = errors.New("found a string, not a dict")
	}
	if err != nil {
		return nil, fmt.Errorf("pyliteral: %s: %w", name, err)
	}
	return slices.Sorted(maps.Keys(v.dict)), nil
}

// find returns the value of a variable.
func find(src []byte, name string) (value, error) {
	text, err := source(src)
	if err != nil {
		return value{}, err
	}
	lines, err := scan(text)
	if err != nil {
		return value{}, err
	}
	return variable(lines, name)
}

func read(src []byte, name string, keys []string) (string, error) {
	v, err := find(src, name)
	if err != nil {
		return "", err
	}
	for i, k := range keys {
		if v = v.item(k); v.err != nil {
			if i+1 < len(keys) {
				return "", fmt.Errorf("%s: %w", expression(name, keys[:i+1]), v.err)
			}
			return "", v.err
		}
	}
	if v.err != nil {
		return "", v.err
	}
	if v.dict != nil {
		return "", fmt.Errorf("found a dict with the keys %s, not a string", v.dict.list())
	}
	return v.str, nil
}

// expression writes the variable as Python would.
func expression(name string, keys []string) string {
	var b strings.Builder
	b.WriteString(name)
	for _, k := range keys {
		b.WriteString("[" + strconv.Quote(k) + "]")
	}
	return b.String()
}

// value is what an expression yields: a string, a dict, or the reason why it was not read.
type value struct {
	str  string
	dict dict
	err  error
}

type dict map[string]value

func unread(format string, args ...any) value { return value{err: fmt.Errorf(format, args...)} }

// item returns the value under key k.
func (v value) item(k string) value {
	if v.err != nil {
		return v
	}
	if v.dict == nil {
		return unread("found a string, not a dict with the key %q", k)
	}
	found, ok := v.dict[k]
	if !ok {
		return unread("no such key; found the keys %s", v.dict.list())
	}
	return found
}

// list names the keys for an error, at most ten of them.
func (d dict) list() string {
	keys := slices.Sorted(maps.Keys(d))
	for i, k := range keys {
		keys[i] = strconv.Quote(k)
	}
	if len(keys) > 10 {
		keys = append(keys[:10], "…")
	}
	return "[" + strings.Join(keys, ", ") + "]"
}
