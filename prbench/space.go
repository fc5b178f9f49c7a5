package prbench

import "strings"

// isSpace reports whether r is white space to Python's str.strip and to \s in its regular
// expressions on text: what Unicode calls white space, and the four separators U+001C to U+001F.
func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1C && r <= ' ':
		return true
	case r < 0x85:
		return false
	case r >= 0x2000 && r <= 0x200A:
		return true
	}
	switch r {
	case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return false
}

// strip does what Python's str.strip does.
func strip(s string) string { return strings.TrimFunc(s, isSpace) }

// blank reports whether s says nothing.
func blank(s string) bool { return strip(s) == "" }
