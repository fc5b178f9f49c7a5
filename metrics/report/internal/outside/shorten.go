package outside

import (
	"strconv"
	"strings"
)

// Shorten cuts a text to limit characters and puts after them, behind a unit separator, how many
// were cut. A text that [Visible] returns holds no such character.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	return string(runes[:limit]) + "\x1f" + strconv.Itoa(len(runes)-limit)
}

// Ellipsis cuts a text to so many characters, with "…" after them where there are more.
func Ellipsis(s string, characters int) string {
	text, _, cut := strings.Cut(Shorten(s, characters), "\x1f")
	if cut {
		text += "…"
	}
	return text
}
