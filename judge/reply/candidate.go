package reply

import (
	"html"
	"strings"
)

// candidate is an object in a text, or the beginning of one that cannot be read.
type candidate struct {
	// text is the segment in which the object stands, from start to end.
	text       string
	start, end int
	doc        document
	notes      note
	// comments are the words of the comments in the object.
	comments string
	// elided says that dots stand where something should.
	elided bool
	// fault says why the object cannot be read; empty when it can.
	fault string
	// cutOff says that the text ends before the object does.
	cutOff bool
}

// scanner finds the objects of a text that no other object holds.
type scanner struct {
	text    string
	closers bool
	// known reports whether a folded key names a part of a verdict.
	known func(key []byte) bool
	work  *budget
	// next is where the next brace of each width stands.
	next [2]int
	// nested are the braces that belong to an object that could not be read.
	nested map[int]bool
	found  []candidate
}

// scan appends the outermost objects of text that begin at or after from to found. Brackets inside
// texts do not count, braces that begin no object are passed over, and what is inside an object that
// cannot be read is not an object of its own.
func (s *scanner) scan(from int) []candidate {
	s.next = [2]int{-1, -1}
	for i := from; i < len(s.text) && len(s.found) <= maxObjects && s.work.spend(1); {
		if i = s.nextBrace(i); i == len(s.text) {
			break
		}
		if s.nested[i] {
			i++
			continue
		}
		if decoded, n := undisguise(s.text[i:]); decoded != "" {
			inner := scanner{text: s.text[:i] + decoded, closers: s.closers, known: s.known, work: s.work}
			for _, c := range inner.scan(i) {
				c.notes |= n
				s.found = append(s.found, c)
			}
			break
		}
		i = s.objectAt(i)
	}
	return s.found
}

// nextBrace returns where the next opening brace stands, at or after i; the length of the text when
// none does.
func (s *scanner) nextBrace(i int) int {
	for k, brace := range [2]string{"{", "｛"} {
		if s.next[k] < i {
			s.next[k] = len(s.text)
			if j := strings.Index(s.text[i:], brace); j >= 0 {
				s.next[k] = i + j
			}
		}
	}
	return min(s.next[0], s.next[1])
}

// objectAt reads the object whose brace is at i and returns where to go on.
func (s *scanner) objectAt(i int) int {
	if mayBeObject(s.text, i) {
		d, end, bad := parseAt(s.text, i, s.work)
		if bad.what == "" {
			s.found = append(s.found, candidate{text: s.text, start: i, end: end, doc: d})
			return end
		}
	}
	if !s.beginsObject(i) {
		return i + 1
	}
	fixed, end, bad := repairAt(s.text, i, s.closers, s.work)
	if bad.what == "" {
		var d document
		if d, bad = parse(fixed.json, s.work); bad.what == "" {
			s.found = append(s.found, candidate{text: s.text, start: i, end: end, doc: d, notes: fixed.notes, elided: fixed.elided, comments: fixed.comments})
			return end
		}
	}
	for _, at := range fixed.entered {
		if s.nested == nil {
			s.nested = make(map[int]bool)
		}
		s.nested[at] = true
	}
	s.found = append(s.found, candidate{text: s.text, start: i, end: min(end, len(s.text)), fault: bad.what, cutOff: bad.what == cutOff})
	return i + 1
}

// mayBeObject is a cheap test of whether the brace at i can begin an object in JSON's form.
func mayBeObject(s string, i int) bool {
	i = skipSpace(s, i+1)
	return i < len(s) && (s[i] == '"' || s[i] == '}')
}

// beginsObject reports whether the brace at i is the start of an object and not of a set, a formula
// or a block of code: a key in quotes with its colon follows, or a known key without quotes, or one
// that has lost its second quote.
func (s *scanner) beginsObject(i int) bool {
	_, n := sign(s.text, i)
	i = peekBlank(s.text, i+n)
	c, n := sign(s.text, i)
	if isQuote(c) {
		if keyAt(s.text, i) {
			return true
		}
		i += n
	}
	name, _ := bareName(s.text, i)
	return name != "" && s.known(appendFold(nil, name))
}

// undisguise returns s with escapes or HTML entities undone when it is an object that was escaped as
// a whole, as its first quote shows.
func undisguise(s string) (string, note) {
	after := trim(s[1:min(len(s), 32)])
	switch {
	case s[0] != '{':
	case strings.HasPrefix(after, `\"`), strings.HasPrefix(after, `\n`):
		return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(s), escapedText
	case strings.HasPrefix(after, "&quot;"), strings.HasPrefix(after, "&#34;"), strings.HasPrefix(after, "&#39;"), strings.HasPrefix(after, "&#x22;"):
		return html.UnescapeString(s), htmlText
	}
	return "", 0
}
