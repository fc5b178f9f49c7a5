package llm

import (
	"cmp"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// view is a text with where in another each of its bytes comes from.
type view struct {
	text, lower string
	at          []int // one more than the text is long
}

// span is a part of a text.
type span struct{ start, end int }

func viewOf(s string) view {
	at := make([]int, len(s)+1)
	for i := range at {
		at[i] = i
	}
	return view{s, lowerASCII(s), at}
}

// lowerASCII lowers letters and leaves every byte where it is.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// decoded returns the view with the escapes of URLs, JSON and HTML in it undone, once.
func (v view) decoded() view {
	var b strings.Builder
	at := make([]int, 0, len(v.at))
	for i := 0; i < len(v.text); {
		s, n := unescape(v.text[i:])
		if n == 0 {
			s, n = v.text[i:i+1], 1
		}
		b.WriteString(s)
		for range len(s) {
			at = append(at, v.at[i])
		}
		i += n
	}
	return view{b.String(), lowerASCII(b.String()), append(at, v.at[len(v.text)])}
}

// unescape undoes the escape that s begins with, and returns its length; 0 when there is none.
func unescape(s string) (string, int) {
	switch s[0] {
	case '%':
		return escapedByte(s, 1, 2)
	case '\\':
		switch {
		case len(s) < 2:
		case s[1] == 'u':
			return escapedRune(s, 2, 4)
		case s[1] == 'x':
			return escapedByte(s, 2, 2)
		case strings.IndexByte(`/\"'`, s[1]) >= 0:
			return s[1:2], 2
		}
	case '&':
		const longest = 10
		if end := strings.IndexByte(s[:min(len(s), longest)], ';'); end > 0 {
			if plain := html.UnescapeString(s[:end+1]); plain != s[:end+1] {
				return plain, end + 1
			}
		}
	}
	return "", 0
}

func escapedByte(s string, from, digits int) (string, int) {
	if n, ok := hexAt(s, from, digits); ok {
		return string([]byte{byte(n)}), from + digits
	}
	return "", 0
}

func escapedRune(s string, from, digits int) (string, int) {
	if n, ok := hexAt(s, from, digits); ok && utf8.ValidRune(rune(n)) {
		return string(rune(n)), from + digits
	}
	return "", 0
}

func hexAt(s string, from, digits int) (uint64, bool) {
	if len(s) < from+digits {
		return 0, false
	}
	n, err := strconv.ParseUint(s[from:from+digits], 16, 32)
	return n, err == nil
}

// find appends where what stands in text, which is the view's or its lower one. A match reaches as far to
// both sides as the bytes are of the kind.
func (v view) find(found []span, text, what string, kind func(byte) bool) []span {
	for from := 0; what != ""; {
		i := strings.Index(text[from:], what)
		if i < 0 {
			break
		}
		start := from + i
		end := start + len(what)
		for kind != nil && start > 0 && kind(text[start-1]) {
			start--
		}
		for kind != nil && end < len(text) && kind(text[end]) {
			end++
		}
		found = append(found, span{v.at[start], v.at[end]})
		from = end
	}
	return found
}

// findPart appends where the beginning or the end of a key stands, as far as it goes.
func (v view) findPart(found []span, key string) []span {
	for from := 0; ; {
		i := strings.Index(v.lower[from:], key[:minPart])
		if i < 0 {
			break
		}
		start := from + i
		end := start + minPart
		for end < len(v.lower) && end-start < len(key) && v.lower[end] == key[end-start] {
			end++
		}
		found = append(found, span{v.at[start], v.at[end]})
		from = end
	}
	tail := key[len(key)-minPart:]
	for from := 0; ; {
		i := strings.Index(v.lower[from:], tail)
		if i < 0 {
			break
		}
		start := from + i
		end := start + minPart
		for n := minPart; start > 0 && n < len(key) && v.lower[start-1] == key[len(key)-n-1]; n++ {
			start--
		}
		found = append(found, span{v.at[start], v.at[end]})
		from = end
	}
	return found
}

// cutOut puts hidden in the place of each span.
func cutOut(s string, found []span) string {
	if len(found) == 0 {
		return s
	}
	slices.SortFunc(found, func(a, b span) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var b strings.Builder
	done := 0
	for i := 0; i < len(found); {
		start, end := found[i].start, found[i].end
		for i++; i < len(found) && found[i].start < end; i++ {
			end = max(end, found[i].end)
		}
		b.WriteString(s[done:start])
		b.WriteString(hidden)
		done = end
	}
	b.WriteString(s[done:])
	return b.String()
}
