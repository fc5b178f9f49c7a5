package pyliteral

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode returns the value of a string literal with the given prefix and body.
func decode(prefix, body string) (string, error) {
	prefix = strings.ToLower(prefix)
	switch {
	case strings.ContainsAny(prefix, "ft"):
		return "", errors.New("found a formatted string (an f-string), which has no fixed value")
	case strings.Contains(prefix, "b"):
		return "", errors.New("found a bytes literal, not a string")
	case strings.Contains(prefix, "r"):
		return body, nil
	}
	return unescape(body)
}

// single holds the escapes of one letter.
var single = map[byte]string{
	'\n': "", '\\': `\`, '\'': `'`, '"': `"`,
	'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// unescape replaces the escapes of a string literal that is not raw. A backslash before any other
// character stays, as in Python.
func unescape(s string) (string, error) {
	var b strings.Builder
	for {
		at := strings.IndexByte(s, '\\')
		if at < 0 || at+1 == len(s) {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:at])
		c := s[at+1]
		s = s[at+2:]
		if text, ok := single[c]; ok {
			b.WriteString(text)
			continue
		}
		switch c {
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := int64(c - '0')
			for i := 0; i < 2 && s != "" && s[0] >= '0' && s[0] <= '7'; i++ {
				n, s = n*8+int64(s[0]-'0'), s[1:]
			}
			b.WriteRune(rune(n))
		case 'x', 'u', 'U':
			size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			r, err := codePoint(c, s, size)
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
			s = s[size:]
		case 'N':
			return "", errors.New(`found the escape \N{…}, a character by its name, which is not supported`)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
}

// codePoint reads size hexadecimal digits.
func codePoint(c byte, s string, size int) (rune, error) {
	digits := s[:min(size, len(s))]
	n := uint64(0)
	for _, d := range []byte(digits) {
		v, err := strconv.ParseUint(string(rune(d)), 16, 8)
		if err != nil {
			size = 0
			break
		}
		n = n*16 + v
	}
	switch {
	case len(digits) != size:
		return 0, fmt.Errorf(`the escape \%c has not the digits that it needs`, c)
	case n > utf8.MaxRune:
		return 0, fmt.Errorf(`the escape \%c%s is beyond Unicode`, c, digits)
	case !utf8.ValidRune(rune(n)):
		return 0, fmt.Errorf(`the escape \%c%s is half of a surrogate pair, which UTF-8 cannot hold`, c, digits)
	}
	return rune(n), nil
}
