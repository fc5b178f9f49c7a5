package outside

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"plain text stays", "a b\tc\nd é 民法", "a b\tc\nd é 民法"},
		{"markup is not its business", "<b>&amp;", "<b>&amp;"},
		{"each byte that is not UTF-8, as in JSON", "a\xff\xfeb", "a\ufffd\ufffdb"},
		{"line ends of all kinds", "a\r\nb\rc", "a\nb\nc"},
		{"controls are named", "\x00\x1b[0m\x1f", "⟦U+0000⟧⟦U+001B⟧[0m⟦U+001F⟧"},
		{"overrides of direction are named", "a\u202eb\u2066c", "a⟦U+202E⟧b⟦U+2066⟧c"},
		{"spaces without width are named", "a\u200bb\ufeff", "a⟦U+200B⟧b⟦U+FEFF⟧"},
		{"hidden tag letters are named", "a\U000e0041", "a⟦U+E0041⟧"},
		{"joiners are part of emoji and scripts", "👩\u200d⚕️ می\u200cخواهم", "👩\u200d⚕️ می\u200cخواهم"},
		{"right-to-left text as such stays", "שלום", "שלום"},
	} {
		if got := Visible(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"plain 民法", "broken \xff\xfe utf-8 \xc3", "over\u202eride\u202c", "line\u2028and\u2029", "bell \a, null \x00, separator \x1f12", "a\r\nb\rc"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := Visible(s)
		if !utf8.ValidString(v) || strings.ContainsFunc(v, Hidden) || strings.Contains(v, "\r") {
			t.Errorf("Visible(%q) = %q", s, v)
		}
		if Visible(v) != v {
			t.Errorf("Visible changes its own result %q", v)
		}
		n := len(s) * 7 % (len(v) + 2)
		kept, _, _ := strings.Cut(Shorten(v, n), "\x1f")
		if !strings.HasPrefix(v, kept) || utf8.RuneCountInString(kept) > n && len(v) > n {
			t.Errorf("Shorten(%q, %d) keeps %q", v, n, kept)
		}
	})
}
