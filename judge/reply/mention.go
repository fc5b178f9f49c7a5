package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
)

// mention is a place where a text states a part of a verdict: a key of one and a colon.
type mention struct {
	// start is where the key begins, and end where the colon ends.
	start, end int
	// before is the sign before the key, and quoted says that the key stands in quotes.
	before rune
	quoted bool
	// joined says that the key is spelled as a name and not as words.
	joined bool
}

// mentions returns the places of s where a key that counts is followed by a colon.
func mentions(s string, states func(key []byte) bool) []mention {
	var list []mention
	for i := 0; i < len(s); {
		c, n := rune(s[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		if narrow(c) != ':' {
			continue
		}
		if m, ok := mentionBefore(s, i-n, states); ok {
			m.end = i
			list = append(list, m)
		}
	}
	return list
}

// mentionBefore reads the key that ends before the colon at i.
func mentionBefore(s string, i int, states func(key []byte) bool) (mention, bool) {
	const mostWords = 4
	name := strings.TrimRightFunc(s[max(0, i-longestKey):i], func(c rune) bool {
		return isBlank(c) || strings.ContainsRune("\"'`“”‘’＂＇*\\", c)
	})
	at := max(0, i-longestKey)
	end := at + len(name)
	for from, word := end, 0; word < mostWords; word++ {
		rest := strings.TrimRightFunc(s[at:from], isBlank)
		start := at + len(strings.TrimRightFunc(rest, isNameRune))
		if start == at+len(rest) {
			break
		}
		from = start
		if states(appendFold(nil, s[start:end])) {
			before, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s[:start], isBlank))
			opening, _ := utf8.DecodeLastRuneInString(s[:start])
			return mention{
				start: start, before: before, joined: strings.Contains(s[start:end], "_"),
				quoted: isMentionQuote(opening) && strings.ContainsFunc(s[end:i], isMentionQuote),
			}, true
		}
	}
	return mention{}, false
}

func isNameRune(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-' || isInvisible(c)
}

func isMentionQuote(c rune) bool {
	return strings.ContainsRune("\"'“”‘’＂＇„`", c) && c != utf8.RuneError
}

// openBounds are the repairs that leave open where a text or a member of an object ends. A comment may
// swallow members.
const openBounds = innerQuotes | bareKey | bareValue | missingComma | comment

// unaccounted looks for parts of verdicts that no object of a text accounts for. In an object whose bounds
// were open each must be a key of what it was read as, since a quote that nobody escaped can turn a
// quotation into a member and a member into a quotation. Outside of objects they are returned as loose.
func (r *reader) unaccounted(text string, found []candidate) (loose []string, err *judge.Error) {
	inside := make([]int, len(found))
	at := -1 // the last object that begins before the mention
	for _, m := range mentions(text, r.form.states) {
		for at+1 < len(found) && found[at+1].start <= m.start {
			at++
		}
		switch {
		case at < 0 || m.start >= found[at].end:
			if m.quoted || m.joined {
				loose = append(loose, text[m.start:valueEnd(text, m.end)])
			}
		case m.quoted, strings.ContainsRune("{,}", m.before), found[at].notes&fullWidth != 0 && strings.ContainsRune("｛，", m.before):
			inside[at]++
		}
	}
	for i, c := range found {
		if c.fault != "" || c.notes&openBounds == 0 || c.elided {
			continue
		}
		if keys, odd := r.keysOf(c.doc.root); odd || inside[i] > keys {
			return nil, judge.Errorf(judge.Conflict, "the object is not valid JSON and may state its verdict twice; escape quotes inside texts")
		}
	}
	return loose, nil
}

// keysOf counts the keys in v that state a part of a verdict. It reports whether one holds a quote, as
// a key does that is made of a text and what follows it.
func (r *reader) keysOf(v value) (n int, odd bool) {
	for c := v.first(); c.ok(); c = c.next() {
		if v.kind() == object {
			odd = odd || strings.Contains(c.key(), `"`)
			if r.form.states(appendFold(nil, c.key())) {
				n++
			}
		}
		if k := c.kind(); k == object || k == array {
			within, bad := r.keysOf(c)
			n, odd = n+within, odd || bad
		}
	}
	return n, odd
}

// valueEnd returns where the value that begins after a colon ends.
func valueEnd(s string, i int) int {
	const longest = 40
	rest := s[i:min(len(s), i+longest)]
	value := strings.TrimLeftFunc(rest, func(c rune) bool { return isBlank(c) || isMentionQuote(c) })
	i += len(rest) - len(value)
	end := strings.IndexFunc(value, func(c rune) bool { return !isNameRune(c) && c != '.' })
	if end < 0 {
		end = len(value)
	}
	return i + len(strings.TrimRight(value[:end], "."))
}

// checkLoose refuses a verdict beside which a reply states another one outside of any object.
func (r *reader) checkLoose(c *candidate) *judge.Error {
	if len(r.loose) == 0 {
		return nil
	}
	object := squeeze(c.text[c.start:c.end])
	for _, s := range r.loose {
		s = squeeze(s)
		if !strings.Contains(object, s+",") && !strings.Contains(object, s+"}") {
			return judge.Errorf(judge.Conflict, "the reply states %q beside its object; give the object alone", s)
		}
	}
	return nil
}
