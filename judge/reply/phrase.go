package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// What follows looks for words in lower case: as pieces of text, wherever they stand, or as phrases, English
// ones as whole words.

func containsAny(s string, pieces []string) bool {
	return slices.ContainsFunc(pieces, func(p string) bool { return strings.Contains(s, p) })
}

func hasPrefix(s string, pieces []string) bool {
	return slices.ContainsFunc(pieces, func(p string) bool { return strings.HasPrefix(s, p) })
}

func hasSuffix(s string, pieces []string) bool {
	return slices.ContainsFunc(pieces, func(p string) bool { return strings.HasSuffix(s, p) })
}

// containsPhrase reports whether one of phrases stands in s.
func containsPhrase(s string, phrases []string) bool {
	for _, p := range phrases {
		for rest := s; ; {
			i := strings.Index(rest, p)
			if i < 0 {
				break
			}
			after := rest[i+len(p):]
			if p[0] >= utf8.RuneSelf || (i == 0 || !isLetter(rest[i-1])) && (after == "" || !isLetter(after[0])) {
				return true
			}
			rest = after
		}
	}
	return false
}

// endsWithPhrase reports whether one of phrases ends s. An English one needs a blank before it.
func endsWithPhrase(s string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		before, ok := strings.CutSuffix(s, p)
		return ok && (p[0] >= utf8.RuneSelf || strings.HasSuffix(before, " "))
	})
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
