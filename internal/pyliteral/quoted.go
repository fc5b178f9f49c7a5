package pyliteral

import (
	"errors"
	"fmt"
	"strings"
)

// quoted reads the string whose opening quotes are at pos and returns what is between the quotes.
// nested counts the f-strings around it.
func (s *scanner) quoted(prefix string, nested int) (string, error) {
	if nested > maxDepth {
		return "", fmt.Errorf("f-strings are nested more than %d deep", maxDepth)
	}
	quote := s.src[s.pos : s.pos+1]
	if q := strings.Repeat(quote, 3); strings.HasPrefix(s.src[s.pos:], q) {
		quote = q
	}
	s.pos += len(quote)
	begin, first := s.pos, s.line
	fields := strings.ContainsAny(prefix, "fFtT")
	for s.pos < len(s.src) {
		rest := s.src[s.pos:]
		switch {
		case strings.HasPrefix(rest, quote):
			s.pos += len(quote)
			return s.src[begin : s.pos-len(quote)], nil
		case rest[0] == '\\':
			s.escape(fields, prefix)
		case rest[0] == '\n' && len(quote) == 1:
			return "", errors.New("a string is not closed on its line")
		case fields && strings.HasPrefix(rest, "{{"):
			s.pos += 2
		case fields && rest[0] == '{':
			s.pos++
			if err := s.field(nested); err != nil {
				return "", err
			}
		default:
			s.step()
		}
	}
	s.line = first
	return "", errors.New("a string that begins here is never closed")
}

// escape skips a backslash and what belongs to it, so that an escaped quote closes nothing.
func (s *scanner) escape(fields bool, prefix string) {
	rest := s.src[s.pos:]
	if fields && len(rest) > 1 && (rest[1] == '{' || rest[1] == '}') {
		s.pos++ // The backslash is literal, the brace has its usual meaning.
		return
	}
	if fields && strings.HasPrefix(rest, `\N{`) && !strings.ContainsAny(prefix, "rR") {
		s.pos += len(`\N{`) // The brace belongs to the name of a character.
		return
	}
	s.pos++
	if s.pos < len(s.src) {
		s.step()
	}
}

// field skips a replacement field of an f-string up to its closing brace. Strings in it may have the
// quotes of the string around it (Python 3.12).
func (s *scanner) field(nested int) error {
	depth := 0
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == '}' && depth == 0:
			s.pos++
			return nil
		case c == ':' && depth == 0:
			return s.spec(nested)
		case c == '(' || c == '[' || c == '{':
			depth++
			s.pos++
		case c == ')' || c == ']' || c == '}':
			depth--
			s.pos++
		case c == '#':
			s.comment()
		case c == '"' || c == '\'':
			if _, err := s.quoted("", nested+1); err != nil {
				return err
			}
		case isName(c):
			start := s.pos
			for s.pos < len(s.src) && isName(s.src[s.pos]) {
				s.pos++
			}
			word := s.src[start:s.pos]
			if s.pos < len(s.src) && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && isPrefix(word) {
				if _, err := s.quoted(word, nested+1); err != nil {
					return err
				}
			}
		default:
			s.step()
		}
	}
	return errors.New("a field of an f-string is never closed")
}

// spec skips a format specification and the brace after it.
func (s *scanner) spec(nested int) error {
	if nested > maxDepth {
		return fmt.Errorf("f-strings are nested more than %d deep", maxDepth)
	}
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '}':
			s.pos++
			return nil
		case '{':
			s.pos++
			if err := s.field(nested + 1); err != nil {
				return err
			}
		default:
			s.step()
		}
	}
	return errors.New("a field of an f-string is never closed")
}

// step moves on by one byte.
func (s *scanner) step() {
	if s.src[s.pos] == '\n' {
		s.line++
	}
	s.pos++
}
