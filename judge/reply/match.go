package reply

import (
	"strings"
	"unicode/utf8"
)

// holds reports whether an object equal to v stands in s, at any depth, whatever else s is. Every brace
// costs no more than the text that agrees with v after it.
func holds(s string, v value) bool {
	for i := 0; i < len(s); i++ {
		j := strings.IndexByte(s[i:], '{')
		if j < 0 {
			return false
		}
		i += j
		if _, ok := match(s, i, v); ok {
			return true
		}
	}
	return false
}

// match reports whether a JSON value equal to v stands at i, and where it ends. What stands there is
// followed no further than it agrees.
func match(s string, i int, v value) (end int, ok bool) {
	i = skipSpace(s, i)
	if i == len(s) {
		return i, false
	}
	switch n := v.node(); n.kind {
	case text:
		return matchText(s, i, n.text)
	case number:
		end := numberEnd(s, i)
		return end, end > i && (s[i:end] == n.text || sameNumber(s[i:end], n.text))
	case array:
		return matchArray(s, i, v)
	case object:
		return matchObject(s, i, v)
	case boolean:
		return matchWord(s, i, describe(v))
	}
	return matchWord(s, i, "null")
}

func matchWord(s string, i int, word string) (int, bool) {
	return i + len(word), strings.HasPrefix(s[i:], word)
}

func matchArray(s string, i int, v value) (int, bool) {
	if s[i] != '[' {
		return i, false
	}
	i = skipSpace(s, i+1)
	for c := v.first(); c.ok(); c = c.next() {
		var ok bool
		if i, ok = match(s, i, c); !ok {
			return i, false
		}
		i = skipSpace(s, i)
		if c.next().ok() {
			if i == len(s) || s[i] != ',' {
				return i, false
			}
			i++
		}
	}
	return i + 1, i < len(s) && s[i] == ']'
}

func matchObject(s string, i int, v value) (int, bool) {
	if s[i] != '{' {
		return i, false
	}
	i = skipSpace(s, i+1)
	for left := v.size(); left > 0; left-- {
		c, end := matchKey(s, i, v)
		if !c.ok() {
			return i, false
		}
		i = skipSpace(s, end)
		if i == len(s) || s[i] != ':' {
			return i, false
		}
		var ok bool
		if i, ok = match(s, i+1, c); !ok {
			return i, false
		}
		i = skipSpace(s, i)
		if left > 1 {
			if i == len(s) || s[i] != ',' {
				return i, false
			}
			i = skipSpace(s, i+1)
		}
	}
	return i + 1, i < len(s) && s[i] == '}'
}

// matchKey returns the member of v whose key stands at i, and where the key ends.
func matchKey(s string, i int, v value) (value, int) {
	if i == len(s) || s[i] != '"' {
		return value{}, i
	}
	for c := v.first(); c.ok(); c = c.next() {
		if end, ok := matchText(s, i, c.key()); ok {
			return c, end
		}
	}
	return value{}, i
}

// matchText reports whether the JSON text that starts at i says want.
func matchText(s string, i int, want string) (int, bool) {
	if s[i] != '"' {
		return i, false
	}
	for i++; i < len(s); {
		switch c := s[i]; {
		case c == '"':
			return i + 1, want == ""
		case c != '\\':
			if want == "" || want[0] != c {
				return i, false
			}
			i, want = i+1, want[1:]
			continue
		}
		r, n := escapeAt(s[i:])
		got, size := utf8.DecodeRuneInString(want)
		if n == 0 || size == 0 || got != r {
			return i, false
		}
		i, want = i+n, want[size:]
	}
	return i, false
}

// escapeAt decodes the escape at the start of s and returns its length, or 0.
func escapeAt(s string) (rune, int) {
	if len(s) > 1 {
		if j := strings.IndexByte(`"\/bfnrt`, s[1]); j >= 0 {
			return rune("\"\\/\b\f\n\r\t"[j]), 2
		}
	}
	return unicodeEscape(s)
}
