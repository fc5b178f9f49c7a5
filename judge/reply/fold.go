package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold returns the spelling under which names are compared: lower case, half width, without blanks,
// joiners, quotes and brackets. Signs that can change a meaning (%, /, <, !) stay.
func fold(s string) string { return string(appendFold(nil, s)) }

// foldWord returns the spelling under which values are compared: as names are, but signs beside digits
// are part of the value.
func foldWord(s string) string {
	if hasDigit(s) {
		return amountText(s)
	}
	return fold(s)
}

// appendFold appends the folded spelling of s to dst.
func appendFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			dst = appendFoldedASCII(dst, c)
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch r = narrow(r); {
		case r < utf8.RuneSelf:
			dst = appendFoldedASCII(dst, byte(r))
		case isInvisible(r), unicode.IsSpace(r), strings.ContainsRune("【】「」『』《》〈〉〔〕“”‘’„·", r):
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	}
	return dst
}

func appendFoldedASCII(dst []byte, c byte) []byte {
	switch {
	case 'A' <= c && c <= 'Z':
		return append(dst, c+'a'-'A')
	case c <= ' ', strings.IndexByte("_-.:*#`\"'()[]\\", c) >= 0:
		return dst
	}
	return append(dst, c)
}

// narrow returns the half-width form of a full-width character, and other characters as they are.
func narrow(r rune) rune {
	switch {
	case 0xFF01 <= r && r <= 0xFF5E:
		return r - 0xFEE0
	case r == 0x3000:
		return ' '
	case r == 0x2212:
		return '-'
	}
	return r
}

// isInvisible reports whether r is a zero-width character.
func isInvisible(r rune) bool {
	return 0x200B <= r && r <= 0x200F || r == 0x2060 || r == 0xFEFF || r == 0x00AD
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || isInvisible(r) }

// trim returns s without blanks and invisible characters at its ends.
func trim(s string) string { return strings.TrimFunc(s, isBlank) }
