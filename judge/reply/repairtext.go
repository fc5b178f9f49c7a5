package reply

import (
	"strings"
	"unicode/utf8"
)

func isQuote(c rune) bool { return c == '"' || c == '\'' }

// text reads a text that starts at its quote; in says what it is part of: ':' for a key, else the
// closer of the object or list.
func (r *repairer) text(in rune) bool {
	opening, n := utf8.DecodeRuneInString(r.src[r.at:])
	family, _ := sign(r.src, r.at)
	switch {
	case opening == '\'':
		r.notes |= singleQuotes
	case opening != '"':
		r.notes |= curlyQuotes
	}
	start := r.at
	r.at += n
	r.out = append(r.out, '"')
	open := 0 // objects that begin inside the text and have not ended
	newline := false
	for r.at < len(r.src) && r.spend(1) {
		c, n := utf8.DecodeRuneInString(r.src[r.at:])
		switch {
		case c == '\\':
			if !r.escape() {
				r.at = start
				return r.fail(cutOff)
			}
			continue
		case r.isCloser(opening, family, c):
			if !r.loose || open == 0 && r.closes(r.at+n, in) {
				if c != opening && c != closingFor(opening) {
					r.notes |= curlyQuotes
				}
				r.at += n
				r.out = append(r.out, '"')
				return true
			}
			r.notes |= innerQuotes
		case c == '\n':
			newline = true
		case c == '{' && r.spend(longestKey/4) && objectLike(r.src, r.at):
			// On a later line it is another object, and this text has lost its end.
			if newline {
				r.at = start
				return r.fail(cutOff)
			}
			open++
			r.holdsObject = true
		case c == '}' && open > 0:
			open--
		}
		r.contents(c, n)
	}
	r.at = start
	return r.fail(cutOff)
}

// isCloser reports whether c can end a text that began with opening.
func (r *repairer) isCloser(opening, family, c rune) bool {
	if !r.loose {
		return c == closingFor(opening) || opening == '„' && (c == '”' || c == '"')
	}
	if c < utf8.RuneSelf {
		return c == family
	}
	q, _ := sign(string(c), 0)
	return q == family
}

// closingFor returns the usual partner of an opening quote.
func closingFor(opening rune) rune {
	switch opening {
	case '“':
		return '”'
	case '„':
		return '“'
	case '‘', '‚':
		return '’'
	case '«':
		return '»'
	}
	return opening
}

// contents copies one character of a text.
func (r *repairer) contents(c rune, n int) {
	switch {
	case c == '"':
		r.out = append(r.out, '\\', '"')
	case c < ' ':
		r.notes |= rawControl
		const hex = "0123456789abcdef"
		r.out = append(r.out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	default:
		r.out = append(r.out, r.src[r.at:r.at+n]...)
	}
	r.at += n
}

// escape copies a backslash and what it escapes. Escapes that JSON does not have keep their
// backslash as text.
func (r *repairer) escape() bool {
	rest := r.src[r.at:]
	if len(rest) < 2 {
		return false
	}
	switch c := rest[1]; {
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
		r.out = append(r.out, '\\', c)
		r.at += 2
	case c == '\'':
		r.notes |= badEscape
		r.out = append(r.out, '\'')
		r.at += 2
	case c == 'u' && isHex4(rest):
		r.out = append(r.out, rest[:6]...)
		r.at += 6
	default:
		r.notes |= badEscape
		r.out = append(r.out, '\\', '\\')
		r.at++
	}
	return true
}

func isHex4(s string) bool { _, ok := hex4(s); return ok }

// closes reports whether a quote that ends at i ends its text, by what follows it.
func (r *repairer) closes(i int, in rune) bool {
	from := i
	i = peekBlank(r.src, i)
	r.spend(i - from + 8)
	c, n := sign(r.src, i)
	if in == ':' {
		return c == ':'
	}
	switch {
	case c == in:
		return true
	case c == ',':
		i = peekBlank(r.src, i+n)
		next, _ := sign(r.src, i)
		return next == in || in == ']' || keyAt(r.src, i) || isPackaging(r.src[i:])
	case isQuote(c):
		return in == '}' && i > 0 && !isQuoteBefore(r.src, i) && keyAt(r.src, i)
	}
	return r.closers && isPackaging(r.src[i:])
}

// longestKey bounds how far a key is looked for.
const longestKey = 80

// keyAt reports whether a key and its colon stand at i.
func keyAt(s string, i int) bool {
	c, n := sign(s, i)
	if !isQuote(c) {
		name, end := bareName(s, i)
		return name != "" && end > i
	}
	for j := i + n; j < len(s) && j < i+longestKey; {
		q, n := sign(s, j)
		switch {
		case q == '\n':
			return false
		case q == c:
			after, _ := sign(s, peekBlank(s, j+n))
			return after == ':'
		case s[j] == '\\':
			j++
		}
		j += n
	}
	return false
}

// objectLike reports whether the brace at i begins an object: a key with its colon follows, or the
// closing brace.
func objectLike(s string, i int) bool {
	_, n := sign(s, i)
	i = peekBlank(s, i+n)
	c, _ := sign(s, i)
	return c == '}' || keyAt(s, i)
}

// isPackaging reports whether s holds nothing that a reply says: blanks, the marks of a fence, stop
// tokens.
func isPackaging(s string) bool {
	const most = 256
	for len(s) <= most {
		s = strings.TrimLeftFunc(s, func(c rune) bool { return isBlank(c) || c == '`' || c == '~' })
		if s == "" {
			return true
		}
		n := stopTokenEnd(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	return strings.TrimLeftFunc(s, isBlank) == ""
}

// stopTokenEnd returns the length of the stop token at the start of s, or 0.
func stopTokenEnd(s string) int {
	for _, t := range []string{"</s>", "<eos>", "<end_of_turn>", "[/INST]"} {
		if strings.HasPrefix(s, t) {
			return len(t)
		}
	}
	for _, ends := range [][2]string{{"<|", "|>"}, {"<｜", "｜>"}} {
		if strings.HasPrefix(s, ends[0]) {
			if n := strings.Index(s, ends[1]); n > 0 && n < longestKey {
				return n + len(ends[1])
			}
		}
	}
	return 0
}
