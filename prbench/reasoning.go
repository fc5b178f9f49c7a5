package prbench

import (
	"strings"
	"unicode/utf8"
)

// reasoningTags name the blocks in which models think aloud, in the order in which the official code
// removes them.
var reasoningTags = []string{"think", "thinking", "reasoning", "reason"}

// StripReasoning removes what a judge does not see of an answer, as remove_thinking_tags of the
// official util.py does: blocks from <think>, <thinking>, <reasoning> or <reason> to the next closing
// tag of the same name, in any letter case. Then it makes one blank line of several and removes outer
// white space. White space is what Python takes for it.
//
// A block that is not closed stays, and so does a closing tag alone.
func StripReasoning(answer string) string {
	for _, name := range reasoningTags {
		answer = removeBlocks(answer, "<"+name+">", "</"+name+">")
	}
	return strip(collapseBlankLines(answer))
}

// removeBlocks removes every part of s from an opening tag to the first closing tag after it.
func removeBlocks(s, opening, closing string) string {
	var b strings.Builder
	rest := s
	for {
		from, length := findTag(rest, opening)
		if from < 0 {
			break
		}
		inside := rest[from+length:]
		to, length := findTag(inside, closing)
		if to < 0 {
			break
		}
		b.WriteString(rest[:from])
		rest = inside[to+length:]
	}
	if len(rest) == len(s) {
		return s
	}
	b.WriteString(rest)
	return b.String()
}

// findTag returns where tag begins in s and how many bytes it takes there; -1 when it is not there.
func findTag(s, tag string) (at, length int) {
	for at := 0; ; at++ {
		next := strings.IndexByte(s[at:], tag[0])
		if next < 0 {
			return -1, 0
		}
		at += next
		if n := matchTag(s[at:], tag); n > 0 {
			return at, n
		}
	}
}

// matchTag returns how many bytes at the start of s match tag in any letter case; 0 for no match.
func matchTag(s, tag string) int {
	n := 0
	for i := 0; i < len(tag); i++ {
		r, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 || fold(r) != rune(tag[i]) {
			return 0
		}
		n += size
	}
	return n
}

// fold returns the lower-case letter that r matches when Python ignores case. Apart from the capital
// letters that is so for four characters beyond ASCII.
func fold(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r == 'İ', r == 'ı':
		return 'i'
	case r == 'ſ':
		return 's'
	case r == '\u212A': // the Kelvin sign
		return 'k'
	}
	return r
}

// collapseBlankLines does what Python's re.sub(r'\n\s*\n\s*\n', '\n\n', s) does: in each run of white
// space with three line feeds or more it replaces all from the first to the last of them by two.
func collapseBlankLines(s string) string {
	var b strings.Builder
	done := 0
	for at := 0; ; {
		next := strings.IndexByte(s[at:], '\n')
		if next < 0 {
			break
		}
		first := at + next
		last, feeds := first, 0
		at = len(s)
		for i, r := range s[first:] {
			if !isSpace(r) {
				at = first + i
				break
			}
			if r == '\n' {
				last = first + i
				feeds++
			}
		}
		if feeds >= 3 {
			b.WriteString(s[done:first])
			b.WriteString("\n\n")
			done = last + 1
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}
