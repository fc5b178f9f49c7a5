package reply

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// document is a text that was read as one JSON value.
type document struct {
	root value
	// twice is the first key that an object holds twice with different values.
	twice string
	// repeated says that an object holds a key twice with the same value.
	repeated bool
}

// problem says why a text is not JSON. The zero problem is none.
type problem struct {
	what string
	at   int
}

const (
	tooDeep   = "objects or lists are nested too deep"
	cutOff    = "the text ends before its end"
	outOfWork = "the text is too tangled"
)

// parseAt reads one JSON value (RFC 8259) that starts at or after at and returns where it ends. It
// accepts nothing that encoding/json refuses, and less: nesting is bounded, and what it notes about
// repeated keys is for the caller to refuse.
func parseAt(src string, at int, work *budget) (document, int, problem) {
	p := parser{src: src, at: at, nodes: make([]node, 1, 8)}
	p.value(0)
	if !work.spend(p.at - at + 1) {
		p.fail(outOfWork)
	}
	if p.what != "" {
		return document{}, p.at, problem{p.what, p.at}
	}
	return document{value{p.nodes, 0}, p.twice, p.repeated}, p.at, problem{}
}

// parse reads a text that is one JSON value and nothing else.
func parse(src string, work *budget) (document, problem) {
	d, end, bad := parseAt(src, 0, work)
	if bad.what == "" {
		if end = skipSpace(src, end); end < len(src) {
			return document{}, problem{"text follows the JSON value", end}
		}
	}
	return d, bad
}

type parser struct {
	src      string
	at       int
	depth    int
	nodes    []node
	what     string
	twice    string
	repeated bool
}

func (p *parser) fail(what string) bool {
	if p.what == "" {
		p.what = what
	}
	return false
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// peek skips white space and returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	p.at = skipSpace(p.src, p.at)
	if p.at == len(p.src) {
		return 0
	}
	return p.src[p.at]
}

// value reads a value into node i.
func (p *parser) value(i int32) bool {
	switch c := p.peek(); {
	case c == '{' || c == '[':
		if p.depth++; p.depth > maxDepth {
			return p.fail(tooDeep)
		}
		ok := p.children(i, c == '{')
		p.depth--
		return ok
	case c == '"':
		s, ok := p.string()
		p.nodes[i].kind, p.nodes[i].text = text, s
		return ok
	case c == '-' || '0' <= c && c <= '9':
		n := numberEnd(p.src, p.at)
		if n == p.at {
			return p.fail("a number is not in JSON's form")
		}
		p.nodes[i].kind, p.nodes[i].text = number, p.src[p.at:n]
		p.at = n
		return true
	}
	return p.literal(i)
}

func (p *parser) literal(i int32) bool {
	rest := p.src[p.at:]
	switch {
	case strings.HasPrefix(rest, "true"):
		p.nodes[i].kind, p.nodes[i].truth = boolean, true
		p.at += 4
	case strings.HasPrefix(rest, "false"):
		p.nodes[i].kind = boolean
		p.at += 5
	case strings.HasPrefix(rest, "null"):
		p.at += 4
	case rest == "":
		return p.fail(cutOff)
	default:
		return p.fail("a value is not in JSON's form")
	}
	return true
}

// children reads the elements or members that follow an opening bracket into node i.
func (p *parser) children(i int32, members bool) bool {
	closer := byte(']')
	p.nodes[i].kind = array
	if members {
		closer = '}'
		p.nodes[i].kind = object
	}
	p.at++
	if p.peek() == closer {
		p.at++
		return true
	}
	for last := int32(0); ; {
		key := ""
		if members {
			if c := p.peek(); c == 0 {
				return p.fail(cutOff)
			} else if c != '"' {
				return p.fail("a key without quotes")
			}
			ok := false
			if key, ok = p.string(); !ok {
				return false
			}
			if p.peek() != ':' {
				return p.fail("a key without a colon")
			}
			p.at++
		}
		n := int32(len(p.nodes))
		p.nodes = append(p.nodes, node{key: key})
		if last == 0 {
			p.nodes[i].first = n
		} else {
			p.nodes[last].next = n
		}
		last = n
		p.nodes[i].size++
		if !p.value(n) {
			return false
		}
		switch p.peek() {
		case ',':
			p.at++
		case closer:
			p.at++
			if members {
				p.noteRepeats(i)
			}
			return true
		case 0:
			return p.fail(cutOff)
		default:
			return p.fail("a comma or a closing bracket is missing")
		}
	}
}

// noteRepeats looks for keys that stand twice in object i.
func (p *parser) noteRepeats(i int32) {
	const few = 12
	o := value{p.nodes, i}
	if o.size() <= few {
		for c := o.first(); c.ok(); c = c.next() {
			for d := c.next(); d.ok(); d = d.next() {
				if c.key() == d.key() {
					p.noteRepeat(c, d)
				}
			}
		}
		return
	}
	seen := make(map[string]value, o.size())
	for c := o.first(); c.ok(); c = c.next() {
		if d, ok := seen[c.key()]; ok {
			p.noteRepeat(d, c)
		} else {
			seen[c.key()] = c
		}
	}
}

func (p *parser) noteRepeat(c, d value) {
	switch {
	case c.equal(d):
		p.repeated = true
	case p.twice == "":
		if p.twice = c.key(); p.twice == "" {
			p.twice = `""`
		}
	}
}

// string reads a string that starts at the current quote.
func (p *parser) string() (string, bool) {
	start := p.at + 1
	for i := start; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '"':
			p.at = i + 1
			return p.src[start:i], true
		case c == '\\':
			return p.escaped(start, i)
		case c < ' ':
			p.at = i
			return "", p.fail("a raw control character in a text")
		}
	}
	p.at = len(p.src)
	return "", p.fail(cutOff)
}

// escaped reads the rest of a string whose first backslash is at i.
func (p *parser) escaped(start, i int) (string, bool) {
	out := append(make([]byte, 0, i-start+64), p.src[start:i]...)
	for i < len(p.src) {
		c := p.src[i]
		switch {
		case c == '"':
			p.at = i + 1
			return string(out), true
		case c < ' ':
			p.at = i
			return "", p.fail("a raw control character in a text")
		case c != '\\':
			out = append(out, c)
			i++
			continue
		}
		r, n := escapeAt(p.src[i:])
		if n == 0 {
			p.at = i
			return "", p.fail("an escape that JSON does not have")
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	p.at = len(p.src)
	return "", p.fail(cutOff)
}

// unicodeEscape decodes a \u escape, or a pair of them, at the start of s and returns its length, or
// 0. A lone surrogate is U+FFFD.
func unicodeEscape(s string) (rune, int) {
	r, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := hex4(s[6:]); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				return both, 12
			}
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

// hex4 decodes \uXXXX at the start of s.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(s[2:6], 16, 32)
	return rune(r), err == nil
}

// numberEnd returns where the JSON number that starts at i ends, or i when there is none.
func numberEnd(s string, i int) int {
	start := i
	if i < len(s) && s[i] == '-' {
		i++
	}
	whole := digitsEnd(s, i)
	if whole == i || s[i] == '0' && whole > i+1 {
		return start
	}
	i = whole
	if i < len(s) && s[i] == '.' {
		if j := digitsEnd(s, i+1); j > i+1 {
			i = j
		} else {
			return start
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		k := digitsEnd(s, j)
		if k == j {
			return start
		}
		i = k
	}
	return i
}

func digitsEnd(s string, i int) int {
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}
