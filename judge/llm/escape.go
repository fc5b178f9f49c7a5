package llm

import (
	"strings"
	"unicode/utf8"
)

// escape returns s as the inside of a JSON string, with U+FFFD for what is not UTF-8, as lone
// surrogates are not. It escapes what JSON demands and nothing else.
func escape(s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	b := make([]byte, 0, len(s)+len(s)/16+8)
	clean := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[clean:i]...)
		clean = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			const hex = "0123456789abcdef"
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		}
	}
	return append(b, s[clean:]...)
}
