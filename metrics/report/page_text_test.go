package report

import "testing"

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
		if got := visible(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"Latin", "civil code é ß", ""},
		{"Chinese", "依据 Article 577", "zh"},
		{"kana among Chinese letters", "民法の規定", "ja"},
		{"Hangul", "민법", "ko"},
		{"English with a Chinese word", "the same for the section 结论", ""},
		{"Chinese with an English word", "依据 Restatement 第九十条", "zh"},
		{"digits and signs do not count", "（+10分）1234567890", "zh"},
		{"empty", "", ""},
	} {
		if got := language(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	for in, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 91402113: "91,402,113", -1234: "-1,234"} {
		if got := count(in); got != want {
			t.Errorf("count(%d) = %s, want %s", in, got, want)
		}
	}
	if got := plural(1, "sample", "samples") + " " + plural(1200, "sample", "samples"); got != "1 sample 1,200 samples" {
		t.Error(got)
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		limit   int
		want    string
	}{
		{"short enough", "abc", 3, "abc"},
		{"says how many are cut", "abcdef", 2, "ab\x1f4"},
		{"counts characters, not bytes", "民法典第五百", 6, "民法典第五百"},
		{"cuts between characters", "民法典第五百", 2, "民法\x1f4"},
		{"nothing is kept", "abc", 0, "\x1f3"},
		{"nothing is there", "", 0, ""},
	} {
		if got := shorten(tt.in, tt.limit); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
