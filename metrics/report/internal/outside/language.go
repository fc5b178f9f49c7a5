package outside

import (
	"unicode"
)

// Language returns the language to set text in, as a tag: Chinese, Japanese or Korean where their
// letters make up much of it, else "". A letter of theirs counts as much as four others.
func Language(s string) string {
	han, kana, hangul, other := 0, 0, 0, 0
	for _, c := range s {
		switch {
		case c < 0x1100:
			if unicode.IsLetter(c) {
				other++
			}
		case unicode.In(c, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, c):
			hangul++
		case unicode.Is(unicode.Han, c):
			han++
		}
	}
	switch n := han + kana + hangul; {
	case n == 0 || 4*n < other:
		return ""
	case kana > 0:
		return "ja"
	case hangul > 0:
		return "ko"
	}
	return "zh"
}
