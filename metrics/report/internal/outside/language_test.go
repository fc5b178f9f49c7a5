package outside

import "testing"

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
		if got := Language(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
