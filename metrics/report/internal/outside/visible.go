package outside

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns text from outside as a page may show it. Bytes that are not UTF-8 become U+FFFD,
// as in JSON. Characters that have no shape of their own, or that change the order of those around
// them, are named instead: ⟦U+202E⟧. Spaces, tabs and line ends stay.
func Visible(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\r") && !strings.ContainsFunc(s, Hidden) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	var b strings.Builder
	for _, c := range s {
		if c == '\r' {
			c = '\n'
		}
		if Hidden(c) {
			fmt.Fprintf(&b, "⟦U+%04X⟧", c)
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Hidden says whether a character is a control or format character that [Visible] names. The joiners
// are not: scripts and emoji need them. Neither is the soft hyphen.
func Hidden(c rune) bool {
	switch c {
	case '\n', '\t', '\r', '\u200c', '\u200d', '\u00ad':
		return false
	case '\u2028', '\u2029', '\u115f', '\u1160', '\u3164', '\uffa0':
		return true
	}
	return unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c) && !unicode.Is(unicode.Prepended_Concatenation_Mark, c)
}
