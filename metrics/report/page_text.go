package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible returns text from outside as a page may show it. Bytes that are not UTF-8 become U+FFFD,
// as in JSON. Characters that have no shape of their own, or that change the order of those around
// them, are named instead: ⟦U+202E⟧. Spaces, tabs and line ends stay.
func visible(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\r") && !strings.ContainsFunc(s, hidden) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	var b strings.Builder
	for _, c := range s {
		if c == '\r' {
			c = '\n'
		}
		if hidden(c) {
			fmt.Fprintf(&b, "⟦U+%04X⟧", c)
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// hidden says whether a character is a control or format character that visible names. The joiners
// are not: scripts and emoji need them. Neither is the soft hyphen.
func hidden(c rune) bool {
	switch c {
	case '\n', '\t', '\r', '\u200c', '\u200d', '\u00ad':
		return false
	case '\u2028', '\u2029', '\u115f', '\u1160', '\u3164', '\uffa0':
		return true
	}
	return unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c) && !unicode.Is(unicode.Prepended_Concatenation_Mark, c)
}

// language returns the language to set text in, as a tag: Chinese, Japanese or Korean where their
// letters make up much of it, else "". A letter of theirs counts as much as four others.
func language(s string) string {
	han, kana, hangul, other := 0, 0, 0, 0
	for _, c := range s {
		switch {
		case c < 0x1100:
			if unicode.IsLetter(c) {
				other++
			}
		case unicode.In(c, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, c):
			hangul++
		case unicode.Is(unicode.Han, c):
			han++
		}
	}
	switch n := han + kana + hangul; {
	case n == 0 || 4*n < other:
		return ""
	case kana > 0:
		return "ja"
	case hangul > 0:
		return "ko"
	}
	return "zh"
}

// count writes a number of things, with commas between thousands.
func count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural writes a number of things with their name.
func plural[T int | int64](n T, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// typeset gives written numbers a true minus sign.
func typeset(s string) string { return strings.ReplaceAll(s, "-", "−") }
