package baseline

import (
	"unicode"
	"unicode/utf8"
)

// term is a word, a number or a pair of neighboring Chinese characters in a text.
type term struct {
	// key is equal for terms that count as the same, such as two forms of a word. It is a hash of
	// 64 bits, which makes a chance match of different terms too rare to matter here.
	key uint64
	// start and end delimit the term in its text.
	start, end int
	number     bool
}

// letters is how many letters of a word count.
const letters = 6

// scanner hands out the terms of a text in order.
type scanner struct {
	text string
	at   int
}

// next returns the next term, or false at the end of the text.
func (s *scanner) next() (term, bool) {
	for s.at < len(s.text) {
		start := s.at
		r, size := s.peek(start)
		switch {
		case isHan(r):
			s.at += size
			if second, n := s.peek(s.at); isHan(second) {
				return term{key: hash(hash(offset, r), second), start: start, end: s.at + n}, true
			}
		case isDigit(r):
			return s.number(), true
		case unicode.IsLetter(r):
			if t, ok := s.word(); ok {
				return t, true
			}
		default:
			s.at += size
		}
	}
	return term{}, false
}

// peek returns the folded rune at byte i and its length; 0, 0 at the end of the text.
func (s *scanner) peek(i int) (rune, int) {
	if i >= len(s.text) {
		return 0, 0
	}
	if c := s.text[i]; c < utf8.RuneSelf {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return rune(c), 1
	}
	r, size := utf8.DecodeRuneInString(s.text[i:])
	return fold(r), size
}

// word reads the word at s.at: letters, and digits after the first letter. It returns false for a
// word of one letter. A word with digits, as the name of a form or a paragraph, counts whole.
func (s *scanner) word() (term, bool) {
	var buf [2 * letters]rune
	start, n, whole, digits := s.at, 0, uint64(offset), false
	for {
		r, size := s.peek(s.at)
		if size == 0 || isHan(r) || !unicode.IsLetter(r) && !isDigit(r) && !unicode.IsMark(r) {
			break
		}
		if n < len(buf) {
			buf[n] = r
		}
		n++
		whole = hash(whole, r)
		digits = digits || isDigit(r)
		s.at += size
	}
	if n < 2 {
		return term{}, false
	}
	if digits {
		return term{key: whole, start: start, end: s.at}, true
	}
	key := uint64(offset)
	for _, r := range stem(buf[:min(n, len(buf))]) {
		key = hash(key, r)
	}
	return term{key: key, start: start, end: s.at}, true
}

// number reads the number at s.at: digits, with a point or separators of thousands inside. Zeros
// that end the part after the point do not count.
func (s *scanner) number() term {
	start, key, settled, fraction := s.at, uint64(offset), uint64(offset), false
	for {
		r, size := s.peek(s.at)
		switch {
		case isDigit(r):
			key = hash(key, r)
			if !fraction || r != '0' {
				settled = key
			}
		case r == ',' && !fraction && s.digitsAt(s.at+size) == 3:
		case r == '.' && !fraction && s.digitsAt(s.at+size) > 0:
			fraction = true
			key = hash(key, r)
		default:
			return term{key: settled, start: start, end: s.at, number: true}
		}
		s.at += size
	}
}

// digitsAt counts the digits that start at byte i, up to 4.
func (s *scanner) digitsAt(i int) (n int) {
	for ; n < 4; n++ {
		r, size := s.peek(i)
		if !isDigit(r) {
			break
		}
		i += size
	}
	return n
}

// stem cuts common English endings and all but the first letters of a word: "hedges", "hedging" and
// "hedge" have the same stem. It may change w.
func stem(w []rune) []rune {
	switch {
	case ends(w, "ies"):
		w = w[:len(w)-2]
		w[len(w)-1] = 'y'
	case ends(w, "s") && w[len(w)-2] != 's':
		w = w[:len(w)-1]
	}
	switch {
	case ends(w, "ing"), ends(w, "ion"):
		w = w[:len(w)-3]
	case ends(w, "ed"):
		w = w[:len(w)-2]
	}
	if ends(w, "e") && (len(w) > 4 || w[len(w)-2] == 'x') {
		w = w[:len(w)-1]
	}
	return w[:min(len(w), letters)]
}

// ends says whether w ends in ending, which is ASCII, and has at least three letters before it.
func ends(w []rune, ending string) bool {
	n := len(w) - len(ending)
	if n < 3 {
		return false
	}
	for i, r := range ending {
		if w[n+i] != r {
			return false
		}
	}
	return true
}

// fold removes differences of case and width.
func fold(r rune) rune {
	if '！' <= r && r <= '～' {
		r -= '！' - '!'
	}
	return unicode.ToLower(r)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// isHan says whether r is a Chinese character that carries meaning.
func isHan(r rune) bool {
	switch r {
	case '的', '了', '是', '在', '和', '与', '及', '或', '也', '就', '而', '并', '等', '之', '其', '应', '于', '被', '将', '对':
		return false
	}
	return '一' <= r && r <= '鿿' || r > '⺀' && unicode.Is(unicode.Han, r)
}

// offset and hash are FNV-1a over runes. Words, numbers and pairs need no mark of their kind: they
// begin with different runes.
const offset = 14695981039346656037

func hash(h uint64, r rune) uint64 { return (h ^ uint64(r)) * 1099511628211 }
