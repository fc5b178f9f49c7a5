package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bare reads a value without quotes: a literal, a number, or words, which become a text as they
// stand. Whether a text can be a value of its field is not decided here.
func (r *repairer) bare() bool {
	start := r.at
	end := bareEnd(r.src, start)
	r.spend(end - start)
	token := strings.TrimRightFunc(r.src[start:end], isBlank)
	r.at = start + len(token)
	if token == "" || strings.ContainsAny(token, ":{[") || strings.ContainsRune(token, '：') {
		return r.fail("a value is not in JSON's form")
	}
	if dotsEnd(token, 0) == len(token) {
		r.elided = true
	}
	switch literal, python := bareLiteral(token); {
	case literal != "":
		if python {
			r.notes |= pythonLiteral
		}
		r.out = append(r.out, literal...)
		return true
	case r.at == len(r.src):
		// A number or a word that ends with the text may have been cut.
		r.at = start
		return r.fail(cutOff)
	}
	if n := bareNumber(token); n != "" {
		if n != token {
			r.notes |= numberForm
		}
		r.out = append(r.out, n...)
		return true
	}
	r.notes |= bareValue
	r.out = appendQuoted(r.out, token)
	return true
}

// bareEnd returns where a value without quotes that starts at i ends.
func bareEnd(s string, i int) int {
	for start := i; i < len(s); {
		c, n := sign(s, i)
		switch {
		case c == ',', c == '}', c == ']', c == '\n', c == '\r', c == '"':
			return i
		case c == '#' || strings.HasPrefix(s[i:], "//") || strings.HasPrefix(s[i:], "/*"):
			// Within a number it is no comment.
			after := strings.TrimLeft(s[i:], "#/*")
			if i == start || !strings.HasSuffix(s[:i], ".") && (!isDigitByte(s[i-1]) || after == "" || !isDigitByte(after[0])) {
				return i
			}
		}
		i += n
	}
	return i
}

// bareLiteral returns the JSON literal that a word stands for, and whether the word is not JSON's own.
func bareLiteral(token string) (literal string, foreign bool) {
	switch token {
	case "true", "false", "null":
		return token, false
	case "True", "TRUE":
		return "true", true
	case "False", "FALSE":
		return "false", true
	case "None", "NULL", "Null", "nil", "undefined":
		return "null", true
	}
	return "", false
}

// bareNumber returns the JSON form of a number that is written with a plus sign, leading zeros, a
// bare decimal point or full-width digits; "" when token is no number.
func bareNumber(token string) string {
	if numberEnd(token, 0) == len(token) {
		return token
	}
	t := strings.Map(narrow, token)
	negative := strings.HasPrefix(t, "-")
	t = strings.TrimLeft(strings.TrimLeft(t, "+-"), "0")
	if strings.Count(token, "+")+strings.Count(token, "-") > 1 {
		return ""
	}
	if t == "" || t[0] == '.' {
		t = "0" + t
	}
	t = strings.TrimSuffix(t, ".")
	if negative {
		t = "-" + t
	}
	if numberEnd(t, 0) != len(t) || !hasDigit(token) {
		return ""
	}
	return t
}

// bareName returns the key without quotes that stands at i, with where it ends; "" when no colon
// follows it.
func bareName(s string, i int) (name string, end int) {
	for j := i; j < len(s) && j < i+longestKey; {
		c, n := sign(s, j)
		switch {
		case c == ':':
			name = strings.TrimRightFunc(s[i:j], isBlank)
			return name, i + len(name)
		case c == utf8.RuneError && n == 1:
			return "", i
		case !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' && c != ' ' && c != '\t' && c != '$':
			return "", i
		}
		j += n
	}
	return "", i
}

// appendQuoted appends s as a JSON string.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
