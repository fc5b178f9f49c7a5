package reply

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// quote returns s in quotes for a message, cut to what a reader needs to find it.
func quote(s string) string {
	const most = 60
	s = strings.ToValidUTF8(s, "\ufffd")
	if n := utf8.RuneCountInString(s); n > most {
		runes := []rune(s)
		s = string(runes[:most]) + "…"
	}
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
	return `"` + s + `"`
}

// describe names a value for a message.
func describe(v value) string {
	switch v.kind() {
	case null:
		return "null"
	case boolean:
		return strconv.FormatBool(v.node().truth)
	case number:
		return shorten(v.text())
	case text:
		return quote(v.text())
	case array:
		return "a list"
	}
	return "an object"
}

// shorten cuts a number's literal for a message.
func shorten(s string) string {
	if len(s) > 24 {
		return s[:24] + "…"
	}
	return s
}

// points writes points for a message.
func points(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
