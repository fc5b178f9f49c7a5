package pyliteral

import (
	"errors"
	"fmt"
	"strings"
)

type kind int

const (
	other kind = iota // operators, numbers
	ident             // names and keywords
	str               // string literals
)

// token is one token of a source. Brackets are at the depth that they enclose from outside.
type token struct {
	kind  kind
	text  string // the source text; empty for strings
	str   string // the value of a string
	err   error  // why a string has no value
	depth int
	line  int
}

// line is one logical line.
type line struct {
	indent int
	tokens []token
}

// maxDepth bounds the nesting of brackets and of f-strings.
const maxDepth = 100

type scanner struct {
	src    string
	pos    int
	line   int
	open   []byte // the brackets that are open
	opened []int  // the lines where they are
	lines  []line
	cur    line
}

// scan splits a source into logical lines.
func scan(src string) ([]line, error) {
	s := &scanner{src: src, line: 1}
	s.indent()
	for s.pos < len(s.src) {
		if err := s.next(); err != nil {
			return nil, fmt.Errorf("line %d: %w", s.line, err)
		}
	}
	if n := len(s.open); n > 0 {
		return nil, fmt.Errorf("line %d: the bracket %q is never closed", s.opened[n-1], s.open[n-1])
	}
	s.flush()
	return s.lines, nil
}

// next reads one token or blank.
func (s *scanner) next() error {
	c := s.src[s.pos]
	switch {
	case c == '\n':
		s.pos++
		s.line++
		if len(s.open) == 0 {
			s.flush()
			s.indent()
		}
	case c == ' ' || c == '\t' || c == '\f':
		s.pos++
	case c == '#':
		s.comment()
	case c == '\\':
		if !strings.HasPrefix(s.src[s.pos:], "\\\n") {
			return errors.New("found a backslash that does not end its line")
		}
		s.pos += 2
		s.line++
	case c == '"' || c == '\'':
		return s.literal("")
	case isName(c):
		start := s.pos
		for s.pos < len(s.src) && isName(s.src[s.pos]) {
			s.pos++
		}
		word := s.src[start:s.pos]
		if s.pos < len(s.src) && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && isPrefix(word) {
			return s.literal(word)
		}
		k := ident
		if c >= '0' && c <= '9' {
			k = other
		}
		s.add(token{kind: k, text: word})
	default:
		return s.operator()
	}
	return nil
}

// literal adds a string token.
func (s *scanner) literal(prefix string) error {
	t := token{kind: str, line: s.line}
	body, err := s.quoted(prefix, 0)
	if err != nil {
		return err
	}
	t.str, t.err = decode(prefix, body)
	s.add(t)
	return nil
}

// operators of more than one character that would otherwise be taken for an assignment.
var operators = []string{"**=", "//=", ">>=", "<<=", "==", "!=", "<=", ">=", ":=",
	"+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", "->"}

func (s *scanner) operator() error {
	rest := s.src[s.pos:]
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			s.add(token{text: op})
			s.pos += len(op)
			return nil
		}
	}
	c := rest[0]
	switch c {
	case '(', '[', '{':
		if len(s.open) == maxDepth {
			return fmt.Errorf("brackets are nested more than %d deep", maxDepth)
		}
		s.add(token{text: rest[:1]})
		s.open, s.opened = append(s.open, c), append(s.opened, s.line)
		s.pos++
		return nil
	case ')', ']', '}':
		n := len(s.open) - 1
		if n < 0 || s.open[n] != opener(c) {
			return fmt.Errorf("the bracket %q closes nothing", c)
		}
		s.open, s.opened = s.open[:n], s.opened[:n]
	default:
		if !strings.ContainsRune("+-*/%@&|^~<>=.,:;", rune(c)) {
			return fmt.Errorf("found the character %q outside a string", c)
		}
	}
	s.add(token{text: rest[:1]})
	s.pos++
	return nil
}

func (s *scanner) add(t token) {
	t.depth = len(s.open)
	if t.line == 0 {
		t.line = s.line
	}
	s.cur.tokens = append(s.cur.tokens, t)
}

// flush ends a logical line.
func (s *scanner) flush() {
	if len(s.cur.tokens) > 0 {
		s.lines = append(s.lines, s.cur)
	}
	s.cur = line{}
}

// indent measures the blanks at the start of a line, as Python does.
func (s *scanner) indent() {
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case ' ':
			s.cur.indent++
		case '\t':
			s.cur.indent = s.cur.indent/8*8 + 8
		case '\f':
			s.cur.indent = 0
		default:
			return
		}
	}
}

func (s *scanner) comment() {
	if n := strings.IndexByte(s.src[s.pos:], '\n'); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.src)
	}
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "u", "b", "br", "rb", "f", "fr", "rf", "t", "tr", "rt":
		return true
	}
	return false
}

func opener(c byte) byte {
	switch c {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}
